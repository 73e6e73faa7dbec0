package io.meshbus.sdk.wire;

import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.docs.GreeterModule;
import io.vertx.core.buffer.Buffer;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A redeployed module leaves no class loader behind in the codec. */
class ForgottenTypesTest {
    /** Loads the classes of this test's own folder itself. */
    private static final class Own extends URLClassLoader {
        Own(URL folder) {
            super(new URL[] {folder}, ForgottenTypesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith(GreeterModule.class.getName() + "$")
                    ? findClass(name)
                    : super.loadClass(name, resolve);
        }
    }

    @Test
    void aModulesClassLoaderMayGoOnceItsTypesAreForgotten() throws Exception {
        WeakReference<ClassLoader> loader = used();
        WireCodec.forgetTypes();
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    private static WeakReference<ClassLoader> used() throws Exception {
        URL folder = GreeterModule.class.getProtectionDomain().getCodeSource().getLocation();
        try (Own own = new Own(folder)) {
            Class<?> type = own.loadClass(GreeterModule.class.getName() + "$Person");
            WireCodec.encode(WireCodec.decode(Buffer.buffer("{\"name\":\"Ada\"}"), type));
            return new WeakReference<>(own);
        }
    }
}
