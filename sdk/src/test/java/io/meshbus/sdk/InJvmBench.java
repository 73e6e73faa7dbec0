package io.meshbus.sdk;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The parts that never leave this JVM, by JMH (spec 7.5). Not a test; docs/BENCHMARKS says how it is run. Arguments are
 * JMH's: {@code -f 1 -wi 3 -i 5 Wire}.
 */
public final class InJvmBench {
    private InJvmBench() {}

    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        CommandLineOptions given = new CommandLineOptions(args);
        OptionsBuilder options = new OptionsBuilder();
        options.parent(given);
        if (given.getIncludes().isEmpty()) {
            options.include("WireBench").include("SchemaBench").include("CompositionBench");
        }
        new Runner(options.build()).run();
    }
}
