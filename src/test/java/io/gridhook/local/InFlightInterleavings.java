package io.gridhook.local;

import io.gridhook.concurrency.ModelCheck;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Once no more are taken and nothing runs, nothing runs ever after. */
public class InFlightInterleavings {
    private final InFlight requests = new InFlight();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean isIdle;
    private volatile boolean isBroken;

    @Operation
    public void request() {
        if (requests.enter()) {
            running.incrementAndGet();
            isBroken |= isIdle;
            running.decrementAndGet();
            requests.leave();
        }
    }

    /** Does not wait: a wait with an end is over at once here. */
    @Operation
    public void stop() throws InterruptedException {
        requests.refuseMore();
        isIdle = requests.awaitIdle(Duration.ZERO);
        isBroken |= isIdle && running.get() > 0;
    }

    @Validate
    public void nothing_ran_after_the_stop() {
        if (isBroken) {
            throw new IllegalStateException("a request ran after the stop");
        }
    }

    @Test
    void nothing_runs_after_the_stop() {
        ModelCheck.of(getClass()).threads("request() request()", "stop()").holds();
    }
}
