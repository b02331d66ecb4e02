package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.Metrics;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Goal: the promises of DESIGN §1 hold whatever goes wrong, and when. Method: for each seed a day of virtual time with two instances,
 * four subscriptions and at least 50 events, in which every call of every port may be refused, lose its answer, or be the last thing a
 * process does, and leases get lost; then the faults stop, what is left runs out, and the ends are compared with what was accepted, by
 * sets of ids. {@code -Dseed=N} replays one seed, whatever the test.
 */
class DeliverySimulationTest {
    private static final int SEEDS = 250;
    private static final String LATE = "late";
    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration RUN_OUT = Duration.ofHours(60);
    private static final List<Duration> CLOUD = List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12));

    @Test
    void every_accepted_event_ends_whatever_goes_wrong() {
        Map<String, Integer> met = new TreeMap<>();
        for (long seed : seeds()) {
            run(seed, 0.004, met, true);
        }
        if (isWholeRun()) {
            assertEquals(Set.of(), neverMet(met), "faults that never met a step, of " + met);
        }
    }

    @Test
    void without_faults_every_event_ends_once() {
        for (long seed : seeds().subList(0, Math.min(50, seeds().size()))) {
            Simulation world = run(seed, 0, new TreeMap<>(), true);
            List<String> ends = ends(world);
            assertEquals(new TreeSet<>(ends).size(), ends.size(), at(seed, "an end twice"));
            assertEquals(List.of(), world.journal.troubles(), at(seed, "trouble without faults"));
            assertTrue(
                    world.longestInvocation.compareTo(Duration.ofSeconds(5)) < 0,
                    at(seed, "an invocation of " + world.longestInvocation));
            checkTimeToLive(seed, world);
        }
    }

    /** DESIGN §1.3: our own trouble is never the receiver's. */
    @Test
    void thirty_minutes_of_refused_writes_after_a_receive_make_no_dead_letter() {
        for (long seed : seeds().subList(0, Math.min(100, seeds().size()))) {
            SplittableRandom random = new SplittableRandom(seed);
            Simulation world = new Simulation(random.split(), Faults.none(), random.split()::nextDouble, "cloud", 2);
            world.subscribe("good", Simulation.retry(3, 1), true, (now, id) -> Reaction.status(200));
            world.subscribe(
                    "recovering",
                    Simulation.retry(30, 5),
                    true,
                    (now, id) -> Reaction.status(now.isBefore(Simulation.START.plusSeconds(600)) ? 500 : 200));
            world.publish(List.of("e1", "e2", "e3"), 10);
            long refusedFrom = random.nextInt(1, 1_200);
            world.after(Duration.ofMillis(refusedFrom), () -> world.faults.refuse(DeliverySimulationTest::isWrite));
            world.after(Duration.ofMinutes(30), world.faults::stop);
            world.runUntil(Simulation.START.plus(DAY));
            assertTrue(world.isIdle(), at(seed, "something is left"));
            assertEquals(List.of(), world.deadLettered(), at(seed, "dead letters " + world.journal.lines()));
            assertEquals(List.of(), world.journal.dropped(), at(seed, "drops"));
            for (Received received : world.endpoints.get("good").received()) {
                assertTrue(received.deliveryCount() == 0, at(seed, "a retry without a failure"));
            }
            assertTrue(
                    world.endpoints.get("good").received().size()
                            <= 2 * world.journal.accepted().size(),
                    at(seed, "deliveries repeated while their end could not be written"));
        }
    }

    /**
     * The host renews the lease of a long invocation, and tells nobody (functions-runtime §2). What the invocation then cannot
     * reschedule must not be deleted by the host.
     */
    @Test
    void a_lease_that_the_host_renewed_loses_no_retry() {
        Simulation world = Simulation.quiet("cloud");
        world.lease = Duration.ofSeconds(20);
        Instant recovery = Simulation.START.plus(Duration.ofMinutes(30));
        world.subscribe(
                "slow",
                Simulation.retry(30, 1440),
                true,
                (now, id) -> now.isBefore(recovery)
                        ? new Reaction(Duration.ofSeconds(now.getEpochSecond() % 2 == 0 ? 15 : 1), 500)
                        : Reaction.status(200));
        world.publish(List.of("e1", "e2", "e3"), 10);
        world.runUntil(Simulation.START.plus(DAY));
        assertTrue(world.isIdle(), "something is left");
        assertEquals(
                Set.of("slow e1", "slow e2", "slow e3"),
                new TreeSet<>(ends(world)),
                "ends, of " + world.journal.lines());
    }

    private static boolean isWrite(String step) {
        return step.endsWith(".put") || step.endsWith(".update") || step.endsWith(".hide") || step.endsWith(".delete");
    }

    private static Simulation run(long seed, double faults, Map<String, Integer> met, boolean check) {
        SplittableRandom random = new SplittableRandom(seed);
        Simulation world = new Simulation(
                random.split(), new Faults(random.split(), faults, met), random.split()::nextDouble, "cloud", 2);
        SplittableRandom moods = random.split();
        world.subscribe("good", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
        world.subscribe("down", Simulation.retry(30, 300), true, (now, id) -> down(moods));
        world.subscribe("flapping", Simulation.retry(30, 1440), true, (now, id) -> flapping(now, moods));
        world.subscribe("picky", Simulation.retry(4, 1440), false, (now, id) -> picky(id));
        publishAllDay(world, random.split(), seed);
        publishWhileASubscriptionIsMade(world, random.split());
        world.sweepEvery(Duration.ofHours(6), Simulation.START.plus(DAY));
        world.runUntil(Simulation.START.plus(DAY));
        world.faults.stop();
        world.runUntil(Simulation.START.plus(DAY).plus(RUN_OUT));
        if (check) {
            check(world, seed);
        }
        return world;
    }

    /** Events one by one and together, some too large for a message, and now and then more than fit a pack. */
    private static void publishAllDay(Simulation world, SplittableRandom random, long seed) {
        int next = 1;
        for (int publish = 0; publish < 24; publish++) {
            int events = seed % 8 == 0 && publish == 5 ? 160 : 1 + random.nextInt(4);
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < events; i++) {
                ids.add("e" + next++);
            }
            int dataLength = publish % 8 == 3 ? 50_000 : random.nextInt(200);
            world.after(Duration.ofSeconds(random.nextInt(80_000)), () -> world.publish(ids, dataLength));
        }
    }

    /** Then one instance has read of it and puts what the other, which has not, delivers. */
    private static void publishWhileASubscriptionIsMade(Simulation world, SplittableRandom random) {
        Duration made = Duration.ofSeconds(random.nextInt(80_000));
        world.after(
                made, () -> world.subscribe(LATE, Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200)));
        for (int i = 0; i < 12; i++) {
            String id = "e" + (1_000 + i);
            world.after(
                    made.plusMillis(i * 600L - 600).plusMillis(random.nextInt(600)),
                    () -> world.publish(List.of(id), 1));
        }
    }

    private static Reaction down(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> Reaction.hangs();
            case 1 -> Reaction.status(0);
            case 2 -> Reaction.status(-1);
            case 3 -> Reaction.status(503);
            default -> Reaction.status(500);
        };
    }

    private static Reaction flapping(Instant now, SplittableRandom random) {
        boolean up = now.getEpochSecond() / 1_200 % 2 == 0;
        return up ? new Reaction(Duration.ofMillis(random.nextInt(20_000)), 204) : Reaction.status(502);
    }

    private static Reaction picky(String id) {
        return switch (id.hashCode() % 4) {
            case 0 -> Reaction.status(400);
            case 1 -> Reaction.status(500);
            default -> Reaction.status(200);
        };
    }

    private static void check(Simulation world, long seed) {
        assertTrue(world.isIdle(), at(seed, "something is left in a queue"));
        assertEquals(Map.of(), world.poison.bodies(), at(seed, "poison"));
        Set<String> ended = new TreeSet<>(ends(world));
        Set<String> lost = new TreeSet<>();
        for (String subscription : world.endpoints.keySet()) {
            if (!subscription.equals(LATE)) { // it got what was matched after it was made, and nobody else knows what
                world.journal.accepted().forEach(id -> lost.add(subscription + " " + id));
            }
        }
        assertTrue(world.journal.accepted().size() >= 20, at(seed, "too few events were accepted"));
        lost.removeAll(ended);
        assertEquals(Set.of(), lost, at(seed, "accepted and never ended"));
        world.deadLettered().forEach(letter -> assertTrue(!letter.startsWith("good "), at(seed, letter)));
        world.journal.dropped().forEach(drop -> assertTrue(!drop.startsWith("good "), at(seed, drop)));
        world.journal.dropped().forEach(drop -> assertTrue(!drop.startsWith(LATE), at(seed, drop)));
        assertEquals(0, world.journal.count(Metrics.Counter.MISSING_PAYLOAD_COUNT), at(seed, "payloads were missing"));
        assertTrue(
                world.longestInvocation.compareTo(Duration.ofMinutes(2)) < 0,
                at(seed, "an invocation took " + world.longestInvocation));
        world.endpoints.forEach((name, endpoint) -> checkSchedule(seed, name, endpoint.received()));
        assertEquals(List.of(), world.probationWatch.violations(), at(seed, "probation was not kept"));
    }

    /** Without faults nothing is tried after its time to live, however often it was put off. */
    private static void checkTimeToLive(long seed, Simulation world) {
        world.endpoints.forEach((name, endpoint) -> {
            Duration timeToLive = name.equals("down") ? Duration.ofMinutes(300) : Duration.ofMinutes(1_440);
            for (Received received : endpoint.received()) {
                Instant latest = world.journal
                        .acceptedAt(received.eventId())
                        .plus(timeToLive)
                        .plusSeconds(10);
                assertTrue(received.at().isBefore(latest), at(seed, name + " was called after its time: " + received));
            }
        });
    }

    /** No attempt before its schedule: an attempt has another before it, at least its step earlier. */
    private static void checkSchedule(long seed, String name, List<Received> all) {
        Map<String, Instant> first = new HashMap<>();
        for (Received received : all) {
            first.putIfAbsent(received.eventId() + " " + received.deliveryCount(), received.at());
        }
        for (Received received : all) {
            int made = received.deliveryCount();
            assertTrue(made < (name.equals("picky") ? 4 : 30), at(seed, name + " was called too often: " + received));
            if (made > 0) {
                Instant before = first.get(received.eventId() + " " + (made - 1));
                Duration step = CLOUD.get(Math.min(made, CLOUD.size()) - 1).minusSeconds(5);
                assertTrue(
                        before != null && !received.at().isBefore(before.plus(step)),
                        at(seed, name + " was called too early: " + received));
            }
        }
    }

    private static List<String> ends(Simulation world) {
        List<String> ends = new ArrayList<>(world.deadLettered());
        ends.addAll(world.journal.dropped());
        world.endpoints.forEach((name, endpoint) -> endpoint.received().stream()
                .filter(Received::accepted)
                .forEach(received -> ends.add(name + " " + received.eventId())));
        return ends;
    }

    /** Steps of the pipeline that some fault was never tried on. */
    private static Set<String> neverMet(Map<String, Integer> met) {
        Set<String> never = new TreeSet<>();
        List<String> storage = List.of(
                "deliveries.put",
                "deliveries.receive",
                "deliveries.delete",
                "retries.put",
                "retries.receive",
                "retries.update",
                "retries.delete",
                "deliveries.hide",
                "retries.hide",
                "deadletters.put",
                "deadletters.receive",
                "deadletters.delete",
                "payloads.put",
                "payloads.get",
                "topics.find",
                "subscriptions.list",
                "health.list",
                "health.create",
                "health.replace",
                "health.delete",
                "deadLetterStore.write");
        for (Faults.Fault fault : Faults.Fault.values()) {
            storage.forEach(step -> never.add(step + " " + fault));
        }
        never.add("webhooks.post " + Faults.Fault.CRASH_BEFORE);
        never.add("webhooks.post " + Faults.Fault.CRASH_AFTER);
        never.add("host LEASE_LOST");
        never.removeAll(met.keySet());
        return never;
    }

    private static boolean isWholeRun() {
        return System.getProperty("seed", "").isEmpty();
    }

    private static List<Long> seeds() {
        if (!isWholeRun()) {
            return List.of(Long.parseLong(System.getProperty("seed")));
        }
        List<Long> seeds = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            seeds.add(seed);
        }
        return Collections.unmodifiableList(seeds);
    }

    private static String at(long seed, String what) {
        return what + " (mvn test -Dtest=DeliverySimulationTest -Dseed=" + seed + ")";
    }
}
