package io.gridhook.ctl;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;

/**
 * What the command line is run in.
 *
 * @param out for what was asked for
 * @param err for everything else
 * @param isTerminal whether a person watches
 */
record World(PrintStream out, PrintStream err, Map<String, String> environment, boolean isTerminal, Pause pause) {
    World {
        environment = Map.copyOf(environment);
    }

    /** Lets time go by. */
    interface Pause {
        void of(Duration duration) throws InterruptedException;
    }

    String variable(String name) {
        return environment.getOrDefault(name, "");
    }
}
