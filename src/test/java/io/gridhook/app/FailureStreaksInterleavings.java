package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StringGen;
import org.junit.jupiter.api.Test;

/** Each event that failed counts once, until the streak ends. */
@Param(name = "event", gen = StringGen.class, conf = "1:ab")
public class FailureStreaksInterleavings {
    private final FailureStreaks streaks = new FailureStreaks();

    @Operation
    public int failed(String event) {
        return streaks.failed("e", event, 2);
    }

    @Operation
    public void end() {
        streaks.end("e");
    }

    @Operation
    public int length() {
        return streaks.length("e");
    }

    @Test
    void each_event_counts_once() {
        ModelCheck.of(getClass())
                .threads("failed(a) length()", "failed(b) failed(a)")
                .threads("failed(a) failed(b)", "end() length()")
                .holds();
    }
}
