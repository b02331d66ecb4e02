package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.app.Ledger;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.core.delivery.LedgerRow.Subscription;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Goal: the ledger says what was counted, less what a killed process had not written (issue 8, point 2). Method: whole days; writes of the
 * ledger are refused, lose their answers or meet a crash, rows end and are added up by the sweep. Beside each process's ledger there is
 * another count of what it heard, which is looked at whenever a write reaches the store.
 */
class LedgerDayTest {
    private static final double FAULTS = 0.004;
    private static final long FAULTY_SEEDS = 24;
    private static final long QUIET_SEEDS = 4;

    /** What one process heard, and of that what the store has. */
    private static final class Heard implements Metrics {
        private final Metrics ledger;
        private Map<Subscription, LedgerCounts> counts = new HashMap<>();
        private Map<Subscription, LedgerCounts> stored = Map.of();

        private Heard(Metrics ledger) {
            this.ledger = ledger;
        }

        @Override
        public void add(Counter counter, long amount, String... labels) {
            ledger.add(counter, amount, labels);
            Optional<LedgerCounts> more =
                    switch (counter) {
                        case MATCHED_EVENT_COUNT -> Optional.of(new LedgerCounts(amount, 0, 0, new TreeMap<>()));
                        case DELIVERED_EVENT_COUNT -> Optional.of(new LedgerCounts(0, amount, 0, new TreeMap<>()));
                        case DEAD_LETTERED_COUNT -> Optional.of(new LedgerCounts(0, 0, amount, new TreeMap<>()));
                        case DROPPED_EVENT_COUNT ->
                            Optional.of(new LedgerCounts(0, 0, 0, new TreeMap<>(Map.of(labels[2], amount))));
                        default -> Optional.empty();
                    };
            more.ifPresent(it -> counts.merge(new Subscription(labels[0], labels[1]), it, LedgerCounts::plus));
        }

        @Override
        public void record(Timer timer, Duration duration, String... labels) {
            ledger.record(timer, duration, labels);
        }
    }

    /** A day with a ledger whose writes go wrong, all of one instant alike. */
    private static final class WithLedger extends Variant {
        private final InMemoryLedgerStore kept = new InMemoryLedgerStore();
        private final Map<Long, Heard> lives = new HashMap<>();
        private final Map<Life, Ledger> ledgers = new HashMap<>();
        private final SplittableRandom random;
        private final boolean isFaulty;
        private final Map<Fault, Integer> met = new HashMap<>();
        private Instant last = Instant.MIN;
        private Optional<Fault> fault = Optional.empty();
        private boolean isOver;

        private WithLedger(long seed, boolean isFaulty) {
            this.random = new SplittableRandom(seed);
            this.isFaulty = isFaulty;
        }

        @Override
        Metrics metrics(Metrics metrics, Life life) {
            long number = lives.size();
            long[] rows = {0};
            Ledger ledger = new Ledger(
                    metrics,
                    new Faulty(life),
                    life.clock(),
                    life::later,
                    life::execute,
                    () -> new UUID(number, ++rows[0]),
                    new Journal(new VirtualTime(Simulation.START), new Generations()));
            ledgers.put(life, ledger);
            Heard heard = new Heard(ledger);
            lives.put(number, heard);
            return heard;
        }

        @Override
        Optional<LedgerStore> ledger() {
            return Optional.of(kept);
        }

        private final class Faulty implements LedgerStore {
            private final Life life;

            private Faulty(Life life) {
                this.life = life;
            }

            @Override
            public Map<String, Versioned<LedgerRow>> list() {
                return kept.list();
            }

            @Override
            public void save(String id, LedgerRow row) {
                Optional<Fault> now = faultAt(life.clock().instant());
                now.ifPresent(it -> met.merge(it, 1, Integer::sum));
                if (now.equals(Optional.of(Fault.REFUSED))) {
                    throw new StorageUnavailableException("refused");
                }
                kept.save(id, row);
                Heard heard = lives.get(UUID.fromString(id).getMostSignificantBits());
                heard.stored = Map.copyOf(heard.counts);
                if (now.equals(Optional.of(Fault.ANSWER_LOST))) {
                    throw new StorageUnavailableException("the answer was lost");
                }
                if (now.equals(Optional.of(Fault.CRASH_AFTER))) {
                    life.met("ledger.save", Fault.CRASH_AFTER, new Object[0]);
                    life.die();
                    throw new SimulatedCrash("ledger.save");
                }
            }

            @Override
            public boolean replace(String id, LedgerRow row, String etag) {
                return kept.replace(id, row, etag);
            }

            @Override
            public boolean delete(String id) {
                return kept.delete(id);
            }
        }

        private Optional<Fault> faultAt(Instant now) {
            if (!now.equals(last)) {
                last = now;
                int draw = random.nextInt(100);
                fault = draw < 30
                        ? Optional.of(Fault.REFUSED)
                        : draw < 50
                                ? Optional.of(Fault.ANSWER_LOST)
                                : draw < 52 ? Optional.of(Fault.CRASH_AFTER) : Optional.empty();
            }
            return isFaulty && !isOver ? fault : Optional.empty();
        }

        /** Those that live end as they should. */
        private Map<Subscription, LedgerCounts> total(Day day) {
            isOver = true;
            day.world.instances.stream()
                    .map(SimulatedInstance::life)
                    .filter(life -> !life.isOver())
                    .forEach(life -> ledgers.get(life).save());
            return day.world.instances.stream()
                    .map(SimulatedInstance::life)
                    .filter(life -> !life.isOver())
                    .findFirst()
                    .map(life -> ledgers.get(life).total())
                    .orElseThrow();
        }

        private Map<Subscription, LedgerCounts> heard(boolean isStored) {
            Map<Subscription, LedgerCounts> sums = new HashMap<>();
            lives.values().forEach(life -> (isStored ? life.stored : life.counts)
                    .forEach((subscription, more) -> sums.merge(subscription, more, LedgerCounts::plus)));
            return sums;
        }
    }

    private static Map<Subscription, LedgerCounts> of(Set<Subscription> some, Map<Subscription, LedgerCounts> all) {
        Map<Subscription, LedgerCounts> found =
                new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        some.forEach(each -> found.put(each, all.getOrDefault(each, LedgerCounts.NONE)));
        return found;
    }

    /** But for who is told of notices: nobody counts what that one took. */
    private static Set<Subscription> live(Day day) {
        return day.world.subscriptions.listAll().stream()
                .filter(each -> !each.topic().equals(NoticeWatch.TOPIC))
                .map(each -> new Subscription(each.topic(), each.name()))
                .collect(Collectors.toSet());
    }

    private static long taken(Day day, Subscription subscription) {
        return day.world.endpoints.entrySet().stream()
                .filter(each -> day.world.generations.nameOf(each.getKey()).equals(subscription.name()))
                .flatMap(each -> each.getValue().received().stream())
                .filter(received -> received.reaction().status() / 100 == 2)
                .count();
    }

    private static long lettersOf(Day day, Subscription subscription) {
        return day.world.deadLettered().stream()
                .map(delivery -> delivery.substring(0, delivery.indexOf(' ')))
                .filter(called -> day.world.generations.nameOf(called).equals(subscription.name()))
                .count();
    }

    @Test
    void faults_take_what_a_killed_process_had_not_written_and_nothing_else() {
        Map<Fault, Integer> met = new HashMap<>();
        List<Long> lost = new ArrayList<>();
        for (long seed = 1; seed <= FAULTY_SEEDS; seed++) {
            WithLedger ledger = new WithLedger(seed, true);
            Day day = Day.run(seed, FAULTS, ledger);
            assertEquals(List.of(), day.complaints(), Campaign.at(seed, "complaints"));
            Map<Subscription, LedgerCounts> total = ledger.total(day);
            Set<Subscription> live = live(day);
            assertEquals(of(live, ledger.heard(true)), of(live, total), Campaign.at(seed, "the ledger"));
            of(live, total).forEach((subscription, counts) -> {
                assertTrue(counts.delivered() <= taken(day, subscription), () -> subscription + " " + counts);
            });
            ledger.met.forEach((fault, times) -> met.merge(fault, times, Integer::sum));
            lost.add(LedgerCounts.sum(ledger.heard(false)).ended()
                    - LedgerCounts.sum(ledger.heard(true)).ended());
        }
        assertEquals(Set.of(Fault.REFUSED, Fault.ANSWER_LOST, Fault.CRASH_AFTER), met.keySet());
        assertTrue(lost.stream().anyMatch(each -> each > 0), "no kill took anything: " + lost);
    }

    @Test
    void without_faults_what_was_accepted_has_ended() {
        for (long seed = 1; seed <= QUIET_SEEDS; seed++) {
            WithLedger ledger = new WithLedger(seed, false);
            Day day = Day.run(seed, 0, ledger);
            Map<Subscription, LedgerCounts> total = ledger.total(day);
            Set<Subscription> live = live(day);
            assertEquals(of(live, ledger.heard(false)), of(live, total), Campaign.at(seed, "the ledger"));
            for (Subscription subscription : live) {
                LedgerCounts counts = total.getOrDefault(subscription, LedgerCounts.NONE);
                assertEquals(0, counts.open(), () -> subscription + " " + counts);
                assertTrue(counts.delivered() <= taken(day, subscription), () -> subscription + " " + counts);
                assertEquals(lettersOf(day, subscription), counts.deadLettered(), subscription.toString());
            }
            assertTrue(LedgerCounts.sum(total).accepted() > 100, total::toString);
        }
    }
}
