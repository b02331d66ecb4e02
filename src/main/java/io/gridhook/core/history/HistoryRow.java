package io.gridhook.core.history;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.retry.NextStep;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** One thing that happened to one event. Event ids and texts are as {@link HistoryText} keeps them. */
public sealed interface HistoryRow {
    Instant time();

    String topic();

    String eventId();

    /** One answer for each variant. */
    <R> R match(Function<Attempted, R> attempted, Function<Ended, R> ended, Function<Published, R> published);

    /** An attempt, and what follows. */
    record Attempted(Instant time, DeliveryAttempt attempt, NextStep next) implements HistoryRow {
        public Attempted {
            attempt = HistoryText.kept(attempt);
        }

        @Override
        public String topic() {
            return attempt.subscription().topic();
        }

        @Override
        public String eventId() {
            return attempt.eventId();
        }

        @Override
        public <R> R match(
                Function<Attempted, R> attempted, Function<Ended, R> ended, Function<Published, R> published) {
            return attempted.apply(this);
        }

        boolean isDelivered() {
            return next.match(() -> true, due -> false, reason -> false);
        }
    }

    /**
     * The end of an event for a subscription, without another attempt.
     *
     * @param isKept whether it was written to a blob
     * @param reason in Event Grid's words
     * @param blob its name; {@code ""} if it was dropped
     */
    record Ended(Instant time, SubscriptionRef subscription, String eventId, boolean isKept, String reason, String blob)
            implements HistoryRow {
        public Ended {
            eventId = HistoryText.eventId(eventId);
            blob = HistoryText.kept(blob);
        }

        @Override
        public String topic() {
            return subscription.topic();
        }

        @Override
        public <R> R match(
                Function<Attempted, R> attempted, Function<Ended, R> ended, Function<Published, R> published) {
            return ended.apply(this);
        }
    }

    /**
     * An event was accepted.
     *
     * @param matched subscriptions of the topic that it goes to
     * @param notMatched those that it does not go to
     * @param isCut whether the topic has more subscriptions than are named
     */
    record Published(
            Instant time,
            String topic,
            String eventId,
            String eventType,
            List<String> matched,
            List<NotMatched> notMatched,
            boolean isCut)
            implements HistoryRow {
        public Published {
            eventId = HistoryText.eventId(eventId);
            eventType = HistoryText.kept(eventType);
            matched = List.copyOf(matched);
            notMatched = List.copyOf(notMatched);
        }

        @Override
        public <R> R match(
                Function<Attempted, R> attempted, Function<Ended, R> ended, Function<Published, R> published) {
            return published.apply(this);
        }
    }

    /** Why an event does not go to a subscription: the first clause that it does not meet. */
    record NotMatched(String eventSubscription, FailedClause clause) {}

    /** The names of the subscriptions that it says something of. */
    default List<String> subscriptions() {
        return match(
                attempted -> List.of(attempted.attempt().subscription().name()),
                ended -> List.of(ended.subscription().name()),
                published -> Stream.concat(
                                published.matched().stream(),
                                published.notMatched().stream().map(NotMatched::eventSubscription))
                        .toList());
    }

    /** Whether it says something of the subscription of that name, in any letter case. */
    default boolean names(String eventSubscription) {
        return subscriptions().stream().anyMatch(eventSubscription::equalsIgnoreCase);
    }

    /** What {@code outcome=} of the look-up means, in lower case: an attempt's outcome, how it ended, or {@code published}. */
    default String outcome() {
        return match(
                        attempted -> attempted.attempt().outcome().wireName(),
                        ended -> ended.isKept() ? "deadLettered" : "dropped",
                        published -> "published")
                .toLowerCase(Locale.ROOT);
    }

    /** About how much memory it takes, in characters. */
    default int weight() {
        return WEIGHT_MIN
                + match(
                        attempted -> attempted.eventId().length()
                                + attempted.attempt().eventType().length()
                                + attempted.attempt().detail().length()
                                + attempted.attempt().response().length(),
                        ended -> ended.eventId().length() + ended.blob().length(),
                        published -> published.eventId().length()
                                + published.matched().size() * WEIGHT_MIN
                                + published.notMatched().size() * 2 * WEIGHT_MIN);
    }

    /** Ours: of a row without its longer texts. */
    int WEIGHT_MIN = 200;
}
