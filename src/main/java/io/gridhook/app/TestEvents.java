package io.gridhook.app;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.ResponseClassifier;
import io.gridhook.core.delivery.TestEvent;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.HandshakeClient;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.TokenUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Sends one event to the endpoint of one subscription, past its filters, its pause and its endpoint's health, and tells what came back.
 * Once: it is not tried again, counted or remembered.
 */
public final class TestEvents {
    /** Ours: of the answer's body, in UTF-16 code units. */
    static final int EXCERPT_CHARS_MAX = 1_024;
    /** Ours, for each endpoint and instance, or what the endpoint takes if that is less: this is for people. */
    static final int PER_MINUTE_MAX = 10;
    /** Ours: an invocation waits for each. */
    static final int OPEN_MAX = 8;

    private static final Duration BUSY_WAIT = Duration.ofSeconds(5);

    private final Topics topics;
    private final Subscriptions subscriptions;
    private final RetryProfiles profiles;
    private final TopicIds topicIds;
    private final HandshakeClient webhooks;
    private final QueueDestination queues;
    private final AccessTokens tokens;
    private final Supplier<UUID> newId;
    private final InstantSource clock;
    private final AllowedRates rates = new AllowedRates();
    private final Semaphore open = new Semaphore(OPEN_MAX);

    /** The test events of one instance; {@code webhooks} reads an answer's body, which deliveries do not. */
    public TestEvents(
            Topics topics,
            Subscriptions subscriptions,
            RetryProfiles profiles,
            TopicIds topicIds,
            HandshakeClient webhooks,
            QueueDestination queues,
            AccessTokens tokens,
            Supplier<UUID> newId,
            InstantSource clock) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.profiles = profiles;
        this.topicIds = topicIds;
        this.webhooks = webhooks;
        this.queues = queues;
        this.tokens = tokens;
        this.newId = newId;
        this.clock = clock;
    }

    /**
     * What came back.
     *
     * @param status the HTTP status, 0 if there was no answer
     * @param detail why there was no answer, as far as that is known
     * @param body the beginning of the answer's, in characters that can be shown
     */
    public record Answer(
            String eventId, DeliveryOutcome outcome, int status, Duration duration, String detail, String body) {}

    /**
     * Sends one to a subscription and waits for what comes back, a profile's response timeout at most.
     *
     * @throws ManagementException if there is no such subscription, its endpoint has not agreed to be sent anything, or too many are sent
     */
    public Answer send(String topicName, String name) {
        Topic topic = topics.get(topicName);
        EventSubscription subscription = subscriptions.get(topicName, name);
        if (!subscription.validation().allowsDelivery()) {
            throw new ManagementException(
                    ManagementException.Kind.CONFLICT,
                    "eventSubscription: the endpoint of " + subscription.name()
                            + " has not agreed to receive events, its provisioningState is "
                            + subscription.validation().state().wireName() + " (expected: Succeeded)");
        }
        int perMinute =
                Math.min(PER_MINUTE_MAX, subscription.validation().allowedRate().orElse(PER_MINUTE_MAX));
        Instant now = clock.instant();
        rates.take(subscription.destination().endpointUrl(), perMinute, now).ifPresent(turn -> {
            throw ManagementException.tooManyTests(Duration.between(now, turn));
        });
        if (!open.tryAcquire()) {
            throw ManagementException.tooManyTests(BUSY_WAIT);
        }
        try {
            return send(new TestEvent(
                    ResolvedSubscription.of(subscription, topic.profile(), profiles),
                    topic.inputSchema(),
                    topicIds.stamped(topic.name()),
                    newId.get(),
                    now));
        } finally {
            open.release();
        }
    }

    private Answer send(TestEvent event) {
        try {
            HandshakeAnswer answer = exchange(event).join();
            return answer(
                    event,
                    ResponseClassifier.outcome(
                            answer.outcome(), event.subscription().retryPolicy().profile()),
                    ResponseClassifier.status(answer.outcome()),
                    ResponseClassifier.detail(answer.outcome()),
                    answer.body());
        } catch (CompletionException e) {
            if (e.getCause() instanceof TokenUnavailableException refused) {
                return answer(event, DeliveryOutcome.TOKEN_UNAVAILABLE, 0, String.valueOf(refused.getMessage()), "");
            }
            throw ManagementException.notSent(e);
        }
    }

    private CompletableFuture<HandshakeAnswer> exchange(TestEvent event) {
        EventSubscription subscription = event.subscription().subscription();
        Duration timeout = event.subscription().retryPolicy().profile().responseTimeout();
        if (subscription.destination().queue().isPresent()) {
            return queues.put(event.message(), timeout).thenApply(TestEvents::withoutBody);
        }
        return tokens.bearerFor(subscription.destination())
                .thenCompose(token -> webhooks.shakeHands(event.request(token), timeout));
    }

    private static HandshakeAnswer withoutBody(AttemptOutcome outcome) {
        return new HandshakeAnswer(outcome, Map.of(), "");
    }

    private Answer answer(TestEvent event, DeliveryOutcome outcome, int status, String detail, String body) {
        return new Answer(
                event.id().toString(),
                outcome,
                status,
                Duration.between(event.made(), clock.instant()),
                Excerpt.of(detail, EXCERPT_CHARS_MAX),
                Excerpt.of(body, EXCERPT_CHARS_MAX));
    }
}
