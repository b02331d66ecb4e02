package io.gridhook.functions;

import com.microsoft.azure.functions.ExecutionContext;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.retry.NextStep;
import io.gridhook.port.DeliveryLog;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The delivery log as lines of a logger, mostly an invocation's, with named fields in a fixed order: topic, eventSubscription, eventId, attempt,
 * outcome, nextStep; a detail before it where there was no answer.
 */
final class ContextLog implements DeliveryLog {
    /** Ours: ids are the publisher's to choose, and a line stays a line. */
    private static final int VALUE_LENGTH_MAX = 256;

    private final Logger logger;
    private final boolean isOfSuccesses;

    ContextLog(ExecutionContext context) {
        this(context.getLogger(), true);
    }

    /** {@code isOfSuccesses}: whether attempts that delivered have lines, which cost more than all else that is done for them. */
    ContextLog(Logger logger, boolean isOfSuccesses) {
        this.logger = logger;
        this.isOfSuccesses = isOfSuccesses;
    }

    @Override
    public void attempt(DeliveryAttempt attempt, NextStep next) {
        if (!isOfSuccesses && next.match(() -> true, due -> false, reason -> false)) {
            return;
        }
        logger.log(
                Level.INFO,
                () -> "attempt" + subject(attempt.subscription(), attempt.eventId()) + " attempt="
                        + attempt.attempt() + " outcome=" + attempt.outcome().wireName() + " status="
                        + attempt.httpStatus()
                        + " durationMs=" + attempt.duration().toMillis()
                        + (attempt.detail().isEmpty() ? "" : " detail=" + value(attempt.detail())) + " nextStep="
                        + next.match(
                                () -> "complete",
                                due -> "retryAt(" + due + ")",
                                reason -> "giveUp(" + reason.wireName() + ")"));
    }

    @Override
    public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
        logger.log(
                Level.INFO,
                () -> end + subject(subscription, eventId) + " reason=" + reason
                        + (where.isEmpty() ? "" : " blob=" + value(where)));
    }

    @Override
    public void trouble(String what, String consequence) {
        logger.log(Level.WARNING, () -> "trouble what=" + value(what) + " consequence=" + value(consequence));
    }

    private static String subject(SubscriptionRef subscription, String eventId) {
        return " topic=" + subscription.topic() + " eventSubscription=" + subscription.name() + " eventId="
                + value(eventId);
    }

    /** Quoted where it is more than a word; control characters cannot start a line of their own. */
    private static String value(String text) {
        String bounded = Excerpt.of(text, VALUE_LENGTH_MAX);
        if (!bounded.isEmpty() && bounded.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"' && c != '=')) {
            return bounded;
        }
        StringBuilder quoted = new StringBuilder("\"");
        bounded.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
