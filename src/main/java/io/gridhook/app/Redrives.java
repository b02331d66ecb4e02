package io.gridhook.app;

import io.gridhook.core.event.Excerpt;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveMessage;
import io.gridhook.core.redrive.RedriveRequest;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.redrive.RedriveTurn;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Begins redrives, shows them, and pauses, resumes and cancels them. {@link RedriveWorker} does their work. */
public final class Redrives {
    /** Ours: what a list of them shows. */
    static final int SHOWN_MAX = 100;
    /** Ours: bounds their table, which is read as a whole. */
    static final int KEPT_MAX = 1_000;
    /** Ours: how long an ended one is kept. */
    static final Duration KEPT = Duration.ofDays(30);
    /** Ours: one that nobody worked on for so long has lost its message. */
    static final Duration STALLED = Duration.ofMinutes(15);

    private static final int TRIES = 10;

    /** What a manager can do to one. */
    public enum Change {
        PAUSE,
        RESUME,
        CANCEL
    }

    private final RedriveStore store;
    private final DeliveryQueue queue;
    private final DeadLetters letters;
    private final Supplier<UUID> ids;
    private final InstantSource clock;

    /**
     * The redrives.
     *
     * @param queue {@code redrives}
     */
    public Redrives(
            RedriveStore store, DeliveryQueue queue, DeadLetters letters, Supplier<UUID> ids, InstantSource clock) {
        this.store = store;
        this.queue = queue;
        this.letters = letters;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Begins one. Where its message cannot be put it is begun all the same, and {@link #sweep} puts it: a put that was refused may have
     * happened, and so may a deletion have not, and who tries again would then send everything twice.
     *
     * @param by the kind of credential that asked for it
     * @throws ManagementException if what it names is not there or cannot take events, or there are too many redrives
     */
    public RedriveJob begin(RedriveRequest request, String by) {
        check(request);
        if (store.list().size() >= KEPT_MAX) {
            throw new ManagementException(
                    ManagementException.Kind.CONFLICT,
                    "redrives: " + KEPT_MAX + " are kept (expected: fewer; those that ended go after " + KEPT.toDays()
                            + " days)");
        }
        RedriveJob job = RedriveJob.begun(ids.get().toString(), request, clock.instant(), by);
        store.create(job);
        try {
            queue.put(RedriveMessage.of(job).text(), Duration.ZERO);
        } catch (StorageUnavailableException e) {
            return job;
        }
        return job;
    }

    /** How many letters a request means, as far as a call may read. */
    public DeadLetters.Count count(RedriveRequest request) {
        check(request);
        return letters.count(request);
    }

    private void check(RedriveRequest request) {
        DeadLetters.Source source = letters.source(request);
        request.selection().letters().forEach(letter -> DeadLetters.checkAddress(source, letter));
        RedriveWorker.target(letters, request.topic(), request.toEventSubscription(), clock);
    }

    /** The newest first, {@link #SHOWN_MAX} at most. */
    public List<RedriveJob> list() {
        return store.list().stream()
                .sorted(Comparator.comparing(RedriveJob::createdAt).reversed().thenComparing(RedriveJob::id))
                .limit(SHOWN_MAX)
                .toList();
    }

    /**
     * The one of that id.
     *
     * @throws ManagementException if there is none
     */
    public RedriveJob find(String id) {
        return versioned(id).value();
    }

    private Versioned<RedriveJob> versioned(String id) {
        return store.find(id)
                .orElseThrow(() -> new ManagementException(
                        ManagementException.Kind.NOT_FOUND, "The redrive '" + Excerpt.of(id) + "' does not exist."));
    }

    /**
     * Changes one; what it is already stays so.
     *
     * @throws ManagementException if there is none, or it has ended
     */
    public RedriveJob change(String id, Change change) {
        for (int i = 0; i < TRIES; i++) {
            Versioned<RedriveJob> found = versioned(id);
            RedriveJob job = found.value();
            if (job.state().isEnded()) {
                throw new ManagementException(
                        ManagementException.Kind.CONFLICT,
                        "The redrive '" + job.id() + "' has ended: "
                                + job.state().wireName() + ".");
            }
            RedriveState wanted =
                    switch (change) {
                        case PAUSE -> RedriveState.PAUSED;
                        case RESUME -> RedriveState.RUNNING;
                        case CANCEL -> RedriveState.CANCELLED;
                    };
            if (job.state() == wanted) {
                return job;
            }
            Instant now = clock.instant();
            RedriveJob changed = job.with(wanted, "", now);
            RedriveJob next =
                    change == Change.RESUME ? changed.with(changed.turn().woken(), now) : changed;
            if (store.replace(next, found.etag()).isPresent()) {
                wakeIfRunning(next);
                return next;
            }
        }
        throw new StorageUnavailableException("redrive " + id + ": changed by others all the time");
    }

    private void wakeIfRunning(RedriveJob job) {
        if (job.state() == RedriveState.RUNNING) {
            queue.put(RedriveMessage.of(job).text(), Duration.ZERO);
        }
    }

    /** Deletes those that ended long ago, and wakes those whose message is lost. Safe to run twice at once. */
    public void sweep(DeliveryLog log) {
        Instant now = clock.instant();
        for (RedriveJob job : store.list()) {
            if (job.endedAt().filter(ended -> ended.isBefore(now.minus(KEPT))).isPresent()) {
                store.delete(job.id());
            } else if (job.state() == RedriveState.RUNNING && isStalled(job, now)) {
                wake(job.id(), now, log);
            }
        }
    }

    private static boolean isStalled(RedriveJob job, Instant now) {
        RedriveTurn turn = job.turn();
        Instant before = now.minus(STALLED);
        return turn.until().isBefore(before)
                && turn.paceUntil().isBefore(before)
                && job.updatedAt().isBefore(before);
    }

    private void wake(String id, Instant now, DeliveryLog log) {
        Optional<Versioned<RedriveJob>> found = store.find(id)
                .filter(each -> each.value().state() == RedriveState.RUNNING && isStalled(each.value(), now));
        if (found.isPresent()) {
            RedriveJob job = found.get().value();
            RedriveJob woken = job.with(job.turn().woken(), now);
            if (store.replace(woken, found.get().etag()).isPresent()) {
                log.trouble("nobody works on redrive " + id, "its message is put again");
                wakeIfRunning(woken);
            }
        }
    }
}
