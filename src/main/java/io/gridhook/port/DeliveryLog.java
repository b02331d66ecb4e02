package io.gridhook.port;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.NextStep;

/** Tells what happens to events, one line each. Never throws, carries no secrets and no event data. */
public interface DeliveryLog {
    /** An attempt was made, and what follows. */
    void attempt(DeliveryAttempt attempt, NextStep next);

    /**
     * An event reached its end without another attempt.
     *
     * @param end {@code dropped} or {@code deadLettered}
     * @param reason in Event Grid's words
     * @param where the blob it was written to; {@code ""} for a dropped one
     */
    void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where);

    /** Something is wrong on our side; {@code consequence} says what happens next. */
    void trouble(String what, String consequence);
}
