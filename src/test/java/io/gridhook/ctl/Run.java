package io.gridhook.ctl;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One call of the command line, with what it printed; it waits for nothing. */
record Run(int code, String out, String err, List<Duration> pauses) {
    static Run of(Map<String, String> environment, boolean isTerminal, String... args) {
        List<Duration> pauses = new ArrayList<>();
        Run run = of(environment, isTerminal, pauses::add, args);
        return new Run(run.code(), run.out(), run.err(), pauses);
    }

    /** One that waits in its own way. */
    static Run of(Map<String, String> environment, boolean isTerminal, World.Pause pause, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        World world = new World(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                isTerminal,
                pause);
        int code = Ctl.run(world, args);
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), List.of());
    }

    /** At {@code url}, with a key. */
    static Run at(String url, String... args) {
        return of(environment(url), false, args);
    }

    static Map<String, String> environment(String url) {
        return new HashMap<>(Map.of("GRIDHOOK_URL", url, "GRIDHOOK_KEY", "a key"));
    }
}
