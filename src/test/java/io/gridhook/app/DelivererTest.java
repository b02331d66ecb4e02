package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.StorageUnavailableException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §2: what follows a received message, to the call of storage. */
class DelivererTest {
    private final PipelineFixture world = new PipelineFixture();

    /** One event that failed once and waits in {@code retries}; definitions are cached. */
    private void failedOnce(String... subscriptions) {
        world.published(1, 10);
        for (String subscription : subscriptions) {
            world.answers(subscription, 500);
        }
        assertTrue(world.invoke(world.deliveries));
        world.passUntilShown(world.retries);
        assertTrue(world.pipeline.catalog().topic("orders").topic().isPresent());
        world.forget();
    }

    private static String header(WebhookRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(WebhookRequest.Header::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_delivered_leaves_nothing_to_write() {
        world.subscribe("billing");
        world.published(2, 10);
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.queueCalls(), "the host deletes the message");
        assertEquals(
                List.of("billing e0 attempt 1 Delivered -> complete", "billing e1 attempt 1 Delivered -> complete"),
                world.log);
        assertEquals(
                Map.of("DeliverySuccessCount orders billing", 2L, "DeliveredEventCount orders billing", 2L),
                world.counts);
        assertEquals(List.of(), world.deliveries.bodies());
        // Batching is off: a POST for each event.
        assertEquals(2, world.posts.size());
    }

    @Test
    void a_first_failure_is_one_put_to_retries() {
        world.subscribe("billing");
        world.published(3, 10);
        world.answers("billing", 500);
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("retries.put"), world.queueCalls());
        assertEquals(List.of("billing e0 1", "billing e1 1", "billing e2 1"), tasks(world.retries));
        assertEquals(Duration.ofSeconds(10), world.hidden(world.retries));
        assertEquals(Map.of("DeliveryAttemptFailCount orders billing HttpStatus500 GenericError", 3L), world.counts);
        assertEquals(List.of(), world.deliveries.bodies());
    }

    @Test
    void what_has_no_status_is_counted_as_no_response() {
        world.subscribe("billing");
        world.published(1, 10);
        world.answers("billing", new TimedOut());
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(Map.of("DeliveryAttemptFailCount orders billing NoResponse TimedOut", 1L), world.counts);
        assertEquals(List.of("billing e0 attempt 1 TimedOut -> retry after PT10S"), world.log);
    }

    @Test
    void a_further_failure_is_rescheduled_in_place_by_one_update() {
        world.subscribe("billing");
        failedOnce("billing");
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of("retries.update"), world.queueCalls());
        assertEquals(List.of("billing e0 2"), tasks(world.retries));
        assertEquals(Duration.ofSeconds(30), world.hidden(world.retries));
        assertEquals("1", header(world.posts.get(0), "aeg-delivery-count"));
    }

    @Test
    void the_hosts_own_delete_does_not_take_what_was_rescheduled() {
        world.subscribe("billing");
        failedOnce("billing");
        QueueMessage message = world.receive(world.retries);
        world.run(world.retries, message);
        assertFalse(world.retries.delete(message.receipt()));
        assertEquals(List.of("billing e0 2"), tasks(world.retries));
    }

    /**
     * The receipt may be somebody else's by now, or the host's, which renewed its lease: succeed, and the host would delete what was
     * to be kept.
     */
    @Test
    void a_reschedule_with_a_stale_receipt_fails_the_invocation() {
        world.subscribe("billing");
        failedOnce("billing");
        QueueMessage message = world.receive(world.retries);
        assertTrue(world.retries.hide(message.receipt(), PipelineFixture.LEASE).isPresent());
        assertThrows(StorageUnavailableException.class, () -> world.run(world.retries, message));
        assertEquals(List.of("billing e0 1"), tasks(world.retries));
    }

    /** One endpoint that cannot even be called keeps nobody from the end of their own attempt. */
    @Test
    void a_fault_of_ours_on_the_way_to_one_endpoint_repeats_no_other_attempt() {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.published(1, 10);
        world.answers("billing", 500);
        world.forget();
        world.refuse(
                step -> step.equals("webhooks.post") && world.calls("webhooks").size() == 2);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("billing e0 1", "shipping e0 0"), tasks(world.retries));
        assertEquals(List.of("retries.put", "retries.put"), world.queueCalls());
        assertEquals(1L, world.counts.get("DeferredMessageCount deliveries OwnFailure"));
    }

    @Test
    void a_retry_that_is_delivered_is_the_hosts_to_delete() {
        world.subscribe("billing");
        failedOnce("billing");
        world.answers("billing", 200);
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of(), world.queueCalls());
        assertEquals(List.of(), world.retries.bodies());
    }

    @Test
    void every_rewriting_of_a_pack_has_an_id_of_its_own() {
        world.subscribe("billing");
        world.published(1, 10);
        world.answers("billing", 500);
        DeliveryPack published = packs(world.deliveries).get(0);
        assertTrue(world.invoke(world.deliveries));
        DeliveryPack once = packs(world.retries).get(0);
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        DeliveryPack twice = packs(world.retries).get(0);
        assertNotEquals(published.id(), once.id());
        assertNotEquals(once.id(), twice.id());
        assertEquals(0, once.settledReceives());
        assertEquals(1, twice.settledReceives());
        assertEquals(world.now().plusSeconds(30), twice.due());
    }

    /** 500 is due after 10 s, 503 after 30 s, 408 after 2 min. */
    @Test
    void from_deliveries_every_due_time_is_a_put() {
        world.subscribe("billing");
        world.subscribe("busy");
        world.subscribe("slow");
        world.subscribe("well");
        world.published(1, 10);
        world.answers("billing", 500);
        world.answers("busy", 503);
        world.answers("slow", 408);
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of("retries.put", "retries.put", "retries.put"), world.queueCalls());
        assertEquals(List.of("billing e0 1", "busy e0 1", "slow e0 1"), tasks(world.retries));
        assertEquals(
                List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(2)),
                packs(world.retries).stream()
                        .map(pack -> Duration.between(world.now(), pack.due()))
                        .toList());
    }

    /** Parts with another due time first; the last takes the place of the message. */
    @Test
    void in_retries_every_due_time_but_one_is_a_put() {
        world.subscribe("billing");
        world.subscribe("slow");
        failedOnce("billing", "slow");
        world.answers("slow", 408);
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of("retries.put", "retries.update"), world.queueCalls());
        assertEquals(List.of("billing e0 2", "slow e0 2"), tasks(world.retries));
    }

    @Test
    void what_fails_together_and_is_due_together_stays_together() {
        world.subscribe("billing");
        world.subscribe("shipping");
        failedOnce("billing", "shipping");
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of("retries.update"), world.queueCalls());
        assertEquals(List.of("billing e0 2", "shipping e0 2"), tasks(world.retries));
    }

    @Test
    void what_is_given_up_goes_to_deadletters_before_the_message_ends() {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.subscribe("dropping", wanted().drops());
        failedOnce("billing", "shipping", "dropping");
        world.answers("billing", 400);
        world.answers("dropping", 400);
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of("deadletters.put", "retries.update"), world.queueCalls());
        assertEquals(List.of("billing e0 2"), tasks(world.deadLetters));
        assertEquals(
                Optional.of(DeadLetterReason.UNDELIVERABLE_DUE_TO_HTTP_BAD_REQUEST),
                packs(world.deadLetters).get(0).tasks().get(0).state().reason());
        assertEquals(Duration.ofMinutes(5), world.hidden(world.deadLetters));
        assertEquals(List.of("shipping e0 2"), tasks(world.retries));
        assertEquals(1L, world.counts.get("DroppedEventCount orders dropping UndeliverableDueToHttpBadRequest"));
        assertTrue(world.log.contains("dropping e0 dropped UndeliverableDueToHttpBadRequest"));
    }

    /** Whatever step is refused, the message comes back as it was, and each task is in some message. */
    @ParameterizedTest
    @ValueSource(strings = {"deadletters.put", "retries.put", "retries.update"})
    void a_refused_step_fails_the_invocation_and_loses_nothing(String step) {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.subscribe("slow");
        failedOnce("billing", "shipping", "slow");
        world.answers("billing", 400);
        world.answers("slow", 408);
        String before = world.retries.bodies().get(0);
        world.refuse(step);
        assertFalse(world.invoke(world.retries));
        assertTrue(world.retries.bodies().contains(before));
        assertEquals(0, world.counts.getOrDefault("DroppedEventCount orders billing", 0L));
    }

    @Test
    void a_fault_of_the_clients_own_writes_nothing_down() {
        world.subscribe("billing");
        world.published(1, 10);
        world.forget();
        world.refuse("webhooks.post");
        assertFalse(world.invoke(world.deliveries));
        assertEquals(List.of(), world.queueCalls());
        assertEquals(1, world.deliveries.bodies().size());
    }

    /** Behaviour §2.1.7. */
    @Test
    void an_expired_event_is_given_up_without_an_attempt() {
        world.subscribe("billing", wanted().attempts(30, 1));
        world.subscribe("dropping", wanted().drops().attempts(30, 1));
        world.published(1, 10);
        world.answers("billing", 500);
        world.answers("dropping", 500);
        assertTrue(world.invoke(world.deliveries));
        for (int i = 0; i < 2; i++) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
        }
        assertEquals(6, world.posts.size());
        world.passUntilShown(world.retries);
        world.forget();
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of(), world.posts);
        assertEquals(List.of("deadletters.put"), world.queueCalls());
        assertEquals(List.of("billing e0 3"), tasks(world.deadLetters));
        assertEquals(Map.of("DroppedEventCount orders dropping TimeToLiveExceeded", 1L), world.counts);
        assertEquals(List.of("dropping e0 dropped TimeToLiveExceeded"), world.log);
    }

    /** An attempt that we ourselves make late is made all the same. */
    @Test
    void an_attempt_that_was_due_in_time_is_made_however_late() {
        world.subscribe("billing", wanted().attempts(30, 1));
        failedOnce("billing");
        world.pass(Duration.ofDays(3));
        assertTrue(world.invoke(world.retries));
        assertEquals(1, world.posts.size());
    }

    /** DESIGN §2: a message seen up to 5 s early counts as due. */
    @ParameterizedTest
    @CsvSource({"PT5S, true", "PT5.0001S, false"})
    void a_message_that_shows_early_is_put_off_unless_it_is_nearly_due(Duration early, boolean tried) {
        world.subscribe("billing");
        world.answers("billing", 500);
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        String body = world.retries.bodies().get(0);
        world.forget();
        world.pass(Duration.ofSeconds(10).minus(early));
        QueueMessage shown = new QueueMessage(world.retries.put(body, Duration.ZERO), body, 1);
        world.run(world.retries, shown);
        assertEquals(tried ? 1 : 0, world.posts.size());
        assertEquals(List.of("retries.update"), world.queueCalls());
    }

    /** Delays over 7 days hop, with the real due time in the pack. */
    @Test
    void a_wait_longer_than_a_message_can_be_hidden_is_waited_in_hops() {
        world.subscribe("billing", wanted().neverExpiring(Duration.ofDays(20)));
        world.published(1, 10);
        world.answers("billing", 500);
        assertTrue(world.invoke(world.deliveries));
        for (int hop = 0; hop < 2; hop++) {
            assertEquals(Duration.ofDays(7), world.hidden(world.retries));
            world.passUntilShown(world.retries);
            world.forget();
            assertTrue(world.invoke(world.retries));
            assertEquals(List.of(), world.posts);
            assertEquals(List.of("retries.update"), world.calls);
        }
        assertEquals(Duration.ofDays(6), world.hidden(world.retries));
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        assertEquals(1, world.posts.size());
        assertEquals(PipelineFixture.START.plus(Duration.ofDays(20)), world.now());
    }

    @Test
    void events_of_a_deleted_subscription_are_dropped_once_after_the_store_was_asked() {
        world.subscribe("billing");
        world.subscribe("shipping");
        failedOnce("billing", "shipping");
        world.subscriptions.delete("orders", "billing");
        world.pipeline.catalog().changed("orders");
        assertTrue(world.invoke(world.retries));
        assertTrue(world.calls.indexOf("subscriptions.list") >= 0);
        assertTrue(world.calls.indexOf("subscriptions.list") < world.calls.indexOf("webhooks.post"));
        assertEquals(1, world.posts.size());
        assertEquals(1L, world.counts.get("DroppedEventCount orders billing SubscriptionDeleted"));
        assertEquals(List.of("shipping e0 2"), tasks(world.retries));
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        assertEquals(1L, world.counts.get("DroppedEventCount orders billing SubscriptionDeleted"));
        assertEquals(1, Collections.frequency(world.log, "billing e0 dropped SubscriptionDeleted"));
    }

    @Test
    void a_storage_error_is_not_taken_for_deleted() {
        world.subscribe("billing");
        world.published(1, 10);
        world.subscriptions.delete("orders", "billing");
        world.pipeline.catalog().changed("orders");
        world.refuse("subscriptions.list");
        assertThrows(
                StorageUnavailableException.class, () -> world.run(world.deliveries, world.receive(world.deliveries)));
        assertEquals(List.of(), world.posts);
        assertEquals(1, world.deliveries.bodies().size());
        assertFalse(world.counts.keySet().stream().anyMatch(key -> key.startsWith("DroppedEventCount")));
    }

    @Test
    void a_later_subscription_of_the_same_name_does_not_inherit() {
        world.subscribe("billing");
        failedOnce("billing");
        world.subscriptions.delete("orders", "billing");
        world.subscribe("billing");
        world.pipeline.catalog().changed("orders");
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of(), world.posts);
        assertEquals(1L, world.counts.get("DroppedEventCount orders billing SubscriptionDeleted"));
    }

    @Test
    void a_changed_subscription_takes_what_is_on_its_way() {
        world.subscribe("billing");
        failedOnce("billing");
        var stored = world.subscriptions.find("orders", "billing").orElseThrow();
        var changed = world.subscribe("other");
        world.subscriptions.replace(
                new EventSubscription(
                        "orders",
                        "billing",
                        stored.value().generation(),
                        changed.destination(),
                        changed.deliverySchema(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                stored.etag());
        world.pipeline.catalog().changed("orders");
        assertTrue(world.invoke(world.retries));
        assertEquals("https://other", world.posts.get(0).endpointUrl());
    }

    /** Behaviour §7: as one, with one status; vectors 8 and 9 of §23. */
    @Test
    void a_batch_succeeds_or_fails_as_one() {
        world.subscribe("billing", wanted().batches(10));
        world.published(25, 10);
        world.answers("billing", 500);
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(3, world.posts.size());
        assertEquals(25, tasks(world.retries).size());
        assertEquals(List.of("retries.put"), world.queueCalls());
    }

    /** Behaviour §7 leaves open what the header says of a mix: the most, as it suggests. */
    @Test
    void events_of_different_attempts_share_a_batch_and_the_header_says_the_most() {
        world.subscribe("billing", wanted().batches(10));
        world.published(2, 10);
        DeliveryPack pack = packs(world.deliveries).get(0);
        var tried =
                pack.tasks().get(1).with(pack.tasks().get(1).state().attempted(world.now(), DeliveryOutcome.BUSY, 503));
        world.deliveries.update(
                world.receive(world.deliveries).receipt(),
                PackCodec.encode(pack.withTasks(List.of(pack.tasks().get(0), tried))),
                Duration.ZERO);
        world.pass(Duration.ofMinutes(3));
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(
                List.of("1"),
                world.posts.stream()
                        .map(post -> header(post, "aeg-delivery-count"))
                        .toList());
        assertEquals(
                List.of("billing e0 attempt 1 Delivered -> complete", "billing e1 attempt 2 Delivered -> complete"),
                world.log.stream().filter(line -> !line.startsWith("trouble")).toList());
    }

    /** DESIGN §5, row "custom". */
    @Test
    void an_own_schedule_waits_as_long_as_the_endpoint_asks_for() {
        world.subscribe("billing", wanted().schedule(Duration.ofSeconds(10)));
        world.subscribe("edition");
        world.published(1, 10);
        world.answers("billing", new Responded(503, Optional.of(Duration.ofMinutes(7))));
        world.answers("edition", new Responded(503, Optional.of(Duration.ofMinutes(7))));
        assertTrue(world.invoke(world.deliveries));
        assertEquals(
                List.of(
                        "billing e0 attempt 1 Busy -> retry after PT7M",
                        "edition e0 attempt 1 Busy -> retry after PT30S"),
                world.log);
    }

    /** A large event for many subscriptions is read from its blob once. */
    @Test
    void a_payload_is_read_once_a_message() {
        for (int i = 0; i < 20; i++) {
            world.subscribe("sub-" + i);
        }
        world.published(1, 100_000);
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(20, world.posts.size());
        assertEquals(List.of("payloads.get"), world.calls("payloads"));
    }

    /** DESIGN §2: a missing payload on a redelivered message is a duplicate of something finished. */
    @Test
    void an_event_whose_payload_is_gone_is_counted_and_ends() {
        world.subscribe("billing");
        world.published(1, 100_000);
        world.payloads.deleteBefore("9999");
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.posts);
        assertEquals(
                Map.of("MissingPayloadCount deliveries", 1L, "DroppedEventCount orders billing PayloadMissing", 1L),
                world.counts);
        assertEquals(
                List.of(
                        "trouble: payload of message message-1 is gone: taken for a duplicate of something that ended before",
                        "billing  dropped PayloadMissing"),
                world.log);
        assertEquals(List.of(), world.deliveries.bodies());
    }

    @Test
    void a_payload_that_cannot_be_read_is_not_taken_for_gone() {
        world.subscribe("billing");
        world.published(1, 100_000);
        world.refuse("payloads.get");
        assertFalse(world.invoke(world.deliveries));
        assertEquals(1, world.deliveries.bodies().size());
        assertEquals(List.of(), world.posts);
    }

    /** Whoever waits for the invocation would wait until the host kills the process. */
    @Test
    void an_error_on_another_thread_fails_the_invocation() {
        AtomicBoolean isBusy = new AtomicBoolean();
        List<Runnable> tasks = new ArrayList<>();
        PipelineFixture threads = new PipelineFixture(task -> {
            if (isBusy.get()) {
                tasks.add(task);
            } else {
                task.run();
            }
        });
        threads.subscribe("billing");
        threads.hangs("billing");
        threads.published(1, 10);
        isBusy.set(true);
        DeliveryLog log = (DeliveryLog) Proxy.newProxyInstance(
                DeliveryLog.class.getClassLoader(), new Class<?>[] {DeliveryLog.class}, (proxy, method, arguments) -> {
                    throw new NoClassDefFoundError("Missing");
                });
        CompletableFuture<Void> invocation =
                threads.pipeline.deliverer().deliver(threads.receive(threads.deliveries), log);
        threads.open.get(0).complete(Responded.of(200));
        assertEquals(1, tasks.size());
        assertThrows(NoClassDefFoundError.class, tasks.get(0)::run);
        // The thread has ended. Another one goes on with what it left.
        tasks.get(1).run();
        assertTrue(invocation.isCompletedExceptionally());
    }

    /** The settlement was decided before the error, and is carried out after what need not wait. */
    @Test
    void an_error_of_one_message_does_not_keep_another_from_its_settlement() {
        AtomicBoolean isBusy = new AtomicBoolean();
        List<Runnable> tasks = new ArrayList<>();
        PipelineFixture threads = new PipelineFixture(task -> {
            if (isBusy.get()) {
                tasks.add(task);
            } else {
                task.run();
            }
        });
        threads.subscribe("billing");
        threads.hangs("billing");
        threads.published(1, 10);
        DeliveryLog broken = (DeliveryLog) Proxy.newProxyInstance(
                DeliveryLog.class.getClassLoader(), new Class<?>[] {DeliveryLog.class}, (proxy, method, arguments) -> {
                    throw new NoClassDefFoundError("Missing");
                });
        CompletableFuture<Void> handedOff =
                threads.pipeline.deliverer().deliver(threads.receive(threads.deliveries), broken);
        threads.pass(Duration.ofSeconds(6));
        assertTrue(handedOff.isDone());
        threads.published(1, 10);
        CompletableFuture<Void> other =
                threads.pipeline.deliverer().deliver(threads.receive(threads.deliveries), threads.told());
        isBusy.set(true);
        threads.open.get(1).complete(Responded.of(200));
        threads.open.get(0).completeExceptionally(new IllegalStateException("planned"));
        assertEquals(1, tasks.size());
        assertThrows(NoClassDefFoundError.class, tasks.get(0)::run);
        for (int i = 1; i < tasks.size(); i++) {
            tasks.get(i).run();
        }
        assertTrue(other.isDone());
        assertEquals(false, other.isCompletedExceptionally());
    }

    /** Its caller works on inputs of all messages: the fault of another one is not its own. */
    @Test
    void a_fault_of_one_message_does_not_fail_the_call_that_delivers_another() {
        AtomicBoolean isBusy = new AtomicBoolean();
        List<Runnable> tasks = new ArrayList<>();
        PipelineFixture threads = new PipelineFixture(task -> {
            if (isBusy.get()) {
                tasks.add(task);
            } else {
                task.run();
            }
        });
        threads.subscribe("billing");
        threads.hangs("billing");
        threads.published(1, 10);
        DeliveryLog broken = (DeliveryLog) Proxy.newProxyInstance(
                DeliveryLog.class.getClassLoader(), new Class<?>[] {DeliveryLog.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("planned");
                });
        CompletableFuture<Void> handedOff =
                threads.pipeline.deliverer().deliver(threads.receive(threads.deliveries), broken);
        threads.pass(Duration.ofSeconds(6));
        assertTrue(handedOff.isDone());
        threads.published(1, 10);
        isBusy.set(true);
        threads.open.get(0).completeExceptionally(new IllegalStateException("planned"));
        CompletableFuture<Void> other =
                threads.pipeline.deliverer().deliver(threads.receive(threads.deliveries), threads.told());
        for (int i = 0; i < tasks.size(); i++) {
            tasks.get(i).run();
        }
        threads.open.get(1).complete(Responded.of(200));
        tasks.get(tasks.size() - 1).run();
        assertTrue(other.isDone());
    }

    /** A timer holds the round, and with it all events of the message. */
    @Test
    void a_round_that_is_over_leaves_no_timer_behind() {
        List<Runnable> tasks = new ArrayList<>();
        PipelineFixture threads = new PipelineFixture(tasks::add);
        threads.subscribe("billing");
        threads.hangs("billing");
        CompletableFuture<Void> published = threads.publish(PipelineFixture.events(1, 10));
        tasks.remove(0).run();
        published.join();
        CompletableFuture<Void> invocation =
                threads.pipeline.deliverer().deliver(threads.receive(threads.deliveries), threads.told());
        assertEquals(1, threads.timers.size());
        threads.open.get(0).complete(Responded.of(200));
        assertEquals(1, tasks.size());
        tasks.remove(0).run();
        assertTrue(invocation.isDone());
        assertEquals(List.of(), threads.timers);
    }
}
