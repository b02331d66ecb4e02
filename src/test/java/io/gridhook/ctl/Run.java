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
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<Duration> pauses = new ArrayList<>();
        World world = new World(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                isTerminal,
                pauses::add);
        int code = Ctl.run(world, args);
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), pauses);
    }

    /** At {@code url}, with a key. */
    static Run at(String url, String... args) {
        return of(environment(url), false, args);
    }

    static Map<String, String> environment(String url) {
        return new HashMap<>(Map.of("GRIDHOOK_URL", url, "GRIDHOOK_KEY", "a key"));
    }
}
