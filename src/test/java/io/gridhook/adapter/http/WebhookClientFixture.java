package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.trust.AddressGuard;
import io.gridhook.core.trust.AddressRange;
import io.gridhook.core.trust.EndpointGuard;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the tests of the webhook client share. */
final class WebhookClientFixture {
    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    static final InstantSource CLOCK = InstantSource.fixed(NOW);
    /** Plain http, to this machine. */
    static final EndpointGuard LOOPBACK =
            new EndpointGuard(true, new AddressGuard(List.of(AddressRange.parse("127.0.0.0/8"))));
    /** Never reached by a test that passes. */
    static final Duration LONG = Duration.ofSeconds(20);
    /** Reached on purpose. */
    static final Duration SHORT = Duration.ofMillis(300);

    private WebhookClientFixture() {}

    static HttpWebhookClient client() {
        return new HttpWebhookClient(new WebhookClientSettings(256, 512, 2, true), LOOPBACK, CLOCK);
    }

    static WebhookRequest request(String url, WebhookRequest.Header... headers) {
        return new WebhookRequest(url, List.of(headers), JsonText.of("[{\"id\":\"1\"}]"));
    }

    static AttemptOutcome await(CompletableFuture<AttemptOutcome> outcome) {
        return await(outcome, Duration.ofSeconds(30));
    }

    /** Waits with an end, so that a hang is a failure. */
    static <T> T await(CompletableFuture<T> future, Duration atMost) {
        try {
            return future.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new AssertionError("no outcome: " + e, e);
        }
    }
}
