package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import java.time.Duration;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Concurrent callers find out once, and a change is seen by all that ask after it. */
public class CachedInterleavings {
    /** Unguarded on purpose: the cache calls its function by one thread at a time. */
    private int answers;

    private final Cached<Integer> cached = new Cached<>(() -> ++answers, Duration.ofSeconds(1), () -> Instant.EPOCH);

    @Operation
    public int get() {
        return cached.get();
    }

    @Operation
    public int getNow() {
        return cached.getNow();
    }

    @Test
    void concurrent_callers_find_out_once() {
        ModelCheck.of(getClass())
                .threads("get()", "get() get()")
                .threads("get() getNow()", "getNow() get()")
                .holds();
    }
}
