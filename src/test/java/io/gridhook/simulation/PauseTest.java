package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Goal: a paused subscription costs little while it waits, and is back within five minutes, or ten for what finds no place. Method:
 * 1,000 events are published one by one while it is paused; every call of every storage port counts as one transaction, as in {@link BacklogTest}.
 */
class PauseTest {
    private static final int EVENTS = 1_000;
    private static final Duration APART = Duration.ofMillis(500);
    private static final Instant PUBLISHED = Simulation.START.plus(APART.multipliedBy(EVENTS));

    private static Simulation paused() {
        SplittableRandom random = new SplittableRandom(1);
        Simulation world = new Simulation(random.split(), Faults.none(), random.split()::nextDouble, "cloud", 1);
        world.time.allow(200L * EVENTS);
        world.subscribe("waiting", Simulation.retry(30, 1_440), true, (now, id) -> Reaction.status(200));
        change(world, DeliveryChange.PAUSE);
        for (int i = 0; i < EVENTS; i++) {
            List<String> ids = List.of("e" + i);
            world.after(APART.multipliedBy(i), () -> world.publish(ids, 900));
        }
        return world;
    }

    private static void change(Simulation world, DeliveryChange change) {
        world.instance().life().manager().change(Simulation.TOPIC, "waiting", change);
    }

    private static Map<String, Integer> since(Map<String, Integer> before, Map<String, Integer> after) {
        Map<String, Integer> made = new TreeMap<>(after);
        before.forEach((step, times) -> made.merge(step, -times, Integer::sum));
        made.values().removeIf(times -> times == 0);
        return made;
    }

    private static int sum(Map<String, Integer> transactions) {
        return transactions.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void a_thousand_events_that_wait_cost_few_transactions_an_hour() {
        Simulation world = paused();
        Instant from = PUBLISHED.plus(Duration.ofMinutes(10));
        world.runUntil(from);
        assertEquals(List.of(), world.endpoints.get("waiting").received());
        Map<String, Integer> publishing = Map.copyOf(world.faults.transactions());
        assertTrue(
                sum(publishing) <= 3.5 * EVENTS, "to publish and to merge: " + sum(publishing) + " of " + publishing);
        world.runUntil(from.plus(Duration.ofHours(1)));
        Map<String, Integer> hour = since(publishing, world.faults.transactions());
        assertTrue(sum(hour) <= 1_000, "in an hour: " + sum(hour) + " of " + hour);
        assertEquals(List.of(), world.endpoints.get("waiting").received());
    }

    @Test
    void a_thousand_events_are_delivered_within_ten_minutes_of_their_resumption() {
        Simulation world = paused();
        world.runUntil(PUBLISHED.plus(Duration.ofHours(3)));
        change(world, DeliveryChange.RESUME);
        Instant resumed = world.time.instant();
        world.runUntil(resumed.plus(Duration.ofMinutes(10)));
        var received = world.endpoints.get("waiting").received();
        assertTrue(received.get(0).at().isBefore(resumed.plus(Duration.ofMinutes(5))), received.get(0) + "");
        assertEquals(EVENTS, received.size());
        assertEquals(
                EVENTS,
                new HashSet<>(received.stream().map(one -> one.eventId()).toList()).size());
        assertTrue(world.isIdle(), "something is left");
    }
}
