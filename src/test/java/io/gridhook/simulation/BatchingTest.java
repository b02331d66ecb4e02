package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.simulation.SimulatedEndpoint.BatchScript;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 5, point 2: what batches cost, and what a bad event does to its neighbours. */
class BatchingTest {
    private static final int EVENTS = 100;
    private static final String POISON = "e50";

    /** Ours: whatever attempts and time to live leave, if it is three attempts or more, the last one is an event's own. */
    @ParameterizedTest
    @CsvSource({"30, 1440, 50", "30, 60, 50", "5, 1440, 100", "3, 1440, 100", "30, 1440, 5000"})
    void one_poisonous_event_takes_no_neighbour_to_its_time_to_live(int attempts, int minutes, int maxEvents) {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("batching", Simulation.retry(attempts, minutes), true, maxEvents, (BatchScript)
                (now, ids) -> Reaction.status(ids.contains(POISON) ? 500 : 200));
        world.publish(ids(EVENTS), 10);
        world.runUntil(Simulation.START.plus(Duration.ofDays(3)));
        assertTrue(world.isIdle(), "something is left");
        assertEquals(List.of("batching " + POISON), world.deadLettered());
        Set<String> expected = new HashSet<>(ids(EVENTS));
        expected.remove(POISON);
        assertEquals(expected, accepted(world));
    }

    /** A message ends as it would alone, whoever its events travel with: no transaction more, and fewer POSTs. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void sharing_a_post_costs_no_transaction(boolean fails) {
        Simulation alone = burst(1, fails);
        Simulation together = burst(50, fails);
        assertTrue(
                transactions(together) <= transactions(alone),
                () -> together.faults.transactions() + " instead of " + alone.faults.transactions());
        long posts = together.faults.calls("webhooks.post");
        assertTrue(posts * 4 < 3L * alone.faults.calls("webhooks.post"), () -> posts + " POSTs");
        assertEquals(new HashSet<>(ids(EVENTS)), accepted(together));
        assertTrue(together.isIdle() && alone.isIdle());
    }

    @Test
    void a_batch_waits_for_nobody() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("batching", Simulation.retry(30, 1_440), true, 50, (now, id) -> Reaction.status(200));
        for (int i = 1; i <= 10; i++) {
            String id = "e" + i;
            world.after(Duration.ofSeconds(2L * i), () -> world.publish(List.of(id), 10));
        }
        world.runUntil(Simulation.START.plusSeconds(60));
        List<Received> received = world.endpoints.get("batching").received();
        assertEquals(10, received.size());
        received.forEach(one -> assertTrue(
                one.events() == 1
                        && one.at()
                                .isBefore(
                                        world.journal.acceptedAt(one.eventId()).plusMillis(1_100)),
                one::toString));
    }

    /** Each event in a message of its own, to an endpoint with eight places. */
    private static Simulation burst(int maxEvents, boolean fails) {
        Simulation world = Simulation.quiet("cloud");
        Instant up = Simulation.START.plusSeconds(5);
        world.subscribe(
                "batching",
                Simulation.retry(30, 1_440),
                true,
                maxEvents,
                (now, id) -> new Reaction(Duration.ofMillis(300), fails && now.isBefore(up) ? 500 : 200));
        for (String id : ids(EVENTS)) {
            world.after(
                    Duration.ofMillis(10L * Integer.parseInt(id.substring(1))), () -> world.publish(List.of(id), 10));
        }
        world.runUntil(Simulation.START.plus(Duration.ofDays(1)));
        return world;
    }

    private static int transactions(Simulation world) {
        return world.faults.transactions().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static List<String> ids(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "e" + i).toList();
    }

    private static Set<String> accepted(Simulation world) {
        return world.endpoints.get("batching").received().stream()
                .filter(Received::accepted)
                .map(Received::eventId)
                .collect(Collectors.toSet());
    }
}
