package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of POSTs that share the message of a hand-off (DESIGN §2, "Slow answers"). */
class HandoffTest {
    /** Else the message would show, and send again what was answered, while the other may still be answered late. */
    @Test
    void what_was_answered_is_settled_before_the_message_shows() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("mixed", Simulation.retry(30, 1440), true, (now, id) -> switch (id) {
            case "e1" -> new Reaction(Duration.ofSeconds(5), 200);
            case "e2" -> new Reaction(Duration.ofSeconds(6), 400);
            default -> Reaction.hangs();
        });
        world.publish(List.of("e1", "e2", "e3"), 10);
        world.runUntil(Simulation.START.plus(Duration.ofMinutes(5)));
        assertEquals(List.of(0), attempts(world, "e1"));
        assertEquals(List.of(0), attempts(world, "e2"));
        assertEquals(List.of(0, 1, 2), attempts(world, "e3").subList(0, 3));
    }

    /** Where nothing else hangs on it, a late answer has its three minutes: the second here, after 45 s, comes before its retry. */
    @Test
    void late_answers_of_one_message_withdraw_its_retry_together() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "late", Simulation.retry(30, 1440), true, (now, id) -> new Reaction(Duration.ofSeconds(45), 200));
        world.publish(List.of("e1", "e2"), 10);
        world.runUntil(Simulation.START.plus(Duration.ofMinutes(5)));
        assertEquals(List.of(0, 1), attempts(world, "e1"));
        assertEquals(List.of(0, 1), attempts(world, "e2"));
    }

    private static List<Integer> attempts(Simulation world, String id) {
        return world.endpoints.values().iterator().next().received().stream()
                .filter(received -> received.eventId().equals(id))
                .map(Received::deliveryCount)
                .toList();
    }
}
