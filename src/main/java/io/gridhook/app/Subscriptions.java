package io.gridhook.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Manages the event subscriptions of topics. */
public final class Subscriptions {
    /** Behaviour §16: event subscriptions per topic. */
    public static final int PER_TOPIC_MAX = 500;

    /** Ours: the name of one that has none yet. */
    private static final String DRAFT = "draft";

    private final TopicStore topics;
    private final SubscriptionStore subscriptions;
    private final EventSubscriptionReader reader;
    private final LongSupplier newGeneration;
    private final Clock clock;
    private final Consumer<String> changed;
    private final Consumer<EventSubscription> freshStart;

    /**
     * Subscriptions over two stores.
     *
     * @param newGeneration makes a generation id, never the same twice
     * @param changed told a topic's name after one of its subscriptions changed, or may have
     * @param freshStart told a subscription that was saved or deleted: what is known of its endpoint's health is of before
     */
    public Subscriptions(
            TopicStore topics,
            SubscriptionStore subscriptions,
            EventSubscriptionReader reader,
            LongSupplier newGeneration,
            Clock clock,
            Consumer<String> changed,
            Consumer<EventSubscription> freshStart) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.reader = reader;
        this.newGeneration = newGeneration;
        this.clock = clock;
        this.changed = changed;
        this.freshStart = freshStart;
    }

    /**
     * Creates a subscription of a new generation, or updates one, which keeps its generation and the spelling of its name. Every save is
     * a fresh start for its endpoint, also one that changes nothing: who mended the receiver has nothing else to change.
     *
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the subscription is not valid
     */
    public EventSubscription put(String topicName, String name, JsonNode body) {
        DefinitionNames.checkSubscription(name);
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            Topic topic = topic(topicName);
            Optional<Versioned<EventSubscription>> existing = subscriptions.find(topic.name(), name);
            EventSubscription subscription = read(body, topic, name, existing.map(Versioned::value));
            if (existing.isEmpty()) {
                checkRoom(topic.name());
            }
            if (write(subscription, existing.map(Versioned::etag))) {
                existing.map(Versioned::value).ifPresent(freshStart);
                freshStart.accept(subscription);
                return kept(subscription);
            }
        }
        throw ManagementException.changedMeanwhile("eventSubscription: " + name);
    }

    /**
     * A subscription that is not stored, as {@link #put} would make it.
     *
     * @param body may name it
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the subscription is not valid
     */
    public EventSubscription draft(String topicName, JsonNode body) {
        String name = body.properties().stream()
                .filter(property -> property.getKey().equalsIgnoreCase("name"))
                .map(property -> property.getValue().asText(DRAFT))
                .findFirst()
                .orElse(DRAFT);
        return reader.read(body, topic(topicName), name, 0, clock.instant());
    }

    public EventSubscription get(String topicName, String name) {
        String topic = topic(topicName).name();
        return Optional.of(name)
                .filter(DefinitionNames::mayNameSubscription)
                .flatMap(valid -> subscriptions.find(topic, valid))
                .map(Versioned::value)
                .orElseThrow(() -> ManagementException.noSubscription(topic, name));
    }

    public List<EventSubscription> list(String topicName) {
        return subscriptions.list(topic(topicName).name());
    }

    public void delete(String topicName, String name) {
        String topic = topic(topicName).name();
        try {
            EventSubscription subscription = get(topic, name);
            if (!subscriptions.delete(topic, name)) {
                throw ManagementException.noSubscription(topic, name);
            }
            freshStart.accept(subscription);
        } finally {
            changed.accept(topic);
        }
    }

    private Topic topic(String name) {
        return Topics.find(topics, name);
    }

    private EventSubscription read(JsonNode body, Topic topic, String name, Optional<EventSubscription> existing) {
        return reader.read(
                body,
                topic,
                existing.map(EventSubscription::name).orElse(name),
                existing.map(EventSubscription::generation).orElseGet(newGeneration::getAsLong),
                clock.instant());
    }

    private void checkRoom(String topic) {
        if (subscriptions.list(topic).size() >= PER_TOPIC_MAX) {
            throw new ManagementException(
                    ManagementException.Kind.INVALID,
                    "eventSubscriptions: topic " + topic + " is full (expected: at most " + PER_TOPIC_MAX + ")");
        }
    }

    private boolean write(EventSubscription subscription, Optional<String> etag) {
        try {
            return etag.map(version -> subscriptions.replace(subscription, version))
                    .orElseGet(() -> subscriptions.create(subscription));
        } finally {
            changed.accept(subscription.topic());
        }
    }

    /** A topic that was deleted meanwhile takes its new subscription along. */
    private EventSubscription kept(EventSubscription subscription) {
        if (topics.find(subscription.topic()).isEmpty()) {
            subscriptions.delete(subscription);
            changed.accept(subscription.topic());
            throw ManagementException.noTopic(subscription.topic());
        }
        return subscription;
    }
}
