package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CachedTest {
    private Instant now = Instant.parse("2026-11-20T09:30:00Z");
    private Duration takes = Duration.ZERO;
    private int found;
    private final Cached<Integer> cached = new Cached<>(this::find, Duration.ofSeconds(4), () -> now);

    private int find() {
        now = now.plus(takes);
        found++;
        return found;
    }

    /** Seconds that it takes to find out, and milliseconds for which the answer counts after that. */
    @ParameterizedTest
    @CsvSource({"0, 4000", "0.1, 4000", "0.5, 5000", "2, 20000", "6, 60000", "60, 60000"})
    void what_takes_long_is_kept_longer(double seconds, long keptMillis) {
        takes = Duration.ofMillis((long) (seconds * 1_000));
        assertEquals(1, cached.get());
        now = now.plusMillis(keptMillis - 1);
        assertEquals(1, cached.get());
        now = now.plusMillis(1);
        assertEquals(2, cached.get());
    }

    @Test
    void it_can_be_found_out_anew() {
        cached.get();
        assertEquals(2, cached.getNow());
        assertEquals(2, cached.get());
    }

    @Test
    void a_clock_that_was_set_back_makes_it_old() {
        cached.get();
        now = now.minusSeconds(1);
        assertEquals(2, cached.get());
    }

    @Test
    void a_failure_is_not_kept() {
        Cached<Integer> failing = new Cached<>(
                () -> {
                    found++;
                    throw new IllegalStateException("fault " + found);
                },
                Duration.ofSeconds(4),
                () -> now);
        assertThrows(IllegalStateException.class, failing::get);
        assertEquals(
                "fault 2",
                assertThrows(IllegalStateException.class, failing::get).getMessage());
    }
}
