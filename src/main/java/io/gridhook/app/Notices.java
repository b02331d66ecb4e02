package io.gridhook.app;

import static java.util.Objects.requireNonNull;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.notice.FailureRun;
import io.gridhook.core.notice.Notice;
import io.gridhook.core.notice.NoticeType;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What this instance has to tell of subscriptions and has not told yet ({@link NoticeSender} does). It hears of attempts and ends by a
 * log of its own, and of endpoints by {@link HealthWriter}. Nobody waits for it and it asks storage nothing: whatever becomes of a notice,
 * no delivery is later by it, and none fails.
 *
 * <p>Nothing that happens to subscriptions of the notices' own topic is told, or a subscriber that fails would be told of for ever. Of all
 * others, one of a kind is told every 15 minutes at most; what comes meanwhile is told as one, when they are over.
 */
final class Notices {
    /** Ours: between two of a kind of one subscription. */
    static final Duration EVERY = Duration.ofMinutes(15);
    /** Ours: kinds of subscriptions that wait to be told, or were less than {@link #EVERY} ago. */
    static final int KEPT_MAX = 1_000;
    /** Ours: bounds the subscriptions whose failures are counted; then counting starts again. */
    static final int FAILING_MAX = 10_000;

    /** Ends that say nothing of a receiver: of what was deleted, and of what ended before. */
    private static final Set<String> NO_NEWS =
            Set.of(TaskResult.Dropped.SUBSCRIPTION_DELETED, TaskResult.Dropped.PAYLOAD_MISSING);

    private static final Set<DeadLetterReason> USED_UP =
            Set.of(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED, DeadLetterReason.TIME_TO_LIVE_EXCEEDED);

    private record Key(NoticeType type, String topic, String eventSubscription) {}

    /** Guarded by the notices. */
    private static final class Kept {
        private Optional<Notice> pending = Optional.empty();
        private Instant nextAt = Instant.MIN;

        void add(Notice notice) {
            pending = pending.map(earlier -> earlier.and(notice)).or(() -> Optional.of(notice));
        }
    }

    private final Optional<String> topic;
    private final Metrics metrics;
    private final InstantSource clock;
    private final Map<SubscriptionRef, FailureRun> failing = new ConcurrentHashMap<>();
    private final Map<Key, Kept> kept = new LinkedHashMap<>();
    private volatile Instant unwantedUntil = Instant.MIN;
    /** Told when something is to be sent, from then on; never throws. */
    private volatile Consumer<Instant> listener = due -> {};

    /** Those of one instance; {@code topic} is where they are published, empty for nowhere. */
    Notices(Optional<String> topic, Metrics metrics, InstantSource clock) {
        this.topic = topic;
        this.metrics = metrics;
        this.clock = clock;
    }

    void onDue(Consumer<Instant> newListener) {
        listener = newListener;
    }

    /** A log that tells {@code log} everything, and this what it says of events. */
    DeliveryLog beside(DeliveryLog log) {
        return topic.isEmpty() ? log : new Beside(log);
    }

    private final class Beside implements DeliveryLog {
        private final DeliveryLog log;

        Beside(DeliveryLog log) {
            this.log = log;
        }

        @Override
        public void attempt(DeliveryAttempt attempt, NextStep next) {
            log.attempt(attempt, next);
            next.match(
                    () -> delivered(attempt),
                    due -> failed(attempt),
                    // A final verdict on an event is an answer of an endpoint that works.
                    reason -> USED_UP.contains(reason) && failed(attempt));
        }

        @Override
        public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
            log.ended(subscription, eventId, end, reason, where);
            if (!NO_NEWS.contains(reason)) {
                NoticeType type = where.isEmpty() ? NoticeType.EVENT_DROPPED : NoticeType.EVENT_DEAD_LETTERED;
                tell(Notice.givenUp(type, subscription, reason, where, clock.instant()));
            }
        }

        @Override
        public void trouble(String what, String consequence) {
            log.trouble(what, consequence);
        }
    }

    private boolean delivered(DeliveryAttempt attempt) {
        FailureRun run = failing.isEmpty() ? null : failing.remove(attempt.subscription());
        return run != null && run.isFailing() && tell(Notice.recovered(attempt, clock.instant()));
    }

    private boolean failed(DeliveryAttempt attempt) {
        Instant now = clock.instant();
        if (!isWanted(attempt.subscription().topic(), now)) {
            return false;
        }
        if (failing.size() >= FAILING_MAX) {
            failing.clear();
        }
        FailureRun run = requireNonNull(
                failing.merge(attempt.subscription(), FailureRun.begin(now), (before, first) -> before.next(now)));
        return run.isFailing()
                && tell(Notice.failing(
                        attempt, run.isNews() ? run.attempts() : 1, run.isNews() ? run.since() : now, now));
    }

    /** Nothing more was known of its endpoint than that it worked, until now. */
    void inProbation(EventSubscription subscription, EndpointHealth health) {
        tell(Notice.ofEndpoint(NoticeType.ENDPOINT_IN_PROBATION, subscription, health, clock.instant()));
    }

    /** Its endpoint was in probation, and is not any more. */
    void recovered(EventSubscription subscription, EndpointHealth before) {
        tell(Notice.ofEndpoint(NoticeType.ENDPOINT_RECOVERED, subscription, before, clock.instant()));
    }

    /** Its endpoint is gone. */
    void disabled(EventSubscription subscription, EndpointHealth health) {
        tell(Notice.ofEndpoint(NoticeType.SUBSCRIPTION_DISABLED, subscription, health, clock.instant()));
    }

    private boolean isWanted(String about, Instant now) {
        return topic.isPresent() && !topic.get().equalsIgnoreCase(about) && !now.isBefore(unwantedUntil);
    }

    /** Whether there was room for it, and somebody may want it. */
    private boolean tell(Notice notice) {
        Instant now = clock.instant();
        if (!isWanted(notice.topic(), now)) {
            return false;
        }
        Optional<Instant> due = keep(notice, now);
        due.ifPresentOrElse(listener, () -> leftOut("Full", 1));
        return due.isPresent();
    }

    /** When it is to be sent; empty if there is no room. */
    private synchronized Optional<Instant> keep(Notice notice, Instant now) {
        Key key = new Key(notice.type(), notice.topic(), notice.eventSubscription());
        if (kept.size() >= KEPT_MAX && !kept.containsKey(key)) {
            kept.values().removeIf(each -> each.pending.isEmpty() && !now.isBefore(each.nextAt));
            if (kept.size() >= KEPT_MAX) {
                return Optional.empty();
            }
        }
        Kept of = kept.computeIfAbsent(key, unseen -> new Kept());
        of.add(notice);
        return Optional.of(of.nextAt.isBefore(now) ? now : of.nextAt);
    }

    void leftOut(String reason, int notices) {
        metrics.add(Counter.NOTICE_LEFT_OUT_COUNT, notices, reason);
    }

    /** When the next is to be sent; empty if nothing waits. */
    synchronized Optional<Instant> nextDue() {
        return kept.values().stream()
                .filter(each -> each.pending.isPresent())
                .map(each -> each.nextAt)
                .min(Instant::compareTo);
    }

    /** Those that are to be sent by {@code now}, which do not wait any more. */
    synchronized List<Notice> take(Instant now) {
        List<Notice> due = new ArrayList<>();
        for (Kept each : kept.values()) {
            if (each.pending.isPresent() && !now.isBefore(each.nextAt)) {
                due.add(each.pending.get());
                each.pending = Optional.empty();
                each.nextAt = clock.instant().plus(EVERY);
            }
        }
        return due;
    }

    /** Forgets all there is and, until then, all that comes: there is nobody to tell. */
    synchronized void unwanted(Instant until) {
        unwantedUntil = until;
        kept.clear();
        failing.clear();
    }
}
