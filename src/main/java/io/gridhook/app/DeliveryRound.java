package io.gridhook.app;

import io.gridhook.app.Attempt.State;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.port.DeliveryLog;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The attempts of one leased message, and how far they are. {@link Dispatch} owns its state; nobody else changes it. */
final class DeliveryRound {
    /** How far the message is. */
    enum Phase {
        /** Attempts are made. */
        DELIVERING,
        /** Their results are being written. */
        SETTLING,
        /** The invocation has ended; exchanges that were handed off may still be open. */
        OVER
    }

    /** The message, for {@link Effects}. */
    record Message(LeasedMessage leased, DeliveryPack pack, Settlement settlement, DeliveryLog log) {}

    private final String id;
    private final String queue;
    private final Optional<Message> message;
    private final List<TaskReport> results;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Map<State, Set<Attempt>> attempts = new EnumMap<>(State.class);
    private final Set<EntraApplication> tokensAsked = new HashSet<>();
    private final Map<EntraApplication, String> tokens = new HashMap<>();
    /** To be handed off, a message for each group. */
    private final Deque<List<Attempt>> groups = new ArrayDeque<>();

    private int attemptsBegun;
    private Phase phase = Phase.DELIVERING;
    private Instant begun = Instant.EPOCH;
    private Optional<Timer> budget = Optional.empty();
    private boolean isBudgetOver;
    private boolean isGivenUp;
    private boolean isWriting;
    private Instant leasedUntil = Instant.EPOCH;
    private int handoffsSettling;
    private boolean hasHandoff;
    private boolean hasResult;
    private @Nullable Throwable fault;

    /**
     * A round that has not begun.
     *
     * @param queue the queue of its message
     * @param message absent in a replay
     * @param results of deliveries that are not attempted
     */
    DeliveryRound(String id, String queue, Optional<Message> message, List<TaskReport> results) {
        this.id = id;
        this.queue = queue;
        this.message = message;
        this.results = new ArrayList<>(results);
        for (State state : State.values()) {
            attempts.put(state, new LinkedHashSet<>());
        }
    }

    /** Adds what is to be attempted, those with the fewest attempts first: a probe that failed is next made with another event. */
    void add(Collection<Batch> batches) {
        batches.stream()
                .sorted(Comparator.comparingInt(Batch::attemptsMade))
                .forEach(batch -> add(batch.facts(), Optional.of(batch)));
    }

    /** Adds one attempt that waits. */
    Attempt add(Attempt.Facts facts, Optional<Batch> batch) {
        attemptsBegun++;
        Attempt attempt = new Attempt(this, id + "." + attemptsBegun, facts, batch);
        in(State.WAITING).add(attempt);
        return attempt;
    }

    /** Unique on this instance. */
    String id() {
        return id;
    }

    String queue() {
        return queue;
    }

    /** Not for decisions: a replay has none. */
    Message message() {
        return message.orElseThrow();
    }

    /** Done when the message is settled. It fails on an internal fault alone. */
    CompletableFuture<Void> done() {
        return done;
    }

    // Attempts

    private Set<Attempt> in(State state) {
        return attempts.getOrDefault(state, Set.of());
    }

    /** A copy: attempts move while they are worked on. */
    List<Attempt> all(State state) {
        return List.copyOf(in(state));
    }

    boolean has(State state) {
        return !in(state).isEmpty();
    }

    void move(Attempt attempt, State to) {
        in(attempt.state()).remove(attempt);
        attempt.state(to);
        if (to != State.ENDED) {
            in(to).add(attempt);
        }
    }

    /** Ends an attempt. */
    void end(Attempt attempt, List<? extends TaskReport> of) {
        move(attempt, State.ENDED);
        hasResult = true;
        results.addAll(of);
    }

    /** Ends an attempt that an internal fault kept from its endpoint. */
    void untried(Attempt attempt, Throwable cause) {
        boolean hadResult = hasResult;
        end(attempt, attempt.results(batch -> batch.untried(cause)));
        hasResult = hadResult || attempt.facts().isHalf();
        fault = fault == null ? cause : fault;
    }

    List<TaskReport> results() {
        return List.copyOf(results);
    }

    /** Where nothing else has a result: then the message is to come back as it is. */
    Optional<Throwable> onlyFault() {
        return hasResult || hasHandoff ? Optional.empty() : Optional.ofNullable(fault);
    }

    // Tokens

    /** True: once for each application. */
    boolean asksForToken(EntraApplication application) {
        return tokensAsked.add(application);
    }

    /** The next attempts ask again: tokens end. */
    void forgetTokens() {
        tokensAsked.clear();
        tokens.clear();
    }

    Optional<String> token(EntraApplication application) {
        return Optional.ofNullable(tokens.get(application));
    }

    void tokenKnown(EntraApplication application, String token) {
        tokens.put(application, token);
    }

    // The invocation

    /** {@code settled} deliveries have results before any is attempted. */
    void begin(Instant now, int settled) {
        begun = now;
        hasResult = settled > 0;
    }

    Instant begun() {
        return begun;
    }

    Phase phase() {
        return phase;
    }

    void phase(Phase next) {
        phase = next;
    }

    Optional<Timer> budget() {
        return budget;
    }

    void budget(Timer timer) {
        budget = Optional.of(timer);
    }

    boolean isBudgetOver() {
        return isBudgetOver;
    }

    void budgetIsOver() {
        isBudgetOver = true;
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    void giveUp() {
        isGivenUp = true;
    }

    /** A storage command for the message is under way: there is one at a time. */
    boolean isWriting() {
        return isWriting;
    }

    void writing(boolean now) {
        isWriting = now;
    }

    /** Until when its message is to be leased: for what is open now, and for what was before. */
    Instant leasedUntil(Instant atLeast) {
        leasedUntil = leasedUntil.isBefore(atLeast) ? atLeast : leasedUntil;
        return leasedUntil;
    }

    Deque<List<Attempt>> groups() {
        return groups;
    }

    void handedOff() {
        hasHandoff = true;
    }

    void handoffsSettling(int more) {
        handoffsSettling += more;
    }

    boolean hasNothingToSend() {
        return !has(State.WAITING) && !has(State.ASKING) && !has(State.SENT) && !has(State.HANDING_OFF);
    }

    /** Whether nothing of it is open on this instance any more. */
    boolean isClosed() {
        return phase == Phase.OVER && handoffsSettling == 0 && !has(State.HANDING_OFF) && !has(State.HANDED_OFF);
    }
}
