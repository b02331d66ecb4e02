package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.AccessTokens.AccessToken;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Entra is asked once, and each caller that waits for its answer is told once. */
public class BearerTokensInterleavings {
    private static final EntraApplication APPLICATION = new EntraApplication("t", "api://one");
    private static final AccessToken TOKEN = new AccessToken("token", Instant.EPOCH.plusSeconds(3_600));

    private final CompletableFuture<AccessToken> answer = new CompletableFuture<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final BearerTokens tokens = new BearerTokens(
            application -> {
                requests.incrementAndGet();
                return answer;
            },
            () -> Instant.EPOCH);

    @Operation
    public void ask() {
        BearerTokens.Answer known = tokens.ask(APPLICATION, waiting::decrementAndGet);
        if (known.token().isEmpty()) {
            waiting.incrementAndGet();
        }
    }

    @Operation
    public void answer() {
        answer.complete(TOKEN);
    }

    @Validate
    public void entra_was_asked_once_and_all_were_told() {
        answer.complete(TOKEN);
        if (requests.get() > 1 || waiting.get() != 0) {
            throw new IllegalStateException("asked: " + requests.get() + ", not told: " + waiting.get());
        }
    }

    @Test
    void one_request_is_made_and_every_caller_is_told() {
        ModelCheck.of(getClass()).threads("ask()", "ask()").holds();
        ModelCheck.of(getClass())
                .withAtomicCollections()
                .threads("ask() ask()", "ask()", "answer()")
                .holds();
    }
}
