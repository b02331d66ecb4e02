package io.gridhook.app;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.EntraApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to deliver a {@link Batch}, as {@link Dispatch} sees it: from the receipt of its message to the end of its exchange. Dispatch
 * decides by the {@link Facts} alone, so that its inputs can be replayed without the events.
 */
final class Attempt {
    /** How far an attempt is. */
    enum State {
        /** It needs a permit, a token, or the result of another's admission. */
        WAITING,
        /** It has a permit, and admission is being asked for. */
        ASKING,
        /** Its POST is open. */
        SENT,
        /** Its POST is open, and the message that will stand for it is being put. */
        HANDING_OFF,
        /** Its POST is open, and a message of its own stands for it. */
        HANDED_OFF,
        ENDED
    }

    /**
     * The part of a batch that decisions depend on.
     *
     * @param endpoint the key of its endpoint
     * @param attemptsMade before this one
     * @param mostEvents the most that a POST with this batch in it may carry
     * @param preferredBytes of a POST with more than one event
     * @param isSuspect whether it failed so often that it shares POSTs with its like alone
     * @param mayShare whether its subscription batches
     * @param isHalf whether it is part of a batch that was sent before and was too large
     * @param application whose token it needs
     * @param company equal for batches that may share a POST: their subscription as it is now, and the headers that their events give it
     * @param eventIds empty where no POST is shared
     */
    record Facts(
            SubscriptionRef subscription,
            String endpoint,
            int attemptsMade,
            int events,
            long bytes,
            int mostEvents,
            long preferredBytes,
            boolean isSuspect,
            boolean mayShare,
            boolean isHalf,
            Duration responseTimeout,
            Optional<EntraApplication> application,
            Object company,
            List<String> eventIds) {
        /** For {@link InputLog}: ids and headers are the publishers' own business, and it is enough to know which are equal. */
        String text() {
            return subscription.topic() + " " + subscription.name() + " " + subscription.generation() + " " + endpoint
                    + " "
                    + attemptsMade + " " + events + " " + bytes + " " + mostEvents + " " + preferredBytes + " "
                    + isSuspect
                    + " " + mayShare + " " + isHalf + " " + responseTimeout.toMillis() + " "
                    + application.map(Facts::hash).orElse("-") + " " + hash(company) + " "
                    + (eventIds.isEmpty()
                            ? "-"
                            : eventIds.stream().map(Facts::hash).collect(Collectors.joining(",")));
        }

        static String hash(Object value) {
            return Integer.toHexString(value.hashCode());
        }
    }

    /**
     * A part of a batch that was too large, to be attempted by itself.
     *
     * @param batch absent in a replay
     */
    record Half(Facts facts, Optional<Batch> batch) {}

    /**
     * The end of an exchange.
     *
     * @param answer absent if the exchange was cancelled, or ended by an internal fault
     */
    record Ending(Optional<Answer> answer, @Nullable Throwable fault) {
        /** Nobody waits for it any more. */
        static final Ending CANCELLED = new Ending(Optional.empty(), null);
    }

    private final DeliveryRound round;
    private final String id;
    private final Facts facts;
    private final Optional<Batch> batch;

    private State state = State.WAITING;
    private Optional<Permits.Permit> permit = Optional.empty();
    private Optional<Post> post = Optional.empty();
    private Optional<Handoff> handoff = Optional.empty();
    private boolean isTimedOut;
    /** Its exchange ended while it was being handed off. */
    private Optional<Ending> ending = Optional.empty();

    private Optional<String> bearerToken = Optional.empty();
    private Optional<Timer> timeout = Optional.empty();
    private Optional<Timer> slowness = Optional.empty();

    /**
     * An attempt that waits.
     *
     * @param batch absent in a replay
     */
    Attempt(DeliveryRound round, String id, Facts facts, Optional<Batch> batch) {
        this.round = round;
        this.id = id;
        this.facts = facts;
        this.batch = batch;
    }

    DeliveryRound round() {
        return round;
    }

    /** Unique on this instance. */
    String id() {
        return id;
    }

    Facts facts() {
        return facts;
    }

    String endpoint() {
        return facts.endpoint();
    }

    /** What is sent. Not for decisions: a replay has none. */
    Batch batch() {
        return batch.orElseThrow();
    }

    /** The results of the batch's events; none in a replay. */
    <R> List<R> results(Function<Batch, List<R>> of) {
        return batch.map(of).orElse(List.of());
    }

    State state() {
        return state;
    }

    /** Only {@link DeliveryRound#move} sets it, which counts. */
    void state(State next) {
        state = next;
    }

    boolean isOpen() {
        return state == State.SENT || state == State.HANDING_OFF || state == State.HANDED_OFF;
    }

    Permits.Permit permit() {
        return permit.orElseThrow();
    }

    void permitted(Permits.Permit taken) {
        permit = Optional.of(taken);
    }

    Optional<String> bearerToken() {
        return bearerToken;
    }

    void authorize(String token) {
        bearerToken = Optional.of(token);
    }

    /** The POST that carries it. */
    Post post() {
        return post.orElseThrow();
    }

    boolean isSent() {
        return post.isPresent();
    }

    void sentBy(Post sender) {
        post = Optional.of(sender);
    }

    Instant started() {
        return post().started();
    }

    Instant timesOutAt() {
        return started().plus(facts.responseTimeout());
    }

    Optional<Handoff> handoff() {
        return handoff;
    }

    void handedOff(Handoff to) {
        handoff = Optional.of(to);
    }

    boolean isTimedOut() {
        return isTimedOut;
    }

    void timedOut() {
        isTimedOut = true;
    }

    Optional<Ending> ending() {
        return ending;
    }

    /** To be worked on when it is handed off. */
    void ended(Ending early) {
        ending = Optional.of(early);
    }

    void timeout(Timer timer) {
        timeout = Optional.of(timer);
    }

    void slowness(Timer timer) {
        slowness = Optional.of(timer);
    }

    /** The timers that its end makes superfluous. */
    List<Timer> timers() {
        return Stream.of(timeout, slowness).flatMap(Optional::stream).toList();
    }
}
