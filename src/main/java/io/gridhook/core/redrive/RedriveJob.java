package io.gridhook.core.redrive;

import java.time.Instant;
import java.util.Optional;

/**
 * A redrive: what was asked for, by whom, and what came of it so far.
 *
 * @param id 1 to 64 lower-case letters, digits and dashes
 * @param createdBy the kind of credential: {@code key} or {@code bearer}
 * @param endedAt when it was completed, cancelled or failed
 * @param detail why it failed; {@code ""} else
 */
public record RedriveJob(
        String id,
        RedriveRequest request,
        RedriveState state,
        RedriveProgress progress,
        RedriveTurn turn,
        Instant createdAt,
        String createdBy,
        Instant updatedAt,
        Optional<Instant> endedAt,
        String detail) {
    /** One that begins now. */
    public static RedriveJob begun(String id, RedriveRequest request, Instant now, String createdBy) {
        return new RedriveJob(
                id,
                request,
                RedriveState.RUNNING,
                RedriveProgress.NONE,
                RedriveTurn.first(now),
                now,
                createdBy,
                now,
                Optional.empty(),
                "");
    }

    public RedriveJob with(RedriveState newState, String why, Instant now) {
        return new RedriveJob(
                id,
                request,
                newState,
                progress,
                turn,
                createdAt,
                createdBy,
                now,
                newState.isEnded() ? Optional.of(now) : Optional.empty(),
                why);
    }

    public RedriveJob with(RedriveTurn newTurn, Instant now) {
        return new RedriveJob(id, request, state, progress, newTurn, createdAt, createdBy, now, endedAt, detail);
    }

    public RedriveJob with(RedriveProgress newProgress, RedriveTurn newTurn, Instant now) {
        return new RedriveJob(id, request, state, newProgress, newTurn, createdAt, createdBy, now, endedAt, detail);
    }
}
