package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.trust.AttemptRules;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StringGen;
import org.junit.jupiter.api.Test;

/** Each failure counts once, and the third source pushes out the first. */
@Param(name = "source", gen = StringGen.class, conf = "1:abc")
public class FailedAttemptsInterleavings {
    private final FailedAttempts attempts = new FailedAttempts(new AttemptRules(2, 0), 2);

    @Operation
    public void add(String source) {
        attempts.add(source, Instant.EPOCH);
    }

    @Operation
    public boolean mustWait(String source) {
        return attempts.waitOf(source, Instant.EPOCH).isPresent();
    }

    @Test
    void each_failure_counts_once() {
        ModelCheck.of(getClass())
                .threads("add(a) mustWait(a)", "add(a) mustWait(a)")
                .holds();
    }

    @Test
    void a_source_more_pushes_out_the_oldest() {
        ModelCheck.of(getClass())
                .threadsAfter("add(a)", "add(a) mustWait(b)", "add(b) add(c) mustWait(a)")
                .holds();
    }
}
