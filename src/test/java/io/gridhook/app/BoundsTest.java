package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.app.GroupCommit.BusyException;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.TopicStore;
import io.gridhook.port.WebhookClient;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Goal: no input and no trouble makes the app take memory, time or a lock without an end. */
class BoundsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final GroupCommit.Limits LIMITS =
            new GroupCommit.Limits(100, 10, 1_000_000, 2, Duration.ofSeconds(10));

    private Instant now = NOW;

    @Test
    void a_write_that_breaks_off_with_an_error_tells_its_callers_and_lets_others_write() {
        List<List<String>> written = new ArrayList<>();
        Deque<Runnable> work = new ArrayDeque<>();
        GroupCommit<String> commits = new GroupCommit<>(
                LIMITS,
                items -> {
                    if (items.contains("large")) {
                        throw new OutOfMemoryError("simulated");
                    }
                    written.add(items);
                },
                () -> now,
                work::add);
        CompletableFuture<Void> large = commits.submit("large", 1, 1);
        assertThrows(OutOfMemoryError.class, () -> work.remove().run());
        assertTrue(large.isCompletedExceptionally());
        CompletableFuture<Void> next = commits.submit("next", 1, 1);
        work.remove().run();
        assertTrue(next.isDone() && !next.isCompletedExceptionally());
        assertEquals(List.of(List.of("next")), written);
    }

    @Test
    void an_executor_that_was_shut_down_fails_the_callers() {
        GroupCommit<String> commits = new GroupCommit<>(LIMITS, items -> {}, () -> now, task -> {
            throw new RejectedExecutionException("shut down");
        });
        for (int i = 0; i < 3; i++) {
            assertTrue(commits.submit("late", 1, 1).isCompletedExceptionally());
        }
    }

    /** "unable to create native thread" is one: else nobody could ever write again. */
    @Test
    void a_thread_that_cannot_be_had_fails_the_callers_and_lets_others_write() {
        Deque<Runnable> work = new ArrayDeque<>();
        AtomicBoolean isExhausted = new AtomicBoolean(true);
        GroupCommit<String> commits = new GroupCommit<>(LIMITS, items -> {}, () -> now, task -> {
            if (isExhausted.get()) {
                throw new OutOfMemoryError("simulated");
            }
            work.add(task);
        });
        assertTrue(commits.submit("first", 1, 1).isCompletedExceptionally());
        isExhausted.set(false);
        CompletableFuture<Void> next = commits.submit("next", 1, 1);
        work.remove().run();
        assertTrue(next.isDone() && !next.isCompletedExceptionally());
    }

    @Test
    void the_waiting_line_is_bounded_in_weight() {
        GroupCommit<String> commits = new GroupCommit<>(LIMITS, items -> {}, () -> now, task -> {});
        List<CompletableFuture<Void>> waiting = IntStream.range(0, 2_000)
                .mapToObj(i -> commits.submit("large", 1, 100))
                .toList();
        long refused = waiting.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
        assertTrue(refused >= 1_000, "refused: " + refused);
        ExecutionException busy =
                assertThrows(ExecutionException.class, () -> waiting.get(1_999).get());
        assertInstanceOf(BusyException.class, busy.getCause());
    }

    /** Else an event of 1 MB for 500 subscriptions is 500 MB of requests at a time. */
    @Test
    void a_pack_sends_a_few_megabytes_at_most() {
        PackedEvent kept = new PackedEvent(new PackedEvent.Kept("2026-11-20/12/x", 0, 1_000_000), NOW);
        List<DeliveryTask> tasks = IntStream.range(0, 500)
                .mapToObj(i -> new DeliveryTask(kept, new SubscriptionRef("t", "s" + i, i), TaskState.NEW))
                .toList();
        assertFalse(Packer.fits(tasks));
        List<List<DeliveryTask>> packs = Packer.split(tasks);
        assertEquals(tasks, packs.stream().flatMap(List::stream).toList());
        packs.forEach(pack -> assertEquals(4, pack.size()));
        PackedEvent huge = new PackedEvent(new PackedEvent.Kept("2026-11-20/12/x", 0, Integer.MAX_VALUE), NOW);
        assertTrue(Packer.fits(List.of(new DeliveryTask(huge, new SubscriptionRef("t", "s", 1), TaskState.NEW))));
    }

    /** The host kills the process at {@code functionTimeout}; where storage is slow, the next invocation goes on. */
    @Test
    void splitting_a_large_publish_ends_in_time_and_goes_on_where_it_was() {
        InMemoryDeliveryQueue queue = new InMemoryDeliveryQueue(() -> now);
        InMemoryPayloadStore store = new InMemoryPayloadStore();
        UUID id = new UUID(1, 2);
        List<DeliveryTask> small = IntStream.range(0, 200)
                .mapToObj(i -> new DeliveryTask(event("e" + i, 7_000), new SubscriptionRef("t", "s", 1), TaskState.NEW))
                .toList();
        store.put("2026-11-20/12/y", PackCodec.toBytes(DeliveryPack.of(id, NOW, small)));
        Payloads payloads = new Payloads(store, Duration.ofDays(14), () -> now, UUID::randomUUID);
        InMemoryDeliveryQueue out = new InMemoryDeliveryQueue(() -> now);
        BulkSplitter splitter = new BulkSplitter(slow(out), payloads, ignoring(Metrics.class), () -> now);
        queue.put(PackCodec.encode(new BulkPublish(id, "2026-11-20/12/y", 0, 0)), Duration.ZERO);
        int invocations = 0;
        for (List<QueueMessage> received = queue.receive(1, Duration.ofHours(1));
                !received.isEmpty();
                received = queue.receive(1, Duration.ofHours(1))) {
            Instant started = now;
            LeasedMessage held = new LeasedMessage(queue, received.get(0));
            Message.Bulk bulk = assertInstanceOf(Message.Bulk.class, PackCodec.decode(held.body()));
            assertEquals(invocations, bulk.bulk().settledReceives(), "an end in time is no failure");
            splitter.split(held, bulk.bulk(), ignoring(DeliveryLog.class));
            queue.delete(received.get(0).receipt());
            invocations++;
            assertTrue(Duration.between(started, now).compareTo(Duration.ofMinutes(5)) < 0, "too long");
        }
        assertTrue(invocations > 1, "invocations: " + invocations);
        assertEquals(0, queue.approximateMessageCount());
        List<String> ids = out.bodies().stream()
                .map(body -> assertInstanceOf(Message.Pack.class, PackCodec.decode(body)))
                .flatMap(pack -> pack.pack().tasks().stream())
                .map(task -> Payloads.idOf(task.event()))
                .toList();
        assertEquals(IntStream.range(0, 200).mapToObj(i -> "e" + i).toList(), ids);
    }

    /** Who has no key may still choose the URL. */
    @Test
    void callers_choose_no_label_of_a_metric_and_fill_no_cache() {
        InMemoryTopicStore topics = new InMemoryTopicStore();
        topics.create(new Topic(
                "Orders",
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys("key-number-one", "key-number-two")));
        List<String> asked = new ArrayList<>();
        TopicStore asking = (TopicStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TopicStore.class}, (self, method, arguments) -> {
                    asked.add(String.valueOf(arguments[0]));
                    return method.invoke(topics, arguments);
                });
        Set<String> labels = new TreeSet<>();
        Metrics metrics = (Metrics) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Metrics.class}, (self, method, arguments) -> {
                    labels.addAll(List.of((String[]) arguments[2]));
                    return null;
                });
        Ports ports = new Ports(
                ignoring(DeliveryQueue.class),
                ignoring(DeliveryQueue.class),
                ignoring(DeliveryQueue.class),
                new InMemoryPayloadStore(),
                asking,
                new InMemorySubscriptionStore(),
                ignoring(HealthStore.class),
                ignoring(DeadLetterStore.class),
                ignoring(PoisonStore.class),
                ignoring(WebhookClient.class),
                ignoring(QueueDestination.class),
                ignoring(AccessTokens.class),
                metrics,
                () -> now,
                UUID::randomUUID,
                () -> 0,
                (delay, task) -> () -> {},
                Runnable::run,
                ignoring(DeliveryLog.class));
        Pipeline.Settings settings = new Pipeline.Settings(
                RetryProfiles.standard(),
                new TopicIds("/s/topics/", "/h/topics/", false),
                Set.of(),
                Duration.ZERO,
                Duration.ZERO,
                PipelineFixture.DEAD_LETTER_DESTINATIONS,
                Duration.ofDays(14),
                new EndpointKeys(new byte[] {1}),
                ProbationRules.STANDARD,
                Permits.Limits.STANDARD,
                Pipeline.Settings.PATIENCE,
                PublisherRules.KEYS_ALONE,
                PipelineFixture.BY_QUEUE);
        Publisher publisher = new Pipeline(ports, settings).publisher();
        PublishedBody body = new PublishedBody("application/json", Map.of(), "[]");
        for (String name : List.of("Orders", "ORDERS", "oRdErS", "nowhere", "../x", "x".repeat(10_000))) {
            assertThrows(
                    PublishRefusedException.class,
                    () -> publisher.publish(name, PublisherCredentials.ofKey(Optional.empty()), body));
        }
        assertEquals(Set.of("", "Orders", "UserError", "CREDENTIALS_MISSING", "TOPIC_NOT_FOUND"), labels);
        assertEquals(List.of("orders", "nowhere"), asked);
    }

    /** Each put takes ten seconds. */
    private DeliveryQueue slow(DeliveryQueue queue) {
        return (DeliveryQueue) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DeliveryQueue.class}, (self, method, arguments) -> {
                    now = now.plusSeconds(10);
                    return method.invoke(queue, arguments);
                });
    }

    private static <T> T ignoring(Class<T> port) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) -> null));
    }

    private static PackedEvent event(String id, int length) {
        String json =
                "{\"id\":\"" + id + "\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-11-20T00:00:00Z\","
                        + "\"dataVersion\":\"1\",\"data\":\"" + "x".repeat(length) + "\"}";
        return new PackedEvent(
                new PackedEvent.Inline(new Event(
                        EventSchema.EVENT_GRID,
                        JsonText.of(json),
                        new EventAttributes(id, "t", "t", "s", "2026-11-20T00:00:00Z", "1"))),
                NOW);
    }
}
