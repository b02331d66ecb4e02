package io.gridhook.app;

import io.gridhook.core.topic.AutoTopics;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Makes the topics of domains with their first subscription and deletes them with their last, where the domain says so
 * ({@link AutoTopics}). That a topic is listed is all that hangs on it: its subscriptions are managed and delivered to without.
 */
final class DomainTopics {
    private final TopicStore topics;
    private final SubscriptionStore subscriptions;
    private final InstantSource clock;

    DomainTopics(TopicStore topics, SubscriptionStore subscriptions, InstantSource clock) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    /** After a subscription to {@code topic} was saved. */
    void subscribed(String topic) {
        domain(topic, AutoTopics::create).ifPresent(domain -> make(domain, topic));
    }

    /**
     * After a subscription to {@code topic} was deleted. One that is made at the same time either sees the topic gone and makes it again, or
     * is seen here afterwards.
     */
    void unsubscribed(String topic) {
        Optional<Topic> domain = domain(topic, AutoTopics::delete);
        if (domain.isEmpty() || isSubscribed(topic)) {
            return;
        }
        if (topics.delete(topic) && isSubscribed(topic)) {
            make(domain.get(), topic);
        }
    }

    private Optional<Topic> domain(String topic, Predicate<AutoTopics> says) {
        return Optional.of(topic)
                .filter(DomainNames::isDomainTopic)
                .flatMap(name -> topics.find(DomainNames.owner(name)))
                .map(Versioned::value)
                .filter(domain -> says.test(domain.autoTopics()));
    }

    private boolean isSubscribed(String topic) {
        return !subscriptions.list(topic).isEmpty();
    }

    /** Unless it is there already. */
    private void make(Topic domain, String topic) {
        var unused = topics.create(
                domain.topic(topic, SystemData.createdAt(clock.instant())).marker());
    }
}
