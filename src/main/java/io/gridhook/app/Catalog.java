package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.FilterSet;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The definitions as publishing and delivering see them: never older than {@link #AGE_MAX}, and read again before anything is said to
 * be gone. A storage error is thrown on; it is never taken for "deleted".
 */
public final class Catalog {
    /** DESIGN §2: a change is in force everywhere within 5 s. */
    public static final Duration AGE_MAX = Duration.ofSeconds(5);

    /** Ours: bounds what strangers' guesses at topic names can fill; then the cache starts again. */
    private static final int TOPICS_MAX = 10_000;

    private final TopicStore topics;
    private final SubscriptionStore subscriptions;
    private final RetryProfiles profiles;
    private final InstantSource clock;
    private final Map<String, Entry> cache = new ConcurrentHashMap<>();

    public Catalog(TopicStore topics, SubscriptionStore subscriptions, RetryProfiles profiles, InstantSource clock) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.profiles = profiles;
        this.clock = clock;
    }

    /**
     * A topic with its subscriptions.
     *
     * @param filters theirs, in their order
     */
    public record Entry(
            Optional<Topic> topic, List<ResolvedSubscription> subscriptions, FilterSet filters, Instant loadedAt) {
        private static Entry of(Optional<Topic> topic, List<ResolvedSubscription> subscriptions, Instant loadedAt) {
            EventSchema schema = topic.map(Topic::inputSchema).orElse(EventSchema.EVENT_GRID);
            FilterSet filters = new FilterSet(
                    schema,
                    subscriptions.stream().map(ResolvedSubscription::filter).toList());
            return new Entry(topic, subscriptions, filters, loadedAt);
        }

        Optional<ResolvedSubscription> find(SubscriptionRef ref) {
            return subscriptions.stream()
                    .filter(resolved -> ref.names(resolved.subscription()))
                    .findFirst();
        }
    }

    /**
     * A topic and its subscriptions; an entry without a topic if there is none.
     *
     * @throws io.gridhook.port.StorageUnavailableException if what is cached is too old and storage does not answer
     */
    public Entry topic(String name) {
        if (!DefinitionNames.mayNameTopic(name)) {
            return Entry.of(Optional.empty(), List.of(), clock.instant());
        }
        String key = key(name);
        Entry cached = cache.get(key);
        return cached != null && isFresh(cached) ? cached : load(key);
    }

    /**
     * The subscription that a pack names, or empty if it is certain that it is gone: the store was asked for this answer.
     *
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer
     */
    public Optional<ResolvedSubscription> find(SubscriptionRef ref) {
        String key = key(ref.topic());
        Entry cached = cache.get(key);
        if (cached != null && isFresh(cached)) {
            Optional<ResolvedSubscription> found = cached.find(ref);
            if (found.isPresent()) {
                return found;
            }
        }
        return load(key).find(ref);
    }

    /** Forgets a topic, after a change to it or its subscriptions. */
    public void changed(String topic) {
        cache.remove(key(topic));
    }

    private boolean isFresh(Entry entry) {
        return clock.instant().isBefore(entry.loadedAt().plus(AGE_MAX));
    }

    private Entry load(String key) {
        Instant now = clock.instant();
        Optional<Entry> domain =
                Optional.of(key).filter(DomainNames::isDomainTopic).map(topic -> domain(DomainNames.owner(topic)));
        Optional<Topic> topic = domain.isPresent()
                ? domain.get().topic().map(found -> found.topic(key, SystemData.NONE))
                : topics.find(key).map(Versioned::value);
        List<ResolvedSubscription> resolved = topic.map(found -> subscriptions.list(key).stream()
                        .map(subscription -> ResolvedSubscription.of(subscription, found.profile(), profiles))
                        .toList())
                .orElse(List.of());
        Entry entry = Entry.of(topic, resolved, domain.map(Entry::loadedAt).orElse(now));
        if (cache.size() >= TOPICS_MAX) {
            cache.clear();
        }
        cache.put(key, entry);
        return entry;
    }

    /**
     * What has the settings of its topics, which are as old as it is. Whether a topic itself is stored does not matter: it may be published
     * to before it is, and is made with its first subscription. That there is no domain is never taken from the cache.
     */
    private Entry domain(String key) {
        return Optional.of(topic(key))
                .filter(entry -> entry.topic().isPresent())
                .orElseGet(() -> load(key));
    }

    private static String key(String topic) {
        return topic.toLowerCase(Locale.ROOT);
    }
}
