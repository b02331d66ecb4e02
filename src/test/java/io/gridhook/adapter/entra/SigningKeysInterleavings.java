package io.gridhook.adapter.entra;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.port.SigningKeysUnavailableException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Concurrent callers share one fetch, and each finds the key. */
public class SigningKeysInterleavings {
    private static final String KEYS = new TestIssuer(Instant.EPOCH).keys();

    private final AtomicInteger fetches = new AtomicInteger();
    private final SigningKeys keys = new SigningKeys(
            () -> {
                fetches.incrementAndGet();
                return CompletableFuture.completedFuture(KEYS);
            },
            () -> Instant.EPOCH);

    @Operation
    public boolean find() {
        try {
            return keys.find("first").isPresent();
        } catch (SigningKeysUnavailableException e) {
            return false;
        }
    }

    @Validate
    public void the_keys_were_fetched_once() {
        if (fetches.get() != 1) {
            throw new IllegalStateException("fetches: " + fetches.get());
        }
    }

    @Test
    void concurrent_callers_share_one_fetch_and_find_the_key() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.adapter.entra.KeySet", "com.nimbusds.")
                .threads("find() find()", "find()")
                .holds();
    }
}
