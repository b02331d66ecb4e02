package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeletionNotice;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import io.gridhook.port.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * A subscription store that tells an endpoint when its subscription is deleted (behaviour §3.4), whoever deletes it: a manager, with or
 * without its topic, or the sweep when it has expired. Once, after it is gone, and not tried again; nobody waits for it, and whatever
 * comes of it changes nothing. An instance that ends meanwhile does not send it.
 *
 * <p>Sent to webhooks alone, and only to those that agreed to be sent events or need not: to nobody under {@code edge} and {@code
 * kubernetes}, whose documents have neither handshake nor notice, so that receivers written for them know nothing but events.
 */
public final class DeletionNotices implements SubscriptionStore {
    /** As for an event (behaviour §1). */
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    /** Ours: all of one topic's at once; what is beyond is not sent. */
    static final int OPEN_MAX = Subscriptions.PER_TOPIC_MAX;

    private final SubscriptionStore subscriptions;
    private final TopicStore topics;
    private final RetryProfiles profiles;
    private final TopicIds topicIds;
    private final WebhookClient webhooks;
    private final AccessTokens tokens;
    private final Supplier<UUID> newId;
    private final InstantSource clock;
    private final Semaphore open = new Semaphore(OPEN_MAX);

    public DeletionNotices(
            SubscriptionStore subscriptions,
            TopicStore topics,
            RetryProfiles profiles,
            TopicIds topicIds,
            WebhookClient webhooks,
            AccessTokens tokens,
            Supplier<UUID> newId,
            InstantSource clock) {
        this.subscriptions = subscriptions;
        this.topics = topics;
        this.profiles = profiles;
        this.topicIds = topicIds;
        this.webhooks = webhooks;
        this.tokens = tokens;
        this.newId = newId;
        this.clock = clock;
    }

    @Override
    public Optional<Versioned<EventSubscription>> find(String topic, String name) {
        return subscriptions.find(topic, name);
    }

    @Override
    public List<EventSubscription> list(String topic) {
        return subscriptions.list(topic);
    }

    @Override
    public List<EventSubscription> listAll() {
        return subscriptions.listAll();
    }

    @Override
    public List<EventSubscription> listWithin(String domain) {
        return subscriptions.listWithin(domain);
    }

    @Override
    public boolean create(EventSubscription subscription) {
        return subscriptions.create(subscription);
    }

    @Override
    public boolean replace(EventSubscription subscription, String etag) {
        return subscriptions.replace(subscription, etag);
    }

    @Override
    public boolean delete(String topic, String name) {
        Optional<EventSubscription> known = knownBefore(topic, name);
        boolean isDeleted = subscriptions.delete(topic, name);
        if (isDeleted) {
            known.ifPresent(this::say);
        }
        return isDeleted;
    }

    @Override
    public boolean delete(EventSubscription subscription) {
        boolean isDeleted = subscriptions.delete(subscription);
        if (isDeleted) {
            say(subscription);
        }
        return isDeleted;
    }

    /** That it cannot be read must not keep it from being deleted. */
    private Optional<EventSubscription> knownBefore(String topic, String name) {
        try {
            return subscriptions.find(topic, name).map(Versioned::value);
        } catch (StorageUnavailableException e) {
            return Optional.empty();
        }
    }

    private void say(EventSubscription subscription) {
        Instant now = clock.instant();
        if (!isToBeTold(subscription) || !open.tryAcquire()) {
            return;
        }
        var unused = send(new DeletionNotice(subscription, topicIds.stamped(subscription.topic()), newId.get(), now))
                .whenComplete((outcome, failure) -> open.release());
    }

    private boolean isToBeTold(EventSubscription subscription) {
        return subscription.destination().type() == WebhookDestination.Type.WEB_HOOK
                && subscription.validation().allowsDelivery()
                && profiles.of(subscription.profile(), profileOf(subscription.topic()))
                        .endpointsValidated();
    }

    private Optional<String> profileOf(String topic) {
        try {
            return topics.find(DomainNames.owner(topic)).map(Versioned::value).flatMap(Topic::profile);
        } catch (StorageUnavailableException e) {
            return Optional.empty();
        }
    }

    /** Never throws: the subscription is gone, and its deletion is not to fail. */
    private CompletableFuture<AttemptOutcome> send(DeletionNotice notice) {
        try {
            return tokens.bearerFor(notice.subscription().destination())
                    .thenCompose(token -> webhooks.post(notice.request(token), RESPONSE_TIMEOUT));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
