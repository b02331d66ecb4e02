package io.gridhook.app;

import io.gridhook.app.Matching.Matched;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.event.DomainTopicIds;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Accepts events: checks the publisher and the events, matches the subscriptions' filters, and makes everything durable with one put
 * before it says so. A request that fits a pack shares its put with those that come at the same time; a larger one is a blob and one
 * message. All of a request or nothing.
 */
public final class Publisher {
    /** Ours: a publish is refused rather than kept waiting longer in the line. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);
    /** Ours: requests waiting for a put on one instance. */
    private static final int WAITING_MAX = 10_000;
    /** Ours: full packs that are put at the same time. */
    private static final int PUTS_MAX = 8;

    private final Catalog catalog;
    private final HealthWriter health;
    private final Holds holds;
    private final Deferrals deferrals;
    private final TopicRules rules;
    private final PublisherAccess access;
    private final FirstAttempts firstAttempts;
    private final DeliveryRecorder recorder;
    private final DeliveryQueue deliveries;
    private final PayloadStore payloads;
    private final Metrics metrics;
    private final Tracing tracing;
    private final InstantSource clock;
    private final Supplier<UUID> newId;
    private final GroupCommit<List<DeliveryTask>> commits;

    Publisher(
            Ports ports,
            Catalog catalog,
            HealthWriter health,
            Holds holds,
            Deferrals deferrals,
            FirstAttempts firstAttempts,
            Pipeline.Settings settings,
            DeliveryRecorder recorder) {
        this.catalog = catalog;
        this.health = health;
        this.holds = holds;
        this.deferrals = deferrals;
        this.firstAttempts = firstAttempts;
        this.recorder = recorder;
        this.rules = new TopicRules(settings.profiles(), settings.topicIds(), ports.ids());
        this.access = new PublisherAccess(settings.moduleKeys(), settings.publishers());
        this.deliveries = ports.deliveries();
        this.payloads = ports.payloads();
        this.metrics = ports.metrics();
        this.tracing = ports.tracing();
        this.clock = ports.clock();
        this.newId = ports.ids();
        GroupCommit.Limits limits =
                new GroupCommit.Limits(PackCodec.BYTES_MAX, Packer.TASKS_MAX, WAITING_MAX, PUTS_MAX, WAIT_MAX);
        this.commits = new GroupCommit<>(limits, this::putTogether, clock, ports.executor());
    }

    /**
     * Accepts the events of one request.
     *
     * @param credentials what the publisher sent to prove that it may
     * @return done when every matched event is durable; fails with {@link PublishRefusedException}
     * @throws InvalidEventException if the events break the topic's rules
     * @throws PublishRefusedException if the topic or the credentials are wrong, or storage does not answer
     */
    public CompletableFuture<Void> publish(String topicName, PublisherCredentials credentials, PublishedBody body) {
        return publish(topicName, body, (topic, arrived) -> access.check(topic, credentials, arrived));
    }

    /** Accepts events of the app's own, which need no credentials, and is otherwise like {@link #publish}. */
    CompletableFuture<Void> publishOwn(String topicName, PublishedBody body) {
        return publish(topicName, body, (topic, arrived) -> {});
    }

    private CompletableFuture<Void> publish(String topicName, PublishedBody body, BiConsumer<Topic, Instant> check) {
        Instant arrived = clock.instant();
        // Counted by the topic's own name alone: in letter case and altogether, callers may spell what they like.
        String counted = "";
        try {
            Catalog.Entry entry = catalog.topic(topicName);
            Topic topic = existing(entry, topicName);
            counted = topic.name();
            return traced(entry, topic, check, body, arrived);
        } catch (InvalidEventException e) {
            countFailure(counted, "UserError", e.kind().name());
            throw e;
        } catch (PublishRefusedException e) {
            boolean isOurs = e.kind() == PublishRefusedException.Kind.UNAVAILABLE;
            countFailure(counted, isOurs ? "SystemError" : "UserError", e.kind().name());
            throw e;
        } catch (StorageUnavailableException e) {
            countFailure(counted, "SystemError", "StorageUnavailable");
            throw unavailable(e);
        }
    }

    /**
     * The input schema of a topic.
     *
     * @throws PublishRefusedException if there is no such topic, or storage does not answer
     */
    public EventSchema inputSchema(String topicName) {
        try {
            return existing(catalog.topic(topicName), topicName).inputSchema();
        } catch (StorageUnavailableException e) {
            throw unavailable(e);
        }
    }

    /** A domain's topic is none: past its domain, events would miss the domain's own subscriptions. */
    private static Topic existing(Catalog.Entry entry, String topicName) {
        return entry.topic()
                .filter(topic -> !DomainNames.isDomainTopic(topic.name()))
                .orElseThrow(() -> new PublishRefusedException(
                        PublishRefusedException.Kind.TOPIC_NOT_FOUND,
                        "The " + (DomainNames.isDomain(topicName) ? "domain" : "topic") + " '"
                                + Excerpt.of(DomainNames.own(topicName)) + "' does not exist."));
    }

    private CompletableFuture<Void> traced(
            Catalog.Entry entry, Topic topic, BiConsumer<Topic, Instant> check, PublishedBody body, Instant arrived) {
        Tracing.Publishing span = tracing.publish(topic.name(), TraceContext.of(body.headers()));
        try {
            check.accept(topic, arrived);
            return accept(entry, topic, body, arrived, span);
        } catch (InvalidEventException e) {
            span.refused(e.kind().name());
            throw e;
        } catch (PublishRefusedException e) {
            span.refused(e.kind().name());
            throw e;
        } catch (RuntimeException e) {
            span.refused(e.getClass().getName());
            throw e;
        }
    }

    private CompletableFuture<Void> accept(
            Catalog.Entry entry, Topic topic, PublishedBody body, Instant arrived, Tracing.Publishing span) {
        List<Event> events = EventReader.read(body, rules.of(topic, arrived));
        List<List<Catalog.Entry>> entries = entries(events, entry, topic);
        Matched matched = match(events, entries, arrived, span.context());
        return store(matched, arrived).handle((done, failure) -> {
            if (failure != null) {
                countFailure(topic.name(), "SystemError", "StorageUnavailable");
                span.refused("StorageUnavailable");
                throw notStored(
                        failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure);
            }
            span.accepted(events.size());
            count(topic, events.size(), matched, arrived);
            recorder.published(events, entries, arrived);
            return null;
        });
    }

    private static Matched match(
            List<Event> events, List<List<Catalog.Entry>> entries, Instant now, Optional<TraceContext> trace) {
        Matching matching = new Matching(now, trace);
        for (int i = 0; i < events.size(); i++) {
            matching.add(events.get(i), entries.get(i));
        }
        return matching.matched();
    }

    /**
     * With whose subscriptions each event is matched: a domain's with its own and with those of the topic that each names (behaviour §16).
     */
    private List<List<Catalog.Entry>> entries(List<Event> events, Catalog.Entry entry, Topic topic) {
        Optional<DomainTopicIds> domain = rules.domain(topic);
        if (domain.isEmpty()) {
            return Collections.nCopies(events.size(), List.of(entry));
        }
        List<String> named = events.stream()
                .map(event -> domainTopic(topic, domain.get(), event))
                .toList();
        Map<String, Catalog.Entry> topics = catalog.topics(topic.name(), new LinkedHashSet<>(named));
        return named.stream().map(name -> List.of(entry, topics.get(name))).toList();
    }

    private static String domainTopic(Topic domain, DomainTopicIds ids, Event event) {
        return domain.name() + ids.nameOf(event.attributes().source()).orElseThrow();
    }

    private CompletableFuture<Void> store(Matched matched, Instant now) {
        List<DeliveryTask> tasks = matched.tasks();
        if (tasks.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (Packer.fits(tasks)) {
            return heldAt(matched.subscriptions(), now)
                    .map(held -> putOff(held, tasks))
                    .orElseGet(() -> commits.submit(tasks, tasks.size(), Packer.bytesOf(tasks)));
        }
        try {
            putAlone(tasks, now);
            return CompletableFuture.completedFuture(null);
        } catch (StorageUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private record Held(Deferrals.Destination destination, Instant latest, DeliveryOutcome outcome) {}

    /**
     * Present if all of them go to one endpoint, which is held back or known to be in probation: to look at them before that ends is of no
     * use.
     */
    private Optional<Held> heldAt(List<ResolvedSubscription> subscriptions, Instant now) {
        Optional<Held> all = Optional.empty();
        for (ResolvedSubscription each : subscriptions) {
            Optional<Held> held = refusal(each).map(refusal -> held(each, refusal, now));
            if (held.isEmpty()
                    || held.get().latest().isBefore(held.get().destination().wanted())
                    || all.filter(other ->
                                    !other.destination().equals(held.get().destination()))
                            .isPresent()) {
                return Optional.empty();
            }
            all = all.filter(other -> other.latest().isBefore(held.get().latest()))
                    .or(() -> held);
        }
        return all;
    }

    private Optional<Admission.Refused> refusal(ResolvedSubscription resolved) {
        return holds.of(resolved).or(() -> health.askNow(resolved).flatMap(Admission::refusal));
    }

    private static Held held(ResolvedSubscription resolved, Admission.Refused refusal, Instant now) {
        return new Held(
                Deferrals.Destination.of(resolved, refusal.until()),
                resolved.retryPolicy().putOffLatest(now, 0, now),
                refusal.outcome());
    }

    private CompletableFuture<Void> putOff(Held held, List<DeliveryTask> tasks) {
        List<DeliveryTask> waiting = tasks.stream()
                .map(task -> task.with(task.state().heldBack(held.outcome())))
                .toList();
        return deferrals.putOff(
                held.destination(), new Deferrals.Part(newId.get(), waiting, held.latest(), Optional.empty()));
    }

    /** The sum of the requests' own sizes bounds the pack of them all. */
    private void putTogether(List<List<DeliveryTask>> requests) {
        List<DeliveryTask> tasks = requests.stream().flatMap(List::stream).toList();
        firstAttempts.put(DeliveryPack.of(newId.get(), clock.instant(), tasks), new IdentityHashMap<>());
    }

    /** The blob first, then the one message that makes it count; a blob without a message is swept by age. */
    private void putAlone(List<DeliveryTask> tasks, Instant now) {
        UUID id = newId.get();
        String name = PayloadNames.of(now, id);
        DeliveryPack pack = DeliveryPack.of(id, now, tasks);
        try {
            payloads.put(name, PackCodec.toBytes(pack));
        } catch (StorageUnavailableException e) {
            // Whatever became of the blob: without a message it does not count.
            throw e.refused();
        }
        Optional<DeliveryPack> kept = tasks.size() <= Packer.TASKS_MAX ? kept(name, pack) : Optional.empty();
        if (kept.isPresent()) {
            firstAttempts.put(kept.get(), eventsOf(kept.get().tasks(), tasks));
        } else {
            deliveries.put(PackCodec.encode(new BulkPublish(id, name, 0, 0)), Duration.ZERO);
        }
    }

    /** One message that names what it leaves in the blob: the large events, or all of them. */
    private static Optional<DeliveryPack> kept(String name, DeliveryPack pack) {
        return Optional.of(PackCodec.leftIn(name, pack, Packer.INLINE_BYTES_MAX))
                .filter(left -> Packer.fits(left.tasks()))
                .or(() -> Optional.of(PackCodec.leftIn(name, pack, 0)).filter(left -> Packer.fits(left.tasks())));
    }

    /** What the blob holds, by what names it in the message. */
    private static IdentityHashMap<PackedEvent, Event> eventsOf(List<DeliveryTask> kept, List<DeliveryTask> tasks) {
        IdentityHashMap<PackedEvent, Event> events = new IdentityHashMap<>();
        for (int i = 0; i < kept.size(); i++) {
            PackedEvent named = kept.get(i).event();
            tasks.get(i)
                    .event()
                    .payload()
                    .match(inline -> events.put(named, inline.event()), elsewhere -> events.get(named));
        }
        return events;
    }

    private void count(Topic topic, int events, Matched matched, Instant arrived) {
        metrics.add(Counter.PUBLISH_SUCCESS_COUNT, events, topic.name());
        metrics.add(Counter.UNMATCHED_EVENT_COUNT, events - matched.events(), topic.name());
        matched.bySubscription()
                .forEach((ref, amount) -> metrics.add(Counter.MATCHED_EVENT_COUNT, amount, ref.topic(), ref.name()));
        metrics.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.between(arrived, clock.instant()), topic.name());
    }

    private void countFailure(String topic, String errorType, String error) {
        metrics.add(Counter.PUBLISH_FAIL_COUNT, 1, topic, errorType, error);
    }

    /** By what is known of the put: publishers who hear that nothing was accepted may take it at its word. */
    private static PublishRefusedException notStored(Throwable cause) {
        boolean isRefused = cause instanceof GroupCommit.BusyException
                || cause instanceof RejectedExecutionException
                || (cause instanceof StorageUnavailableException storage && storage.isRefused());
        return isRefused
                ? unavailable(cause)
                : new PublishRefusedException(
                        PublishRefusedException.Kind.UNCERTAIN,
                        "Storage did not answer in time. This may or may not have been accepted; publish it again.",
                        cause);
    }

    private static PublishRefusedException unavailable(Throwable cause) {
        return new PublishRefusedException(
                PublishRefusedException.Kind.UNAVAILABLE,
                "The service is busy. This was not accepted; publish it again.",
                cause);
    }
}
