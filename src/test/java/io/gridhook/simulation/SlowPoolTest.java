package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Issue 3, point 3: what endpoints that hang may hold of an instance, and that the others do not notice (DESIGN §1.3). */
class SlowPoolTest {
    private static final int EVENTS = 120;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Of 20 endpoints 10 hang, with places for 16 slow POSTs: no invocation waits for them, and no other event is late. */
    @Test
    void ten_of_twenty_that_hang_delay_no_invocation_and_no_other_event() {
        Simulation world = Simulation.quiet("edge");
        for (int i = 0; i < 10; i++) {
            world.subscribe("hangs-" + i, Simulation.retry(2, 60), true, (now, id) -> Reaction.hangs());
            world.subscribe("well-" + i, Simulation.retry(30, 60), true, (now, id) -> Reaction.status(200));
        }
        publishEvery(world, Duration.ofSeconds(2));
        world.time.allow(200_000);
        world.runUntil(Simulation.START.plus(Duration.ofHours(3)));
        for (int i = 0; i < 10; i++) {
            assertReceivedInTime(world, "well-" + i, PATIENCE);
        }
        assertTrue(
                world.longestInvocation.compareTo(PATIENCE.plusMillis(100)) < 0,
                "an invocation of " + world.longestInvocation);
    }

    /** The host has 32 invocations a queue, and would have none left within two seconds if each waited for what hangs. */
    @Test
    void endpoints_that_hang_do_not_keep_the_hosts_invocations_from_the_others() {
        Simulation world = Simulation.quiet("edge");
        for (int i = 0; i < 5; i++) {
            world.subscribe("hangs-" + i, Simulation.retry(2, 60), true, (now, id) -> Reaction.hangs());
            world.subscribe("well-" + i, Simulation.retry(30, 60), true, (now, id) -> Reaction.status(200));
        }
        publishEvery(world, Duration.ofMillis(50));
        world.runUntil(Simulation.START.plus(Duration.ofHours(3)));
        for (int i = 0; i < 5; i++) {
            assertReceivedInTime(world, "well-" + i, Duration.ofMillis(500));
        }
    }

    /** What waits for the slow ones' places is put off without an attempt, and all of it is tried as soon as there are some. */
    @Test
    void endpoints_that_were_slow_get_everything_once_they_answer() {
        Simulation world = Simulation.quiet("edge");
        for (int i = 0; i < 10; i++) {
            world.subscribe("hung-" + i, Simulation.retry(30, 1440), true, (now, id) -> Reaction.hangs());
        }
        publishEvery(world, Duration.ofSeconds(2));
        world.after(
                Duration.ofMinutes(20),
                () -> world.endpoints.values().forEach(endpoint -> endpoint.does((now, id) -> Reaction.status(200))));
        world.runUntil(Simulation.START.plus(Duration.ofHours(5)));
        assertTrue(world.isIdle());
        for (SimulatedEndpoint endpoint : world.endpoints.values()) {
            Set<String> accepted = new HashSet<>();
            endpoint.received().stream().filter(Received::accepted).forEach(one -> accepted.add(one.eventId()));
            assertEquals(world.journal.accepted(), accepted);
        }
    }

    /** A late answer is waited for three minutes, but not with the endpoint's places: 8 here. */
    @Test
    void an_endpoint_that_recovers_is_not_held_off_by_answers_that_are_late() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("hung", Simulation.retry(30, 1440), true, (now, id) -> Reaction.hangs());
        for (int i = 1; i <= 8; i++) {
            String id = "e" + i;
            world.after(Duration.ofMillis(10), () -> world.publish(List.of(id), 10));
        }
        Instant recovered = Simulation.START.plusSeconds(35);
        world.after(Duration.ofSeconds(35), () -> {
            world.endpoints.get("hung").does((now, id) -> Reaction.status(200));
            world.publish(List.of("e9"), 10);
        });
        world.runUntil(Simulation.START.plusSeconds(70));
        List<Received> accepted = world.endpoints.get("hung").received().stream()
                .filter(Received::accepted)
                .toList();
        assertEquals(9, accepted.size());
        accepted.forEach(one -> assertTrue(one.at().isBefore(recovered.plusSeconds(10)), one::toString));
    }

    private static void publishEvery(Simulation world, Duration interval) {
        for (int i = 1; i <= EVENTS; i++) {
            String id = "e" + i;
            world.after(interval.multipliedBy(i), () -> world.publish(List.of(id), 10));
        }
    }

    private static void assertReceivedInTime(Simulation world, String name, Duration most) {
        List<Received> received = world.endpoints.get(name).received();
        assertEquals(EVENTS, received.size());
        received.forEach(one -> assertTrue(
                one.at().isBefore(world.journal.acceptedAt(one.eventId()).plus(most)), () -> one + " was late"));
    }
}
