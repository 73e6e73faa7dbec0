package io.meshbus.node.host;

import java.io.IOException;

/** Ends what a killed host left running for a module. Blocking; harmless when there is nothing. */
@FunctionalInterface
interface Leftovers {
    void end(ModuleHome home) throws IOException;
}
