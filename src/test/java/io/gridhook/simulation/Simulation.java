package io.gridhook.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.memory.InMemoryDeadLetterStore;
import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.adapter.memory.InMemoryPoisonStore;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.app.Bulkhead;
import io.gridhook.app.EndpointKeys;
import io.gridhook.app.Pipeline;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.WebhookClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;

/**
 * The whole pipeline for days of virtual time in milliseconds: the real use cases over ports in memory, on one thread, with instances
 * that crash and start again, and a Functions host that receives, leases, deletes and gives back messages as the real one does
 * (functions-runtime §2). The stores outlive the instances, as Storage does; nothing else does.
 */
final class Simulation {
    static final Instant START = Instant.parse("2026-11-20T00:00:00Z");
    static final String TOPIC = "orders";
    private static final String KEY = "c2ltdWxhdGlvbg==";
    private static final ObjectMapper JSON = new ObjectMapper();

    final VirtualTime time = new VirtualTime(START);
    final InMemoryDeliveryQueue deliveries = new InMemoryDeliveryQueue(time);
    final InMemoryDeliveryQueue retries = new InMemoryDeliveryQueue(time);
    final InMemoryDeliveryQueue deadLetters = new InMemoryDeliveryQueue(time);
    final InMemoryPayloadStore payloads = new InMemoryPayloadStore();
    final InMemoryTopicStore topics = new InMemoryTopicStore();
    final InMemorySubscriptionStore subscriptions = new InMemorySubscriptionStore();
    final InMemoryHealthStore health = new InMemoryHealthStore();
    final InMemoryDeadLetterStore deadLetterStore = new InMemoryDeadLetterStore();
    final InMemoryPoisonStore poison = new InMemoryPoisonStore();
    final Map<String, SimulatedEndpoint> endpoints = new LinkedHashMap<>();
    final Journal journal = new Journal(time);
    final ProbationWatch probationWatch = new ProbationWatch(time);
    final Faults faults;
    final SplittableRandom random;
    final DoubleSupplier chance;
    final Pipeline.Settings settings;
    private final List<SimulatedInstance> instances = new ArrayList<>();
    /** The host's lease on a message (functions-runtime §2), which it renews at half time. */
    Duration lease = Duration.ofMinutes(10);

    /** What the instances write dead letters to, and post by; a test may put its own in front. */
    DeadLetterStore deadLetterPort = deadLetterStore;

    WebhookClient webhookPort = this::post;

    /** The longest that any invocation took. */
    Duration longestInvocation = Duration.ZERO;

    private long generations;

    Simulation(SplittableRandom random, Faults faults, DoubleSupplier chance, String profile, int instanceCount) {
        this.random = random;
        this.faults = faults;
        this.chance = chance;
        this.settings = new Pipeline.Settings(
                new RetryProfiles(profile, 30, Duration.ofSeconds(7_200), ProbationRules.STANDARD.longest()),
                new TopicIds("/subscriptions/s/topics/", "/iotHubs/h/topics/", false),
                java.util.Set.of(),
                Duration.ofMinutes(5),
                Duration.ofHours(4),
                Duration.ofDays(14),
                new EndpointKeys(new byte[] {1}),
                ProbationRules.STANDARD,
                new Bulkhead.Limits(8, 64, 16),
                Pipeline.Settings.PATIENCE);
        topics.create(new Topic(
                TOPIC, EventSchema.EVENT_GRID, InputSchemaMapping.NONE, Optional.empty(), new TopicKeys(KEY, KEY)));
        for (int i = 0; i < instanceCount; i++) {
            instances.add(new SimulatedInstance(this));
        }
    }

    /** A quiet world: one instance, no faults, no jitter. */
    static Simulation quiet(String profile) {
        return new Simulation(new SplittableRandom(0), Faults.none(), () -> 0, profile, 1);
    }

    /** Adds a subscription with an endpoint of its own, which is called like it. */
    void subscribe(String name, RetrySettings retry, boolean keepsDeadLetters, SimulatedEndpoint.Script script) {
        endpoints.put(name, new SimulatedEndpoint(time, script));
        generations++;
        subscriptions.create(new EventSubscription(
                TOPIC,
                name,
                generations,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://" + name, OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                Optional.of(retry),
                Optional.empty(),
                keepsDeadLetters
                        ? Optional.of(new DeadLetterDestination("/storageAccounts/account", "deadletter"))
                        : Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty()));
    }

    static RetrySettings retry(int attempts, int minutes) {
        return new RetrySettings(OptionalInt.of(attempts), OptionalInt.of(minutes), Optional.empty());
    }

    /** Publishes through one of the instances that live; an event counts as accepted only when the publisher is told so. */
    void publish(List<String> ids, int dataLength) {
        List<SimulatedInstance> alive =
                instances.stream().filter(SimulatedInstance::isAlive).toList();
        if (alive.isEmpty()) {
            return;
        }
        SimulatedInstance instance = alive.get(random.nextInt(alive.size()));
        String body = "["
                + String.join(",", ids.stream().map(id -> event(id, dataLength)).toList()) + "]";
        PublishedBody request =
                new PublishedBody("application/json", Map.of("content-length", "" + body.length()), body);
        instance.publish(TOPIC, KEY, request, () -> journal.accepted(ids));
    }

    private static String event(String id, int dataLength) {
        return "{\"id\":\"" + id
                + "\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-11-20T00:00:00Z\",\"dataVersion\":\"1\","
                + "\"data\":\"" + "x".repeat(dataLength) + "\"}";
    }

    CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        String name = request.endpointUrl().substring("https://".length());
        subscriptions
                .find(TOPIC, name)
                .ifPresent(found ->
                        probationWatch.sent(name, settings.endpointKeys().ofEndpoint(found.value()), health.list()));
        return endpoints.get(name).post(request, timeout);
    }

    /** Lets time pass until {@code end}. */
    void runUntil(Instant end) {
        while (true) {
            pollWhatShows();
            Optional<Instant> nextTask = time.nextTaskAt();
            Instant next = nextTask.orElse(Instant.MAX);
            Instant shows = nextVisible();
            if (shows.isBefore(next)) {
                next = shows;
            }
            if (next.isAfter(end)) {
                time.advanceTo(end);
                return;
            }
            time.advanceTo(next);
            if (nextTask.isPresent() && !nextTask.get().isAfter(next)) {
                time.runNext();
                instances.forEach(SimulatedInstance::restartIfDead);
            }
        }
    }

    /** On the first of the instances, as the host's timer runs on one alone. */
    void sweepEvery(Duration interval, Instant end) {
        time.after(interval, () -> {
            if (time.instant().isBefore(end)) {
                instances.get(0).sweep();
                sweepEvery(interval, end);
            }
        });
    }

    SimulatedInstance instance() {
        return instances.get(0);
    }

    void after(Duration wait, Runnable body) {
        time.after(wait, body);
    }

    private Instant nextVisible() {
        Instant next = Instant.MAX;
        for (InMemoryDeliveryQueue queue : List.of(deliveries, retries, deadLetters)) {
            Instant shows = queue.nextVisibleAt().orElse(Instant.MAX);
            if (!polling.contains(queue) && shows.isBefore(next)) {
                next = shows;
            }
        }
        return next;
    }

    private final List<InMemoryDeliveryQueue> polling = new ArrayList<>();

    /** The host polls within a second of a message's showing, on one of the instances that live. */
    private void pollWhatShows() {
        for (InMemoryDeliveryQueue queue : List.of(deliveries, retries, deadLetters)) {
            boolean shows = queue.nextVisibleAt()
                    .filter(at -> !at.isAfter(time.instant()))
                    .isPresent();
            if (shows && !polling.contains(queue)) {
                polling.add(queue);
                time.after(Duration.ofMillis((long) (chance.getAsDouble() * 1_000)), () -> {
                    polling.remove(queue);
                    poll(queue);
                });
            }
        }
    }

    private void poll(InMemoryDeliveryQueue queue) {
        List<SimulatedInstance> alive =
                instances.stream().filter(SimulatedInstance::isAlive).toList();
        if (alive.isEmpty()) {
            polling.add(queue);
            time.after(Duration.ofSeconds(1), () -> {
                polling.remove(queue);
            });
            return;
        }
        alive.get(random.nextInt(alive.size())).poll(queue);
    }

    /** Every dead-letter record, by {@code SUBSCRIPTION id}. */
    List<String> deadLettered() {
        List<String> records = new ArrayList<>();
        deadLetterStore.blobs().forEach((name, content) -> {
            String subscription = name.split("/", -1)[2];
            read(content)
                    .forEach(record -> records.add(subscription.toLowerCase(java.util.Locale.ROOT) + " "
                            + record.get("id").asText()));
        });
        return records;
    }

    static JsonNode read(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("dead-letter blob is no JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isIdle() {
        return deliveries.bodies().isEmpty()
                && retries.bodies().isEmpty()
                && deadLetters.bodies().isEmpty();
    }
}
