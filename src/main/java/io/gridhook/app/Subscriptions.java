package io.gridhook.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.delivery.Handshake;
import io.gridhook.core.topic.DefinitionNames;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.SecretSource;
import io.gridhook.core.topic.SigningReader;
import io.gridhook.core.topic.SigningSecrets;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.Versioned;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Manages the event subscriptions of topics, domains and domains' topics, by their names ({@link DomainNames}). */
public final class Subscriptions {
    /** Behaviour §16: event subscriptions per topic. */
    public static final int PER_TOPIC_MAX = 500;

    /** Behaviour §16: event subscriptions of a domain itself, which get the events of all its topics. */
    public static final int PER_DOMAIN_MAX = 50;

    /** Ours: the name of one that has none yet. */
    private static final String DRAFT = "draft";

    private final TopicStore topics;
    private final SubscriptionStore subscriptions;
    private final EventSubscriptionReader reader;
    private final LongSupplier newGeneration;
    private final Supplier<SigningSecret> newSecret;
    private final Clock clock;
    private final Consumer<String> changed;
    private final Consumer<EventSubscription> freshStart;
    private final Predicate<EventSubscription> isGone;
    private final EndpointValidator validator;
    private final EndpointConsents consents;
    private final DomainTopics domainTopics;

    /**
     * Subscriptions over two stores.
     *
     * @param newGeneration makes a generation id, never the same twice
     * @param newSecret makes a signing secret that nobody can guess
     * @param changed told a topic's name after one of its subscriptions changed, or may have
     * @param freshStart told a subscription that was saved or deleted: what is known of its endpoint's health is of before
     * @param isGone whether the endpoint of a subscription answered that it is gone, and is disabled
     * @param validator asks their endpoints
     * @param consents knows which of them agreed before they were saved
     */
    public Subscriptions(
            TopicStore topics,
            SubscriptionStore subscriptions,
            EventSubscriptionReader reader,
            LongSupplier newGeneration,
            Supplier<SigningSecret> newSecret,
            Clock clock,
            Consumer<String> changed,
            Consumer<EventSubscription> freshStart,
            Predicate<EventSubscription> isGone,
            EndpointValidator validator,
            EndpointConsents consents) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.reader = reader;
        this.newGeneration = newGeneration;
        this.newSecret = newSecret;
        this.clock = clock;
        this.changed = changed;
        this.freshStart = freshStart;
        this.isGone = isGone;
        this.validator = validator;
        this.consents = consents;
        this.domainTopics = new DomainTopics(topics, subscriptions, clock);
    }

    /**
     * Creates a subscription of a new generation, or updates one, which keeps its generation and the spelling of its name. Every save is
     * a fresh start for its endpoint, also one that changes nothing: who mended the receiver has nothing else to change.
     *
     * <p>Before every save the endpoint is asked whether it agrees (behaviour §4.1), which takes up to {@link EndpointValidator#LONGEST};
     * if it does not, nothing is saved. Ours: where the answer is that somebody is to open the validation URL, and the endpoint had
     * agreed to the same kind of handshake at the same URL before, that stands, as an update must not cost events.
     *
     * <p>A pause stands, too; what is disabled is enabled.
     *
     * @throws ManagementException if the endpoint does not agree, among others
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the subscription is not valid
     */
    public EventSubscription put(String topicName, String name, JsonNode body) {
        return save(topicName, name, existing -> body);
    }

    /**
     * Updates a subscription as {@link #put} does.
     *
     * @param change makes a PUT's body of what is stored
     * @throws ManagementException if there is no such subscription, among others
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the subscription is not valid then
     */
    public EventSubscription patch(String topicName, String name, Function<EventSubscription, JsonNode> change) {
        return save(
                topicName,
                name,
                existing ->
                        change.apply(existing.orElseThrow(() -> ManagementException.noSubscription(topicName, name))));
    }

    private EventSubscription save(
            String topicName, String name, Function<Optional<EventSubscription>, JsonNode> bodyOf) {
        DefinitionNames.checkSubscription(name);
        Optional<EventSubscription> asked = Optional.empty();
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            Topic topic = topic(topicName);
            Optional<Versioned<EventSubscription>> existing = subscriptions.find(topic.name(), name);
            JsonNode body = bodyOf.apply(existing.map(Versioned::value));
            EventSubscription subscription = read(body, topic, name, existing.map(Versioned::value));
            if (existing.isEmpty()) {
                checkRoom(topic.name());
            }
            if (validator.isRequired(subscription, topic)) {
                if (asked.isEmpty()) {
                    asked = Optional.of(subscription.with(validation(subscription)));
                }
                subscription = subscription.with(agreed(subscription, asked.get(), existing.map(Versioned::value)));
            }
            EventSubscription read = subscription;
            Instant now = clock.instant();
            subscription = existing.map(old -> read.over(old.value(), now))
                    .orElseGet(() -> read.with(SystemData.createdAt(now)));
            if (write(subscription, existing.map(Versioned::etag))) {
                existing.map(Versioned::value).ifPresent(freshStart);
                freshStart.accept(subscription);
                return consents.afterSaved(kept(subscription));
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
        return reader.read(
                body, topic(topicName), name, 0, clock.instant(), new SecretSource(Optional.empty(), newSecret));
    }

    /**
     * What {@link #put} would do if its endpoint agreed; nobody is asked and nothing is written.
     *
     * @param topic as it is, or is about to be
     * @throws ManagementException if the topic is full
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the subscription is not valid
     */
    Planned<EventSubscription> planned(Topic topic, String name, JsonNode body) {
        DefinitionNames.checkSubscription(name);
        Optional<EventSubscription> existing = stored(topic, name);
        EventSubscription read = read(body, topic, name, existing);
        if (existing.isEmpty()) {
            checkRoom(topic.name());
        }
        return existing.map(old -> Planned.over(
                        old,
                        read.with(old.validation()).with(old.deliveryState()).with(old.systemData())))
                .orElseGet(() -> Planned.create(read));
    }

    /** The subscription of that name, if there is one. */
    Optional<EventSubscription> stored(Topic topic, String name) {
        return Optional.of(name)
                .filter(DefinitionNames::mayNameSubscription)
                .flatMap(valid -> subscriptions.find(topic.name(), valid))
                .map(Versioned::value);
    }

    public EventSubscription get(String topicName, String name) {
        return asOfNow(stored(topic(topicName).name(), name).value());
    }

    private Versioned<EventSubscription> stored(String topic, String name) {
        return Optional.of(name)
                .filter(DefinitionNames::mayNameSubscription)
                .flatMap(valid -> subscriptions.find(topic, valid))
                .orElseThrow(() -> ManagementException.noSubscription(topic, name));
    }

    /**
     * What the deliveries of a subscription are signed with now.
     *
     * @throws ManagementException if there is no such subscription, or its deliveries are not signed
     */
    public SigningSecrets signingSecrets(String topicName, String name) {
        return signing(get(topicName, name)).at(clock.instant());
    }

    /**
     * Gives a subscription a new signing secret. Both sign until the overlap ends, so that receivers can be given it one after another.
     *
     * @param body {@code secret}, or one is made, and {@code overlap}
     * @throws io.gridhook.core.topic.InvalidDefinitionException if the body is not valid
     * @throws ManagementException if there is no such subscription, or its deliveries are not signed
     */
    public SigningSecrets rotateSigningSecret(String topicName, String name, JsonNode body) {
        SigningReader.Rotation rotation = SigningReader.rotation(body);
        String topic = topic(topicName).name();
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            Versioned<EventSubscription> stored = stored(topic, name);
            Instant now = clock.instant();
            SigningSecrets rotated = rotated(signing(stored.value()), rotation, now);
            EventSubscription subscription = stored.value()
                    .with(stored.value().destination().with(rotated))
                    .with(stored.value().systemData().modifiedAt(now));
            if (write(subscription, Optional.of(stored.etag()))) {
                freshStart.accept(subscription);
                return rotated;
            }
        }
        throw ManagementException.changedMeanwhile("eventSubscription: " + name);
    }

    /**
     * Holds the events of a subscription back, or lets them go. In force everywhere as soon as the catalogues were read again ({@link
     * Catalog#AGE_MAX}); what is under way ends as it does. To enable one is a fresh start for its endpoint, as a save is.
     *
     * @return as it is then
     * @throws ManagementException if there is no such subscription, or another change has to be undone first
     */
    public EventSubscription change(String topicName, String name, DeliveryChange change) {
        String topic = topic(topicName).name();
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            Versioned<EventSubscription> stored = stored(topic, name);
            EventSubscription before = stored.value();
            EventSubscription after = before.with(change.of(before.deliveryState(), clock.instant())
                    .orElseThrow(() -> ManagementException.heldBack(before, change)));
            if (after.equals(before) || write(after, Optional.of(stored.etag()))) {
                if (change == DeliveryChange.ENABLE) {
                    freshStart.accept(after);
                }
                return asOfNow(after);
            }
        }
        throw ManagementException.changedMeanwhile("eventSubscription: " + name);
    }

    /** To the secret that is in use nothing changes: a call that is repeated must not end the overlap. */
    private SigningSecrets rotated(SigningSecrets stored, SigningReader.Rotation rotation, Instant now) {
        if (rotation.secret().equals(Optional.of(stored.current()))) {
            return stored.at(now);
        }
        SigningSecret secret = rotation.secret().orElseGet(newSecret);
        return stored.rotated(secret, now.plus(rotation.overlap())).at(now);
    }

    private static SigningSecrets signing(EventSubscription subscription) {
        return subscription
                .destination()
                .signing()
                .orElseThrow(() -> new ManagementException(
                        ManagementException.Kind.INVALID,
                        "eventSubscription: " + subscription.name()
                                + " is not signed (expected: one with signing in its destination)"));
    }

    public List<EventSubscription> list(String topicName) {
        return subscriptions.list(topic(topicName).name()).stream()
                .map(this::asOfNow)
                .toList();
    }

    private EventSubscription asOfNow(EventSubscription stored) {
        EndpointValidation validation = stored.validation();
        EventSubscription validated = validation.isOverdue(clock.instant()) ? stored.with(validation.failed()) : stored;
        boolean isShownGone = stored.deliveryState().kind() == DeliveryState.Kind.ACTIVE && isGone.test(stored);
        return isShownGone ? validated.with(DeliveryState.GONE) : validated;
    }

    /** Those of all topics and domains. */
    public List<EventSubscription> listAll() {
        return subscriptions.listAll().stream().map(this::asOfNow).toList();
    }

    public void delete(String topicName, String name) {
        String topic = topic(topicName).name();
        try {
            EventSubscription subscription = get(topic, name);
            if (!subscriptions.delete(topic, name)) {
                throw ManagementException.noSubscription(topic, name);
            }
            freshStart.accept(subscription);
            domainTopics.unsubscribed(topic);
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
                clock.instant(),
                new SecretSource(existing.map(EventSubscription::destination), newSecret));
    }

    private EndpointValidation validation(EventSubscription subscription) {
        try {
            return validator.validate(subscription).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ManagementException refused) {
                throw refused;
            }
            throw ManagementException.notAsked(e);
        }
    }

    /**
     * What {@code asked}, which was read from the same body before its endpoint was asked, says of {@code subscription}. Its topic may
     * have changed meanwhile, and with it the handshake that is to be made.
     */
    private static EndpointValidation agreed(
            EventSubscription subscription, EventSubscription asked, Optional<EventSubscription> existing) {
        if (!isSameHandshake(subscription, asked)) {
            throw ManagementException.changedMeanwhile("eventSubscription: " + subscription.name());
        }
        boolean isAwaited = asked.validation().state() == EndpointValidation.State.AWAITING_MANUAL_ACTION;
        return existing.filter(old -> isAwaited
                        && old.validation().state() == EndpointValidation.State.SUCCEEDED
                        && isSameHandshake(subscription, old))
                .map(EventSubscription::validation)
                .orElse(asked.validation());
    }

    private static boolean isSameHandshake(EventSubscription one, EventSubscription other) {
        return Handshake.method(one) == Handshake.method(other)
                && one.destination().endpointUrl().equals(other.destination().endpointUrl());
    }

    private void checkRoom(String topic) {
        int most = DomainNames.isDomain(topic) ? PER_DOMAIN_MAX : PER_TOPIC_MAX;
        if (subscriptions.list(topic).size() >= most) {
            throw new ManagementException(
                    ManagementException.Kind.INVALID,
                    "eventSubscriptions: topic " + topic + " is full (expected: at most " + most + ")");
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
        try {
            var unused = topic(subscription.topic());
            domainTopics.subscribed(subscription.topic());
            return subscription;
        } catch (ManagementException e) {
            subscriptions.delete(subscription);
            changed.accept(subscription.topic());
            throw e;
        }
    }
}
