package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.events;
import static io.gridhook.app.PipelineFixture.tasks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.filter.Filtering;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 6, point 2: who takes an event tries it at once, and whatever happens to who does, the queue trigger does. */
class FirstAttemptsTest {
    private static final Duration LEASE = FirstAttempts.Limits.LEASE;
    /** More than fits a message. */
    private static final int LARGE = 100_000;

    /** What runs later, where a test wants that; else at once. */
    private final Deque<Runnable> later = new ArrayDeque<>();

    private boolean isLater;
    private int threads = Integer.MAX_VALUE;
    private final PipelineFixture world = new PipelineFixture(this::execute);
    private Pipeline instance = world.newPipelineAtOnce(2);

    private void execute(Runnable task) {
        if (threads == 0) {
            throw new RejectedExecutionException("no thread");
        }
        threads--;
        if (isLater) {
            later.add(task);
        } else {
            task.run();
        }
    }

    private void known() {
        world.publish(instance, events(1, 1)).join();
        world.forget();
    }

    /** Subscriptions are read already: what is counted are the publish and its delivery. */
    private void published(int count, int length) {
        world.publish(instance, events(count, length)).join();
    }

    @Test
    void a_lone_event_costs_a_put_and_a_delete() {
        world.subscribe("good");
        known();
        published(1, 10);
        assertEquals(List.of("deliveries.put", "webhooks.post", "deliveries.delete"), world.calls);
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(List.of("good e0 attempt 1 Delivered -> complete"), world.log);
    }

    @Test
    void a_hundred_events_cost_a_put_and_a_delete() {
        world.subscribe("good");
        known();
        published(100, 10);
        assertEquals(100, world.posts.size());
        assertEquals(List.of("deliveries.put", "deliveries.delete"), world.queueCalls());
        assertEquals(List.of(), world.calls("payloads"));
    }

    /** What the blob holds need not be read by who wrote it. */
    @Test
    void a_large_event_costs_a_blob_a_put_and_a_delete() {
        world.subscribe("good");
        known();
        published(1, LARGE);
        assertEquals(List.of("payloads.put", "deliveries.put", "webhooks.post", "deliveries.delete"), world.calls);
        assertTrue(world.posts.get(0).body().toString().contains("x".repeat(LARGE)));
    }

    /** Its retry names the blob, as the message cannot hold it. */
    @Test
    void a_large_event_is_retried_from_its_blob() {
        world.subscribe("down");
        world.answers("down", 500);
        published(1, LARGE);
        world.answers("down", 200);
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        assertEquals(2, world.posts.size());
        assertEquals(List.of("payloads.put", "payloads.get"), world.calls("payloads"));
    }

    @Test
    void what_failed_is_a_retry_before_its_message_ends() {
        world.subscribe("down");
        world.answers("down", 500);
        known();
        published(1, 10);
        assertEquals(List.of("deliveries.put", "retries.put", "deliveries.delete"), world.queueCalls());
    }

    @Test
    void the_publisher_is_told_before_the_attempt_is_made() {
        world.subscribe("good");
        known();
        isLater = true;
        CompletableFuture<Void> answer = world.publish(instance, events(1, 10));
        later.remove().run();
        assertTrue(answer.isDone());
        assertEquals(List.of("deliveries.put"), world.calls);
        later.remove().run();
        assertEquals(1, world.posts.size());
    }

    /** The queue trigger of any instance takes over, as from a host that died: with no claim before it. */
    @Test
    void who_dies_is_succeeded_when_the_lease_is_over() {
        world.subscribe("good");
        known();
        isLater = true;
        var unused = world.publish(instance, events(1, 10));
        later.remove().run();
        later.clear();
        isLater = false;
        assertEquals(LEASE, world.hidden(world.deliveries));
        world.pass(LEASE);
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("webhooks.post"), world.calls("deliveries", "webhooks"));
        assertEquals(List.of(), world.deliveries.bodies());
    }

    /** Our own trouble: the message stands, and so does the attempt that could not be written down. */
    @Test
    void what_cannot_be_settled_comes_back_when_the_lease_is_over() {
        world.subscribe("down");
        world.answers("down", 500);
        known();
        world.refuse("retries.put");
        published(1, 10);
        assertEquals(LEASE, world.hidden(world.deliveries));
        assertEquals(1L, world.counts.get("DeferredMessageCount deliveries OwnFailure"));
        assertTrue(world.log.get(1).startsWith("trouble: a first attempt broke off"), world.log::toString);
        world.refuseNothing();
        world.pass(LEASE);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("down e0 1", "down e0 1"), tasks(world.retries), "with that of the publish before");
    }

    @Test
    void a_full_instance_leaves_packs_to_the_queue_trigger() {
        world.subscribe("slow");
        known();
        world.hangs("slow");
        published(1, 10);
        published(1, 10);
        published(1, 10);
        assertEquals(2, world.posts.size());
        assertEquals(world.now(), world.deliveries.nextVisibleAt().orElseThrow());
        world.open.forEach(answer -> answer.complete(Responded.of(200)));
        published(1, 10);
        assertEquals(3, world.posts.size(), "there is room again");
    }

    /** More POSTs than it makes at a time would wait for places, and be handed off. */
    @Test
    void an_instance_with_enough_to_post_leaves_packs_to_the_queue_trigger() {
        for (int i = 0; i < 8; i++) {
            world.subscribe("slow-" + i);
            world.hangs("slow-" + i);
        }
        instance = world.newPipelineAtOnce(128);
        for (int i = 0; i < 3; i++) {
            published(50, 1);
        }
        assertEquals(800, world.posts.size(), "of two packs");
        assertEquals(world.now(), world.deliveries.nextVisibleAt().orElseThrow());
    }

    /** Whether it is the number of deliveries that runs out or that of packs. */
    @ParameterizedTest
    @CsvSource({"128, 11, 100", "64, 70, 1"})
    void a_hanging_endpoint_leaves_room_to_the_others(int packs, int publishes, int events) {
        world.subscribe("hangs", PipelineFixture.wanted().filter(Filtering.filter("{\"includedEventTypes\":[\"t\"]}")));
        world.subscribe(
                "good", PipelineFixture.wanted().filter(Filtering.filter("{\"includedEventTypes\":[\"good\"]}")));
        world.hangs("hangs");
        instance = world.newPipelineAtOnce(packs);
        for (int i = 0; i < publishes; i++) {
            published(events, 1);
        }
        world.forget();
        world.publish(
                        instance,
                        PipelineFixture.body("[" + PipelineFixture.event("e", 1).replace("\"t\"", "\"good\"") + "]"))
                .join();
        assertEquals(List.of("good e attempt 1 Delivered -> complete"), world.log);
    }

    /** As long as nobody has much under way, all of the room is for all. */
    @Test
    void the_room_left_to_others_is_given_back() {
        world.subscribe("slow");
        world.hangs("slow");
        instance = world.newPipelineAtOnce(128);
        for (int i = 0; i < 9; i++) {
            published(100, 1);
        }
        assertEquals(1, shown(), "896 is the most that one may take");
        while (!world.open.isEmpty()) {
            world.open.remove(0).complete(Responded.of(200));
        }
        published(100, 1);
        assertEquals(0, shown(), "there is room again");
    }

    private long shown() {
        return world.deliveries.receive(32, Duration.ofSeconds(1)).size();
    }

    /** A batch that no message holds is left in one blob, small as its events are, and posted from memory. */
    @Test
    void a_hundred_events_of_a_kilobyte_cost_a_blob_a_put_and_a_delete() {
        world.subscribe("good");
        known();
        published(100, 1_024);
        assertEquals(100, world.posts.size());
        assertEquals(
                List.of("payloads.put", "deliveries.put", "deliveries.delete"),
                world.calls("payloads", "deliveries", "retries"));
    }

    /** As the queue trigger does with what others put. */
    @Test
    void a_hundred_events_in_one_blob_are_read_together() {
        instance = world.newPipelineAtOnce(0);
        world.subscribe("good");
        known();
        assertTrue(world.invoke(world.deliveries));
        world.forget();
        published(100, 1_024);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(100, world.posts.size());
        assertEquals(List.of("payloads.put", "payloads.get"), world.calls("payloads"));
        assertTrue(world.posts.get(99).body().toString().contains("\"id\":\"e99\""));
    }

    @Test
    void none_at_once_leaves_all_to_the_queue_trigger() {
        instance = world.newPipelineAtOnce(0);
        world.subscribe("good");
        published(1, 10);
        assertEquals(List.of(), world.posts);
        assertEquals(Duration.ZERO, world.hidden(world.deliveries));
    }

    @Test
    void an_instance_that_ends_leaves_packs_to_the_queue_trigger() {
        world.subscribe("good");
        known();
        assertTrue(instance.stop().isDone());
        published(1, 10);
        assertEquals(List.of("deliveries.put"), world.calls);
        assertEquals(Duration.ZERO, world.hidden(world.deliveries));
    }

    /** What it took before is for others at once, not when the lease is over. */
    @Test
    void an_instance_that_ends_gives_back_what_it_has_not_begun() {
        world.subscribe("good");
        known();
        isLater = true;
        var unused = world.publish(instance, events(1, 10));
        later.remove().run();
        var idle = instance.stop();
        later.remove().run();
        assertTrue(idle.isDone());
        assertEquals(List.of(), world.posts);
        assertEquals(Duration.ofSeconds(1), world.hidden(world.deliveries));
    }

    /** A shutdown waits for these as for those of the trigger, and hands off what is open. */
    @Test
    void an_instance_that_ends_hands_off_what_is_open() {
        world.subscribe("slow");
        known();
        world.hangs("slow");
        published(1, 10);
        var idle = instance.stop();
        assertFalse(idle.isDone());
        assertEquals(List.of("slow e0 1"), tasks(world.retries));
        assertEquals(List.of(), world.deliveries.bodies());
        world.open.get(0).complete(Responded.of(200));
        assertTrue(idle.isDone());
        assertEquals(List.of(), world.retries.bodies());
    }

    @Test
    void a_refused_put_is_a_refused_publish_and_no_attempt() {
        world.subscribe("good");
        known();
        world.refuse("deliveries.put");
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Void> answer = world.publish(instance, events(1, 10));
            assertThrows(CompletionException.class, answer::join);
        }
        assertEquals(List.of(), world.posts);
        world.refuseNothing();
        published(1, 10);
        assertEquals(1, world.posts.size(), "refusals took no room");
    }

    @Test
    void without_a_thread_the_message_waits_for_the_queue_trigger() {
        world.subscribe("good");
        known();
        for (int i = 0; i < 3; i++) {
            threads = 1;
            published(1, 10);
        }
        assertEquals(List.of(), world.posts);
        threads = Integer.MAX_VALUE;
        published(1, 10);
        assertEquals(1, world.posts.size(), "they took no room");
        world.pass(LEASE);
        assertEquals(3, world.deliveries.bodies().size());
    }

    /** It is not known to be durable, so nobody may be told that it is. */
    @Test
    void a_put_that_runs_out_of_memory_is_a_failed_publish() {
        world.subscribe("good");
        known();
        world.refuse(step -> {
            if (step.equals("deliveries.put")) {
                throw new OutOfMemoryError("planned");
            }
            return false;
        });
        for (int i = 0; i < 3; i++) {
            assertThrows(Throwable.class, () -> published(1, 10));
        }
        world.refuseNothing();
        assertEquals(List.of(), world.posts);
        published(1, 10);
        assertEquals(1, world.posts.size(), "they took no room");
    }

    /** Not after the lease, which is for one who died. */
    @Test
    void what_gets_no_thread_is_the_queue_triggers_at_once() {
        world.subscribe("good");
        known();
        threads = 1;
        published(1, 10);
        threads = Integer.MAX_VALUE;
        assertEquals(Duration.ZERO, world.hidden(world.deliveries));
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size());
        assertEquals(List.of(), world.deliveries.bodies());
    }

    @Test
    void what_can_not_be_given_back_shows_when_its_lease_is_over() {
        world.subscribe("good");
        known();
        threads = 1;
        world.refuse("deliveries.hide");
        published(1, 10);
        assertEquals(LEASE, world.hidden(world.deliveries));
    }

    /** A process that stood still: somebody else may have the message by now, or soon. */
    @Test
    void what_waited_too_long_for_its_thread_is_not_tried() {
        world.subscribe("good");
        known();
        for (int i = 0; i < 3; i++) {
            isLater = true;
            var unused = world.publish(instance, events(1, 10));
            later.remove().run();
            isLater = false;
            world.pass(LEASE.dividedBy(2).plusMillis(1));
            later.remove().run();
            assertEquals(i, world.posts.size());
            assertEquals(world.now(), world.deliveries.nextVisibleAt().orElseThrow());
            assertTrue(world.invoke(world.deliveries), "by the queue trigger");
        }
        published(1, 10);
        assertEquals(4, world.posts.size(), "they took no room");
    }

    @Test
    void an_error_takes_no_room_for_ever() {
        world.subscribe("good");
        known();
        for (int i = 0; i < 3; i++) {
            isLater = true;
            var unused = world.publish(instance, events(1, 10));
            later.remove().run();
            world.refuse(step -> {
                throw new AssertionError("planned");
            });
            isLater = false;
            world.pass(Duration.ofSeconds(6));
            assertThrows(AssertionError.class, later.remove()::run);
            world.refuseNothing();
        }
        assertEquals(List.of(), world.posts);
        published(1, 10);
        assertEquals(1, world.posts.size());
    }

    /** Nobody would ask a second time for a thread to write it down on. */
    @Test
    void an_answer_without_a_thread_is_written_down_by_whoever_brings_it() {
        world.subscribe("slow");
        known();
        world.hangs("slow");
        published(1, 10);
        threads = 0;
        world.open.get(0).complete(Responded.of(200));
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(List.of(), world.retries.bodies());
        assertEquals(List.of("slow e0 attempt 1 Delivered -> complete"), world.log);
    }

    /** Its lease is as long as an edge's response timeout, and nobody renews it: it would be tried by two at a time, and end twice. */
    @Test
    void what_could_not_be_handed_off_is_kept_until_its_attempt_has_timed_out() {
        world.subscribe("slow");
        known();
        world.hangs("slow");
        published(1, 10);
        world.refuse("retries.put");
        world.pass(Pipeline.Settings.PATIENCE);
        world.refuseNothing();
        assertEquals(Duration.ofSeconds(30 - 3 + 60), world.hidden(world.deliveries));
        world.pass(Duration.ofSeconds(27));
        assertEquals(List.of("slow e0 1"), tasks(world.retries));
        assertEquals(List.of(), world.deliveries.bodies());
    }
}
