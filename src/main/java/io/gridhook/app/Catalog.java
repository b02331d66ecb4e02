package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.FilterSet;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The definitions as publishing and delivering see them: never older than {@link #AGE_MAX}, and read again before anything is said to
 * be gone. A storage error is thrown on; it is never taken for "deleted".
 */
public final class Catalog {
    /** DESIGN §2: a change is in force everywhere within 5 s. */
    public static final Duration AGE_MAX = Duration.ofSeconds(5);

    /** Ours: bounds what strangers' guesses at topic names can fill; then the cache starts again. */
    private static final int TOPICS_MAX = 10_000;

    /** Ours: topics of a domain that one request has read one by one; publishers may name thousands, subscribed to or not. */
    static final int READS_MAX = 64;

    private final TopicStore topics;
    private final SubscriptionStore subscriptions;
    private final RetryProfiles profiles;
    private final InstantSource clock;
    private final Map<String, Entry> cache = new ConcurrentHashMap<>();
    private final Map<String, Within> domains = new ConcurrentHashMap<>();
    /** Changes so far. A load keeps its entry only if there was no change since it began: it may have read the old rows. Guarded by this. */
    private long changes;

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
     * What was found when all subscriptions of a domain's topics were read.
     *
     * @param subscribed the keys of the topics that have any
     * @param none the entry of every other
     */
    private record Within(Set<String> subscribed, Entry none) {}

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
     * Topics of one domain. More than {@link #READS_MAX} that are not known are read together: then the reads are as many as the domain's
     * subscriptions ask for, whatever its publishers name, and names that nobody subscribed to fill nothing.
     *
     * @param names of topics of {@code domain}, as they are spelt
     * @return by these names
     * @throws io.gridhook.port.StorageUnavailableException as {@link #topic}
     */
    Map<String, Entry> topics(String domain, Set<String> names) {
        Map<String, Entry> entries = new HashMap<>();
        Set<String> missing = new HashSet<>();
        names.forEach(
                name -> known(key(name)).ifPresentOrElse(entry -> entries.put(name, entry), () -> missing.add(name)));
        if (missing.size() <= READS_MAX) {
            missing.forEach(name -> entries.put(name, topic(name)));
        } else {
            Map<String, Entry> found =
                    loadWithin(key(domain), missing.stream().map(Catalog::key).collect(Collectors.toSet()));
            missing.forEach(name -> entries.put(name, found.get(key(name))));
        }
        return entries;
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
        String key = key(topic);
        synchronized (this) {
            changes++;
            cache.remove(key);
            domains.remove(DomainNames.owner(key));
        }
    }

    private synchronized long changes() {
        return changes;
    }

    private Optional<Entry> known(String key) {
        Optional<Entry> cached = Optional.ofNullable(cache.get(key)).filter(this::isFresh);
        return cached.or(() -> Optional.ofNullable(domains.get(DomainNames.owner(key)))
                .filter(within -> !within.subscribed().contains(key))
                .map(Within::none)
                .filter(this::isFresh));
    }

    private boolean isFresh(Entry entry) {
        return clock.instant().isBefore(entry.loadedAt().plus(AGE_MAX));
    }

    private Entry load(String key) {
        long before = changes();
        Instant now = clock.instant();
        Optional<Entry> domain =
                Optional.of(key).filter(DomainNames::isDomainTopic).map(topic -> domain(DomainNames.owner(topic)));
        Optional<Topic> topic = domain.isPresent()
                ? domain.get().topic().map(found -> found.topic(key, SystemData.NONE))
                : topics.find(key).map(Versioned::value);
        List<EventSubscription> listed =
                topic.map(found -> subscriptions.list(key)).orElse(List.of());
        return keep(key, entry(topic, listed, domain.map(Entry::loadedAt).orElse(now)), before);
    }

    /** Those of {@code keys} by themselves; of one that nobody subscribed to no more than that is kept. */
    private Map<String, Entry> loadWithin(String domainKey, Set<String> keys) {
        long before = changes();
        Entry domain = domain(domainKey);
        Map<String, List<EventSubscription>> listed =
                domain.topic().map(found -> subscriptions.listWithin(domainKey)).orElse(List.of()).stream()
                        .collect(Collectors.groupingBy(subscription -> key(subscription.topic())));
        Entry none = entry(domain.topic(), List.of(), domain.loadedAt());
        keep(domainKey, new Within(Set.copyOf(listed.keySet()), none), before);
        Map<String, Entry> entries = new HashMap<>();
        for (String key : keys) {
            Optional<Topic> topic = domain.topic().map(found -> found.topic(key, SystemData.NONE));
            entries.put(
                    key,
                    listed.containsKey(key)
                            ? keep(key, entry(topic, listed.getOrDefault(key, List.of()), domain.loadedAt()), before)
                            : none);
        }
        return entries;
    }

    private Entry entry(Optional<Topic> topic, List<EventSubscription> listed, Instant loadedAt) {
        List<ResolvedSubscription> resolved = topic.map(found -> listed.stream()
                        .map(subscription -> ResolvedSubscription.of(subscription, found.profile(), profiles))
                        .toList())
                .orElse(List.of());
        return Entry.of(topic, resolved, loadedAt);
    }

    /** Puts an entry into the cache, unless something changed since its load saw this many changes. */
    private synchronized Entry keep(String key, Entry entry, long changesBefore) {
        if (changes == changesBefore) {
            if (cache.size() >= TOPICS_MAX) {
                cache.clear();
            }
            cache.put(key, entry);
        }
        return entry;
    }

    private synchronized void keep(String domainKey, Within within, long changesBefore) {
        if (changes == changesBefore) {
            domains.put(domainKey, within);
        }
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
