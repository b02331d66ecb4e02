package io.gridhook.adapter.entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.SigningKeysUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over virtual time: how often the issuer is asked, and what is said while it does not answer. */
class SigningKeysTest {
    private final TestIssuer issuer = new TestIssuer(Instant.EPOCH);
    private final SigningKeys keys = new SigningKeys(this::fetch, () -> now());
    private final List<CompletableFuture<String>> open = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-20T09:30:00Z");
    private boolean down;
    private boolean slow;
    private int fetches;

    private synchronized Instant now() {
        return now;
    }

    private synchronized CompletableFuture<String> fetch() {
        fetches++;
        if (slow) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            open.add(answer);
            return answer;
        }
        return down
                ? CompletableFuture.failedFuture(new IOException("refused"))
                : CompletableFuture.completedFuture(issuer.keys());
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private boolean has(String kid) {
        return keys.find(kid).isPresent();
    }

    private void assertUnknown(String kid) {
        assertThrows(SigningKeysUnavailableException.class, () -> keys.find(kid));
    }

    @Test
    void keys_are_fetched_once_an_hour() {
        for (int i = 0; i < 100; i++) {
            assertTrue(has("first"));
        }
        assertEquals(1, fetches);
        pass(SigningKeys.REFRESH_AFTER.minusMillis(1));
        assertTrue(has("first"));
        assertEquals(1, fetches);
        pass(Duration.ofMillis(1));
        assertTrue(has("first"));
        assertEquals(2, fetches);
    }

    @Test
    void a_key_that_rolled_is_found_by_asking_again() {
        assertTrue(has("first"));
        issuer.rollOver();
        pass(SigningKeys.FETCH_GAP);
        assertTrue(has("second"));
        assertFalse(has("first"), "what the issuer withdrew is good no more");
        assertEquals(2, fetches);
    }

    /** Strangers make up ids as they like. */
    @Test
    void unknown_ids_ask_at_most_every_half_minute() {
        for (int i = 0; i < 600; i++) {
            assertFalse(has("made-up-" + i));
            pass(Duration.ofSeconds(1));
        }
        assertEquals(20, fetches);
    }

    @Test
    void while_the_issuer_is_down_what_is_known_counts_for_a_day() {
        assertTrue(has("first"));
        down = true;
        pass(SigningKeys.FETCH_GAP);
        assertUnknown("second");
        assertUnknown("second");
        assertTrue(has("first"));
        assertEquals(2, fetches);
        pass(SigningKeys.USABLE_FOR.minus(SigningKeys.FETCH_GAP).minusMillis(1));
        assertTrue(has("first"));
        pass(Duration.ofMillis(1));
        assertUnknown("first");
        down = false;
        pass(SigningKeys.FETCH_GAP);
        assertTrue(has("first"));
    }

    @Test
    void before_the_first_answer_nothing_is_known() {
        down = true;
        assertUnknown("first");
        down = false;
        assertUnknown("first");
        assertEquals(1, fetches, "an issuer in trouble is asked no more often");
        pass(SigningKeys.FETCH_GAP);
        assertTrue(has("first"));
    }

    @Test
    void a_source_that_throws_is_one_that_does_not_answer() {
        SigningKeys broken = new SigningKeys(
                () -> {
                    throw new IllegalStateException("broken");
                },
                () -> now);
        assertThrows(SigningKeysUnavailableException.class, () -> broken.find("first"));
        assertThrows(SigningKeysUnavailableException.class, () -> broken.find("first"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "null", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"RSA\"}]}", "<html>"})
    void what_is_no_key_set_is_no_answer(String text) {
        SigningKeys broken = new SigningKeys(() -> CompletableFuture.completedFuture(text), () -> now);
        assertThrows(SigningKeysUnavailableException.class, () -> broken.find("first"));
    }

    /** Who brings a known key waits for nobody; of the others a few wait, and the rest is sent away at once. */
    @Test
    void few_wait_for_an_issuer_that_is_slow() throws Exception {
        assertTrue(has("first"));
        pass(SigningKeys.REFRESH_AFTER);
        slow = true;
        assertTrue(has("first"));
        assertEquals(2, fetches);
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            List<Future<Boolean>> waiting = new ArrayList<>();
            for (int i = 0; i < SigningKeys.WAITING_MAX; i++) {
                waiting.add(callers.submit(() -> has("second")));
            }
            awaitRefusal();
            assertTrue(has("first"));
            assertEquals(2, fetches, "one fetch at a time");
            issuer.rollOver();
            open.get(0).complete(issuer.keys());
            for (Future<Boolean> each : waiting) {
                assertTrue(each.get(5, TimeUnit.SECONDS));
            }
        } finally {
            callers.shutdownNow();
        }
    }

    /** All places are taken as soon as one more caller is refused; before that it would wait, so it asks from a thread of its own. */
    private void awaitRefusal() throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        try {
            while (!keys.isCrowded()) {
                assertTrue(System.nanoTime() < deadline, "nobody waits");
                Thread.onSpinWait();
            }
            Future<?> refused = caller.submit(() -> assertUnknown("second"));
            refused.get(2, TimeUnit.SECONDS);
        } finally {
            caller.shutdownNow();
        }
    }

    /** The HTTP client may want a thread of its own. */
    @Test
    void an_error_of_the_client_is_a_failed_fetch_and_it_fetches_again() {
        int[] calls = {0};
        SigningKeys broken = new SigningKeys(
                () -> {
                    calls[0]++;
                    throw new OutOfMemoryError("unable to create native thread");
                },
                this::now);
        assertThrows(SigningKeysUnavailableException.class, () -> broken.find("first"));
        pass(SigningKeys.FETCH_GAP);
        assertThrows(SigningKeysUnavailableException.class, () -> broken.find("first"));
        assertEquals(2, calls[0]);
    }
}
