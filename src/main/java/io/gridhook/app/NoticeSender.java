package io.gridhook.app;

import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.notice.Notice;
import io.gridhook.core.notice.NoticeEvents;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes {@link Notices} to their topic, in the background, those of 10 seconds together, as any publisher's events: filters, retries,
 * dead letters and signatures are the topic's subscriptions'. Where nobody made the topic, it is looked up every 5 minutes at most, while
 * there is anything to tell, and nothing is sent. What storage refuses is published again every minute, under the same ids. An instance
 * that is killed takes along what it had not published.
 */
final class NoticeSender {
    /** Ours: so long what is to be told waits for company. */
    static final Duration GATHERED = Duration.ofSeconds(10);
    /** Ours: between two tries at what storage refused. */
    static final Duration AGAIN = Duration.ofMinutes(1);
    /** Ours: for so long nobody looks whether somebody has made the topic. */
    static final Duration ABSENT = Duration.ofMinutes(5);

    /** Publishes events of the app's own, as {@link Publisher#publishOwn} does. */
    interface Publishing {
        CompletableFuture<Void> publish(String topicName, PublishedBody body);
    }

    /** A request that was refused may be taken all the same, and has to be the same when it is made again. */
    private record Request(PublishedBody body, int notices) {}

    private final String topicName;
    private final Notices notices;
    private final Catalog catalog;
    private final Publishing publisher;
    private final TopicIds topicIds;
    private final Supplier<UUID> ids;
    private final InstantSource clock;
    private final Timers timers;
    private final Executor executor;
    private final DeliveryLog log;

    /** When the timer is to go off; empty while there is none. Guarded by this. */
    private Optional<Instant> timerAt = Optional.empty();
    /** Storage refused. */
    private volatile Instant notBefore = Instant.MIN;

    private Runnable cancelTimer = () -> {};
    /** One at a time: done when there is none. Guarded by this. */
    private CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);

    /** Only whoever sends uses these, one after the other. */
    private volatile Optional<Request> underWay = Optional.empty();

    private volatile boolean isRefusalSaid;

    NoticeSender(
            String topicName, Notices notices, Catalog catalog, Publishing publisher, TopicIds topicIds, Ports ports) {
        this.topicName = topicName;
        this.notices = notices;
        this.catalog = catalog;
        this.publisher = publisher;
        this.topicIds = topicIds;
        this.ids = ports.ids();
        this.clock = ports.clock();
        this.timers = ports.timers();
        this.executor = ports.executor();
        this.log = ports.log();
        notices.onDue(this::wake);
    }

    /** Something is to be sent then, or soon. */
    private void wake(Instant due) {
        Instant soon = later(clock.instant().plus(GATHERED), notBefore);
        at(later(soon, due));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    /** There is one timer at most. */
    private synchronized void at(Instant time) {
        if (timerAt.isPresent() && !time.isBefore(timerAt.get())) {
            return;
        }
        cancelTimer.run();
        timerAt = Optional.of(time);
        try {
            cancelTimer = timers.after(Delays.until(time, clock.instant()), this::timeHasCome);
        } catch (RejectedExecutionException e) {
            timerAt = Optional.empty(); // Shut down; whoever does it flushes.
        }
    }

    /** Timers' own threads must not wait for storage. */
    private void timeHasCome() {
        synchronized (this) {
            timerAt = Optional.empty();
        }
        try {
            executor.execute(() -> {
                var unused = start(false);
            });
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            at(clock.instant().plus(AGAIN)); // no thread
        }
    }

    /**
     * Publishes all that waits, however short its wait was.
     *
     * @return done when nothing waits; fails if storage refuses
     */
    CompletableFuture<Void> flush() {
        CompletableFuture<Void> flushed = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                var unused = start(true).whenComplete((done, failure) -> {
                    if (failure == null) {
                        flushed.complete(null);
                    } else {
                        flushed.completeExceptionally(failure);
                    }
                });
            });
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            flushed.completeExceptionally(e);
        }
        return flushed;
    }

    /** After what is being sent. */
    private CompletableFuture<Void> start(boolean all) {
        CompletableFuture<Void> before;
        CompletableFuture<Void> mine = new CompletableFuture<>();
        synchronized (this) {
            before = sending;
            sending = mine;
        }
        var unused = before.whenComplete((done, failure) -> begin(all, mine));
        return mine;
    }

    private void begin(boolean all, CompletableFuture<Void> mine) {
        CompletableFuture<Void> sent;
        try {
            sent = send(all);
        } catch (Error e) {
            sent = CompletableFuture.failedFuture(e); // Else nobody would ever send again.
        }
        var unused = sent.whenComplete((done, failure) -> {
            scheduleNext(failure);
            if (failure == null) {
                mine.complete(null);
            } else {
                mine.completeExceptionally(failure);
            }
        });
    }

    private void scheduleNext(@Nullable Throwable failure) {
        if (failure != null) {
            notBefore = clock.instant().plus(AGAIN);
            at(notBefore);
        } else {
            notices.nextDue().ifPresent(this::wake);
        }
    }

    /** Request after request, until nothing is left to send. Fails where storage does. */
    private CompletableFuture<Void> send(boolean all) {
        try {
            Optional<Request> next = underWay.or(() -> compose(all));
            underWay = next;
            return next.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : publisher.publish(topicName, next.get().body()).thenCompose(published -> {
                        underWay = Optional.empty();
                        return send(all);
                    });
        } catch (InvalidEventException e) {
            return leaveOut(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            boolean isGone = e instanceof PublishRefusedException refused
                    && refused.kind() == PublishRefusedException.Kind.TOPIC_NOT_FOUND;
            return isGone ? leaveOut("it is gone") : CompletableFuture.failedFuture(e);
        }
    }

    /** The topic is not what it was when the request was made for it. */
    private CompletableFuture<Void> leaveOut(String why) {
        underWay.ifPresent(request -> {
            log.trouble(request.notices() + " notices are refused by topic " + topicName + ": " + why, "they are lost");
            notices.leftOut("Refused", request.notices());
        });
        underWay = Optional.empty();
        return CompletableFuture.completedFuture(null);
    }

    /** Empty if nothing is to be sent, or nobody is there to take it. */
    private Optional<Request> compose(boolean all) {
        Instant now = clock.instant();
        Instant by = all ? Instant.MAX : now;
        if (notices.nextDue().filter(due -> !due.isAfter(by)).isEmpty()) {
            return Optional.empty();
        }
        Optional<Topic> topic = catalog.topic(topicName).topic();
        if (topic.filter(found -> NoticeEvents.canBe(found.inputSchema())).isEmpty()) {
            topic.ifPresent(this::refuse);
            notices.unwanted(now.plus(ABSENT));
            return Optional.empty();
        }
        isRefusalSaid = false;
        List<Notice> due = notices.take(by);
        return due.isEmpty()
                ? Optional.empty()
                : Optional.of(new Request(
                        NoticeEvents.body(due, topic.get().inputSchema(), topicIds.stamped(topicName), ids),
                        due.size()));
    }

    /** Said once, until it is another. */
    private void refuse(Topic topic) {
        if (!isRefusalSaid) {
            isRefusalSaid = true;
            log.trouble(
                    "topic " + topic.name()
                            + " has a schema of its own (expected: EventGridSchema or CloudEventSchemaV1_0)",
                    "no notices are published to it");
        }
    }
}
