package io.gridhook.core.delivery;

import java.time.Duration;

/**
 * One try at delivering one event, for logs and records.
 *
 * @param eventType {@code ""} if it is not known
 * @param endpointHost the host of the endpoint's URL, or the id of a queue
 * @param attempt its number, from 1
 * @param httpStatus 0 if there was no answer
 * @param duration from the start of the POST to the full response or the failure
 * @param detail why there was no answer, as far as that is known; {@code ""} if there was one
 * @param response how an answer that says no success began, in its endpoint's words, and so perhaps with what was sent to it; not for
 *     log lines. {@code ""} if there was none
 */
public record DeliveryAttempt(
        SubscriptionRef subscription,
        String eventId,
        String eventType,
        String endpointHost,
        int attempt,
        DeliveryOutcome outcome,
        int httpStatus,
        Duration duration,
        String detail,
        String response) {}
