package io.gridhook.functions;

import io.gridhook.app.EventFates;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.history.Fate;
import io.gridhook.core.history.HistoryRow.Attempted;
import io.gridhook.core.history.HistoryRow.Ended;
import io.gridhook.core.history.HistoryRules;
import java.time.Instant;

/** What became of an event, as a sentence. */
final class FateText {
    private final HistoryRules rules;

    FateText(HistoryRules rules) {
        this.rules = rules;
    }

    String of(EventFates.One one) {
        Fate fate = one.fate();
        return switch (fate.status()) {
            case NOT_MATCHED -> fate.clause().map(FateText::notMatched).orElse("The filter does not let it pass.");
            case DELIVERED -> fate.attempt().map(FateText::delivered).orElse("Delivered.");
            case WAITING -> fate.attempt().map(FateText::waiting).orElse("Waits.") + probation(one);
            case DEAD_LETTERED ->
                fate.end().map(end -> "Dead-lettered for " + end.reason() + ".").orElse("Dead-lettered.");
            case DROPPED -> fate.end().map(FateText::dropped).orElse("Dropped.");
            case UNKNOWN -> unknown(fate) + probation(one);
        };
    }

    private static String notMatched(FailedClause clause) {
        String where = clause.key().isEmpty() ? "" : " at " + clause.key();
        return "Not wanted: " + clause.clause() + where + " asks for " + clause.expected() + ", the event has "
                + clause.value() + ".";
    }

    private static String delivered(Attempted row) {
        return "Delivered by attempt " + row.attempt().attempt() + ".";
    }

    private static String waiting(Attempted row) {
        DeliveryAttempt attempt = row.attempt();
        String status = attempt.httpStatus() == 0 ? "" : " (HTTP " + attempt.httpStatus() + ")";
        String failed =
                "Attempt " + attempt.attempt() + " failed: " + attempt.outcome().wireName() + status + ". ";
        return failed
                + row.next()
                        .match(
                                () -> "Nothing follows.",
                                due -> "The next was planned for " + due + ".",
                                reason -> "It is given up for " + reason.wireName() + ", and is to be dead-lettered.");
    }

    private static String dropped(Ended end) {
        return "Dropped for " + end.reason() + "; it is kept nowhere.";
    }

    private String unknown(Fate fate) {
        String of = fate.published().isPresent()
                ? "Accepted for this subscription; nothing else is kept of it. "
                : "Nothing is kept of it for this subscription. ";
        String kept =
                switch (rules.successes()) {
                    case "off" -> "The delivery log is off.";
                    case "failures" ->
                        "The log keeps failures alone: it was delivered by its first attempt, or not tried yet, or not wanted,"
                                + " or never published.";
                    case "all" -> "It was not tried yet, or not wanted, or never published.";
                    default ->
                        "The log keeps a sample of what was delivered at once: it may have been, or was not tried yet, or"
                                + " not wanted, or never published.";
                };
        return of + kept + " Rows are kept for " + rules.retentionText() + ".";
    }

    private static String probation(EventFates.One one) {
        return one.health().map(FateText::probation).orElse("");
    }

    private static String probation(EndpointHealth health) {
        Instant until = health.until();
        return health.isDisabled()
                ? " Its endpoint is disabled until the subscription is saved again."
                : " Its endpoint is left alone until " + until + ", for "
                        + health.cause().wireName() + ".";
    }
}
