package io.gridhook.app;

import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.WebhookClient;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every event given up is in one published notice, in the end by a timer, also where storage refuses the first request. */
public class NoticeSenderInterleavings {
    private static final Pattern COUNT = Pattern.compile("\"count\":(\\d+)");
    private static final RetryProfiles PROFILES = RetryProfiles.standard();
    private static final TopicIds IDS = new TopicIds("/arm/topics/", "/edge/topics/", false);
    private static final TopicKeys KEYS = new TopicKeys("one", "two");

    private final VirtualTimers timers = new VirtualTimers();
    private final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger published = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger(1);
    private final Notices notices = new Notices(Optional.of("gridhook"), new NoMetrics(), timers::now);
    private final NoticeSender sender;

    public NoticeSenderInterleavings() {
        InMemoryTopicStore topics = new InMemoryTopicStore();
        topics.create(new Topic("gridhook", EventSchema.EVENT_GRID, InputSchemaMapping.NONE, Optional.empty(), KEYS));
        Catalog catalog = new Catalog(topics, new InMemorySubscriptionStore(), PROFILES, timers::now);
        sender = new NoticeSender("gridhook", notices, catalog, this::publish, IDS, ports());
    }

    private Ports ports() {
        return new Ports(
                unused(DeliveryQueue.class),
                unused(DeliveryQueue.class),
                unused(DeliveryQueue.class),
                unused(PayloadStore.class),
                unused(TopicStore.class),
                unused(SubscriptionStore.class),
                unused(HealthStore.class),
                unused(DeadLetterStore.class),
                unused(PoisonStore.class),
                unused(WebhookClient.class),
                unused(QueueDestination.class),
                unused(AccessTokens.class),
                new NoMetrics(),
                timers::now,
                () -> new UUID(0, 1),
                () -> 0,
                timers,
                Runnable::run,
                SomeLog.of(trouble -> {}));
    }

    private static <T> T unused(Class<T> port) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                    throw new AssertionError("not used: " + method);
                }));
    }

    private CompletableFuture<Void> publish(String topic, PublishedBody body) {
        if (refusals.getAndDecrement() > 0) {
            return CompletableFuture.failedFuture(new StorageUnavailableException("refused"));
        }
        published.addAndGet(countOf(body.text()));
        return CompletableFuture.completedFuture(null);
    }

    private static int countOf(String text) {
        return COUNT.matcher(text)
                .results()
                .mapToInt(count -> Integer.parseInt(count.group(1)))
                .sum();
    }

    @Operation
    public void tell() {
        told.incrementAndGet();
        notices.beside(SomeLog.of(trouble -> {}))
                .ended(new SubscriptionRef("orders", "billing", 1), "e", "dropped", "Forbidden", "");
    }

    @Operation
    public void timer() {
        timers.runOne();
    }

    @Operation
    public void flush() {
        var unused = sender.flush();
    }

    @Validate
    public void every_event_was_published_once() {
        timers.runAll();
        if (published.get() != told.get()) {
            throw new IllegalStateException("published: " + published.get() + " of " + told.get());
        }
    }

    private static ModelCheck check() {
        return ModelCheck.of(NoticeSenderInterleavings.class)
                .ignoring(
                        "io.gridhook.app.Catalog",
                        "io.gridhook.core.",
                        "com.fasterxml.",
                        "java.util.regex.",
                        "java.time.")
                .interleavings(40);
    }

    @Test
    void every_event_is_in_one_published_notice() {
        check().threadsAfter("tell()", "timer()", "tell()").holds();
        check().withAtomicCollections()
                .threadsAfter("tell()", "timer() tell()", "timer()")
                .holds();
    }

    @Test
    void a_flush_leaves_no_event_behind() {
        check().withAtomicCollections()
                .threadsAfter("tell()", "flush()", "tell() timer()")
                .holds();
    }
}
