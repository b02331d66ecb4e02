package io.gridhook.app;

import static java.util.Objects.requireNonNull;

import io.gridhook.concurrency.ModelCheck;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** The longest delay is kept, and one line of the log is written in a minute. */
@Param(name = "minutes", gen = IntGen.class, conf = "0:60")
public class LateMessagesInterleavings {
    private final AtomicInteger said = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private final LateMessages messages = new LateMessages(Set.of("q"), () -> Instant.EPOCH);

    @Operation
    public void taken(int minutes) {
        if (minutes > LateMessages.LATE.toMinutes()) {
            late.set(1);
        }
        messages.taken("q", Instant.EPOCH.minusSeconds(minutes * 60L), SomeLog.of(what -> said.incrementAndGet()));
    }

    @Operation
    public double longest() {
        return requireNonNull(messages.inSeconds().get("q")).getAsDouble();
    }

    @Validate
    public void one_line_was_written_if_any_was_late() {
        if (said.get() != late.get()) {
            throw new IllegalStateException("lines: " + said.get());
        }
    }

    @Test
    void the_longest_delay_is_kept_and_one_line_is_written() {
        ModelCheck.of(getClass())
                .threads("taken(20) longest()", "taken(30) longest()")
                .holds();
    }
}
