package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final int RUN = 7;
    private static final long DUE = Duration.ofSeconds(1).toNanos();

    /** Three publishes of two events each, the second refused, to two endpoints. */
    private final Publishes publishes = publishes();

    private final Ledger ledger = new Ledger(RUN, publishes, 2);

    @Test
    void what_was_accepted_is_expected_at_every_endpoint() {
        assertEquals(8, ledger.expected());
        assertEquals(8, ledger.missing());
        for (int event : new int[] {0, 1, 4, 5}) {
            receive(event, 0);
            receive(event, 1);
        }
        assertEquals(0, ledger.missing());
    }

    @Test
    void an_event_at_one_endpoint_is_missing_at_the_other() {
        receive(0, 0);
        assertEquals(7, ledger.missing());
    }

    @Test
    void what_comes_twice_counts_once_and_as_a_duplicate() {
        receive(0, 0);
        receive(0, 0);
        assertEquals(7, ledger.missing());
        assertEquals(1, ledger.duplicates());
        assertEquals(1, ledger.latencies().count());
    }

    @Test
    void what_was_refused_may_come_and_makes_up_for_nothing() {
        receive(2, 0);
        assertEquals(8, ledger.missing());
        assertEquals(0, ledger.duplicates());
    }

    @Test
    void what_belongs_to_another_run_is_a_stray() {
        ledger.add(EventIds.of(RUN - 1, 0), 0, DUE);
        ledger.add(EventIds.of(RUN, 0), 2, DUE);
        assertEquals(2, ledger.strays());
        assertEquals(8, ledger.missing());
    }

    @Test
    void latency_counts_from_when_it_was_due() {
        ledger.add(EventIds.of(RUN, 1), 0, DUE + Duration.ofMillis(8).toNanos());
        assertEquals(8, ledger.latencies().millis(100), 0.01);
    }

    private void receive(int event, int endpoint) {
        ledger.add(EventIds.of(RUN, event), endpoint, DUE);
    }

    private static Publishes publishes() {
        Publishes publishes = new Publishes(2);
        for (int status : new int[] {200, 503, 200}) {
            publishes.answered(publishes.add(DUE), status);
        }
        publishes.end();
        return publishes;
    }
}
