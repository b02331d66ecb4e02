package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.FirstAttempts;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: a backlog is cheap, and hurts nobody when it drains (issue 3). Method: one endpoint is down for a virtual day while events are
 * published one by one, at an even rate; then it is up again. Every call of every storage port counts as one
 * transaction, receives of up to 16 messages included; the empty receives of an idle host do not.
 */
class BacklogTest {
    private static final Duration DAY = Duration.ofHours(24);
    private static final Instant UP = Simulation.START.plus(DAY);
    private static final int EVENTS = 100_000;

    /**
     * In an hour, and over all the day: then one instance alone would do, and a good part is what it reads every 5 seconds however much
     * there is to do, definitions and health.
     */
    @ParameterizedTest
    @CsvSource({"36, 2, false, 3.0", "864, 1, true, 5.2"})
    void a_backlog_costs_three_transactions_an_event_and_five_where_each_receive_is_leased(
            int millisApart, int instances, boolean leases, double most) {
        Simulation world = world(instances);
        world.tryAtOnce(new FirstAttempts.Limits(0, FirstAttempts.Limits.LEASE, leases));
        world.instances.forEach(each -> each.startOver(Duration.ZERO));
        publish(world, EVENTS, Duration.ofMillis(millisApart));
        world.runUntil(UP.plus(DAY));
        assertTrue(world.isIdle(), "something is left");
        List<String> delivered = world.endpoints.get("down").received().stream()
                .filter(Received::accepted)
                .map(Received::eventId)
                .toList();
        assertEquals(EVENTS, new HashSet<>(delivered).size());
        assertEquals(EVENTS, delivered.size(), "deliveries");
        Map<String, Integer> transactions = world.faults.transactions();
        int all = transactions.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(all <= most * EVENTS, "transactions: " + all + " of " + transactions);
    }

    @Test
    void while_a_backlog_drains_the_events_of_others_are_on_time() {
        Simulation world = world(2);
        publish(world, EVENTS / 10, Duration.ofMillis(36));
        world.after(
                DAY,
                () -> world.subscribe("fresh", Simulation.retry(30, 1_440), true, (now, id) -> Reaction.status(200)));
        Duration drain = Duration.ofHours(2);
        List<String> fresh = new ArrayList<>();
        for (Duration at = Duration.ofSeconds(10); at.compareTo(drain) < 0; at = at.plusSeconds(10)) {
            String id = "e" + (EVENTS + fresh.size());
            fresh.add(id);
            world.after(DAY.plus(at), () -> world.publish(List.of(id), 900));
        }
        world.runUntil(UP.plus(DAY));
        assertTrue(world.isIdle(), "something is left");
        assertEquals(
                EVENTS / 10 + fresh.size(),
                world.endpoints.get("down").received().stream()
                        .filter(Received::accepted)
                        .count());
        List<Received> received = world.endpoints.get("fresh").received();
        assertEquals(fresh, received.stream().map(Received::eventId).toList());
        // The host polls within a second.
        received.forEach(one -> assertTrue(
                one.at().isBefore(world.journal.acceptedAt(one.eventId()).plusMillis(1_100)), () -> one + " was late"));
    }

    private static Simulation world(int instances) {
        SplittableRandom random = new SplittableRandom(1);
        Simulation world =
                new Simulation(random.split(), Faults.none(), random.split()::nextDouble, "cloud", instances);
        world.time.allow(200L * EVENTS);
        world.subscribe(
                "down", Simulation.retry(30, 2_880), true, (now, id) -> Reaction.status(now.isBefore(UP) ? 503 : 200));
        return world;
    }

    private static void publish(Simulation world, int events, Duration apart) {
        for (int i = 0; i < events; i++) {
            List<String> ids = List.of("e" + i);
            world.after(apart.multipliedBy(i), () -> world.publish(ids, 900));
        }
    }
}
