package io.gridhook.core.history;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.history.HistoryRow.Attempted;
import io.gridhook.core.history.HistoryRow.Ended;
import io.gridhook.core.history.HistoryRow.NotMatched;
import io.gridhook.core.history.HistoryRow.Published;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What became of one event for one subscription, as far as the log tells. An event that was published twice is one event here: the last
 * that is known of it counts.
 *
 * @param attempt the last that is known
 * @param end present if it was dead-lettered or dropped
 * @param published present if it is known that it was accepted, and that the subscription was asked
 * @param clause present if the subscription did not want it
 */
public record Fate(
        Status status,
        Optional<Attempted> attempt,
        Optional<Ended> end,
        Optional<Published> published,
        Optional<FailedClause> clause) {
    /** The answers to "did it arrive, and if not, why?". */
    public enum Status {
        /** The subscription's filters did not let it pass. */
        NOT_MATCHED("notMatched"),
        /** The endpoint took it. */
        DELIVERED("delivered"),
        /** It failed, and is to be tried again or to be dead-lettered. */
        WAITING("waiting"),
        /** It is in a blob. */
        DEAD_LETTERED("deadLettered"),
        /** It was given up and is not kept. */
        DROPPED("dropped"),
        /** The log keeps nothing that would tell. */
        UNKNOWN("unknown");

        private final String wireName;

        Status(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /** A drop that says no more than that a duplicate was met of something that ended before. */
    private static final String DUPLICATE = "PayloadMissing";

    /** By time; what happened at the same time in the order in which it can happen. */
    private static final Comparator<HistoryRow> BY_TIME = Comparator.comparing(HistoryRow::time)
            .thenComparing(row -> row.match(attempted -> 1, ended -> 2, published -> 0));

    /**
     * What the rows of one event say of a subscription.
     *
     * @param eventSubscription its name, in any letter case
     * @param rows of this event and of the subscription's topic, in any order
     */
    public static Fate of(String eventSubscription, List<HistoryRow> rows) {
        Reading reading = new Reading(eventSubscription);
        rows.stream()
                .filter(row -> row.names(eventSubscription))
                .sorted(BY_TIME)
                .forEach(reading::read);
        return reading.fate();
    }

    /** What was read so far. */
    private static final class Reading {
        private final String eventSubscription;
        private Status status = Status.UNKNOWN;
        private Optional<Attempted> attempt = Optional.empty();
        private Optional<Ended> end = Optional.empty();
        private Optional<Published> published = Optional.empty();
        private Optional<FailedClause> clause = Optional.empty();

        Reading(String eventSubscription) {
            this.eventSubscription = eventSubscription;
        }

        void read(HistoryRow row) {
            status = row.match(this::attempted, this::ended, this::published);
        }

        private Status attempted(Attempted row) {
            attempt = Optional.of(row);
            end = Optional.empty();
            return row.attempt().outcome() == DeliveryOutcome.DELIVERED ? Status.DELIVERED : Status.WAITING;
        }

        private Status ended(Ended row) {
            if (row.reason().equals(DUPLICATE) && status != Status.UNKNOWN) {
                return status;
            }
            end = Optional.of(row);
            return row.isKept() ? Status.DEAD_LETTERED : Status.DROPPED;
        }

        private Status published(Published row) {
            published = Optional.of(row);
            clause = row.notMatched().stream()
                    .filter(each -> each.eventSubscription().equalsIgnoreCase(eventSubscription))
                    .map(NotMatched::clause)
                    .findFirst();
            if (clause.isPresent()) {
                return Status.NOT_MATCHED;
            }
            return status == Status.NOT_MATCHED ? Status.UNKNOWN : status;
        }

        Fate fate() {
            return new Fate(status, attempt, end, published, status == Status.NOT_MATCHED ? clause : Optional.empty());
        }
    }
}
