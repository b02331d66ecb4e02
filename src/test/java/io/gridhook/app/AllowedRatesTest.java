package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code WebHook-Allowed-Rate}: behaviour §4.4. */
class AllowedRatesTest {
    private static final Instant START = Instant.parse("2026-11-20T09:30:00Z");
    private final AllowedRates rates = new AllowedRates();

    /** Asked at random times, and all the time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 59, 60, 61, 119, 120, 1_000, 6_000})
    void no_minute_has_more(int perMinute) {
        SplittableRandom random = new SplittableRandom(perMinute);
        List<Instant> went = new ArrayList<>();
        Instant now = START;
        while (now.isBefore(START.plusSeconds(300))) {
            if (rates.take("e", perMinute, now).isEmpty()) {
                went.add(now);
            }
            now = now.plusNanos(
                    random.nextInt(5_000) == 0 ? random.nextLong(3_000_000_000L) : random.nextLong(5_000_000));
        }
        for (int i = perMinute; i < went.size(); i++) {
            Duration apart = Duration.between(went.get(i - perMinute), went.get(i));
            assertTrue(apart.compareTo(Duration.ofMinutes(1)) >= 0, perMinute + 1 + " in " + apart);
        }
        assertTrue(went.size() >= 4 * perMinute * 8 / 10, went.size() + " of " + 5 * perMinute);
    }

    /** A backlog of which each comes back when it was told: nobody is asked for long before its turn, and the rate is used. */
    @ParameterizedTest
    @ValueSource(ints = {6, 60, 600})
    void a_backlog_goes_out_at_the_rate(int perMinute) {
        int backlog = 10 * perMinute;
        PriorityQueue<Instant> waiting = new PriorityQueue<>();
        for (int i = 0; i < backlog; i++) {
            waiting.add(START);
        }
        int asked = 0;
        Instant last = START;
        while (!waiting.isEmpty()) {
            Instant now = waiting.remove();
            asked++;
            Optional<Instant> turn = rates.take("e", perMinute, now);
            turn.ifPresent(later -> assertTrue(later.isAfter(now) && !later.isAfter(now.plusSeconds(61))));
            turn.ifPresent(waiting::add);
            last = now;
        }
        Duration took = Duration.between(START, last);
        assertTrue(took.compareTo(Duration.ofMinutes(12)) < 0, took.toString());
        assertTrue(asked < backlog * 15, asked + " for " + backlog);
    }

    @Test
    void endpoints_do_not_share_a_rate() {
        assertEquals(Optional.empty(), rates.take("a", 1, START));
        assertEquals(Optional.of(START.plusSeconds(60)), rates.take("a", 1, START));
        assertEquals(Optional.empty(), rates.take("b", 1, START));
    }
}
