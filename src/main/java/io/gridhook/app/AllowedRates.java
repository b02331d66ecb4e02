package io.gridhook.app;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps to the requests a minute that endpoints take ({@code WebHook-Allowed-Rate}, behaviour §4.4), on this instance: however a minute
 * is laid, no more go out in it. Up to a second's worth go at once, the others one by one.
 *
 * <p>What may not go is given a time to come back, a turn behind all that were put off before it, so that a backlog comes back as fast as
 * it may go and not all at once. Those whose turns are in the same second come together; turns beyond {@link #LINE_MAX} are all at its
 * end, where what is left lines up again.
 */
final class AllowedRates {
    /** Ours: a line costs a message for each of its seconds. */
    static final Duration LINE_MAX = Duration.ofMinutes(1);

    /** Ours: bounds what is remembered of endpoints; then remembering starts again. */
    private static final int REMEMBERED_MAX = 10_000;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    /**
     * One endpoint's.
     *
     * @param next when the next one might go, if they went one by one
     * @param lineEnd when the last one that was put off comes back
     */
    private record Pace(Instant next, Instant lineEnd) {}

    private final Map<String, Pace> paces = new HashMap<>();

    /**
     * Takes leave for one request, or a turn later.
     *
     * @param perMinute 1 or more
     * @return empty if the request may go now, else when to come back
     */
    synchronized Optional<Instant> take(String endpoint, int perMinute, Instant now) {
        if (paces.size() >= REMEMBERED_MAX) {
            paces.clear();
        }
        Pace pace = pace(endpoint, now);
        Duration apart = apart(perMinute);
        if (mayGo(pace, perMinute, now)) {
            paces.put(endpoint, new Pace(later(pace.next(), now).plus(apart), pace.lineEnd()));
            return Optional.empty();
        }
        Instant turn = earlier(later(pace.lineEnd().plus(apart), goesAt(pace, perMinute)), now.plus(LINE_MAX));
        paces.put(endpoint, new Pace(pace.next(), turn));
        return Optional.of(wholeSecond(turn));
    }

    /** A turn later if no request may go now; empty if one may, which is not taken. */
    synchronized Optional<Instant> turnIfNone(String endpoint, int perMinute, Instant now) {
        return mayGo(pace(endpoint, now), perMinute, now) ? Optional.empty() : take(endpoint, perMinute, now);
    }

    private Pace pace(String endpoint, Instant now) {
        return paces.getOrDefault(endpoint, new Pace(now, now));
    }

    private static boolean mayGo(Pace pace, int perMinute, Instant now) {
        return !now.isBefore(goesAt(pace, perMinute));
    }

    private static Instant goesAt(Pace pace, int perMinute) {
        return pace.next().minus(apart(perMinute).multipliedBy(together(perMinute) - 1L));
    }

    private static int together(int perMinute) {
        return Math.max(1, perMinute / 60);
    }

    /** Together with what goes at once, this makes {@code perMinute} in any minute. */
    private static Duration apart(int perMinute) {
        return Duration.ofNanos(Math.max(1, ceilDiv(MINUTE_NANOS, perMinute - (together(perMinute) - 1L))));
    }

    private static long ceilDiv(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant wholeSecond(Instant turn) {
        return turn.getNano() == 0 ? turn : Instant.ofEpochSecond(turn.getEpochSecond() + 1);
    }
}
