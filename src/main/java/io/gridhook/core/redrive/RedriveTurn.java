package io.gridhook.core.redrive;

import java.time.Instant;

/**
 * Whose turn it is to work on a redrive, so that two never do at once.
 *
 * @param wake the number of the message that it is worked on by; those of other numbers are old. It grows with each that is put
 * @param owner the receive whose turn it is: a message's id and its dequeue count
 * @param until when it is over, if nobody says so before
 * @param paceUntil when all that was put so far is due, at the rate that was asked for
 */
public record RedriveTurn(int wake, String owner, Instant until, Instant paceUntil) {
    /** Nobody's, of a redrive that begins at {@code now}. */
    public static RedriveTurn first(Instant now) {
        return new RedriveTurn(1, "", now, now);
    }

    /** To be worked on by a new message. Whose turn it is may still write down how far it came. */
    public RedriveTurn woken() {
        return new RedriveTurn(wake + 1, owner, until, paceUntil);
    }

    /** Nobody's any more. */
    public RedriveTurn givenBack(Instant now) {
        return new RedriveTurn(wake, "", now, paceUntil);
    }

    public RedriveTurn taken(String newOwner, Instant newUntil) {
        return new RedriveTurn(wake, newOwner, newUntil, paceUntil);
    }

    public RedriveTurn paced(Instant newPaceUntil) {
        return new RedriveTurn(wake, owner, until, newPaceUntil);
    }
}
