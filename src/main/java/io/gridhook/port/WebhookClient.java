package io.gridhook.port;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Makes one POST. It never repeats it, follows no redirect, reads the response to its end (bounded) and forgets its body.
 */
public interface WebhookClient {
    /**
     * Sends {@code request} and waits for the full response at most {@code responseTimeout}, connecting included; then the exchange is
     * given up as {@link AttemptOutcome.TimedOut}. Whatever the endpoint does is an outcome; the future fails only by a fault of ours.
     * Callers may be many; none waits for another's endpoint.
     */
    CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration responseTimeout);
}
