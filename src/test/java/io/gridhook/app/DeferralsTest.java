package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.events;
import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.retry.Jitter;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** DESIGN §2: packs of one endpoint are merged when they are deferred, and what is published meanwhile joins them. */
class DeferralsTest {
    private static final Duration PROBATION = Duration.ofMinutes(10);

    private final Deque<Runnable> soon = new ArrayDeque<>();
    private final PipelineFixture world = new PipelineFixture(soon::add);

    private void runSoon() {
        while (!soon.isEmpty()) {
            soon.remove().run();
        }
    }

    private void publish(int count, int dataLength) {
        CompletableFuture<Void> done = world.publish(events(count, dataLength));
        runSoon();
        done.join();
    }

    private void inProbation(EventSubscription subscription) {
        inProbation(subscription, PROBATION);
    }

    private void inProbation(EventSubscription subscription, Duration left) {
        String key = new EndpointKeys(new byte[] {1}).ofEndpoint(subscription);
        world.health.create(key, new EndpointHealth(world.now().plus(left), DeliveryOutcome.SOCKET_ERROR, 1));
    }

    /** Has every message that shows worked on at the same time, and what is to be done soon done after that; says which failed. */
    private List<Boolean> invokeAll(InMemoryDeliveryQueue queue) {
        List<QueueMessage> messages = queue.receive(32, PipelineFixture.LEASE);
        Deliverer deliverer = queue == world.deliveries ? world.pipeline.deliverer() : world.pipeline.retrier();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        messages.forEach(message -> all.add(deliverer.deliver(message, world.told())));
        runSoon();
        assertTrue(all.stream().allMatch(CompletableFuture::isDone));
        List<Boolean> failed =
                all.stream().map(CompletableFuture::isCompletedExceptionally).toList();
        for (int i = 0; i < all.size(); i++) {
            if (!failed.get(i)) {
                queue.delete(messages.get(i).receipt());
            }
        }
        return failed;
    }

    /** Single events, each put off by itself. */
    private void backlog(int messages) {
        for (int i = 0; i < messages; i++) {
            publish(1, 10);
            invokeAll(world.deliveries);
            // Another instance each time, which does not know yet: else it would join what is put off at its publish.
            world.pass(HealthBook.AGE_MAX);
        }
        assertEquals(messages, world.retries.bodies().size());
        world.pass(PROBATION);
        world.forget();
    }

    private EventSubscription stillInProbation() {
        EventSubscription billing = world.subscribe("billing", wanted().attempts(30, 1440));
        inProbation(billing, Duration.ofHours(1));
        return billing;
    }

    /** The messages show, and the endpoint is in probation for longer by then. */
    private void laterAgain() {
        world.passUntilShown(world.retries);
        world.health
                .list()
                .forEach((key, state) -> world.health.replace(
                        key,
                        new EndpointHealth(world.now().plus(PROBATION), DeliveryOutcome.SOCKET_ERROR, 2),
                        state.etag()));
    }

    @Test
    void what_is_put_off_at_the_same_time_shares_a_message() {
        inProbation(world.subscribe("billing"));
        publish(1, 10);
        publish(2, 10);
        publish(1, 10);
        world.forget();
        invokeAll(world.deliveries);
        assertEquals(List.of("retries.put"), world.calls("retries"));
        assertEquals(List.of("billing e0 0", "billing e0 0", "billing e1 0", "billing e0 0"), tasks(world.retries));
        assertEquals(PROBATION, world.hidden(world.retries));
        assertEquals(List.of(), world.posts);
        assertEquals(0, world.deliveries.approximateMessageCount());
    }

    @Test
    void a_retry_takes_the_others_in_by_one_update() {
        stillInProbation();
        backlog(3);
        laterAgain();
        assertEquals(List.of(false, false, false), invokeAll(world.retries));
        assertEquals(List.of("retries.update"), world.calls("retries"));
        assertEquals(3, tasks(world.retries).size());
        assertEquals(PROBATION, world.hidden(world.retries));
    }

    @Test
    void where_the_update_is_refused_everything_stays_where_it_was() {
        stillInProbation();
        backlog(3);
        laterAgain();
        world.refuse("retries.update");
        assertEquals(List.of(true, true, true), invokeAll(world.retries));
        assertEquals(3, world.retries.bodies().size());
        assertEquals(3, tasks(world.retries).size());
    }

    /** The same events in two messages are delivered twice, at the worst; in none they would be lost. */
    @Test
    void where_the_answer_to_the_update_is_lost_nothing_else_is() {
        stillInProbation();
        backlog(3);
        laterAgain();
        world.loseAnswers("retries.update");
        assertEquals(List.of(true, true, true), invokeAll(world.retries));
        assertEquals(3, world.retries.bodies().size());
        assertEquals(5, tasks(world.retries).size());
    }

    /** DESIGN §2, "One commit point per publish", also where what it would share a message with is as much as one pack sends. */
    @Test
    void a_publish_is_accepted_as_a_whole_or_not_at_all() {
        EventSubscription billing = world.subscribe("billing");
        int large = (int) (Packer.SENT_BYTES_MAX / 4) - 700;
        for (int i = 0; i < 4; i++) {
            publish(1, large);
        }
        inProbation(billing);
        List<CompletableFuture<Void>> invocations = world.deliveries.receive(32, PipelineFixture.LEASE).stream()
                .map(message -> world.pipeline.deliverer().deliver(message, world.told()))
                .toList();
        CompletableFuture<Void> accepted = world.publish(events(3, 1_000));
        AtomicInteger puts = new AtomicInteger();
        world.refuse(step -> step.equals("retries.put") && puts.incrementAndGet() > 1);
        runSoon();
        assertEquals(4, invocations.stream().filter(CompletableFuture::isDone).count());
        assertTrue(accepted.isCompletedExceptionally());
        assertEquals(Collections.nCopies(4, "billing  0"), tasks(world.retries));
    }

    /** Else two that end at a time, each told under a lock that the other wants, would wait for ever. */
    @Test
    void another_thread_can_put_off_while_one_is_told() throws Exception {
        List<Executor> executors = new ArrayList<>(List.of(Runnable::run));
        Payloads payloads = new Payloads(world.payloads, PipelineFixture.RETENTION, world::now, () -> new UUID(0, 0));
        Deferrals deferrals = new Deferrals(world.retries, payloads, world::now, () -> 0, task -> executors
                .get(0)
                .execute(task));
        DeliveryTask task = new DeliveryTask(
                new PackedEvent(new PackedEvent.Kept("2026-11-20/12/x", 0, 1), world.now()),
                new SubscriptionRef("orders", "billing", 1),
                TaskState.NEW);
        Deferrals.Part part = new Deferrals.Part(new UUID(0, 1), List.of(task), Instant.MAX, Optional.empty());
        List<CompletableFuture<Void>> others = new ArrayList<>();
        executors.set(0, first -> {
            executors.set(0, Runnable::run);
            CompletableFuture<Void> other = CompletableFuture.runAsync(
                    () -> deferrals.putOff(destination("https://other"), part).join());
            others.add(other.orTimeout(10, TimeUnit.SECONDS).exceptionally(late -> {
                throw new AssertionError("blocked", late);
            }));
            others.get(0).join();
            first.run();
        });
        deferrals.putOff(destination("https://one"), part).join();
        assertEquals(2, world.retries.bodies().size());
    }

    private Deferrals.Destination destination(String url) {
        return new Deferrals.Destination(url, world.now().plus(PROBATION), Jitter.NONE);
    }

    @Test
    void endpoints_do_not_share_a_message() {
        inProbation(world.subscribe("billing"));
        inProbation(world.subscribe("shipping"));
        publish(1, 10);
        publish(1, 10);
        world.forget();
        invokeAll(world.deliveries);
        assertEquals(
                List.of(List.of("billing", "billing"), List.of("shipping", "shipping")),
                packs(world.retries).stream()
                        .map(pack -> pack.tasks().stream()
                                .map(task -> task.subscription().name())
                                .toList())
                        .toList());
    }

    /** To merge it would only copy it. */
    @Test
    void a_pack_that_is_large_already_is_put_off_where_it_is() {
        stillInProbation();
        publish(200, 1);
        invokeAll(world.deliveries);
        laterAgain();
        world.forget();
        invokeAll(world.retries);
        assertEquals(List.of("retries.update"), world.calls("retries"));
        assertEquals(200, tasks(world.retries).size());
    }

    /** Merged or not, an event is looked at again when its time to live ends. */
    @Test
    void what_expires_before_the_probation_does_is_due_then() {
        EventSubscription brief = world.subscribe("brief", wanted().attempts(30, 5));
        inProbation(brief);
        publish(1, 10);
        world.pass(Duration.ofMinutes(1));
        publish(1, 10);
        invokeAll(world.deliveries);
        assertEquals(2, world.retries.bodies().size());
        assertEquals(
                List.of(
                        PipelineFixture.START.plus(Duration.ofMinutes(5)),
                        world.now().plus(Duration.ofMinutes(5))),
                packs(world.retries).stream().map(pack -> pack.due()).toList());
    }

    @Test
    void an_event_for_an_endpoint_in_probation_is_put_off_when_it_is_published() {
        inProbation(world.subscribe("billing"));
        publish(1, 10);
        invokeAll(world.deliveries);
        world.forget();
        publish(2, 10);
        assertEquals(List.of("retries.put"), world.queueCalls());
        assertEquals(
                List.of(Optional.of(DeliveryOutcome.PROBATION)),
                packs(world.retries).get(1).tasks().stream()
                        .map(task -> task.state().lastOutcome())
                        .distinct()
                        .toList());
        world.pass(PROBATION);
        publish(1, 10);
        assertEquals(1, world.deliveries.bodies().size(), "as the probe that it may be");
    }

    @Test
    void an_event_that_others_get_too_is_put_off_only_when_it_is_delivered() {
        inProbation(world.subscribe("billing"));
        world.subscribe("shipping");
        publish(1, 10);
        invokeAll(world.deliveries);
        publish(1, 10);
        assertEquals(1, world.deliveries.bodies().size());
    }

    @Test
    void a_publish_that_cannot_be_put_off_is_refused() {
        inProbation(world.subscribe("billing"));
        publish(1, 10);
        invokeAll(world.deliveries);
        world.refuse("retries.put");
        CompletableFuture<Void> refused = world.publish(events(1, 10));
        runSoon();
        assertTrue(refused.isCompletedExceptionally());
        assertEquals(Collections.emptyList(), world.deliveries.bodies());
    }

    /** The executor takes nothing any more, and what is known of health grows old: that is no publisher's 500. */
    @Test
    void a_publish_while_the_instance_ends_is_refused_as_busy() {
        PipelineFixture ending = new PipelineFixture(task -> {
            throw new RejectedExecutionException("closing");
        });
        EventSubscription billing = ending.subscribe("billing");
        String key = new EndpointKeys(new byte[] {1}).ofEndpoint(billing);
        ending.health.create(key, new EndpointHealth(ending.now().plus(PROBATION), DeliveryOutcome.SOCKET_ERROR, 1));
        ending.pipeline.health().unhealthy().values().forEach(each -> assertTrue(each.getAsDouble() >= 0));
        ending.pass(HealthBook.AGE_MAX.minusMillis(1));
        CompletableFuture<Void> refused = ending.publish(events(1, 10));
        assertInstanceOf(
                PublishRefusedException.class,
                assertThrows(CompletionException.class, refused::join).getCause());
    }
}
