package io.meshbus.sdk;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.AppenderBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * The blocked-thread check at 100 ms never shows a stack of ours. The beds of a class run on {@link #vertx()}; what its
 * checker logs is collected, and a stack whose first frame outside of the JDK and the libraries is ours fails the class.
 * Only one that repeats: a machine that stands still for a moment shows any stack once.
 */
public final class LoopWatch implements BeforeAllCallback, AfterAllCallback {
    private static final long LIMIT_MILLIS = 100;
    private static final int REPEATS = 3;
    private static final Logger CHECKER = (Logger) LoggerFactory.getLogger("io.vertx.core.impl.BlockedThreadChecker");
    private static final org.slf4j.Logger FIGURES = LoggerFactory.getLogger("figures");
    /** They are under us; who called them is what counts. */
    private static final String[] BELOW = {
        "java.",
        "javax.",
        "jdk.",
        "sun.",
        "com.sun.",
        "io.vertx.",
        "io.netty.",
        "io.nats.",
        "com.fasterxml.",
        "org.bouncycastle.",
        "org.slf4j.",
        "ch.qos."
    };

    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final AppenderBase<ILoggingEvent> collector = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getThrowableProxy() != null) {
                note(event.getThrowableProxy().getStackTraceElementProxyArray());
            }
        }
    };

    /** Event loops are looked at every 100 ms and may not work longer than that at a stretch. */
    public static Vertx vertx() {
        return Vertx.vertx(new VertxOptions()
                .setBlockedThreadCheckInterval(LIMIT_MILLIS)
                .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
                .setMaxEventLoopExecuteTime(LIMIT_MILLIS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
                .setWarningExceptionTime(LIMIT_MILLIS)
                .setWarningExceptionTimeUnit(TimeUnit.MILLISECONDS));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        begin();
    }

    void begin() {
        CHECKER.setLevel(Level.WARN);
        CHECKER.setAdditive(false);
        collector.setContext(CHECKER.getLoggerContext());
        collector.start();
        CHECKER.addAppender(collector);
    }

    /** What was seen, and how often. */
    Map<String, Integer> end() {
        CHECKER.detachAppender(collector);
        CHECKER.setAdditive(true);
        return seen;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end();
        if (!seen.isEmpty()) {
            FIGURES.info("blocked-loops class={} ours={}", context.getDisplayName(), seen);
        }
        Assertions.assertThat(seen)
                .as("stacks of ours that held an event loop for " + LIMIT_MILLIS + " ms, and how often")
                .allSatisfy((where, times) -> Assertions.assertThat(times).isLessThan(REPEATS));
    }

    private void note(StackTraceElementProxy[] stack) {
        ours(Stream.of(stack).map(StackTraceElementProxy::getStackTraceElement))
                .ifPresent(where -> seen.merge(where, 1, Integer::sum));
    }

    /** The method of ours that is at work in this stack, if it is not a test's and not a library somebody else called. */
    static Optional<String> ours(Stream<StackTraceElement> stack) {
        return stack.filter(frame -> Stream.of(BELOW).noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .filter(frame -> frame.getClassName().startsWith("io.meshbus.") && !isTest(frame.getClassName()))
                .map(frame -> frame.getClassName() + "." + frame.getMethodName());
    }

    private static boolean isTest(String className) {
        try {
            CodeSource source = Class.forName(className, false, LoopWatch.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource();
            return source != null && source.getLocation().getPath().contains("/test-classes/");
        } catch (ClassNotFoundException hidden) {
            return false;
        }
    }
}
