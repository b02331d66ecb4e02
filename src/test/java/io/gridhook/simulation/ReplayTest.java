package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gridhook.app.DeliveryProbe;
import io.gridhook.app.Permits;
import io.gridhook.app.Pipeline;
import io.gridhook.app.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: a log of inputs says all that the delivery engine decided by, so that what happened to a user can be looked at. Method: whole days
 * are logged and replayed, process by process; the same commands must follow.
 */
class ReplayTest {
    private record Decided(String input, List<String> commands) {}

    /** Logs the decisions of each process. */
    private record Logging(DeliveryProbe latencies, List<Decided> log) implements DeliveryProbe {
        @Override
        public boolean delays(String name, Runnable command) {
            return latencies.delays(name, command);
        }

        @Override
        public void decided(String input, List<String> commands, Set<String> states) {
            log.add(new Decided(input, commands));
        }
    }

    private final Map<Life, List<Decided>> logs = new LinkedHashMap<>();

    private Day logged(long seed, double faults) {
        SplittableRandom latencies = new SplittableRandom(seed);
        return Day.run(
                seed,
                faults,
                life -> new Logging(
                        new Latencies(life, latencies), logs.computeIfAbsent(life, key -> new ArrayList<>())));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_day_that_is_replayed_has_the_same_decisions(long seed) {
        Day day = logged(seed, 0.004);
        logs.values().forEach(log -> {
            Replay replay = new Replay(day.world.settings.limits(), day.world.settings.patience());
            for (Decided each : log) {
                assertEquals(each.commands(), replay.on(each.input()), each.input());
            }
            assertEquals(0, replay.passedOver());
        });
        assertTrue(logs.values().stream().mapToInt(List::size).sum() > 1_000, "inputs");
    }

    /** A log of the app holds only the last inputs. */
    @Test
    void a_log_that_begins_in_the_middle_is_replayed_as_far_as_it_goes() {
        logged(9, 0);
        for (List<Decided> log : logs.values()) {
            Replay replay = new Replay(Permits.Limits.STANDARD, Pipeline.Settings.PATIENCE);
            List<Decided> half = log.subList(log.size() / 2, log.size());
            half.forEach(each -> replay.on("2026-11-22 INFO " + each.input()));
            assertTrue(replay.passedOver() < half.size(), "some are of messages that are in the log");
        }
    }

    /** {@code -Dreplay=file}: prints each input of a log with the commands that follow. */
    @Test
    void the_log_that_was_asked_for_is_replayed() throws IOException {
        String file = System.getProperty("replay", "");
        assumeTrue(!file.isEmpty(), "-Dreplay=file names a log to replay");
        Replay replay = new Replay(Permits.Limits.STANDARD, Pipeline.Settings.PATIENCE);
        for (String line : Files.readAllLines(Path.of(file))) {
            List<String> commands = replay.on(line);
            System.out.println(line.strip() + (commands.isEmpty() ? "" : "\n    " + String.join("\n    ", commands)));
        }
        System.out.println(replay.passedOver() + " inputs named a message or an attempt from before the log");
    }
}
