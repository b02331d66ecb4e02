package io.gridhook.app;

import io.gridhook.core.delivery.SubscriptionRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One POST, and the attempts that share it: the one that took a permit for it, and those of other messages, or with other numbers of
 * attempts made, that waited as well. All have the same answer, and each is settled with its own message: one may be handed off, time out
 * or be given up at another time than the others. Owned by {@link Dispatch}; once sent, its contents do not change.
 */
final class Post {
    private final Attempt first;
    private final Admission.Admitted admission;
    private final Instant started;
    private final List<Attempt> attempts = new ArrayList<>();
    private final Set<String> eventIds = new HashSet<>();
    /** Those that wait for the answer. */
    private final Set<Attempt> attached = new LinkedHashSet<>();

    private final PostSender.Exchange exchange = new PostSender.Exchange();
    private int mostEvents;
    private int events;
    private long bytes;
    private boolean isTimedOut;

    /**
     * The POST of one attempt, which has its permit.
     *
     * @param started the time of the attempt for all that share the POST
     */
    Post(Attempt first, Admission.Admitted admission, Instant started) {
        this.first = first;
        this.admission = admission;
        this.started = started;
        this.mostEvents = first.facts().mostEvents();
        first.permit().usedBy(this);
        add(first);
    }

    String id() {
        return first.id();
    }

    Attempt first() {
        return first;
    }

    SubscriptionRef subscription() {
        return first.facts().subscription();
    }

    Permits.Permit permit() {
        return first.permit();
    }

    Admission.Admitted admission() {
        return admission;
    }

    Instant started() {
        return started;
    }

    /** In all of its batches. */
    int events() {
        return events;
    }

    /** What carries it; not for decisions. */
    PostSender.Exchange exchange() {
        return exchange;
    }

    /**
     * Whether an attempt may share this POST (behaviour §7): of the same subscription, and together within the cap and the preferred size.
     * Beyond the editions: suspects stay among their like, no event goes twice, and a probe takes nobody along. A request has one of each
     * header, so their own must be equal (behaviour §12). The endpoint's consent, its allowed rate and its token are the subscription's:
     * joined batches skip admission.
     */
    boolean mayTake(Attempt other) {
        Attempt.Facts mine = first.facts();
        Attempt.Facts theirs = other.facts();
        return !admission.isProbe()
                && theirs.isSuspect() == mine.isSuspect()
                && events + theirs.events() <= Math.min(mostEvents, theirs.mostEvents())
                && bytes + theirs.bytes() <= mine.preferredBytes()
                && theirs.company().equals(mine.company())
                && theirs.eventIds().stream().noneMatch(eventIds::contains);
    }

    /** Takes an attempt in, before the POST is sent. */
    void add(Attempt attempt) {
        attempt.sentBy(this);
        attempts.add(attempt);
        attached.add(attempt);
        eventIds.addAll(attempt.facts().eventIds());
        mostEvents = Math.min(mostEvents, attempt.facts().mostEvents());
        events += attempt.facts().events();
        bytes += attempt.facts().bytes();
    }

    /** All that it carries. */
    List<Attempt> attempts() {
        return attempts;
    }

    /** {@code aeg-delivery-count} is the largest of the mix (behaviour §7: undocumented). */
    int attemptsMade() {
        return attempts.stream()
                .mapToInt(attempt -> attempt.facts().attemptsMade())
                .max()
                .orElse(0);
    }

    /** Those that wait for the answer. */
    List<Attempt> attached() {
        return List.copyOf(attached);
    }

    /** The attempt waits for no answer any more. True: nobody does. */
    boolean detach(Attempt attempt) {
        attached.remove(attempt);
        return attached.isEmpty();
    }

    /** Its response timeout has passed before an answer. True: for the first time. */
    boolean timeOut() {
        boolean isFirst = !isTimedOut;
        isTimedOut = true;
        return isFirst;
    }

    boolean isTimedOut() {
        return isTimedOut;
    }
}
