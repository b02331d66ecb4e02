package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
    private static final long GAP = Duration.ofMillis(2).toNanos();
    private static final long STALL = Duration.ofMillis(50).toNanos();
    private static final List<Arrival> THREE =
            List.of(new Arrival(0, 0, "a", true), new Arrival(GAP, 0, "b", true), new Arrival(2 * GAP, 0, "c", true));

    /** Else a stall would be seen in one event, and those that it held up would look well. */
    @Test
    void what_a_stall_holds_up_keeps_the_time_at_which_it_was_due() {
        OpenLoop.Outcome outcome = new OpenLoop(arrival -> {
                    stall();
                    return CompletableFuture.completedFuture(true);
                })
                .run(THREE);
        Map<String, Long> due = outcome.due();
        assertEquals(GAP, time(due, "b") - time(due, "a"));
        assertEquals(GAP, time(due, "c") - time(due, "b"));
        assertTrue(
                outcome.lateness().millis(100) >= 90,
                "late by " + outcome.lateness().millis(100) + " ms");
    }

    @Test
    void what_was_not_accepted_is_not_waited_for() {
        OpenLoop.Outcome outcome = new OpenLoop(arrival ->
                        CompletableFuture.completedFuture(!arrival.eventId().equals("b")))
                .run(THREE);
        assertEquals(Map.of("a", time(outcome.due(), "a"), "c", time(outcome.due(), "c")), outcome.due());
        assertEquals(1, outcome.refused());
    }

    private static long time(Map<String, Long> due, String id) {
        return due.getOrDefault(id, -1L);
    }

    private static void stall() {
        long end = System.nanoTime() + STALL;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
