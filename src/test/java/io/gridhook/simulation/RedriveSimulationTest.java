package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.ManagementException;
import io.gridhook.app.Redrives;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveRequestReader;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.redrive.SomeRedrives;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Receipt;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: what was dead-lettered is delivered by a redrive, none missing, whatever goes wrong meanwhile; and nothing twice where nothing does.
 * Method: an endpoint refuses some hundred events, is mended, and gets them again while any call of any port may crash its process, be refused
 * or lose its answer; then the faults stop and what is left runs out. {@code -Dseed=…} replays one.
 */
class RedriveSimulationTest {
    private static final int SEEDS = 60;
    private static final int EVENTS = 150;
    private static final double MANY_FAULTS = 0.03;
    private static final String MENDED = "mended";
    private static final Instant ASKED = Simulation.START.plus(Duration.ofHours(3));
    private static final Duration RUN_OUT = Duration.ofHours(30);

    /** A day with a redrive in it. */
    private static final class RedriveDay {
        private final Simulation world;
        private final Faults faults;
        private final int rate;
        private String id = "";
        private boolean pauses;

        private RedriveDay(long seed, double probability, Variant variant) {
            SplittableRandom random = new SplittableRandom(seed);
            faults = new Faults(random.split(), probability, new FaultTable());
            world = new Simulation(random.split(), faults, random.split()::nextDouble, "cloud", 2);
            world.time.allow(1_000_000);
            world.variant = variant;
            rate = List.of(1, 10, 100, 1_000).get(random.nextInt(4));
            pauses = random.nextBoolean();
            world.instances.forEach(each -> each.startOver(Duration.ofMillis(random.nextLong(-2_000, 2_001))));
        }

        /** The ids of those that were dead-lettered before the redrive. */
        private Set<String> run() {
            Instant down = Simulation.START.plus(Duration.ofHours(2));
            world.subscribe(
                    MENDED,
                    Simulation.retry(30, 1_440),
                    true,
                    (now, eventId) -> Reaction.status(now.isBefore(down) ? 400 : 200));
            for (int i = 0; i < EVENTS; i += 5) {
                List<String> ids = new ArrayList<>();
                for (int k = i; k < i + 5; k++) {
                    ids.add("e" + k);
                }
                int length = i % 20 == 0 ? 9_000 : 50;
                world.after(Duration.ofSeconds(20L * i), () -> world.publish(ids, length));
            }
            world.sweepEvery(Duration.ofHours(6), ASKED.plus(RUN_OUT));
            sweepRedrives();
            world.runUntil(ASKED);
            Set<String> letters = new TreeSet<>();
            world.deadLettered().forEach(delivery -> letters.add(delivery.substring(MENDED.length() + 1)));
            world.after(Duration.ZERO, this::ask);
            if (pauses) {
                world.after(Duration.ofSeconds(3), () -> change(true));
                world.after(Duration.ofMinutes(20), () -> change(false));
            }
            world.runUntil(ASKED.plus(Duration.ofHours(3)));
            faults.stop();
            world.runUntil(ASKED.plus(RUN_OUT));
            return letters;
        }

        private void sweepRedrives() {
            world.after(Duration.ofMinutes(5), () -> {
                world.alive().stream().findFirst().ifPresent(SimulatedInstance::sweepRedrives);
                if (world.time.instant().isBefore(ASKED.plus(RUN_OUT))) {
                    sweepRedrives();
                }
            });
        }

        /** Until somebody says that it is begun. A call that nobody answered may have begun one all the same. */
        private void ask() {
            boolean[] isDone = {false};
            world.alive().stream().findFirst().ifPresent(instance -> {
                Life life = instance.life();
                life.run(() -> {
                    try {
                        RedriveJob job = life.redrives.begin(
                                RedriveRequestReader.read(
                                        SomeRedrives.json("{'topic':'orders','eventSubscription':'" + MENDED
                                                + "','ratePerSecond':" + rate + "}"),
                                        world.time.instant()),
                                "key");
                        id = job.id();
                        isDone[0] = true;
                    } catch (StorageUnavailableException e) {
                        // asked again
                    }
                });
            });
            if (!isDone[0]) {
                world.after(Duration.ofSeconds(30), this::ask);
            }
        }

        private void change(boolean isPause) {
            boolean[] isDone = {false};
            world.alive().stream().findFirst().ifPresent(instance -> {
                Life life = instance.life();
                life.run(() -> {
                    try {
                        life.redrives.change(id, isPause ? Redrives.Change.PAUSE : Redrives.Change.RESUME);
                        isDone[0] = true;
                    } catch (StorageUnavailableException e) {
                        // asked again
                    } catch (ManagementException e) {
                        isDone[0] = true; // it has ended
                    }
                });
            });
            if (!isDone[0]) {
                world.after(Duration.ofSeconds(30), () -> change(isPause));
            }
        }

        /** How often each was taken since the redrive was asked for. */
        private Map<String, Integer> taken() {
            Map<String, Integer> taken = new HashMap<>();
            world.endpoints.get(MENDED).received().stream()
                    .filter(one -> one.accepted() && !one.at().isBefore(ASKED))
                    .forEach(one -> taken.merge(one.eventId(), 1, Integer::sum));
            return taken;
        }

        private Set<String> missing(Set<String> letters) {
            Set<String> missing = new TreeSet<>(letters);
            missing.removeAll(taken().keySet());
            return missing;
        }
    }

    @Test
    void nothing_is_missing_and_nothing_comes_twice_where_nothing_goes_wrong() {
        LongStream.rangeClosed(1, 8).parallel().forEach(seed -> {
            RedriveDay day = new RedriveDay(seed, 0, Variant.NONE);
            Set<String> letters = day.run();
            assertEquals(EVENTS, letters.size(), "seed " + seed);
            assertEquals(letters, day.taken().keySet(), "seed " + seed);
            assertEquals(Set.of(1), Set.copyOf(day.taken().values()), "seed " + seed + " at " + day.rate + " a second");
            assertEquals(
                    RedriveState.COMPLETED,
                    day.world.redriveStore.find(day.id).orElseThrow().value().state());
            assertTrue(day.world.isIdle(), "seed " + seed);
        });
    }

    @Test
    void nothing_is_missing_whatever_goes_wrong() {
        FaultTable met = new FaultTable();
        Campaign.seeds(SEEDS).parallel().forEach(seed -> {
            RedriveDay day = new RedriveDay(seed, MANY_FAULTS, Variant.NONE);
            Set<String> letters = day.run();
            assertEquals(Set.of(), day.missing(letters), "seed " + seed);
            assertTrue(day.world.isIdle(), "seed " + seed);
            day.world
                    .redriveStore
                    .list()
                    .forEach(job -> assertTrue(job.state().isEnded(), "seed " + seed + ": " + job));
            met.add(day.faults.table());
        });
        if (Campaign.isWhole()) {
            assertEquals(
                    List.of(),
                    met
                            .neverMet(List.of("redrives.replace", "deadLetterArchive.read", "deadLetterArchive.list"))
                            .stream()
                            .filter(step -> !step.endsWith("OUTAGE"))
                            .toList());
        }
    }

    /** It says that letters are sent before they are: a crash between the two loses them. */
    @Test
    void the_simulation_catches_a_position_that_is_saved_before_the_put() {
        boolean isCaught = LongStream.rangeClosed(1, SEEDS).parallel().anyMatch(seed -> {
            RedriveDay day = new RedriveDay(seed, MANY_FAULTS, savedBeforeThePut());
            return !day.missing(day.run()).isEmpty();
        });
        assertTrue(isCaught, "nothing was missing");
        RedriveDay quiet = new RedriveDay(1, 0, savedBeforeThePut());
        assertEquals(Set.of(), quiet.missing(quiet.run()), "without a crash it would not show");
    }

    /** What a process puts while it redrives waits in its memory until the redrive was written down. */
    private static Variant savedBeforeThePut() {
        return new Variant() {
            private List<Runnable> latest = new ArrayList<>();

            @Override
            DeliveryQueue queue(String name, DeliveryQueue queue) {
                if (!name.equals("deliveries")) {
                    return queue;
                }
                List<Runnable> waiting = new ArrayList<>();
                latest = waiting;
                return new RewritingQueue(queue, pack -> pack) {
                    @Override
                    public Receipt put(String body, Duration visibleAfter) {
                        if (visibleAfter.isZero() && !isRedriven(body)) {
                            return super.put(body, visibleAfter);
                        }
                        waiting.add(() -> super.put(body, visibleAfter));
                        return new Receipt("later", "later");
                    }
                };
            }

            @Override
            RedriveStore redrives(RedriveStore redrives) {
                List<Runnable> waiting = latest;
                return Variants.instead(RedriveStore.class, redrives, "replace", arguments -> {
                    try {
                        var written = redrives.replace((RedriveJob) arguments[0], (String) arguments[1]);
                        waiting.forEach(Runnable::run);
                        return written;
                    } finally {
                        waiting.clear();
                    }
                });
            }
        };
    }

    /** Published when nobody publishes any more. */
    private static boolean isRedriven(String body) {
        return PackCodec.decode(body) instanceof Message.Pack message
                && message.pack().due().isAfter(ASKED.minusSeconds(10));
    }
}
