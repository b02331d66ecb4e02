package io.gridhook.app;

import io.gridhook.app.Matching.Matched;
import io.gridhook.core.event.DomainTopicIds;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

/**
 * Accepts events: checks the publisher and the events, matches the subscriptions' filters, and makes everything durable ({@link
 * AcceptedTasks}) before it says so. All of a request or nothing.
 */
public final class Publisher {
    private final Catalog catalog;
    private final AcceptedTasks tasks;
    private final TopicRules rules;
    private final PublisherAccess access;
    private final DeliveryRecorder recorder;
    private final Metrics metrics;
    private final Tracing tracing;
    private final InstantSource clock;

    Publisher(
            Ports ports, Catalog catalog, AcceptedTasks tasks, Pipeline.Settings settings, DeliveryRecorder recorder) {
        this.catalog = catalog;
        this.tasks = tasks;
        this.recorder = recorder;
        this.rules = new TopicRules(settings.profiles(), settings.topicIds(), ports.ids());
        this.access = new PublisherAccess(settings.moduleKeys(), settings.publishers());
        this.metrics = ports.metrics();
        this.tracing = ports.tracing();
        this.clock = ports.clock();
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
        return tasks.store(matched, arrived).handle((done, failure) -> {
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
