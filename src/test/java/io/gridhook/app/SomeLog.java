package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryLog;
import java.util.function.Consumer;

/** A log that hears troubles and forgets everything else. */
record SomeLog(Consumer<String> troubles) implements DeliveryLog {
    static DeliveryLog of(Consumer<String> troubles) {
        return new SomeLog(troubles);
    }

    @Override
    public void attempt(DeliveryAttempt attempt, NextStep next) {}

    @Override
    public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {}

    @Override
    public void trouble(String what, String consequence) {
        troubles.accept(what);
    }
}
