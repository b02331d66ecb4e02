package io.gridhook.functions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.memory.InMemoryConsentStore;
import io.gridhook.adapter.memory.InMemoryDeadLetterStore;
import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.adapter.memory.InMemoryPoisonStore;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.DefinitionImport;
import io.gridhook.app.DryRun;
import io.gridhook.app.EndpointConsents;
import io.gridhook.app.EndpointKeys;
import io.gridhook.app.EndpointValidator;
import io.gridhook.app.FirstAttempts;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.Permits;
import io.gridhook.app.Pipeline;
import io.gridhook.app.PipelineFixture;
import io.gridhook.app.Ports;
import io.gridhook.app.PublisherRules;
import io.gridhook.app.Subscriptions;
import io.gridhook.app.TestEvents;
import io.gridhook.app.TopicRules;
import io.gridhook.app.Topics;
import io.gridhook.app.ValidationTokens;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeRequest;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.QueueMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/**
 * The app as it is under one profile, over ports in memory: it answers requests as the host routes them, and shows what endpoints and
 * blobs get. Time stands but for {@code DEAD-LETTER}; ids are counted.
 */
final class ExampleWorld {
    private static final String KEY = "a2V5LTE=";
    private static final String MANAGEMENT_KEY = "secret";
    static final String PROVIDER = "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid";
    private static final Duration DEAD_LETTER_DELAY = Duration.ofMinutes(5);
    private static final Duration LEASE = Duration.ofMinutes(10);

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final DefaultPrettyPrinter PRINTER = new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"))
            .withObjectIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));

    private Instant now = Instant.parse("2026-11-20T09:30:00Z");
    private final AtomicLong count = new AtomicLong();
    private final List<WebhookRequest> posts = new ArrayList<>();
    private final List<HandshakeRequest> handshakes = new ArrayList<>();
    private final InMemoryDeliveryQueue deliveries = new InMemoryDeliveryQueue(() -> now);
    private final InMemoryDeliveryQueue deadLetters = new InMemoryDeliveryQueue(() -> now);
    private final InMemoryDeadLetterStore blobs = new InMemoryDeadLetterStore();
    private int endpointsAnswer = 200;

    private final Pipeline pipeline;
    private final PublishFunction publish;
    private final TopicsFunction topics;
    private final SubscriptionsFunction subscriptions;
    private final ArmFunction arm;
    private final ImportFunction imports;

    ExampleWorld(String profile) {
        RetryProfiles profiles = new RetryProfiles(profile, 30, Duration.ofSeconds(7_200), Duration.ofHours(4));
        TopicIds ids = new TopicIds(
                PROVIDER + "/topics/",
                "/iotHubs/hub/devices/dev/modules/mod/topics/",
                profile.equals(RetryProfiles.EDGE));
        Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
        PrometheusMetrics metrics = new PrometheusMetrics();
        Ports ports = ports(metrics, clock);
        pipeline = new Pipeline(ports, settings(profiles, ids));
        Topics allTopics = new Topics(
                ports.topics(), ports.subscriptions(), profiles, () -> KEY, clock, pipeline.catalog()::changed);
        Subscriptions all = subscriptions(ports, profiles, ids, clock);
        DryRun dryRun = new DryRun(allTopics, all, new TopicRules(profiles, ids, ports.ids()), clock);
        var access = ManagementFixture.access(MANAGEMENT_KEY);
        EdgeDefinitions definitions = new EdgeDefinitions(ids);
        SubscriptionActions actions = new SubscriptionActions(
                all,
                new TestEvents(
                        allTopics,
                        all,
                        profiles,
                        ids,
                        (request, timeout) -> CompletableFuture.failedFuture(new AssertionError("no test is sent")),
                        ports.queues(),
                        ports.tokens(),
                        ports.ids(),
                        clock),
                Logger.getAnonymousLogger());
        publish = new PublishFunction(new PublishCall(pipeline.publisher(), clock), "orders");
        topics = new TopicsFunction(allTopics, definitions, access);
        subscriptions = new SubscriptionsFunction(all, dryRun, definitions, access);
        arm = new ArmFunction(allTopics, all, dryRun, actions, ids, access);
        imports = new ImportFunction(new DefinitionImport(allTopics, all, clock), access);
    }

    private Ports ports(PrometheusMetrics metrics, Clock clock) {
        return new Ports(
                deliveries,
                new InMemoryDeliveryQueue(clock),
                deadLetters,
                new InMemoryPayloadStore(),
                new InMemoryTopicStore(),
                new InMemorySubscriptionStore(),
                new InMemoryHealthStore(),
                blobs,
                new InMemoryPoisonStore(),
                (request, timeout) -> {
                    posts.add(request);
                    return CompletableFuture.completedFuture(AttemptOutcome.Responded.of(endpointsAnswer));
                },
                (delivery, timeout) -> CompletableFuture.completedFuture(AttemptOutcome.Responded.of(201)),
                application -> new CompletableFuture<>(),
                metrics,
                clock,
                () -> new UUID(0, count.incrementAndGet()),
                () -> 0,
                (delay, task) -> () -> {},
                Runnable::run,
                new Silent());
    }

    private static Pipeline.Settings settings(RetryProfiles profiles, TopicIds ids) {
        return new Pipeline.Settings(
                profiles,
                ids,
                Set.of(),
                DEAD_LETTER_DELAY,
                Duration.ofHours(4),
                PipelineFixture.DEAD_LETTER_DESTINATIONS,
                Duration.ofDays(14),
                new EndpointKeys(new byte[] {1}),
                ProbationRules.STANDARD,
                Permits.Limits.STANDARD,
                Pipeline.Settings.PATIENCE,
                PublisherRules.KEYS_ALONE,
                new FirstAttempts.Limits(0, FirstAttempts.Limits.LEASE));
    }

    private Subscriptions subscriptions(Ports ports, RetryProfiles profiles, TopicIds ids, Clock clock) {
        ValidationTokens tokens = new ValidationTokens(new byte[] {1});
        return new Subscriptions(
                ports.topics(),
                ports.subscriptions(),
                new EventSubscriptionReader(
                        profiles,
                        EndpointGuard.STRICT,
                        new WebhookApplications(Set.of()),
                        PipelineFixture.DEAD_LETTER_DESTINATIONS,
                        PipelineFixture.QUEUE_DESTINATIONS),
                count::incrementAndGet,
                () -> SigningSecret.of(new byte[24]),
                clock,
                pipeline.catalog()::changed,
                pipeline.health()::reset,
                pipeline.health()::isDisabled,
                new EndpointValidator(
                        new EndpointValidator.Settings(true, "https://gridhook.example"),
                        profiles,
                        ids,
                        (request, timeout) -> CompletableFuture.completedFuture(consent(request)),
                        ports.tokens(),
                        tokens,
                        ports.ids(),
                        clock,
                        ports.timers()),
                new EndpointConsents(
                        ports.subscriptions(), new InMemoryConsentStore(), tokens, clock, pipeline.catalog()::changed));
    }

    private HandshakeAnswer consent(HandshakeRequest request) {
        handshakes.add(request);
        String body = request.method() == HandshakeRequest.Method.POST
                ? "{\"validationResponse\":" + read(request.body().toString()).at("/0/data/validationCode") + "}"
                : "";
        return new HandshakeAnswer(
                AttemptOutcome.Responded.of(200), Map.of("webhook-allowed-origin", "eventgrid.azure.net"), body);
    }

    /** The answer to one step of an example. */
    String answer(String request) {
        String[] words = request.split("\\s+", 3);
        return switch (words[0]) {
            case "DELIVER" -> {
                endpointsAnswer = words.length > 1 ? Integer.parseInt(words[1]) : 200;
                yield delivered();
            }
            case "DEAD-LETTER" -> deadLettered();
            case "VALIDATE" -> validated();
            default -> answer(RawRequest.parse(request + "\n\n"));
        };
    }

    private String answer(RawRequest request) {
        boolean isPublish = request.path().endsWith("/events");
        FakeHttpRequest fake = request.withBody(request.body().strip())
                .toFake()
                .header("aeg-sas-key", isPublish ? KEY : MANAGEMENT_KEY)
                .header("Content-Length", String.valueOf(request.body().length()));
        if (!request.headers().containsKey("Content-Type")) {
            fake.header("Content-Type", "application/json");
        }
        HttpResponseMessage answer = routed(request.path(), fake);
        String body = answer.getBody().toString();
        String shown = body.isEmpty() ? "" : "\n" + pretty(body);
        return "=> " + answer.getStatusCode() + shown.replace(answer.getHeader("x-ms-request-id"), "<request id>");
    }

    private HttpResponseMessage routed(String path, FakeHttpRequest request) {
        if (path.startsWith("/subscriptions/")) {
            return arm.arm(request, URI.create(path).getPath().substring("/subscriptions/".length()));
        }
        if (path.equals("/manage/import")) {
            return imports.imports(request);
        }
        String[] parts = path.split("/", -1);
        if (path.endsWith("/events")) {
            return path.endsWith("/api/events") ? publish.cloud(request, parts[2]) : publish.edge(request, parts[2]);
        }
        return switch (parts.length) {
            case 2 -> topics.topics(request);
            case 3 -> topics.topic(request, parts[2]);
            case 4 -> subscriptions.subscriptions(request, parts[2]);
            default -> subscriptions.subscription(request, parts[2], parts[4]);
        };
    }

    private String delivered() {
        posts.clear();
        for (QueueMessage message : deliveries.receive(32, LEASE)) {
            pipeline.deliverer().deliver(message, new Silent()).join();
            deliveries.delete(message.receipt());
        }
        List<String> shown = posts.stream()
                .map(post -> shown(
                        "POST " + post.endpointUrl(),
                        post.headers(),
                        post.body().toString()))
                .toList();
        return shown.isEmpty() ? "=> nothing" : String.join("\n", shown);
    }

    private String deadLettered() {
        now = now.plus(DEAD_LETTER_DELAY);
        for (QueueMessage message : deadLetters.receive(32, LEASE)) {
            pipeline.deadLetterWriter().write(message, new Silent());
        }
        StringBuilder shown = new StringBuilder();
        blobs.blobs().forEach((name, content) -> shown.append("=> ")
                .append(name)
                .append('\n')
                .append(pretty(new String(content, StandardCharsets.UTF_8))));
        return shown.isEmpty() ? "=> nothing" : shown.toString();
    }

    private String validated() {
        List<String> shown = handshakes.stream()
                .map(asked -> shown(
                        asked.method() + " " + asked.endpointUrl(),
                        asked.headers(),
                        asked.body().toString()))
                .toList();
        return shown.isEmpty() ? "=> nothing" : String.join("\n", shown);
    }

    private static String shown(String what, List<WebhookRequest.Header> headers, String body) {
        StringBuilder shown = new StringBuilder("=> ").append(what).append('\n');
        headers.forEach(header ->
                shown.append(header.name()).append(": ").append(header.value()).append('\n'));
        return shown.append(body.isEmpty() ? "" : pretty(body)).toString().strip();
    }

    private static String pretty(String json) {
        try {
            return JSON.writer(PRINTER).writeValueAsString(read(json));
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /** Tells nobody; a fault of ours is one of the test's. */
    private static final class Silent implements DeliveryLog {
        @Override
        public void attempt(DeliveryAttempt attempt, NextStep next) {}

        @Override
        public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {}

        @Override
        public void trouble(String what, String consequence) {
            throw new AssertionError(what + ": " + consequence);
        }
    }
}
