package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.simulation.NoticeWatch.Told;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Script;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: notices tell what happens, and make nothing happen. Method: days of virtual time with an endpoint in trouble, and somebody who
 * watches; {@link Day} has the faults of storage.
 */
class NoticesSimulationTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private static Simulation world(Script watching) {
        Simulation world = Simulation.quiet("cloud");
        world.useNotices(watching);
        world.instances.forEach(instance -> instance.startOver(Duration.ZERO));
        return world;
    }

    private static List<String> told(Simulation world) {
        return world.noticeWatch.told().stream().map(Told::toString).toList();
    }

    @Test
    void an_outage_of_two_hours_is_told_from_its_beginning_to_its_end() {
        Simulation world = world((now, id) -> Reaction.status(200));
        world.subscribe(
                "billing",
                Simulation.retry(30, 1440),
                true,
                (now, id) -> Reaction.status(now.isBefore(Simulation.START.plus(HOUR.multipliedBy(2))) ? 500 : 200));
        world.publish(List.of("e1"), 10);
        world.runUntil(Simulation.START.plus(Duration.ofDays(1)));
        assertTrue(world.isIdle());
        assertEquals(
                List.of(
                        "00:00:50 Gridhook.SubscriptionFailing topics/orders/eventSubscriptions/billing 3",
                        "00:15:50 Gridhook.SubscriptionFailing topics/orders/eventSubscriptions/billing 2",
                        "00:30:50 Gridhook.SubscriptionFailing topics/orders/eventSubscriptions/billing 1",
                        "00:46:50 Gridhook.SubscriptionFailing topics/orders/eventSubscriptions/billing 1",
                        "01:46:50 Gridhook.SubscriptionFailing topics/orders/eventSubscriptions/billing 1",
                        "04:46:50 Gridhook.SubscriptionRecovered topics/orders/eventSubscriptions/billing 1"),
                told(world));
    }

    /** For three days events go nowhere, nor do notices of them. */
    @Test
    void whoever_watches_badly_is_told_no_more_than_others_and_of_nothing_that_is_its_own() {
        Simulation world = world((now, id) -> Reaction.status(now.getEpochSecond() / 60 % 3 == 0 ? 0 : 500));
        world.subscribe("down", Simulation.retry(5, 300), true, (now, id) -> Reaction.status(500));
        world.subscribe("refusing", Simulation.retry(5, 300), false, (now, id) -> Reaction.status(400));
        for (int i = 1; i <= 72 * 6; i++) {
            String id = "e" + i;
            world.after(Duration.ofMinutes(10L * i), () -> world.publish(List.of(id), 10));
        }
        world.runUntil(Simulation.START.plus(Duration.ofDays(5)));
        assertTrue(world.isIdle(), "something is left");
        assertEquals(List.of(), world.noticeWatch.complaints());
        assertTrue(world.faults.table().times(NoticeWatch.DEAD) > 100, "dead letters of notices");
        // Failing, in probation, dead-lettered; dropped: four kinds in four quarters of 72 hours, and what runs out.
        assertTrue(world.noticeWatch.told().size() > 100, () -> "" + told(world).size());
        assertTrue(
                world.noticeWatch.told().size() < 4 * 4 * 80,
                () -> "" + told(world).size());
    }
}
