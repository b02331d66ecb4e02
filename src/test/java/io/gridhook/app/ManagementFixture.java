package io.gridhook.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.memory.InMemoryConsentStore;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeRequest;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.port.AccessTokens.AccessToken;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** The management use cases over stores in memory; keys and generations are counted. */
public final class ManagementFixture {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final ValidationTokens TOKENS = new ValidationTokens(new byte[] {1});

    public final DefinitionStores stores = new DefinitionStores();
    /** What the use cases said has changed, in order. */
    public final List<String> changed = new ArrayList<>();

    /** The subscriptions whose endpoints got a fresh start, with their URLs, in order. */
    public final List<String> freshStarts = new ArrayList<>();

    private final AtomicLong count = new AtomicLong();

    public final Topics topics = new Topics(
            stores.topics(),
            stores.subscriptions(),
            RetryProfiles.standard(),
            () -> "key-" + count.incrementAndGet(),
            CLOCK,
            changed::add);

    public final EndpointConsents consents =
            new EndpointConsents(stores.subscriptions(), new InMemoryConsentStore(), TOKENS, CLOCK, changed::add);

    /** Subscriptions whose endpoints answered 410. */
    public final Set<String> gone = new HashSet<>();

    public final Subscriptions subscriptions = new Subscriptions(
            stores.topics(),
            stores.subscriptions(),
            new EventSubscriptionReader(
                    RetryProfiles.standard(),
                    EndpointGuard.STRICT,
                    new WebhookApplications(Set.of("api://receiver")),
                    PipelineFixture.DEAD_LETTER_DESTINATIONS,
                    PipelineFixture.QUEUE_DESTINATIONS),
            count::incrementAndGet,
            () -> SigningSecret.of(new byte[] {
                (byte) count.incrementAndGet(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
            }),
            CLOCK,
            changed::add,
            subscription -> freshStarts.add(
                    subscription.name() + " " + subscription.destination().endpointUrl()),
            subscription -> gone.contains(subscription.name()),
            validator(),
            consents);

    /** The test events that webhooks were sent, and queues. */
    public final List<HandshakeRequest> testRequests = new ArrayList<>();

    public final List<QueueDelivery> testMessages = new ArrayList<>();

    /** What webhooks answer to test events. */
    public HandshakeAnswer testAnswer = new HandshakeAnswer(AttemptOutcome.Responded.of(200), Map.of(), "");

    public CompletableFuture<AccessToken> testToken = new CompletableFuture<>();

    public final TestEvents testEvents = new TestEvents(
            topics,
            subscriptions,
            RetryProfiles.standard(),
            new TopicIds("/arm/topics/", "/edge/topics/", false),
            (request, timeout) -> {
                testRequests.add(request);
                return CompletableFuture.completedFuture(testAnswer);
            },
            (message, timeout) -> {
                testMessages.add(message);
                return CompletableFuture.completedFuture(AttemptOutcome.Responded.of(201));
            },
            application -> testToken,
            () -> new UUID(0, count.incrementAndGet()),
            CLOCK);

    /** Switched off: {@link ValidationFixture} has one that asks. */
    private static EndpointValidator validator() {
        return new EndpointValidator(
                new EndpointValidator.Settings(false, "https://unused"),
                RetryProfiles.standard(),
                new TopicIds("/arm/topics/", "/edge/topics/", false),
                (request, timeout) -> {
                    throw new AssertionError("asked: " + request);
                },
                application -> {
                    throw new AssertionError("asked for a token: " + application);
                },
                TOKENS,
                () -> new UUID(0, 0),
                CLOCK,
                (delay, task) -> () -> {});
    }

    /** Access for these keys alone; what is refused is counted nowhere. */
    public static ManagementAccess access(String... keys) {
        return new ManagementAccess(
                ManagerRules.ofKeys(Set.of(keys)),
                new PrometheusMetrics(),
                () -> Instant.parse("2026-11-20T09:30:00Z"));
    }

    public final DryRun dryRun = new DryRun(
            topics,
            subscriptions,
            new TopicRules(
                    RetryProfiles.standard(),
                    new TopicIds("/arm/", "/edge/topics/", false),
                    () -> new UUID(0, count.incrementAndGet())),
            Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));

    /** JSON written with single quotes. */
    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** A subscription's body. */
    public static JsonNode to(String endpointUrl) {
        return json("{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'" + endpointUrl
                + "'}}}}");
    }
}
