package io.meshbus.launcher.run;

import io.vertx.core.spi.logging.LogDelegate;
import io.vertx.core.spi.logging.LogDelegateFactory;

/** Vert.x's own log where nobody reads it; made by its name. */
public final class Silence implements LogDelegateFactory {
    private static final LogDelegate NOTHING = new Nothing();

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public LogDelegate createDelegate(String name) {
        return NOTHING;
    }

    private static final class Nothing implements LogDelegate {
        @Override
        public String implementation() {
            return "silence";
        }

        @Override
        public boolean isWarnEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public void error(Object message) {
            // nobody reads it
        }

        @Override
        public void error(Object message, Throwable cause) {
            // nobody reads it
        }

        @Override
        public void warn(Object message) {
            // nobody reads it
        }

        @Override
        public void warn(Object message, Throwable cause) {
            // nobody reads it
        }

        @Override
        public void info(Object message) {
            // nobody reads it
        }

        @Override
        public void info(Object message, Throwable cause) {
            // nobody reads it
        }

        @Override
        public void debug(Object message) {
            // nobody reads it
        }

        @Override
        public void debug(Object message, Throwable cause) {
            // nobody reads it
        }

        @Override
        public void trace(Object message) {
            // nobody reads it
        }

        @Override
        public void trace(Object message, Throwable cause) {
            // nobody reads it
        }
    }
}
