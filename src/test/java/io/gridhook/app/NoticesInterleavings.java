package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.notice.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every event given up is in one notice, and the listener hears of each before anybody has to ask. */
public class NoticesInterleavings {
    private static final Duration LATER = Notices.EVERY.multipliedBy(2);

    private final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger heard = new AtomicInteger();
    private final Notices notices = new Notices(Optional.of("gridhook"), new NoMetrics(), () -> Instant.EPOCH);

    public NoticesInterleavings() {
        notices.onDue(due -> heard.incrementAndGet());
    }

    @Operation
    public void tell() {
        told.incrementAndGet();
        notices.beside(SomeLog.of(trouble -> {}))
                .ended(new SubscriptionRef("orders", "billing", 1), "e", "dropped", "Forbidden", "");
    }

    @Operation
    public void take() {
        for (Notice notice : notices.take(Instant.EPOCH)) {
            taken.addAndGet((int) notice.count());
        }
    }

    @Validate
    public void every_event_is_in_one_notice() {
        for (Notice notice : notices.take(Instant.EPOCH.plus(LATER))) {
            taken.addAndGet((int) notice.count());
        }
        if (taken.get() != told.get() || heard.get() != told.get()) {
            throw new IllegalStateException("told: " + told + ", taken: " + taken + ", heard: " + heard);
        }
    }

    @Test
    void every_event_is_in_one_notice_and_heard_of() {
        ModelCheck.of(getClass())
                .threads("tell() take()", "tell()")
                .threads("tell()", "tell() take()", "take()")
                .holds();
    }
}
