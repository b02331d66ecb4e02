package io.gridhook.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.SubscriptionFit;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeyName;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.TopicReader;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Manages topics, domains and domains' topics, by their names ({@link DomainNames}). */
public final class Topics {
    /** Ours: how often a write is tried that others' writes get in the way of. */
    static final int TRIES_MAX = 5;

    /** Behaviour §16: domains per Azure subscription and region. */
    static final int DOMAINS_MAX = 100;

    private final TopicStore topics;
    private final SubscriptionStore subscriptions;
    private final RetryProfiles profiles;
    private final TopicReader reader;
    private final Supplier<String> newKey;
    private final InstantSource clock;
    private final Consumer<String> changed;

    /**
     * Topics over two stores.
     *
     * @param newKey makes an access key
     * @param changed told a topic's name after its definition or its subscriptions changed, or may have
     */
    public Topics(
            TopicStore topics,
            SubscriptionStore subscriptions,
            RetryProfiles profiles,
            Supplier<String> newKey,
            InstantSource clock,
            Consumer<String> changed) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.profiles = profiles;
        this.reader = new TopicReader(profiles);
        this.newKey = newKey;
        this.clock = clock;
        this.changed = changed;
    }

    /**
     * Creates a topic or a domain with two new keys, or updates one, which keeps its keys and the spelling of its name. An update of its schema,
     * mapping or profile that would leave a subscription with what could not be written then is refused as a conflict. (A change of the
     * app's own profile, a setting, is not checked: stored numbers go on as they are.) A domain's topic has nothing but its name to put.
     *
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the topic is not valid
     */
    public Topic put(String name, JsonNode body) {
        if (DomainNames.isDomainTopic(name)) {
            return putWithin(name);
        }
        Topic created = reader.read(body, name, new TopicKeys(newKey.get(), newKey.get()));
        for (int i = 0; i < TRIES_MAX; i++) {
            Optional<Versioned<Topic>> existing = topics.find(name);
            Topic topic = existing.map(Versioned::value)
                    .map(old -> modified(updated(old, created)))
                    .orElseGet(() -> created.with(SystemData.createdAt(clock.instant())));
            if (existing.isEmpty()) {
                checkRoom(name);
            }
            if (write(topic, existing)) {
                return topic;
            }
        }
        throw ManagementException.changedMeanwhile("topic: " + name);
    }

    /**
     * What {@link #put} would do; nothing is written.
     *
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the topic is not valid
     * @throws ManagementException if a subscription does not fit the changed topic
     */
    Planned<Topic> planned(String name, JsonNode body) {
        if (DomainNames.isDomainTopic(name)) {
            Topic topic = within(name);
            return topics.find(name).map(there -> Planned.over(topic, topic)).orElseGet(() -> Planned.create(topic));
        }
        Topic created = reader.read(body, name, new TopicKeys(newKey.get(), newKey.get()));
        return topics.find(name)
                .map(Versioned::value)
                .map(old -> Planned.over(old, updated(old, created)))
                .orElseGet(() -> Planned.create(created));
    }

    /** What may be subscribed to under that name, if there is any. */
    Optional<Topic> stored(String name) {
        return lookUp(topics, name);
    }

    /**
     * Updates a topic as {@link #put} does.
     *
     * @param change makes a PUT's body of what is stored
     * @throws ManagementException if there is no such topic, among others
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the topic is not valid then
     */
    public Topic patch(String name, Function<Topic, JsonNode> change) {
        for (int i = 0; i < TRIES_MAX; i++) {
            Versioned<Topic> found = found(topics, name);
            Topic old = found.value();
            Topic topic = modified(updated(old, reader.read(change.apply(old), old.name(), old.keys())));
            if (write(topic, Optional.of(found))) {
                return topic;
            }
        }
        throw ManagementException.changedMeanwhile("topic: " + name);
    }

    /** Creates a domain's topic, or leaves the one that is there. */
    private Topic putWithin(String name) {
        Topic topic = within(name);
        var unused = topics.create(topic.marker());
        return get(topic.name());
    }

    private Topic within(String name) {
        DefinitionNames.checkTopic(name);
        Topic domain = find(topics, DomainNames.owner(name));
        return domain.topic(
                DomainNames.topic(DomainNames.own(domain.name()), DomainNames.own(name)),
                SystemData.createdAt(clock.instant()));
    }

    /** A topic; a domain's as its domain has it set. */
    public Topic get(String name) {
        Topic stored = found(topics, name).value();
        return DomainNames.isDomainTopic(name)
                ? find(topics, DomainNames.owner(name)).topic(stored.name(), stored.systemData())
                : stored;
    }

    public List<Topic> list() {
        return topics.list();
    }

    public List<Topic> listDomains() {
        return topics.listDomains();
    }

    /**
     * The topics of a domain.
     *
     * @throws ManagementException if there is no such domain
     */
    public List<Topic> listWithin(String domain) {
        return topics.listWithin(find(topics, domain).name());
    }

    /** A topic's access keys. */
    public TopicKeys listKeys(String name) {
        return get(name).keys();
    }

    /**
     * Puts a new key in the place of one of a topic's two (behaviour §10): what was made with the old one is refused on this instance at
     * once, on others as soon as their definitions are read again ({@link Catalog#AGE_MAX}). The other key goes on.
     *
     * @param body {@code {"keyName": "key1"}} or {@code {"keyName": "key2"}}
     * @return both keys
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the body is neither
     */
    public TopicKeys regenerateKey(String name, JsonNode body) {
        TopicKeyName which = TopicKeyName.read(body);
        for (int i = 0; i < TRIES_MAX; i++) {
            Versioned<Topic> found = found(topics, name);
            TopicKeys keys = found.value().keys().with(which, newKey.get());
            if (write(modified(found.value().with(keys)), Optional.of(found))) {
                return keys;
            }
        }
        throw ManagementException.changedMeanwhile("topic: " + name);
    }

    /**
     * Deletes a topic's subscriptions, then the topic, then subscriptions that were created meanwhile. A domain takes its topics along, and
     * their subscriptions.
     */
    public void delete(String name) {
        String topic = deleted(name);
        try {
            deleteWithin(topic);
            topics.delete(topic);
            if (topics.find(topic).isEmpty()) {
                deleteWithin(topic);
            }
        } finally {
            changed.accept(topic);
        }
    }

    /** A domain's topic that is not listed, as the write after its first subscription's failed, may have subscriptions all the same. */
    private String deleted(String name) {
        boolean isUnlisted = DomainNames.isDomainTopic(name)
                && DefinitionNames.mayNameTopic(name)
                && topics.find(name).isEmpty()
                && !subscriptions.list(name).isEmpty();
        return isUnlisted ? name : found(topics, name).value().name();
    }

    /** What may be subscribed to: a topic, a domain, or a domain's topic that is there or that its first subscription makes. */
    static Topic find(TopicStore topics, String name) {
        return lookUp(topics, name).orElseThrow(() -> ManagementException.noTopic(name));
    }

    private static Optional<Topic> lookUp(TopicStore topics, String name) {
        if (!DefinitionNames.mayNameTopic(name)) {
            return Optional.empty();
        }
        Optional<Topic> stored = topics.find(name).map(Versioned::value);
        return DomainNames.isDomainTopic(name)
                ? topics.find(DomainNames.owner(name)).flatMap(domain -> within(domain.value(), name, stored))
                : stored;
    }

    private static Optional<Topic> within(Topic domain, String name, Optional<Topic> stored) {
        String spelt = DomainNames.topic(DomainNames.own(domain.name()), DomainNames.own(name));
        return stored.map(topic -> domain.topic(topic.name(), topic.systemData()))
                .or(() -> Optional.of(domain.topic(spelt, SystemData.NONE))
                        .filter(made -> domain.autoTopics().create()));
    }

    private static Versioned<Topic> found(TopicStore topics, String name) {
        return Optional.of(name)
                .filter(DefinitionNames::mayNameTopic)
                .flatMap(topics::find)
                .orElseThrow(() -> ManagementException.noTopic(name));
    }

    private void deleteWithin(String topic) {
        if (!DomainNames.isDomain(topic)) {
            subscriptions.list(topic).forEach(subscriptions::delete);
            return;
        }
        List<EventSubscription> all = subscriptions.listWithin(topic);
        all.forEach(subscriptions::delete);
        topics.listWithin(topic).forEach(within -> topics.delete(within.name()));
        all.forEach(subscription -> changed.accept(subscription.topic()));
    }

    private void checkRoom(String name) {
        if (DomainNames.isDomain(name) && topics.listDomains().size() >= DOMAINS_MAX) {
            throw new ManagementException(
                    ManagementException.Kind.INVALID, "domains: full (expected: at most " + DOMAINS_MAX + ")");
        }
    }

    private Topic modified(Topic topic) {
        return topic.with(topic.systemData().modifiedAt(clock.instant()));
    }

    private Topic updated(Topic old, Topic given) {
        Topic topic = new Topic(
                old.name(),
                given.inputSchema(),
                given.inputSchemaMapping(),
                given.profile(),
                old.keys(),
                given.disableLocalAuth(),
                given.resource(),
                given.autoTopics(),
                old.systemData());
        for (EventSubscription subscription : listOn(old.name())) {
            checkFits(subscription, topic);
        }
        return topic;
    }

    private List<EventSubscription> listOn(String topic) {
        return DomainNames.isDomain(topic) ? subscriptions.listWithin(topic) : subscriptions.list(topic);
    }

    private void checkFits(EventSubscription subscription, Topic topic) {
        RetryProfile profile = profiles.of(subscription.profile(), topic.profile());
        SubscriptionFit.misfit(subscription, topic, profile).ifPresent(misfit -> {
            throw new ManagementException(
                    ManagementException.Kind.CONFLICT,
                    "event subscription " + subscription.name() + " does not fit the changed topic: " + misfit);
        });
    }

    private boolean write(Topic topic, Optional<Versioned<Topic>> existing) {
        try {
            return existing.map(old -> topics.replace(topic, old.etag())).orElseGet(() -> topics.create(topic));
        } finally {
            changed.accept(topic.name());
        }
    }
}
