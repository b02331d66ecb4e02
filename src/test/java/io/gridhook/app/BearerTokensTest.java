package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.AccessTokens.AccessToken;
import io.gridhook.port.TokenUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §18: a token is asked for once, and used until shortly before its end. */
class BearerTokensTest {
    private static final EntraApplication ONE = new EntraApplication("t", "api://one");
    private static final EntraApplication OTHER = new EntraApplication("t", "api://other");
    private static final Duration HOUR = Duration.ofHours(1);

    private Instant now = PipelineFixture.START;
    private final List<CompletableFuture<AccessToken>> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final BearerTokens tokens = new BearerTokens(
            application -> {
                asked.add(new CompletableFuture<>());
                return asked.get(asked.size() - 1);
            },
            () -> now);

    private BearerTokens.Answer ask(String who) {
        return tokens.ask(ONE, () -> told.add(who));
    }

    private void give(String token) {
        asked.get(asked.size() - 1).complete(new AccessToken(token, now.plus(HOUR)));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void many_who_need_one_ask_once_and_are_told() {
        assertEquals(new BearerTokens.Answer(Optional.empty(), Optional.empty()), ask("a"));
        ask("b");
        assertEquals(1, asked.size());
        give("token");
        assertEquals(List.of("a", "b"), told);
        assertEquals(Optional.of("token"), ask("c").token());
        assertEquals(1, asked.size());
        assertEquals(2, told.size());
    }

    @Test
    void each_application_has_its_own() {
        ask("a");
        tokens.ask(OTHER, () -> {});
        assertEquals(2, asked.size());
    }

    /** A new one is asked for while the old one still counts, and nobody waits for it. */
    @Test
    void a_token_is_renewed_before_its_end() {
        ask("a");
        give("first");
        pass(HOUR.minus(BearerTokens.REFRESH_BEFORE_END).minusMillis(1));
        assertEquals(Optional.of("first"), ask("b").token());
        assertEquals(1, asked.size());
        pass(Duration.ofMillis(1));
        assertEquals(Optional.of("first"), ask("c").token());
        assertEquals(Optional.of("first"), ask("d").token());
        assertEquals(2, asked.size());
        give("second");
        assertEquals(Optional.of("second"), ask("e").token());
    }

    @Test
    void none_is_sent_that_may_end_on_its_way() {
        ask("a");
        give("first");
        pass(HOUR.minus(BearerTokens.UNUSED_BEFORE_END).minusMillis(1));
        assertEquals(Optional.of("first"), ask("b").token());
        pass(Duration.ofMillis(1));
        assertEquals(Optional.empty(), ask("c").token());
        assertEquals(2, asked.size());
    }

    @Test
    void after_a_failure_there_is_a_pause() {
        ask("a");
        TokenUnavailableException failure = new TokenUnavailableException("no");
        asked.get(0).completeExceptionally(failure);
        assertEquals(List.of("a"), told);
        assertSame(failure, ask("b").failure().orElseThrow());
        pass(BearerTokens.PAUSE.minusMillis(1));
        assertSame(failure, ask("c").failure().orElseThrow());
        assertEquals(1, asked.size());
        pass(Duration.ofMillis(1));
        assertTrue(ask("d").failure().isEmpty());
        assertEquals(2, asked.size());
        give("token");
        assertEquals(Optional.of("token"), ask("e").token());
    }

    /** The old one still counts. */
    @Test
    void a_renewal_that_fails_costs_nothing() {
        ask("a");
        give("first");
        pass(HOUR.minus(BearerTokens.REFRESH_BEFORE_END));
        ask("b");
        asked.get(1).completeExceptionally(new TokenUnavailableException("no"));
        assertEquals(Optional.of("first"), ask("c").token());
        assertEquals(2, asked.size());
    }

    /** Also where what asks throws instead of answering. */
    @Test
    void a_fault_of_the_adapter_is_a_failure() {
        BearerTokens broken = new BearerTokens(
                application -> {
                    throw new IllegalStateException("broken");
                },
                () -> now);
        assertEquals("broken", broken.ask(ONE, () -> {}).failure().orElseThrow().getMessage());
    }

    /** What gives tokens may keep them, and then gives the one that ends soon again and again. */
    @ParameterizedTest
    @CsvSource({"PT4M59S, true", "PT59S, false", "PT-1S, false"})
    void who_gives_one_that_ends_soon_is_not_asked_by_every_delivery(Duration left, boolean isSent) {
        for (int pause = 1; pause <= 3; pause++) {
            ask("a");
            asked.get(pause - 1).complete(new AccessToken("token", now.plus(left)));
            for (int i = 0; i < 100; i++) {
                BearerTokens.Answer answer = ask("b");
                assertEquals(isSent, answer.token().isPresent());
                assertEquals(!isSent, answer.failure().isPresent());
            }
            assertEquals(pause, asked.size());
            pass(BearerTokens.PAUSE);
        }
    }

    @Test
    void a_token_shows_itself_nowhere() {
        ask("a");
        give("planted");
        assertFalse((ask("b") + " " + asked.get(0).join()).contains("planted"));
    }

    /** The client may want a thread of its own. */
    @Test
    void an_error_of_the_client_is_an_answer_and_it_is_asked_again() {
        int[] calls = {0};
        BearerTokens broken = new BearerTokens(
                application -> {
                    calls[0]++;
                    throw new OutOfMemoryError("unable to create native thread");
                },
                () -> now);
        assertInstanceOf(
                OutOfMemoryError.class, broken.ask(ONE, () -> {}).failure().orElseThrow());
        pass(BearerTokens.PAUSE);
        broken.ask(ONE, () -> {});
        assertEquals(2, calls[0]);
    }
}
