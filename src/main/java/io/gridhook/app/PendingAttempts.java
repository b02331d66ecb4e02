package io.gridhook.app;

import io.gridhook.app.Attempt.State;
import io.gridhook.app.DeliveryRound.Phase;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.EntraApplication;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link Dispatch} that decides about attempts without a POST: they wait for a token, for company, for a permit and for
 * admission, in this order. It also knows which of them another's POST may take along.
 */
final class PendingAttempts {
    private final Step step;
    private final Permits permits;
    private final OpenPosts posts;
    private final Consumer<DeliveryRound> goOn;
    /** Subscriptions that admission is being asked for, and the rounds whose batches may join the POST that follows. */
    private final Map<SubscriptionRef, Set<DeliveryRound>> asking = new HashMap<>();
    /** Those that another's POST may take along. */
    private final Map<SubscriptionRef, Set<Attempt>> joinable = new HashMap<>();

    /** {@code goOn} goes on with a round whose attempts have moved: nothing may be left of it. */
    PendingAttempts(Step step, Permits permits, OpenPosts posts, Consumer<DeliveryRound> goOn) {
        this.step = step;
        this.permits = permits;
        this.posts = posts;
        this.goOn = goOn;
    }

    /** Starts what may start of a round, and goes on with it. */
    void start(DeliveryRound round) {
        if (round.phase() == Phase.DELIVERING) {
            List<Attempt> waiting = round.all(State.WAITING);
            waiting.forEach(this::offer);
            waiting.forEach(attempt -> startIfItMay(attempt, false));
        }
        goOn.accept(round);
    }

    /** Whose turn it is takes as much as there is room for; what is left of it is queued again. */
    void giveTurns() {
        for (Optional<Permits.Turn> next = permits.nextTurn(); next.isPresent(); next = permits.nextTurn()) {
            Permits.Turn turn = next.get();
            turn.round().all(State.WAITING).stream()
                    .filter(attempt -> attempt.endpoint().equals(turn.endpoint()))
                    .forEach(attempt -> startIfItMay(attempt, true));
            goOn.accept(turn.round());
        }
    }

    /** Ends what waits of a round without an attempt. */
    void end(DeliveryRound round, Function<Attempt, List<TaskReport>> results) {
        round.all(State.WAITING).forEach(attempt -> end(attempt, results.apply(attempt)));
        permits.leaveQueues(round);
    }

    private void end(Attempt attempt, List<TaskReport> results) {
        withdraw(attempt);
        attempt.round().end(attempt, results);
    }

    /** No permit was free in its invocation's budget. */
    List<TaskReport> deferred(Attempt attempt) {
        return attempt.results(batch -> batch.deferred(step.now()));
    }

    private void startIfItMay(Attempt attempt, boolean isTurn) {
        if (attempt.state() != State.WAITING
                || permits.isQueued(attempt.round(), attempt.endpoint())
                || !hasToken(attempt)
                || waitsForCompany(attempt)) {
            return;
        }
        switch (permits.takeOrQueue(attempt, isTurn)) {
            case TAKEN -> ask(attempt);
            case QUEUED -> {}
            case STUCK -> end(attempt, deferred(attempt));
        }
    }

    // Tokens

    /** Before it takes a permit or a probe, which others may need while it waits for its token; another's POST may take it along. */
    private boolean hasToken(Attempt attempt) {
        if (attempt.facts().application().isEmpty()) {
            return true;
        }
        EntraApplication application = attempt.facts().application().get();
        Optional<String> token = attempt.round().token(application);
        token.ifPresent(attempt::authorize);
        if (token.isEmpty() && attempt.round().asksForToken(application)) {
            step.command(new Command.FetchToken(attempt.round(), application));
        }
        return token.isPresent();
    }

    void tokenKnown(Input.TokenKnown input) {
        DeliveryRound round = input.round();
        input.token().ifPresent(token -> round.tokenKnown(input.application(), token));
        input.refused().ifPresent(refused -> round.all(State.WAITING).stream()
                .filter(attempt -> attempt.facts().application().equals(Optional.of(input.application())))
                .forEach(attempt -> end(attempt, attempt.results(batch -> batch.heldBack(refused)))));
        start(round);
    }

    // Company

    /** From now on another's POST may take the attempt along, if its subscription batches. */
    private void offer(Attempt attempt) {
        if (attempt.facts().mayShare()) {
            joinable.computeIfAbsent(attempt.facts().subscription(), key -> new LinkedHashSet<>())
                    .add(attempt);
        }
    }

    /** The attempt is made by itself, or not at all. */
    private void withdraw(Attempt attempt) {
        @Nullable Set<Attempt> others = joinable.get(attempt.facts().subscription());
        if (others != null && others.remove(attempt) && others.isEmpty()) {
            joinable.remove(attempt.facts().subscription());
        }
    }

    /** Whether a POST that it may join is about to be admitted. */
    private boolean waitsForCompany(Attempt attempt) {
        @Nullable
        Set<DeliveryRound> waiting =
                attempt.facts().mayShare() ? asking.get(attempt.facts().subscription()) : null;
        if (waiting != null) {
            waiting.add(attempt.round());
        }
        return waiting != null;
    }

    private void gather(Post post) {
        for (Attempt attempt : List.copyOf(joinable.getOrDefault(post.subscription(), Set.of()))) {
            if (post.mayTake(attempt)) {
                withdraw(attempt);
                post.add(attempt);
                attempt.round().move(attempt, State.SENT);
            }
        }
    }

    // Admission

    private void ask(Attempt attempt) {
        withdraw(attempt);
        attempt.round().move(attempt, State.ASKING);
        if (attempt.facts().mayShare()) {
            asking.put(attempt.facts().subscription(), new LinkedHashSet<>());
        }
        step.command(new Command.Ask(attempt));
    }

    void admitted(Input.Admitted input) {
        Attempt attempt = input.attempt();
        DeliveryRound round = attempt.round();
        if (round.phase() == Phase.DELIVERING && !round.isGivenUp()) {
            Set<DeliveryRound> others = company(attempt);
            Post post = new Post(attempt, input.admission(), step.now());
            round.move(attempt, State.SENT);
            // Before the others join: if that meets an internal fault, the POST is sent all the same, and gives its
            // permit back.
            step.command(new Command.Send(post));
            gather(post);
            posts.opened(attempt);
            goOn(round, others);
        } else {
            posts.giveBack(round, input.admission());
            notSent(attempt, () -> round.end(attempt, deferred(attempt)));
        }
    }

    void refused(Input.Refused input) {
        Attempt attempt = input.attempt();
        notSent(attempt, () -> attempt.round()
                .end(attempt, attempt.results(batch -> batch.heldBack(input.admission()))));
    }

    /** A fault of ours on the way to one endpoint does not repeat the attempts that are made at others. */
    void notAsked(Input.NotAsked input) {
        notSent(input.attempt(), () -> input.attempt().round().untried(input.attempt(), input.fault()));
    }

    private void notSent(Attempt attempt, Runnable end) {
        Set<DeliveryRound> others = company(attempt);
        permits.giveBack(attempt.permit(), false);
        end.run();
        goOn(attempt.round(), others);
    }

    private Set<DeliveryRound> company(Attempt attempt) {
        @Nullable
        Set<DeliveryRound> others =
                attempt.facts().mayShare() ? asking.remove(attempt.facts().subscription()) : null;
        return others == null ? Set.of() : others;
    }

    private void goOn(DeliveryRound round, Set<DeliveryRound> others) {
        goOn.accept(round);
        others.forEach(this::start);
    }

    /** An internal fault kept its POST from being opened: there is none that would end. */
    void failed(Attempt attempt) {
        if (attempt.state() == State.ASKING) {
            permits.giveBack(attempt.permit(), false);
            attempt.round().move(attempt, State.ENDED);
        }
    }

    /** Whether nobody waits for admission or for company. For tests. */
    boolean isEmpty() {
        return asking.isEmpty() && joinable.isEmpty();
    }

    /** Whether all that may join a POST wait. For tests and replays. */
    boolean isSound() {
        return joinable.values().stream().flatMap(Set::stream).allMatch(attempt -> attempt.state() == State.WAITING);
    }
}
