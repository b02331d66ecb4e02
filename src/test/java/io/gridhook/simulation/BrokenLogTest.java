package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryHistory;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.StorageUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Goal: the delivery log is nobody's trouble but its readers'. Method: the same days, faults and all, without a log, with one that works and
 * with one that storage refuses all day: every attempt and every end are the same, to the second.
 */
class BrokenLogTest {
    private static final double FAULTS = 0.004;
    private static final long SEEDS = 12;

    /** A day's log, which works or does not. */
    private static final class Logged extends Variant implements DeliveryHistory {
        private final InMemoryDeliveryHistory kept = new InMemoryDeliveryHistory();
        private final boolean isBroken;
        private final AtomicInteger appends = new AtomicInteger();

        private Logged(boolean isBroken) {
            this.isBroken = isBroken;
        }

        @Override
        Optional<DeliveryHistory> history() {
            return Optional.of(this);
        }

        @Override
        public void append(HistoryBatch batch) {
            // Now and then it is written, and the answer is lost.
            boolean isWritten = !isBroken || appends.incrementAndGet() % 5 == 0;
            if (isWritten) {
                kept.append(batch);
            }
            if (isBroken) {
                throw new StorageUnavailableException("the log is broken");
            }
        }

        @Override
        public Found find(String first, String last, OptionalInt idHash, int most) {
            return kept.find(first, last, idHash, most);
        }

        @Override
        public int deleteBefore(Instant time, int most) {
            return kept.deleteBefore(time, most);
        }

        private Set<String> deliveries() {
            return kept.all().stream()
                    .flatMap(batch -> batch.rows().orElseThrow().stream())
                    .map(HistoryRow::eventId)
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void a_day_is_the_same_whether_its_log_works_or_not() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Day without = Day.run(seed, FAULTS, Variant.NONE);
            Logged working = new Logged(false);
            Logged broken = new Logged(true);
            for (Logged log : List.of(working, broken)) {
                Day day = Day.run(seed, FAULTS, log);
                assertEquals(List.of(), day.complaints(), Campaign.at(seed, "complaints"));
                assertEquals(
                        String.join("\n", without.world.journal.lines()),
                        String.join("\n", day.world.journal.lines()),
                        Campaign.at(seed, "attempts and ends"));
                assertEquals(without.world.deadLettered(), day.world.deadLettered());
            }
            assertTrue(broken.appends.get() > 100, Campaign.at(seed, "tries: " + broken.appends));
            // But for what a killed process had not written.
            int accepted = without.world.journal.accepted().size();
            assertTrue(
                    working.deliveries().size() > accepted * 3 / 4,
                    Campaign.at(seed, working.deliveries().size() + " of " + accepted + " in the log"));
        }
    }
}
