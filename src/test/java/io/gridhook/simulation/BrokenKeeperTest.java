package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.DeadLetterReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Goal: keeping what was delivered is no delivery's trouble. Method: the same days, faults and all, without it, with a store that works and
 * with one that refuses or breaks all day: every attempt and every end are the same, to the second.
 */
class BrokenKeeperTest {
    private static final double FAULTS = 0.004;
    private static final long SEEDS = 6;

    /** A day's store, which works or does not. */
    private static final class Kept extends Variant implements DeadLetterStore {
        private final boolean isBroken;
        private final AtomicInteger writes = new AtomicInteger();
        private final Set<String> ids = new HashSet<>();

        private Kept(boolean isBroken) {
            this.isBroken = isBroken;
        }

        @Override
        Optional<DeadLetterStore> delivered() {
            return Optional.of(this);
        }

        @Override
        public Result write(DeadLetterDestination destination, String name, byte[] content) {
            int write = writes.incrementAndGet();
            if (!isBroken) {
                DeadLetterReader.read(JsonText.of(content), EventSchema.EVENT_GRID)
                        .forEach(each ->
                                ids.add(each.record().event().attributes().id()));
                return Result.WRITTEN;
            }
            if (write % 5 == 0) {
                throw new IllegalStateException("the store is broken");
            }
            return Result.REFUSED;
        }
    }

    @Test
    void a_day_is_the_same_whether_what_was_delivered_can_be_kept_or_not() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Day without = Day.run(seed, FAULTS, Variant.NONE);
            Kept working = new Kept(false);
            Kept broken = new Kept(true);
            for (Kept kept : List.of(working, broken)) {
                Day day = Day.run(seed, FAULTS, kept);
                assertEquals(List.of(), day.complaints(), Campaign.at(seed, "complaints"));
                assertEquals(
                        String.join("\n", without.world.journal.lines()),
                        String.join("\n", day.world.journal.lines()),
                        Campaign.at(seed, "attempts and ends"));
                assertEquals(without.world.deadLettered(), day.world.deadLettered());
            }
            assertTrue(broken.writes.get() > 100, Campaign.at(seed, "tries: " + broken.writes));
            // But for what was not delivered, and what a killed process had not written.
            int accepted = without.world.journal.accepted().size();
            assertTrue(
                    working.ids.size() > accepted / 2,
                    Campaign.at(seed, working.ids.size() + " of " + accepted + " kept"));
        }
    }
}
