package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final Duration LEAD_IN = Duration.ofSeconds(10);
    private static final Duration END = Duration.ofSeconds(1_000);

    @Test
    void one_seed_draws_the_same_arrivals_and_another_others() {
        assertEquals(draw(1, Duration.ZERO), draw(1, Duration.ZERO));
        assertTrue(!draw(1, Duration.ZERO).equals(draw(2, Duration.ZERO)));
    }

    /** 50,000 arrivals, whose number has a standard deviation of 224. */
    @Test
    void they_come_at_the_rate_to_all_endpoints_alike() {
        List<Arrival> arrivals = draw(1, Duration.ZERO);
        assertEquals(50_000.0, arrivals.size(), 1_000);
        for (int endpoint : List.of(3, 5)) {
            assertEquals(
                    25_000.0,
                    (double) arrivals.stream()
                            .filter(one -> one.endpoint() == endpoint)
                            .count(),
                    1_000);
        }
        Set<String> ids = arrivals.stream().map(Arrival::eventId).collect(Collectors.toSet());
        assertEquals(arrivals.size(), new HashSet<>(ids).size());
    }

    @Test
    void the_lead_in_does_not_count_and_nothing_comes_before_its_time() {
        assertTrue(draw(1, Duration.ZERO).stream()
                .allMatch(one -> one.measured() == one.offsetNanos() >= LEAD_IN.toNanos()));
        assertTrue(draw(1, LEAD_IN).stream().allMatch(Arrival::measured));
    }

    @Test
    void both_together_are_in_order() {
        List<Arrival> both = Arrivals.merge(draw(1, Duration.ZERO), draw(2, LEAD_IN));
        for (int i = 1; i < both.size(); i++) {
            assertTrue(both.get(i - 1).offsetNanos() <= both.get(i).offsetNanos());
        }
    }

    private static List<Arrival> draw(long seed, Duration from) {
        return Arrivals.poisson(seed, "id-", 50, List.of(3, 5), LEAD_IN, from, END);
    }
}
