package io.gridhook.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.memory.InMemoryConsentStore;
import io.gridhook.app.DeletionNotices;
import io.gridhook.app.EndpointConsents;
import io.gridhook.app.EndpointValidator;
import io.gridhook.app.ManagementException;
import io.gridhook.app.Pipeline;
import io.gridhook.app.Ports;
import io.gridhook.app.Subscriptions;
import io.gridhook.app.Topics;
import io.gridhook.app.ValidationTokens;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The management use cases of one process, as the app wires them; no endpoint is asked whether it agrees. */
final class SimulatedManager {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ValidationTokens TOKENS = new ValidationTokens(new byte[] {1});

    private final Simulation world;
    private final Ports ports;
    private final Pipeline pipeline;
    private final SubscriptionStore store;
    private final Clock clock;
    private final Topics topics;

    SimulatedManager(Simulation world, Ports ports, Pipeline pipeline) {
        this.world = world;
        this.ports = ports;
        this.pipeline = pipeline;
        this.clock = new ClockOf(ports.clock());
        this.store = new DeletionNotices(
                ports.subscriptions(),
                ports.topics(),
                world.settings.profiles(),
                world.settings.topicIds(),
                this::tell,
                ports.tokens(),
                ports.ids(),
                ports.clock());
        this.topics = new Topics(
                ports.topics(),
                store,
                world.settings.profiles(),
                () -> Simulation.KEY,
                ports.clock(),
                pipeline.catalog()::changed);
    }

    /** Deletes a topic; one that is gone is deleted. */
    void deleteTopic(String topic) {
        unlessGone(() -> topics.delete(topic));
    }

    /** Deletes a subscription; one that is gone is deleted. */
    void deleteSubscription(String topic, String name) {
        unlessGone(() -> subscriptions(name).delete(topic, name));
    }

    private static void unlessGone(Runnable deletion) {
        try {
            deletion.run();
        } catch (ManagementException e) {
            if (e.kind() != ManagementException.Kind.NOT_FOUND) {
                throw e;
            }
        }
    }

    void putTopic(String topic) {
        topics.put(topic, json("{'properties':{'inputSchema':'EventGridSchema'}}"));
    }

    /** Makes a subscription whose generation is {@code called} so, with an endpoint and a container of its own. */
    void putSubscription(String topic, String name, String called) {
        subscriptions(called).put(topic, name, json("""
                        {'properties':{
                          'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://CALLED'}},
                          'retryPolicy':{'maxDeliveryAttempts':30,'eventTimeToLiveInMinutes':1440},
                          'deadLetterDestination':{'endpointType':'StorageBlob','properties':{
                            'resourceId':'/own/storageAccounts/account','blobContainerName':'CALLED'}}}}
                        """.replace("CALLED", called)));
    }

    /** Holds a subscription's events back, or lets them go. */
    void change(String topic, String name, DeliveryChange change) {
        try {
            var unused = subscriptions(name).change(topic, name, change);
        } catch (ManagementException e) {
            throw e.kind() == ManagementException.Kind.CONFLICT
                    ? new StorageUnavailableException("changed meanwhile, as it seems: " + e.getMessage(), e)
                    : e;
        }
    }

    private Subscriptions subscriptions(String called) {
        return new Subscriptions(
                ports.topics(),
                store,
                new EventSubscriptionReader(
                        world.settings.profiles(),
                        EndpointGuard.STRICT,
                        new WebhookApplications(Set.of()),
                        new DeadLetterDestinations("account", false, Set.of(), List.of()),
                        new QueueDestinations("account", false, Set.of(), List.of())),
                () -> world.generations.next(called, Renewal.NAME),
                () -> SigningSecret.of(new byte[24]),
                clock,
                pipeline.catalog()::changed,
                pipeline.health()::reset,
                pipeline.health()::isDisabled,
                new EndpointValidator(
                        new EndpointValidator.Settings(false, "https://unused"),
                        world.settings.profiles(),
                        world.settings.topicIds(),
                        (request, timeout) -> CompletableFuture.failedFuture(new AssertionError("asked: " + request)),
                        ports.tokens(),
                        TOKENS,
                        ports.ids(),
                        clock,
                        ports.timers()),
                new EndpointConsents(store, new InMemoryConsentStore(), TOKENS, clock, pipeline.catalog()::changed));
    }

    private CompletableFuture<AttemptOutcome> tell(WebhookRequest notice, Duration timeout) {
        world.renewal.told(Simulation.endpointOf(notice));
        return CompletableFuture.completedFuture(new AttemptOutcome.Responded(200, java.util.Optional.empty()));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** A clock that shows what its process's shows. */
    private static final class ClockOf extends Clock {
        private final InstantSource source;

        ClockOf(InstantSource source) {
            this.source = source;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return source.instant();
        }
    }
}
