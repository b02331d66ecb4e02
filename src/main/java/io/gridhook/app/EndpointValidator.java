package io.gridhook.app;

import io.gridhook.core.delivery.Handshake;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeVerdict;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DomainNames;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.HandshakeClient;
import io.gridhook.port.Timers;
import io.gridhook.port.TokenUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Asks endpoints whether they agree to receive events (behaviour §4), before their subscription is saved. Nothing is stored meanwhile: a
 * crash leaves all as it was. Nobody waits but the caller, for at most {@link #LONGEST}.
 */
public final class EndpointValidator {
    /** Behaviour §4.2. */
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    /** Behaviour §4.2. */
    static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(5);
    /** Two tries and the wait between them. */
    public static final Duration LONGEST = RESPONSE_TIMEOUT.multipliedBy(2).plus(TRY_AGAIN_AFTER);
    /** Behaviour §4.3, newest edition. */
    public static final Duration MANUAL_MAX = Duration.ofMinutes(10);

    private static final int TRIES = 2;
    /** The API version from which on events carry a validation URL (behaviour §4.2). */
    private static final String API_VERSION = "2018-05-01-preview";

    /**
     * What can be set.
     *
     * @param isOn whether there are handshakes at all
     * @param publicUrl where receivers reach this app, scheme and authority and perhaps a path, without a slash at its end
     */
    public record Settings(boolean isOn, String publicUrl) {}

    private final Settings settings;
    private final RetryProfiles profiles;
    private final TopicIds topicIds;
    private final HandshakeClient client;
    private final AccessTokens accessTokens;
    private final ValidationTokens tokens;
    private final Supplier<UUID> newCode;
    private final InstantSource clock;
    private final Timers timers;

    /**
     * The validator of one app.
     *
     * @param accessTokens for Entra-protected webhooks
     * @param newCode makes a validation code that nobody can guess
     */
    public EndpointValidator(
            Settings settings,
            RetryProfiles profiles,
            TopicIds topicIds,
            HandshakeClient client,
            AccessTokens accessTokens,
            ValidationTokens tokens,
            Supplier<UUID> newCode,
            InstantSource clock,
            Timers timers) {
        this.settings = settings;
        this.profiles = profiles;
        this.topicIds = topicIds;
        this.client = client;
        this.accessTokens = accessTokens;
        this.tokens = tokens;
        this.newCode = newCode;
        this.clock = clock;
        this.timers = timers;
    }

    /** Whether the endpoint of {@code subscription} has to agree: a webhook's, where the profile says so (behaviour §4.1). */
    boolean isRequired(EventSubscription subscription, Topic topic) {
        return settings.isOn()
                && subscription.destination().type() == WebhookDestination.Type.WEB_HOOK
                && profiles.of(subscription.profile(), topic.profile()).endpointsValidated();
    }

    /**
     * Asks the endpoint of {@code subscription}, twice if need be.
     *
     * @return fails with a {@link ManagementException} if the endpoint does not agree
     */
    CompletableFuture<EndpointValidation> validate(EventSubscription subscription) {
        return ask(subscription, 1);
    }

    private CompletableFuture<EndpointValidation> ask(EventSubscription subscription, int attempt) {
        Handshake handshake = handshake(subscription);
        return answer(handshake).thenCompose(answer -> conclude(handshake, handshake.judge(answer), attempt));
    }

    private CompletableFuture<HandshakeAnswer> answer(Handshake handshake) {
        return token(handshake.subscription())
                .thenCompose(token -> client.shakeHands(handshake.request(token), RESPONSE_TIMEOUT));
    }

    /** Handshakes are rare, so that it is fetched for each. */
    private CompletableFuture<Optional<String>> token(EventSubscription subscription) {
        return accessTokens
                .bearerFor(subscription.destination())
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(new ManagementException(
                        ManagementException.Kind.NOT_VALIDATED, "The endpoint was not asked: " + reason(failure))));
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof TokenUnavailableException ? cause.getMessage() + "." : "no Entra token could be had.";
    }

    private CompletableFuture<EndpointValidation> conclude(Handshake handshake, HandshakeVerdict verdict, int attempt) {
        return switch (verdict.kind()) {
            case AGREED -> CompletableFuture.completedFuture(EndpointValidation.succeeded(verdict.allowedRate()));
            case AWAITED ->
                CompletableFuture.completedFuture(EndpointValidation.awaiting(
                        handshake.code(), clock.instant().plus(MANUAL_MAX)));
            case REFUSED -> attempt < TRIES ? askAgain(handshake, attempt) : failed(handshake, verdict);
        };
    }

    /** No thread waits for it. */
    private CompletableFuture<EndpointValidation> askAgain(Handshake handshake, int attempt) {
        CompletableFuture<Void> pause = new CompletableFuture<>();
        timers.after(TRY_AGAIN_AFTER, () -> pause.complete(null));
        return pause.thenCompose(over -> ask(handshake.subscription(), attempt + 1));
    }

    /** Event Grid's words (behaviour §4.2), then the reason, which Event Grid keeps to itself. */
    private static CompletableFuture<EndpointValidation> failed(Handshake handshake, HandshakeVerdict verdict) {
        return CompletableFuture.failedFuture(new ManagementException(
                ManagementException.Kind.NOT_VALIDATED,
                "The attempt to validate the provided endpoint "
                        + handshake.subscription().destination().endpointBaseUrl()
                        + " failed. For more details, visit https://aka.ms/esvalidation. Tried " + TRIES
                        + " times; the last time " + verdict.why() + "."));
    }

    private Handshake handshake(EventSubscription subscription) {
        UUID code = newCode.get();
        Instant now = clock.instant();
        return new Handshake(
                subscription,
                topicIds.stamped(subscription.topic()),
                code,
                validationUrl(
                        subscription, code, now.truncatedTo(ChronoUnit.SECONDS).toString()),
                now);
    }

    private String validationUrl(EventSubscription subscription, UUID code, String time) {
        return settings.publicUrl() + "/" + DomainNames.path(subscription.topic()) + "/eventSubscriptions/"
                + subscription.name()
                + "/validate?id=" + code + "&t=" + time + "&apiVersion=" + API_VERSION + "&token="
                + tokens.of(subscription.topic(), subscription.name(), code, time);
    }
}
