package io.gridhook.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An answer that is costly to find out, kept for a while: however many ask, it is found out once. Who asks while it is being found out
 * waits for it.
 *
 * <p>What takes long is kept longer, so that finding it out again and again takes a tenth of the time at most.
 */
public final class Cached<T> {
    /** Ours: how much of the time may go into finding out. */
    private static final int TENFOLD = 10;
    /** Ours: the age of what takes however long. */
    static final Duration AGE_LONGEST = Duration.ofMinutes(1);

    private final Supplier<T> find;
    private final Duration age;
    private final InstantSource clock;
    private Optional<Kept<T>> kept = Optional.empty();

    private record Kept<T>(T answer, Instant from, Duration age) {
        /** A clock that was set back makes it old. */
        boolean isYoung(Instant now) {
            return !now.isBefore(from) && now.isBefore(from.plus(age));
        }
    }

    /** Kept for {@code age}, which is more than nothing; what {@code find} throws is thrown on, and not kept. */
    public Cached(Supplier<T> find, Duration age, InstantSource clock) {
        this.find = find;
        this.age = age;
        this.clock = clock;
    }

    /** As it was a while ago at most. */
    public synchronized T get() {
        Instant now = clock.instant();
        return kept.filter(each -> each.isYoung(now)).map(Kept::answer).orElseGet(this::getNow);
    }

    /** As it is now: after a change. */
    public synchronized T getNow() {
        Instant before = clock.instant();
        T answer = find.get();
        Duration taken = Duration.between(before, clock.instant());
        kept = Optional.of(new Kept<>(answer, before, taken.plus(ageOf(taken))));
        return answer;
    }

    private Duration ageOf(Duration taken) {
        Duration share = taken.multipliedBy(TENFOLD);
        Duration wanted = share.compareTo(age) > 0 ? share : age;
        return wanted.compareTo(AGE_LONGEST) > 0 ? AGE_LONGEST : wanted;
    }
}
