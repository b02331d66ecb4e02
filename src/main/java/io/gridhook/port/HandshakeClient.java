package io.gridhook.port;

import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Asks an endpoint whether it agrees to receive events, and sends it test events. It never repeats a request, and follows no redirect. */
@FunctionalInterface
public interface HandshakeClient {
    /**
     * Sends {@code request} and waits for the full response at most {@code responseTimeout}, connecting included. Whatever the endpoint
     * does is an answer, of which no more is kept than {@link HandshakeAnswer} says; the future fails only by a fault of ours.
     */
    CompletableFuture<HandshakeAnswer> shakeHands(HandshakeRequest request, Duration responseTimeout);
}
