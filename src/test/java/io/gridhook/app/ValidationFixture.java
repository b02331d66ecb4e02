package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.memory.InMemoryConsentStore;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeRequest;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.port.AccessTokens.AccessToken;
import io.gridhook.port.ConsentStore;
import io.gridhook.port.DeliveryLog;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Subscriptions whose endpoints are asked, over stores in memory, on any number of instances; time passes by waiting alone. */
public final class ValidationFixture {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final Instant START = Instant.parse("2026-11-20T09:30:00Z");

    private Instant now = START;
    private final AtomicLong count = new AtomicLong();
    public final DefinitionStores stores = new DefinitionStores();
    final InMemoryConsentStore early = new InMemoryConsentStore();
    /** What others do just before an early consent is kept. */
    Runnable beforeKeep = () -> {};
    /** What was asked, in order. */
    public final List<HandshakeRequest> asked = new ArrayList<>();
    /** When it was asked. */
    final List<Instant> askedAt = new ArrayList<>();
    /** Troubles that were told. */
    final List<String> told = new ArrayList<>();

    /** What Entra answers. */
    CompletableFuture<AccessToken> accessToken = CompletableFuture.completedFuture(new AccessToken("token-1", START));

    private Function<HandshakeRequest, HandshakeAnswer> receiver = request -> answer(200, "");
    private final ValidationTokens tokens = new ValidationTokens(new byte[] {1});

    /** Makes the topic {@code orders}, and {@code edge} of that profile. */
    public ValidationFixture() {
        Topics topics = new Topics(
                stores.topics(),
                stores.subscriptions(),
                RetryProfiles.standard(),
                () -> "key",
                () -> now,
                changed -> {});
        topics.put("orders", json("{}"));
        topics.put("edge", json("{'properties':{'profile':'edge'}}"));
        topics.put("k8s", json("{'properties':{'profile':'kubernetes','inputSchema':'CloudEventSchemaV1_0'}}"));
        topics.put("clouds", json("{'properties':{'inputSchema':'CloudEventSchemaV1_0'}}"));
    }

    /** One instance's use cases. */
    public record Instance(Subscriptions subscriptions, EndpointConsents consents) {}

    public Instance instance() {
        return instance(true);
    }

    Instance instance(boolean isOn) {
        RetryProfiles profiles = RetryProfiles.standard();
        InstantSource clock = () -> now;
        EndpointConsents consents =
                new EndpointConsents(stores.subscriptions(), lettingOthers(), tokens, clock, changed -> {});
        EndpointValidator validator = new EndpointValidator(
                new EndpointValidator.Settings(isOn, "https://gridhook.example"),
                profiles,
                new TopicIds("/arm/topics/", "/edge/topics/", false),
                this::shakeHands,
                application -> accessToken,
                tokens,
                () -> new UUID(7, count.incrementAndGet()),
                clock,
                this::after);
        Subscriptions subscriptions = new Subscriptions(
                stores.topics(),
                stores.subscriptions(),
                new EventSubscriptionReader(
                        profiles,
                        EndpointGuard.STRICT,
                        new WebhookApplications(Set.of("api://hook")),
                        PipelineFixture.DEAD_LETTER_DESTINATIONS,
                        PipelineFixture.QUEUE_DESTINATIONS),
                count::incrementAndGet,
                () -> SigningSecret.of(new byte[32]),
                moving(),
                changed -> {},
                subscription -> {},
                subscription -> false,
                validator,
                consents);
        return new Instance(subscriptions, consents);
    }

    private ConsentStore lettingOthers() {
        return new ConsentStore() {
            @Override
            public boolean keep(UUID code, Consent consent) {
                beforeKeep.run();
                return early.keep(code, consent);
            }

            @Override
            public Optional<Consent> find(UUID code) {
                return early.find(code);
            }

            @Override
            public void deleteBefore(Instant time) {
                early.deleteBefore(time);
            }
        };
    }

    private Clock moving() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private CompletableFuture<HandshakeAnswer> shakeHands(HandshakeRequest request, Duration timeout) {
        asked.add(request);
        askedAt.add(now);
        try {
            HandshakeAnswer answer = receiver.apply(request);
            if (answer.outcome() instanceof AttemptOutcome.TimedOut) {
                pass(timeout);
            }
            return CompletableFuture.completedFuture(answer);
        } catch (CompletionException fault) {
            return CompletableFuture.failedFuture(fault.getCause());
        }
    }

    private Runnable after(Duration delay, Runnable task) {
        pass(delay);
        task.run();
        return () -> {};
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    Instant now() {
        return now;
    }

    /** From now on endpoints answer so. */
    public void receives(Function<HandshakeRequest, HandshakeAnswer> newReceiver) {
        receiver = newReceiver;
    }

    /** One after the other; the last one again and again. */
    void answers(HandshakeAnswer... answers) {
        List<HandshakeAnswer> left = new ArrayList<>(List.of(answers));
        receives(request -> left.size() > 1 ? left.remove(0) : left.get(0));
    }

    /** As Event Grid's receivers do. */
    public void echoes() {
        receives(request -> answer(200, "{\"validationResponse\":\"" + code(request) + "\"}"));
    }

    public static HandshakeAnswer answer(int status, String body, String... headers) {
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            byName.put(headers[i], headers[i + 1]);
        }
        return new HandshakeAnswer(AttemptOutcome.Responded.of(status), byName, body);
    }

    static HandshakeAnswer none(AttemptOutcome outcome) {
        return new HandshakeAnswer(outcome, Map.of(), "");
    }

    static JsonNode event(HandshakeRequest request) {
        try {
            return JSON.readTree(request.body().toString()).path(0);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    static String code(HandshakeRequest request) {
        return event(request).path("data").path("validationCode").asText();
    }

    /** The URL that the receiver was given, in either handshake. */
    public static URI validationUrl(HandshakeRequest request) {
        return URI.create(request.headers().stream()
                .filter(header -> header.name().equals("WebHook-Request-Callback"))
                .map(WebhookRequest.Header::value)
                .findFirst()
                .orElseGet(
                        () -> event(request).path("data").path("validationUrl").asText()));
    }

    /** What the last receiver was given. */
    public EndpointConsents.Ticket ticket() {
        return ticket(validationUrl(asked.get(asked.size() - 1)));
    }

    static EndpointConsents.Ticket ticket(URI url) {
        String[] path = url.getPath().split("/", -1);
        Map<String, String> query = new HashMap<>();
        for (String parameter : url.getRawQuery().split("&", -1)) {
            String[] pair = parameter.split("=", 2);
            query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return new EndpointConsents.Ticket(
                path[2],
                path[4],
                query.getOrDefault("id", ""),
                query.getOrDefault("t", ""),
                query.getOrDefault("token", ""));
    }

    EventSubscription stored(String topic, String name) {
        return stores.subscriptions().find(topic, name).orElseThrow().value();
    }

    DeliveryLog log() {
        return new DeliveryLog() {
            @Override
            public void attempt(DeliveryAttempt attempt, NextStep next) {
                throw new AssertionError(attempt);
            }

            @Override
            public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
                throw new AssertionError(eventId);
            }

            @Override
            public void trouble(String what, String consequence) {
                told.add(what + ": " + consequence);
            }
        };
    }
}
