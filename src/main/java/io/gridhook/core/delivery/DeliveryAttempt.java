package io.gridhook.core.delivery;

import java.time.Duration;

/**
 * One try at delivering one event, for logs and records.
 *
 * @param attempt its number, from 1
 * @param httpStatus 0 if there was no answer
 * @param duration from the start of the POST to the full response or the failure
 * @param detail why there was no answer, as far as that is known; {@code ""} if there was one
 */
public record DeliveryAttempt(
        SubscriptionRef subscription,
        String eventId,
        int attempt,
        DeliveryOutcome outcome,
        int httpStatus,
        Duration duration,
        String detail) {}
