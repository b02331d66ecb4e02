package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.retry.RetrySchedule;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: what happens to one event under one named trouble, for as long as it takes, exactly. Method: one instance, no jitter, no
 * faults but the named one; every line that the pipeline logs, with the virtual time, is compared with a file in
 * {@code src/test/resources/simulation}, so that a change of behaviour is a change of a file. {@code -DwriteOutcomes=true} writes the
 * files anew. The numbers of behaviour §23 stand beside its vectors.
 */
class OutcomesTest {
    private static final Duration DAYS = Duration.ofDays(3);

    @Test
    void an_endpoint_that_is_down_all_day_gets_eleven_attempts() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("down", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(500));
        check(world, "down-all-day");
        assertEquals(11, world.endpoints.get("down").received().size());
    }

    /** Behaviour §23, vector 1. */
    @Test
    void vector_1_busy_for_ever_with_five_attempts() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("busy", Simulation.retry(5, 1440), true, (now, id) -> Reaction.status(503));
        check(world, "vector-1-busy");
    }

    /** Behaviour §23, vector 2. */
    @Test
    void vector_2_bad_request_with_and_without_a_dead_letter_destination() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("kept", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(400));
        world.subscribe("dropped", Simulation.retry(30, 1440), false, (now, id) -> Reaction.status(400));
        check(world, "vector-2-bad-request");
        assertEquals(1, world.journal.count(Counter.DROPPED_EVENT_COUNT));
        assertEquals(1, world.journal.count(Counter.DEAD_LETTERED_COUNT));
    }

    /** Behaviour §23, vector 3. */
    @Test
    void vector_3_time_to_live_of_a_minute() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("down", Simulation.retry(30, 1), true, (now, id) -> Reaction.status(500));
        check(world, "vector-3-ttl-one-minute");
    }

    /** Behaviour §23, vector 4. */
    @Test
    void vector_4_time_to_live_of_thirty_minutes() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("down", Simulation.retry(10, 30), true, (now, id) -> Reaction.status(500));
        check(world, "vector-4-ttl-thirty-minutes");
    }

    /** Behaviour §23, vector 5. */
    @Test
    void vector_5_not_found_in_two_editions() {
        for (String profile : List.of("cloud", "cloud-2021")) {
            Simulation world = Simulation.quiet(profile);
            world.subscribe("gone", Simulation.retry(2, 1440), true, (now, id) -> Reaction.status(404));
            check(world, "vector-5-not-found-" + profile);
        }
    }

    /** Behaviour §23, vector 6. */
    @Test
    void vector_6_request_timeout_waits_two_minutes() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("slow", Simulation.retry(3, 1440), true, (now, id) -> Reaction.status(408));
        check(world, "vector-6-request-timeout");
    }

    /** Behaviour §23, vector 7: the second late answer comes before the next step, and withdraws it. */
    @Test
    void vector_7_an_answer_after_forty_five_seconds_withdraws_the_retry() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "late", Simulation.retry(30, 1440), true, (now, id) -> new Reaction(Duration.ofSeconds(45), 200));
        check(world, "vector-7-late-answer");
        assertEquals(2, world.endpoints.get("late").received().size());
    }

    /** Behaviour §6.3: new events wait as well, and the ones that outlive their time say why. */
    @Test
    void an_endpoint_in_probation_gets_nothing_but_probes() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("down", Simulation.retry(30, 60), true, (now, id) -> Reaction.status(503));
        for (int i = 1; i <= 40; i++) {
            String id = "e" + i;
            world.after(Duration.ofSeconds(2L * i), () -> world.publish(List.of(id), 10));
        }
        world.runUntil(Simulation.START.plus(DAYS));
        assertEquals(40, world.deadLettered().size());
        long probes = world.endpoints.get("down").received().size();
        assertTrue(probes < 40, probes + " POSTs for 40 events");
        String letters = world.deadLetterStore.blobs().values().stream()
                .map(content -> new String(content, StandardCharsets.UTF_8))
                .reduce("", String::concat);
        assertTrue(letters.contains("\"lastDeliveryOutcome\":\"Probation\""), letters);
    }

    /** Messages that find no place wait for one in turn: a burst for a fast endpoint is not put off. */
    @Test
    void a_burst_for_one_endpoint_is_delivered_in_turn() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("fast", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
        for (int publish = 0; publish < 10; publish++) {
            int first = publish * 30;
            world.publish(
                    IntStream.range(first, first + 30).mapToObj(i -> "e" + i).toList(), 10);
        }
        world.runUntil(Simulation.START.plusSeconds(3));
        assertEquals(300, world.endpoints.get("fast").received().size());
        assertEquals(0, world.faults.calls("retries.put"));
        assertTrue(world.isIdle());
    }

    /** DESIGN §1.3. */
    @Test
    void an_endpoint_that_hangs_does_not_delay_another() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("hangs", Simulation.retry(30, 60), true, (now, id) -> Reaction.hangs());
        world.subscribe("good", Simulation.retry(30, 60), true, (now, id) -> Reaction.status(200));
        for (int i = 1; i <= 200; i++) {
            String id = "e" + i;
            world.after(Duration.ofSeconds(i), () -> world.publish(List.of(id), 10));
        }
        world.runUntil(Simulation.START.plus(DAYS));
        assertEquals(200, world.endpoints.get("good").received().size());
        world.endpoints
                .get("good")
                .received()
                .forEach(received -> assertTrue(
                        received.at()
                                .isBefore(world.journal
                                        .acceptedAt(received.eventId())
                                        .plusSeconds(2)),
                        () -> received + " was late"));
        assertTrue(world.longestInvocation.compareTo(Duration.ofSeconds(4)) < 0);
    }

    /** Behaviour §23, vector 10. */
    @Test
    void vector_10_iot_edge_with_thirty_minutes() {
        Simulation world = Simulation.quiet("edge");
        world.subscribe("down", Simulation.retry(30, 30), false, (now, id) -> Reaction.status(500));
        check(world, "vector-10-edge");
    }

    /** Behaviour §23, vector 11, first half. */
    @Test
    void vector_11_dead_letters_refused_for_four_hours_are_dropped() {
        Simulation world = Simulation.quiet("cloud");
        Faults refusing = world.faults;
        refusing.refuse(step -> step.equals("deadLetterStore.write"));
        world.subscribe("gone", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(400));
        check(world, "vector-11-dead-letters-refused");
    }

    /** Behaviour §23, vector 11, second half. */
    @Test
    void vector_11_a_missing_container_drops_at_once() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("gone", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(400));
        world.deadLetterStore.setMissing(
                world.subscriptions
                        .list(Simulation.TOPIC)
                        .get(0)
                        .deadLetterDestination()
                        .orElseThrow(),
                true);
        check(world, "vector-11-container-missing");
    }

    @Test
    void the_2019_edition_retries_hourly() {
        Simulation world = Simulation.quiet("cloud-2019");
        world.subscribe("down", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(500));
        check(world, "cloud-2019-hourly");
    }

    @Test
    void an_endpoint_that_does_not_answer_times_out_after_thirty_seconds() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("hangs", Simulation.retry(2, 1440), true, (now, id) -> Reaction.hangs());
        check(world, "hanging-endpoint");
    }

    @Test
    void a_schedule_of_ones_own_may_wait_longer_than_a_message_can_be_hidden() {
        Simulation world = Simulation.quiet("cloud");
        RetrySchedule schedule = new RetrySchedule(List.of(Duration.ofSeconds(2), Duration.ofDays(20)));
        world.subscribe(
                "down",
                new RetrySettings(OptionalInt.of(3), OptionalInt.of(43_200), Optional.of(schedule)),
                true,
                (now, id) -> Reaction.status(500));
        Instant end = Simulation.START.plus(Duration.ofDays(25));
        world.sweepEvery(Duration.ofHours(1), end);
        world.publish(List.of("e1"), 60_000);
        world.runUntil(end);
        compare(world, "own-schedule-of-twenty-days");
    }

    private static void check(Simulation world, String name) {
        world.publish(List.of("e1"), 10);
        world.runUntil(Simulation.START.plus(DAYS));
        assertTrue(world.isIdle(), "everything ends");
        compare(world, name);
    }

    private static void compare(Simulation world, String name) {
        assertEquals(List.of("e1"), List.copyOf(world.journal.accepted()));
        String outcome = String.join("\n", world.journal.lines()) + "\n";
        try {
            if (Boolean.getBoolean("writeOutcomes")) {
                Files.writeString(Path.of("src/test/resources/simulation", name + ".txt"), outcome);
            }
            try (InputStream expected = OutcomesTest.class.getResourceAsStream("/simulation/" + name + ".txt")) {
                assertNotNull(expected, name + ".txt is missing; -DwriteOutcomes=true writes it");
                assertEquals(new String(expected.readAllBytes(), StandardCharsets.UTF_8), outcome);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
