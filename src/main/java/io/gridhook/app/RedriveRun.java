package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.event.Event;
import io.gridhook.core.redrive.DeadLetter;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveProgress;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.redrive.RedriveTurn;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One turn's work on a redrive. It gathers letters into steps: a step's packs are put, then the redrive says so. Where it was changed
 * meanwhile, by a manager who paused it say, the progress is written all the same, and the turn is over.
 */
final class RedriveRun implements DeadLetterWalk.Visitor {
    /** Ours: letters of a step, which a crash may repeat. */
    static final int LETTERS_MAX = 100;
    /** Ours: bytes of a step, in memory until its packs are put. */
    static final long BYTES_MAX = 2L * 1024 * 1024;

    private static final int WRITES_MAX = 10;

    private final String owner;
    private final SubscriptionRef target;
    private final RedriveStore store;
    private final RedrivePacks packs;
    private final InstantSource clock;
    private final Instant end;
    private final int rate;

    private RedriveJob job;
    private String etag;
    private boolean isOver;
    private boolean hasBegun;
    private String firstBlob = "";
    private final List<Event> batch = new ArrayList<>();
    private long batchBytes;
    private long read;
    private long skipped;

    RedriveRun(
            Versioned<RedriveJob> taken,
            String owner,
            SubscriptionRef target,
            RedriveStore store,
            RedrivePacks packs,
            InstantSource clock,
            Instant end) {
        this.job = taken.value();
        this.etag = taken.etag();
        this.owner = owner;
        this.target = target;
        this.store = store;
        this.packs = packs;
        this.clock = clock;
        this.end = end;
        this.rate = taken.value().request().ratePerSecond();
    }

    RedriveJob job() {
        return job;
    }

    @Override
    public boolean goesOn() {
        boolean isFirst = !hasBegun;
        hasBegun = true;
        return goesOn(isFirst);
    }

    /** The first blob of a turn is worked off even where it took the whole turn to find it, or it would never come further. */
    private boolean goesOn(boolean isFirstBlob) {
        Instant now = clock.instant();
        return !isOver
                && (isFirstBlob || now.isBefore(end))
                && paceWith(batch.size(), now).isBefore(now.plus(RedriveWorker.AHEAD));
    }

    @Override
    public boolean letter(DeadLetter letter, LetterPosition next) {
        read++;
        firstBlob = firstBlob.isEmpty() ? letter.blob() : firstBlob;
        if (!job.request().selection().matches(letter.record())) {
            return true;
        }
        batch.add(letter.record().event().copied());
        batchBytes += letter.json().length();
        if (batch.size() >= LETTERS_MAX || batchBytes >= BYTES_MAX) {
            step(Optional.of(next), false);
        }
        return goesOn(letter.blob().equals(firstBlob));
    }

    @Override
    public void skipped(String blob) {
        skipped++;
    }

    /** What is left, after the walk. */
    void end(Optional<LetterPosition> next) {
        if (!isOver) {
            step(next, next.isEmpty());
        }
    }

    /** When {@code letters} more will be through. */
    private Instant paceWith(int letters, Instant now) {
        Instant from = job.turn().paceUntil();
        return (from.isBefore(now) ? now : from)
                .plus(Duration.ofSeconds(letters).dividedBy(rate));
    }

    private void step(Optional<LetterPosition> next, boolean isDone) {
        Instant now = clock.instant();
        for (int from = 0; from < batch.size(); from += rate) {
            List<Event> second = batch.subList(from, Math.min(batch.size(), from + rate));
            packs.put(target, second, now, paceWith(from, now));
        }
        RedriveProgress before = job.progress();
        RedriveProgress progress = new RedriveProgress(
                before.read() + read,
                before.matched() + batch.size(),
                before.sent() + batch.size(),
                before.skippedBlobs() + skipped,
                next.or(before::at));
        Instant paceUntil = batch.isEmpty() ? job.turn().paceUntil() : paceWith(batch.size(), now);
        write(progress, paceUntil, isDone);
        batch.clear();
        batchBytes = 0;
        read = 0;
        skipped = 0;
    }

    /** Says how far it came; whoever else wrote to it meanwhile changed other things, unless the turn is somebody else's by now. */
    private void write(RedriveProgress progress, Instant paceUntil, boolean isDone) {
        int wake = job.turn().wake();
        for (int i = 0; i < WRITES_MAX; i++) {
            boolean isStill = job.state() == RedriveState.RUNNING && job.turn().wake() == wake;
            Instant now = clock.instant();
            RedriveTurn turn = job.turn().paced(paceUntil);
            RedriveJob next = job.with(
                    progress, isStill ? turn.taken(owner, now.plus(RedriveWorker.TURN)) : turn.givenBack(now), now);
            if (isDone && !job.state().isEnded()) {
                next = next.with(RedriveState.COMPLETED, "", now);
            }
            Optional<String> written = store.replace(next, etag);
            if (written.isPresent()) {
                job = next;
                etag = written.get();
                isOver = !isStill;
                return;
            }
            Optional<Versioned<RedriveJob>> found = store.find(job.id());
            if (found.filter(other -> other.value().turn().owner().equals(owner))
                    .isEmpty()) {
                job = found.map(Versioned::value).orElse(job.with(RedriveState.CANCELLED, "", now));
                isOver = true;
                return;
            }
            job = found.get().value();
            etag = found.get().etag();
        }
        throw new StorageUnavailableException("redrive " + job.id() + ": changed by others all the time");
    }
}
