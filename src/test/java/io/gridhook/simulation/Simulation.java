package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeadLetterStore;
import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.adapter.memory.InMemoryPoisonStore;
import io.gridhook.adapter.memory.InMemoryRedriveStore;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.app.DeliveryProbe;
import io.gridhook.app.EndpointKeys;
import io.gridhook.app.FirstAttempts;
import io.gridhook.app.Permits;
import io.gridhook.app.Pipeline;
import io.gridhook.app.PublisherRules;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.WebhookClient;
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
import java.util.function.Function;

/**
 * The whole pipeline for days of virtual time in milliseconds: the real use cases over ports in memory, on one thread, with instances
 * that crash and start again, and a Functions host that receives, leases, deletes and gives back messages as the real one does
 * (functions-runtime §2). The stores outlive the instances, as Storage does; nothing else does.
 */
final class Simulation {
    static final Instant START = Instant.parse("2026-11-20T00:00:00Z");
    static final String TOPIC = "orders";
    static final String DOMAIN = "shops/";
    static final String SEVERAL_TOPICS = "a request names several topics of a domain";
    static final String KEY = "c2ltdWxhdGlvbg==";

    final VirtualTime time = new VirtualTime(START);
    final InMemoryDeliveryQueue deliveries = new InMemoryDeliveryQueue(time);
    final InMemoryDeliveryQueue retries = new InMemoryDeliveryQueue(time);
    final InMemoryDeliveryQueue deadLetters = new InMemoryDeliveryQueue(time);
    final InMemoryDeliveryQueue redrives = new InMemoryDeliveryQueue(time);
    final InMemoryRedriveStore redriveStore = new InMemoryRedriveStore();
    final InMemoryPayloadStore payloads = new InMemoryPayloadStore();
    final InMemoryTopicStore topics = new InMemoryTopicStore();
    final InMemorySubscriptionStore subscriptions = new InMemorySubscriptionStore();
    final InMemoryHealthStore health = new InMemoryHealthStore();
    final InMemoryDeadLetterStore deadLetterStore = new InMemoryDeadLetterStore();
    final InMemoryPoisonStore poison = new InMemoryPoisonStore();
    final Map<String, SimulatedEndpoint> endpoints = new LinkedHashMap<>();
    final Generations generations = new Generations();
    final Journal journal = new Journal(time, generations);
    final ProbationWatch probationWatch = new ProbationWatch(time);
    final DeadLetters letters = new DeadLetters(time);
    final NoticeWatch noticeWatch = new NoticeWatch(this);
    final Contents contents = new Contents(payloads, generations);
    final Repeats repeats = new Repeats(contents);
    /** By what their generations are called. */
    final Map<String, Subscribed> subscribed = new LinkedHashMap<>();

    final Faults faults;
    final SplittableRandom random;
    final DoubleSupplier chance;
    Pipeline.Settings settings;
    final List<SimulatedInstance> instances = new ArrayList<>();
    private final List<SimulatedHost> hosts = List.of(
            new SimulatedHost(this, deliveries),
            new SimulatedHost(this, retries),
            new SimulatedHost(this, deadLetters),
            new SimulatedHost(this, redrives));
    /** The host's lease on a message (functions-runtime §2), which it renews at half time. */
    Duration lease = Duration.ofMinutes(10);

    /** What the instances write dead letters to, and post by; a test may put its own in front. */
    DeadLetterStore deadLetterPort = this::writeDeadLetter;

    WebhookClient webhookPort = this::post;

    /** A subscription that is deleted and made anew; never, where a test does not plan it. */
    Renewal renewal;

    /** Subscriptions that are paused and resumed; none, where a test does not plan it. */
    Pauses pauses = new Pauses(this, new SplittableRandom(0), true);

    /** What is wrong with the app, for tests of this simulation. */
    Variant variant = Variant.NONE;

    /** What watches the delivery engines, and delays their commands. */
    Function<Life, DeliveryProbe> probes = life -> DeliveryProbe.NONE;

    /** The longest that any invocation took. */
    Duration longestInvocation = Duration.ZERO;

    /** Where subscriptions and events go that name no topic. */
    private String home = TOPIC;

    Simulation(SplittableRandom random, Faults faults, DoubleSupplier chance, String profile, int instanceCount) {
        this(random, faults, chance, profile, instanceCount, Duration.ofDays(14));
    }

    Simulation(
            SplittableRandom random,
            Faults faults,
            DoubleSupplier chance,
            String profile,
            int instanceCount,
            Duration payloadRetention) {
        this.random = random;
        this.faults = faults;
        this.chance = chance;
        this.settings = new Pipeline.Settings(
                new RetryProfiles(profile, 30, Duration.ofSeconds(7_200), ProbationRules.STANDARD.longest()),
                new TopicIds("/subscriptions/s/topics/", "/iotHubs/h/topics/", false),
                java.util.Set.of(),
                Duration.ofMinutes(5),
                Duration.ofHours(4),
                new DeadLetterDestinations("account", false, java.util.Set.of(), List.of()),
                payloadRetention,
                new EndpointKeys(new byte[] {1}),
                ProbationRules.STANDARD,
                new Permits.Limits(8, 64, 16),
                Pipeline.Settings.PATIENCE,
                PublisherRules.KEYS_ALONE,
                new FirstAttempts.Limits(0, FirstAttempts.Limits.LEASE));
        topic(TOPIC);
        renewal = new Renewal(this, new SplittableRandom(0), count -> List.of());
        faults.setDelay(wait -> time.advanceTo(time.instant().plus(wait)));
        for (int i = 0; i < instanceCount; i++) {
            instances.add(new SimulatedInstance(this));
        }
    }

    /** What the instances try at once, from their next start on; at first nothing. */
    void tryAtOnce(FirstAttempts.Limits limits) {
        settings = new Pipeline.Settings(
                settings.profiles(),
                settings.topicIds(),
                settings.moduleKeys(),
                settings.deadLetterDelay(),
                settings.deadLetterGiveUp(),
                settings.deadLetterDestinations(),
                settings.payloadRetention(),
                settings.endpointKeys(),
                settings.probation(),
                settings.limits(),
                settings.patience(),
                settings.publishers(),
                limits,
                settings.noticesTopic());
    }

    /** From the instances' next start on, what happens to subscriptions is told to somebody who listens badly. */
    void useNotices(SimulatedEndpoint.Script script) {
        settings = new Pipeline.Settings(
                settings.profiles(),
                settings.topicIds(),
                settings.moduleKeys(),
                settings.deadLetterDelay(),
                settings.deadLetterGiveUp(),
                settings.deadLetterDestinations(),
                settings.payloadRetention(),
                settings.endpointKeys(),
                settings.probation(),
                settings.limits(),
                settings.patience(),
                settings.publishers(),
                settings.firstAttempts(),
                Optional.of(NoticeWatch.TOPIC));
        topic(NoticeWatch.TOPIC);
        topic(NoticeWatch.ELSEWHERE);
        noticeWatch.subscribe(subscriptions, script);
    }

    /** From now on what names no topic is a domain's, and events name its topics, of which nobody makes any (behaviour §16). */
    void useADomain() {
        home = DOMAIN;
        topic(DOMAIN);
    }

    /** A quiet world: one instance, no faults, no jitter. */
    static Simulation quiet(String profile) {
        return new Simulation(new SplittableRandom(0), Faults.none(), () -> 0, profile, 1);
    }

    /** Adds a topic. */
    void topic(String name) {
        topics.create(new Topic(
                name, EventSchema.EVENT_GRID, InputSchemaMapping.NONE, Optional.empty(), new TopicKeys(KEY, KEY)));
    }

    /** Adds a subscription with an endpoint of its own, which is called like it. */
    void subscribe(String name, RetrySettings retry, boolean keepsDeadLetters, SimulatedEndpoint.Script script) {
        subscribe(name, retry, keepsDeadLetters, 1, script);
    }

    /** One that takes up to {@code maxEvents} in a POST. */
    void subscribe(
            String name,
            RetrySettings retry,
            boolean keepsDeadLetters,
            int maxEvents,
            SimulatedEndpoint.Script script) {
        subscribe(home, name, retry, keepsDeadLetters, maxEvents, script);
    }

    /** One on that topic. */
    void subscribe(
            String topic,
            String name,
            RetrySettings retry,
            boolean keepsDeadLetters,
            int maxEvents,
            SimulatedEndpoint.Script script) {
        endpoints.put(name, new SimulatedEndpoint(time, script));
        subscribed.put(name, Subscribed.of(topic, time.instant(), retry, maxEvents));
        subscriptions.create(new EventSubscription(
                topic,
                name,
                generations.next(name),
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK,
                        "https://" + name,
                        maxEvents > 1 ? OptionalInt.of(maxEvents) : OptionalInt.empty(),
                        OptionalInt.empty()),
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
        publish(ids, dataLength, () -> {});
    }

    /** {@code refused} runs when nothing was accepted, or nobody knows. */
    void publish(List<String> ids, int dataLength, Runnable refused) {
        publish(home, ids, dataLength, refused);
    }

    /** To that topic. */
    void publish(String topic, List<String> ids, int dataLength, Runnable refused) {
        List<SimulatedInstance> alive = alive();
        if (alive.isEmpty()) {
            refused.run();
            return;
        }
        SimulatedInstance instance = alive.get(random.nextInt(alive.size()));
        String body = "["
                + String.join(
                        ",",
                        ids.stream()
                                .map(id -> event(named(topic, id), id, dataLength))
                                .toList()) + "]";
        PublishedBody request =
                new PublishedBody("application/json", Map.of("content-length", "" + body.length()), body);
        journal.requested(topic, ids);
        if (ids.stream().map(id -> named(topic, id)).distinct().count() > 1) {
            faults.table().happened(SEVERAL_TOPICS, 1);
        }
        instance.publish(topic, KEY, request, () -> journal.accepted(ids), refused);
    }

    /** The domain's topic of an event; {@code ""} where there is no domain. */
    private static String named(String topic, String id) {
        return topic.equals(DOMAIN) ? "topic-" + Math.floorMod(id.hashCode(), 3) : "";
    }

    private static String event(String name, String id, int dataLength) {
        return "{" + (name.isEmpty() ? "" : "\"topic\":\"" + name + "\",") + "\"id\":\"" + id
                + "\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-11-20T00:00:00Z\",\"dataVersion\":\"1\","
                + "\"data\":\"" + "x".repeat(dataLength) + "\"}";
    }

    CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        String name = endpointOf(request);
        if (name.equals(NoticeWatch.NAME)) {
            return noticeWatch.post(request, timeout);
        }
        subscriptions
                .find(subscribed.get(name).topic(), generations.nameOf(name))
                .filter(found -> found.value().destination().endpointUrl().equals(request.endpointUrl()))
                .ifPresent(found -> {
                    pauses.sent(found.value());
                    probationWatch.sent(name, settings.endpointKeys().ofEndpoint(found.value()), health.list());
                });
        return endpoints.get(name).post(request, timeout);
    }

    static String endpointOf(WebhookRequest request) {
        return request.endpointUrl().substring("https://".length());
    }

    private DeadLetterStore.Result writeDeadLetter(DeadLetterDestination destination, String name, byte[] content) {
        DeadLetterStore.Result result = deadLetterStore.write(destination, name, content);
        if (result == DeadLetterStore.Result.WRITTEN && NoticeWatch.isItsOwn(destination)) {
            noticeWatch.deadLettered(content);
        } else if (result == DeadLetterStore.Result.WRITTEN) {
            letters.written(generations.inContainer(destination), name, content);
        }
        return result;
    }

    /** Lets time pass until {@code end}. */
    void runUntil(Instant end) {
        while (true) {
            hosts.forEach(SimulatedHost::pollWhatShows);
            Instant task = time.nextTaskAt().orElse(Instant.MAX);
            Instant next = task;
            for (SimulatedHost host : hosts) {
                Instant shows = host.nextVisible();
                next = shows.isBefore(next) ? shows : next;
            }
            if (next.isAfter(end)) {
                time.advanceTo(end);
                return;
            }
            time.advanceTo(next);
            if (!task.isAfter(next)) {
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

    /** How many processes there were. */
    long lives() {
        return instances.stream().mapToLong(SimulatedInstance::lives).sum();
    }

    List<SimulatedInstance> alive() {
        return instances.stream().filter(SimulatedInstance::isAlive).toList();
    }

    void after(Duration wait, Runnable body) {
        time.after(wait, body);
    }

    /** Every dead-letter record, by {@code subscription event}. */
    List<String> deadLettered() {
        return letters.all().stream().map(DeadLetters.Letter::delivery).toList();
    }

    boolean isIdle() {
        return deliveries.bodies().isEmpty()
                && retries.bodies().isEmpty()
                && deadLetters.bodies().isEmpty()
                && redrives.bodies().isEmpty();
    }
}
