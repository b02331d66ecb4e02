package io.gridhook.app;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.StorageUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All topics, their subscriptions, and how their endpoints are, at one look. */
public final class Overview {
    /** Ours: what fits on a page that people read; a topic has 500 subscriptions at most. */
    static final int SUBSCRIPTIONS_MAX = 2_000;
    /** Ours: the same for topics, domains, and topics of domains. */
    static final int TOPICS_MAX = 1_000;

    private final Topics topics;
    private final Subscriptions subscriptions;
    private final RetryProfiles profiles;
    private final HealthWriter health;

    public Overview(Topics topics, Subscriptions subscriptions, RetryProfiles profiles, HealthWriter health) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.profiles = profiles;
        this.health = health;
    }

    /**
     * A subscription.
     *
     * @param profile the name of the one that applies, whoever chose it
     * @param health absent while its endpoint is well
     * @param failures distinct events that failed there in a row, as this instance counted them
     */
    public record Subscribed(
            EventSubscription subscription, String profile, Optional<EndpointHealth> health, int failures) {}

    /** A topic, a domain or a domain's topic, with its subscriptions by name. */
    public record Subscribers(Topic topic, List<Subscribed> subscriptions) {
        public Subscribers {
            subscriptions = List.copyOf(subscriptions);
        }
    }

    /**
     * All of them.
     *
     * @param value by name
     * @param isComplete whether none was left out
     */
    public record Answer(List<Subscribers> value, boolean isComplete) {
        public Answer {
            value = List.copyOf(value);
        }
    }

    /**
     * How things are: a read of each 1,000 topics, domains and subscriptions, and one of the endpoints' health if that is seconds old.
     * Topics of domains are there if anybody subscribed to them.
     *
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public Answer read() {
        TreeMap<String, List<Subscribed>> byTopic = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        TreeMap<String, Topic> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        topics.list().forEach(topic -> known.put(topic.name(), topic));
        topics.listDomains().forEach(domain -> known.put(domain.name(), domain));
        List<EventSubscription> all = subscriptions.listAll();
        for (EventSubscription each : all.subList(0, Math.min(all.size(), SUBSCRIPTIONS_MAX))) {
            Optional<Topic> topic = topicOf(each, known);
            topic.ifPresent(of -> {
                known.putIfAbsent(each.topic(), of);
                byTopic.computeIfAbsent(each.topic(), name -> new ArrayList<>()).add(subscribed(each, of));
            });
        }
        Collection<Topic> shown = known.values();
        return new Answer(
                shown.stream()
                        .limit(TOPICS_MAX)
                        .map(topic -> new Subscribers(topic, byTopic.getOrDefault(topic.name(), List.of())))
                        .toList(),
                all.size() <= SUBSCRIPTIONS_MAX && shown.size() <= TOPICS_MAX);
    }

    /** Absent for one whose topic was deleted meanwhile. */
    private static Optional<Topic> topicOf(EventSubscription subscription, Map<String, Topic> known) {
        Optional<Topic> owner = Optional.ofNullable(known.get(DomainNames.owner(subscription.topic())));
        return DomainNames.isDomainTopic(subscription.topic())
                ? owner.map(domain -> domain.topic(subscription.topic(), domain.systemData()))
                : owner;
    }

    private Subscribed subscribed(EventSubscription subscription, Topic topic) {
        ResolvedSubscription resolved = ResolvedSubscription.of(subscription, topic.profile(), profiles);
        return new Subscribed(
                subscription,
                resolved.retryPolicy().profile().name(),
                health.stateOf(resolved),
                health.failuresOf(subscription));
    }
}
