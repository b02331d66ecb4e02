package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Goal: the promises of DESIGN §1 hold whatever goes wrong, and when. Method: for each seed a {@link Day}, at whose end, and now and then
 * before, the {@link Checks} compare what ended with what was accepted, by sets of ids. {@code -Dseed=N} replays one seed, whatever the
 * test; {@code -Psoak} goes on for minutes.
 */
class DeliverySimulationTest {
    private static final long SEEDS = 2_000;
    private static final long LATENCY_SEEDS = 500;
    private static final long QUIET_SEEDS = 100;
    private static final double FAULTS = 0.004;
    /**
     * In hundredths of all ends: a fault may repeat all that an instance has in hand, which may be 512 deliveries. 7,000 days have 13.4,
     * with a standard error of 1.2 for 2,000 days, as a few days have most of them; this is more than four of these.
     */
    private static final long SECOND_ENDS_MAX = 19;

    @Test
    void every_accepted_event_ends_whatever_goes_wrong() throws IOException {
        Campaign campaign = new Campaign(FAULTS);
        campaign.run(SEEDS);
        assertEquals(List.of(), campaign.complaints());
        if (Campaign.isWhole()) {
            campaign.report();
            assertEquals(List.of(), campaign.neverMet(), "faults that never met a step, and what never happened");
            assertTrue(
                    campaign.secondEnds() * 100 < campaign.ends() * SECOND_ENDS_MAX,
                    campaign.secondEnds() + " second ends of " + campaign.ends());
        }
    }

    /** Each command of the delivery engine takes its time here, so that its result meets each state that the message may be in by then. */
    @Test
    void every_accepted_event_ends_whatever_order_commands_end_in() throws IOException {
        Campaign campaign = Campaign.withLatencies(FAULTS);
        campaign.run(LATENCY_SEEDS);
        assertEquals(List.of(), campaign.complaints());
        if (Campaign.isWhole()) {
            campaign.report();
            assertEquals(List.of(), campaign.neverMet(), "faults that never met a state, and results that never did");
        }
    }

    @Test
    void without_faults_every_event_ends_once() {
        Campaign campaign = new Campaign(0);
        campaign.run(QUIET_SEEDS);
        assertEquals(List.of(), campaign.complaints());
    }

    /** DESIGN §1.3: our own trouble is never the receiver's. */
    @Test
    void thirty_minutes_of_refused_writes_after_a_receive_make_no_dead_letter() {
        Campaign.seeds(100).parallel().forEach(DeliverySimulationTest::refuseWritesForThirtyMinutes);
    }

    private static void refuseWritesForThirtyMinutes(long seed) {
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
        world.after(Duration.ofMillis(refusedFrom), () -> world.faults.refuse(Day::isWrite));
        world.after(Duration.ofMinutes(30), world.faults::stop);
        world.runUntil(Simulation.START.plus(Duration.ofDays(1)));
        assertTrue(world.isIdle(), Campaign.at(seed, "something is left"));
        assertEquals(List.of(), world.deadLettered(), Campaign.at(seed, "dead letters " + world.journal.lines()));
        assertEquals(List.of(), world.journal.dropped(), Campaign.at(seed, "drops"));
        List<Received> received = world.endpoints.get("good").received();
        received.forEach(each -> assertEquals(0, each.deliveryCount(), Campaign.at(seed, "a retry without a failure")));
        assertTrue(
                received.size() <= 2 * world.journal.accepted().size(),
                Campaign.at(seed, "deliveries repeated while their end could not be written"));
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
        world.runUntil(Simulation.START.plus(Duration.ofDays(1)));
        assertTrue(world.isIdle(), "something is left");
        Set<String> ends = new TreeSet<>(world.deadLettered());
        ends.addAll(world.journal.dropped());
        List<Received> all = new ArrayList<>(world.endpoints.get("slow").received());
        all.stream().filter(Received::accepted).forEach(received -> ends.add("slow " + received.eventId()));
        assertEquals(Set.of("slow e1", "slow e2", "slow e3"), ends, "ends, of " + world.journal.lines());
    }
}
