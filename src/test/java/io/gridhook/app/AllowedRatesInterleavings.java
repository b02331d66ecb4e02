package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** A minute's requests are admitted once each, and no two deferred requests have the same turn. */
public class AllowedRatesInterleavings {
    private static final int PER_MINUTE = 6;

    private final AllowedRates rates = new AllowedRates();

    /** The second in which to come back; -1 for an admission. */
    @Operation
    public long take() {
        return rates.take("e", PER_MINUTE, Instant.EPOCH)
                .map(Instant::getEpochSecond)
                .orElse(-1L);
    }

    @Operation
    public long turnIfNone() {
        return rates.turnIfNone("e", PER_MINUTE, Instant.EPOCH)
                .map(Instant::getEpochSecond)
                .orElse(-1L);
    }

    @Test
    void one_request_goes_and_the_others_have_turns_of_their_own() {
        ModelCheck.of(getClass())
                .threads("take() turnIfNone()", "take() take()")
                .holds();
    }
}
