package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.FirstAttempts;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Versioned;
import io.gridhook.port.WebhookClient;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: DESIGN §1.3, one trouble of our own at a time: it delays events, and no other endpoint's; it neither drops nor repeats them. */
class OwnTroubleTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** Also where the time to live is a minute: it is told by the time the attempt was due, and ours was the delay. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_keeps_us_from_one_endpoint_repeats_nothing_at_others_and_counts_as_no_attempt(boolean throwsAtOnce) {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("good", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
        world.subscribe("unreached", Simulation.retry(1, 1), true, (now, id) -> Reaction.status(200));
        WebhookClient posts = world.webhookPort;
        world.webhookPort = (request, timeout) -> {
            if (!request.endpointUrl().equals("https://unreached") || isLater(world, HOUR)) {
                return posts.post(request, timeout);
            }
            IllegalStateException fault = new IllegalStateException("a fault of ours");
            if (throwsAtOnce) {
                throw fault;
            }
            return CompletableFuture.<AttemptOutcome>failedFuture(fault);
        };
        world.publish(List.of("e1", "e2"), 10);
        world.runUntil(Simulation.START.plus(HOUR.multipliedBy(3)));
        assertTrue(world.isIdle());
        assertEquals(List.of("e1 0", "e2 0"), received(world, "good"));
        assertEquals(List.of("e1 0", "e2 0"), received(world, "unreached"));
        assertEquals(List.of(), world.journal.dropped());
        assertEquals(List.of(), world.deadLettered());
    }

    /** What was handed off is in a message of its own: the message in hand must not bring it back. */
    @Test
    void what_keeps_us_from_one_endpoint_does_not_repeat_what_was_handed_off() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "slow", Simulation.retry(30, 1440), true, (now, id) -> new Reaction(Duration.ofSeconds(10), 200));
        world.subscribe("unreached", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
        WebhookClient posts = world.webhookPort;
        world.webhookPort = (request, timeout) -> {
            if (!request.endpointUrl().equals("https://unreached") || isLater(world, Duration.ofSeconds(30))) {
                return posts.post(request, timeout);
            }
            throw new IllegalStateException("a fault of ours");
        };
        world.publish(List.of("e1"), 10);
        world.runUntil(Simulation.START.plus(HOUR));
        assertTrue(world.isIdle());
        assertEquals(List.of("e1 0"), received(world, "slow"));
        assertEquals(List.of("e1 0"), received(world, "unreached"));
    }

    /** A place that another invocation gives back is taken soon, without a hand-off and what that costs. */
    @Test
    void what_waits_for_a_place_gets_it_when_it_is_free() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "good", Simulation.retry(30, 1440), true, (now, id) -> new Reaction(Duration.ofSeconds(1), 200));
        world.publish(IntStream.rangeClosed(1, 8).mapToObj(i -> "e" + i).toList(), 10);
        world.after(Duration.ofMillis(500), () -> world.publish(List.of("e9"), 10));
        world.runUntil(Simulation.START.plus(HOUR));
        assertEquals(9, received(world, "good").size());
        assertEquals(0, world.faults.calls("retries.put"));
        assertTrue(world.longestInvocation.compareTo(Duration.ofSeconds(2)) < 0, "took " + world.longestInvocation);
    }

    /** Nothing will be free soon: to wait for it would take the invocations that others need. */
    @Test
    void no_invocation_waits_for_an_endpoint_whose_places_are_all_taken_by_what_hangs() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("hangs", Simulation.retry(30, 1440), true, (now, id) -> Reaction.hangs());
        world.publish(IntStream.rangeClosed(1, 8).mapToObj(i -> "e" + i).toList(), 10);
        world.after(Duration.ofSeconds(10), () -> {
            world.longestInvocation = Duration.ZERO;
            world.publish(List.of("e9"), 10);
        });
        world.runUntil(Simulation.START.plusSeconds(25));
        assertEquals(8, received(world, "hangs").size());
        assertEquals(9, world.retries.bodies().size() + 7, "one hand-off, and what was put off");
        assertTrue(world.longestInvocation.compareTo(Duration.ofSeconds(1)) < 0, "took " + world.longestInvocation);
    }

    /** Put, received and ended or put off in place: a timeout that the message of the hand-off foretold costs nothing more. */
    @Test
    void a_handed_off_attempt_that_times_out_is_not_written_down_twice() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("hangs", Simulation.retry(3, 1440), true, (now, id) -> Reaction.hangs());
        world.publish(List.of("e1"), 10);
        world.runUntil(Simulation.START.plus(HOUR));
        assertEquals(List.of("e1 0", "e1 1", "e1 2"), received(world, "hangs"));
        assertEquals(List.of("hangs e1"), world.deadLettered());
        assertEquals(3, world.faults.calls("retries.put"));
        assertEquals(0, world.faults.calls("retries.hide") + world.faults.calls("retries.update"));
    }

    /** The host leases for ten minutes what it receives (functions-runtime §0b): that is not how long a crash delays it. */
    @Test
    void what_a_process_that_died_had_received_and_leased_is_attempted_again_within_ninety_seconds() {
        Simulation world = Simulation.quiet("cloud");
        world.tryAtOnce(new FirstAttempts.Limits(0, FirstAttempts.Limits.LEASE, true));
        world.instance().startOver(Duration.ZERO);
        List<Instant> attempts = new ArrayList<>();
        world.subscribe("good", Simulation.retry(30, 1440), true, (now, id) -> {
            attempts.add(now);
            return attempts.size() == 2 ? Reaction.hangs() : Reaction.status(attempts.size() == 1 ? 500 : 200);
        });
        world.publish(List.of("e1"), 10);
        Instant killed = Simulation.START.plusSeconds(12);
        world.after(Duration.ofSeconds(12), () -> world.instance().life().die());
        world.runUntil(killed);
        assertEquals(2, attempts.size(), "the retry is under way: " + attempts);
        world.runUntil(killed.plusSeconds(90));
        assertEquals(3, attempts.size(), attempts.toString());
        world.runUntil(Simulation.START.plus(HOUR));
        assertTrue(world.isIdle());
        assertEquals(3, attempts.size(), attempts.toString());
    }

    /** Behaviour §2.1.9: there is no retry to withdraw, but an end that must not be a second one. */
    @ParameterizedTest
    @ValueSource(ints = {29, 40, 179})
    void a_late_success_of_the_last_attempt_is_its_only_end(int seconds) {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "late", Simulation.retry(1, 1440), true, (now, id) -> new Reaction(Duration.ofSeconds(seconds), 200));
        world.publish(List.of("e1"), 10);
        world.runUntil(Simulation.START.plus(HOUR));
        assertTrue(world.isIdle());
        assertEquals(List.of("e1 0"), received(world, "late"));
        assertEquals(List.of(), world.deadLettered());
    }

    /** A final verdict proves an endpoint alive: it need not be spared. */
    @Test
    void an_endpoint_that_comes_back_is_let_in_faster_with_each_answer_also_where_it_refuses_the_events() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "picky",
                Simulation.retry(30, 1440),
                true,
                (now, id) -> isLater(world, Duration.ofMinutes(1))
                        ? new Reaction(Duration.ofMillis(200), 400)
                        : Reaction.status(-1));
        world.publish(List.of("e1"), 10);
        world.runUntil(Simulation.START.plus(Duration.ofMinutes(30)));
        assertEquals(List.of("picky e1"), world.deadLettered());
        world.publish(IntStream.rangeClosed(2, 12).mapToObj(i -> "e" + i).toList(), 10);
        world.runUntil(Simulation.START.plus(Duration.ofMinutes(30)).plusSeconds(1));
        assertEquals(2 + 11, received(world, "picky").size());
    }

    /** The host kills the process, with all that it works on, when one invocation takes longer than {@code functionTimeout}. */
    @Test
    void many_dead_letter_destinations_that_do_not_answer_make_no_invocation_long() {
        Simulation world = Simulation.quiet("cloud");
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 30; i++) {
            world.subscribe("picky" + i, Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(400));
            expected.add("picky" + i + " e1");
        }
        DeadLetterStore store = world.deadLetterPort;
        world.deadLetterPort = (destination, name, content) -> {
            if (isLater(world, HOUR)) {
                return store.write(destination, name, content);
            }
            world.time.advanceTo(world.time.instant().plusSeconds(35));
            return DeadLetterStore.Result.REFUSED;
        };
        world.publish(List.of("e1"), 60_000);
        world.runUntil(Simulation.START.plus(Duration.ofDays(1)));
        assertTrue(world.longestInvocation.compareTo(Duration.ofMinutes(2)) < 0, "took " + world.longestInvocation);
        assertTrue(world.isIdle());
        assertEquals(expected, new TreeSet<>(world.deadLettered()));
        assertEquals(expected.size(), world.deadLettered().size());
        assertEquals(List.of(), world.journal.dropped());
    }

    /** An event of 50 KB is read once for a pack, not once for each of its subscriptions. */
    @Test
    void a_kept_event_is_read_once_for_all_subscriptions_of_a_pack() {
        Simulation world = Simulation.quiet("cloud");
        for (int i = 0; i < 20; i++) {
            world.subscribe("picky" + i, Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(400));
        }
        world.publish(List.of("e1"), 50_000);
        world.runUntil(Simulation.START.plus(HOUR));
        assertEquals(20, world.deadLettered().size());
        assertEquals(2, world.faults.calls("payloads.get"), "one read for the attempts and one for the dead letters");
    }

    /** A topic and its subscription may be given other schemas while events of the old one are still to be delivered. */
    @Test
    void an_event_that_cannot_take_the_schema_its_subscription_has_by_now_is_delivered_all_the_same() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe(
                "changed",
                Simulation.retry(30, 1440),
                true,
                (now, id) -> Reaction.status(isLater(world, Duration.ofSeconds(20)) ? 200 : 500));
        world.publish(List.of("e1"), 10);
        world.after(Duration.ofSeconds(3), () -> {
            Versioned<EventSubscription> old =
                    world.subscriptions.find(Simulation.TOPIC, "changed").orElseThrow();
            assertTrue(world.subscriptions.replace(with(old.value(), DeliverySchema.CUSTOM_INPUT), old.etag()));
        });
        world.runUntil(Simulation.START.plus(HOUR));
        assertTrue(world.isIdle());
        assertEquals(List.of("e1 0", "e1 1", "e1 2"), received(world, "changed"));
    }

    /** Who lost a message to another while it was paused calls nobody. */
    @Test
    void an_invocation_whose_message_is_somebody_elses_by_now_makes_no_attempt() {
        Simulation world = Simulation.quiet("cloud");
        world.subscribe("good", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
        world.publish(List.of("e1"), 10);
        world.time.runNext();
        List<QueueMessage> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            received.addAll(world.deliveries.receive(1, Duration.ofSeconds(1)));
            world.time.advanceTo(world.time.instant().plusSeconds(2));
        }
        assertEquals(3, received.size());
        assertTrue(world.instance().deliver(received.get(1)).isDone());
        assertEquals(List.of(), received(world, "good"));
    }

    /** What a newer version wrote waits for it, and what nobody can read is kept, in every queue and whatever goes wrong meanwhile. */
    @Test
    void messages_that_are_not_understood_are_kept() {
        for (long seed = 1; seed <= 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Simulation world = new Simulation(
                    random.split(), new Faults(random.split(), 0.05, new FaultTable()), () -> 0, "cloud", 2);
            List<String> newer = new ArrayList<>();
            for (var queue : List.of(world.deliveries, world.retries, world.deadLetters)) {
                queue.put("G9.x" + newer.size(), Duration.ZERO);
                newer.add("G9.x" + newer.size());
                queue.put("garbage", Duration.ZERO);
            }
            world.runUntil(Simulation.START.plus(Duration.ofHours(2)));
            world.faults.stop();
            world.runUntil(Simulation.START.plus(Duration.ofHours(4)));
            List<String> left = new ArrayList<>(world.deliveries.bodies());
            left.addAll(world.retries.bodies());
            left.addAll(world.deadLetters.bodies());
            assertEquals(newer, left, "seed " + seed);
            assertEquals(3, world.poison.bodies().size(), "seed " + seed + ": " + world.poison.bodies());
        }
    }

    /** More than 30 packs: long enough for notes of how far it came, and for crashes between any two of them. */
    @Test
    void a_large_publish_is_put_whole_whatever_breaks_it_off() {
        for (long seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Simulation world = new Simulation(
                    random.split(), new Faults(random.split(), 0.02, new FaultTable()), () -> 0, "cloud", 1);
            world.subscribe("good", Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
            List<String> ids =
                    IntStream.rangeClosed(1, 150).mapToObj(i -> "e" + i).toList();
            world.publish(ids, 7_500);
            world.runUntil(Simulation.START.plus(HOUR.multipliedBy(8)));
            world.faults.stop();
            world.runUntil(Simulation.START.plus(HOUR.multipliedBy(16)));
            assertTrue(world.isIdle(), "seed " + seed);
            Set<String> lost = new TreeSet<>(world.journal.accepted());
            world.endpoints.get("good").received().forEach(each -> lost.remove(each.eventId()));
            assertEquals(Set.of(), lost, "seed " + seed);
        }
    }

    /** DESIGN §2: what failed together and is due together travels together, jitter included; each step of it is one call of storage. */
    @Test
    void a_pack_that_fails_stays_one_message() {
        SplittableRandom random = new SplittableRandom(1);
        Simulation world = new Simulation(random.split(), Faults.none(), random.split()::nextDouble, "cloud", 2);
        world.subscribe("down", Simulation.retry(5, 1440), true, (now, id) -> Reaction.status(500));
        // One fewer than lead to probation.
        world.publish(IntStream.rangeClosed(1, 9).mapToObj(i -> "e" + i).toList(), 10);
        world.runUntil(Simulation.START.plus(HOUR));
        assertEquals(45, world.endpoints.get("down").received().size());
        assertEquals(9, world.deadLettered().size());
        assertEquals(1, world.deadLetterStore.blobs().size());
        assertEquals(1, world.faults.calls("deliveries.put"));
        assertEquals(1, world.faults.calls("retries.put"));
        assertEquals(3, world.faults.calls("retries.update"));
        assertEquals(1, world.faults.calls("deadletters.put"));
        assertEquals(0, world.faults.calls("payloads.put"));
    }

    private static boolean isLater(Simulation world, Duration time) {
        return world.time.instant().isAfter(Simulation.START.plus(time));
    }

    private static List<String> received(Simulation world, String endpoint) {
        return world.endpoints.get(endpoint).received().stream()
                .map(OwnTroubleTest::text)
                .toList();
    }

    private static String text(Received received) {
        return received.eventId() + " " + received.deliveryCount();
    }

    private static EventSubscription with(EventSubscription old, DeliverySchema schema) {
        return new EventSubscription(
                old.topic(),
                old.name(),
                old.generation(),
                old.destination(),
                schema,
                old.filter(),
                old.retryPolicy(),
                old.profile(),
                old.deadLetterDestination(),
                old.labels(),
                old.expirationTimeUtc(),
                old.persisted());
    }
}
