package io.gridhook.app;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.Attempt.State;
import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.EntraApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each path of a delivery, as the state machine alone decides it: no port is called, and no thread is started. */
class DispatchTest {
    static final Duration BUDGET = Duration.ofSeconds(5);
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Answer OK = answer(DeliveryOutcome.DELIVERED, 200, Verdict.DELIVERED, false);
    static final Answer BUSY = answer(DeliveryOutcome.BUSY, 503, Verdict.retry(Duration.ofSeconds(30)), false);
    static final Answer TOO_LARGE = answer(
            DeliveryOutcome.PAYLOAD_TOO_LARGE,
            413,
            Verdict.isFinal(DeadLetterReason.UNDELIVERABLE_DUE_TO_CLIENT_ERROR),
            true);
    static final EntraApplication APPLICATION = new EntraApplication("tenant", "application");
    private static final EndpointHealth HEALTH = new EndpointHealth(START, DeliveryOutcome.BUSY, 1);

    @SuppressWarnings("StaticAssignmentOfThrowable") // compared, never thrown
    private static final Throwable FAULT = new IllegalStateException("planned");

    private final Dispatch dispatch = new Dispatch(new Permits.Limits(2, 4, 3), BUDGET);
    private final Map<String, Attempt> attempts = new HashMap<>();
    private final Map<String, Post> posts = new HashMap<>();
    private final Map<String, Timer> timers = new LinkedHashMap<>();
    private final Map<String, Command> last = new HashMap<>();
    private final List<String> all = new ArrayList<>();
    private Instant now = START;
    private int rounds;
    private List<Command> decided = List.of();

    // The words of the tests

    private static Answer answer(DeliveryOutcome outcome, int status, Verdict verdict, boolean isTooLargeTogether) {
        return new Answer(outcome, status, verdict, isTooLargeTogether, Optional.empty(), "", "");
    }

    static Attempt.Facts to(String endpoint) {
        return facts(endpoint, false, Optional.empty(), List.of());
    }

    /** Of a subscription that batches: its POST may carry ten events. */
    static Attempt.Facts shared(String endpoint, String... eventIds) {
        return facts(endpoint, true, Optional.empty(), List.of(eventIds));
    }

    static Attempt.Facts protectedBy(EntraApplication application, String endpoint) {
        return facts(endpoint, false, Optional.of(application), List.of());
    }

    static Attempt.Facts facts(
            String endpoint, boolean mayShare, Optional<EntraApplication> application, List<String> eventIds) {
        return new Attempt.Facts(
                new SubscriptionRef("orders", endpoint, 1),
                endpoint,
                0,
                1,
                100,
                mayShare ? 10 : 1,
                1024,
                false,
                mayShare,
                false,
                RESPONSE_TIMEOUT,
                application,
                endpoint,
                eventIds);
    }

    static Admission.Admitted probe(String key) {
        return new Admission.Admitted(List.of(new Admission.Probe(key, HEALTH, HEALTH)));
    }

    static Admission.Refused refusal(Instant now) {
        return new Admission.Refused(now.plusSeconds(60), DeliveryOutcome.PROBATION);
    }

    /** Decides; what was decided, without timers, is what {@link #did} looks at. */
    private void on(Input input) {
        take(dispatch.on(input, now));
        assertTrue(dispatch.isSound());
    }

    private void take(List<Command> commands) {
        decided = commands;
        for (Command command : commands) {
            all.add(command.text());
            last.put(command.text(), command);
            if (command instanceof Command.Start start) {
                timers.put(start.timer().id(), start.timer());
            } else if (command instanceof Command.Forget forget) {
                timers.remove(forget.timer().id(), forget.timer());
            } else if (command instanceof Command.Send send) {
                posts.put(send.post().id(), send.post());
            }
        }
    }

    private void did(String... commands) {
        assertEquals(
                List.of(commands),
                decided.stream()
                        .filter(command -> !(command instanceof Command.Start || command instanceof Command.Forget))
                        .map(Command::text)
                        .toList());
    }

    private DeliveryRound receive(Attempt.Facts... facts) {
        return receiveFrom("deliveries", facts);
    }

    private DeliveryRound receiveFrom(String queue, Attempt.Facts... facts) {
        rounds++;
        DeliveryRound round = new DeliveryRound(Integer.toString(rounds), queue, Optional.empty(), List.of());
        Stream.of(facts).forEach(each -> {
            Attempt attempt = round.add(each, Optional.empty());
            attempts.put(attempt.id(), attempt);
        });
        on(new Input.Received(round, 0));
        return round;
    }

    private Attempt attempt(String id) {
        return requireNonNull(attempts.get(id), id);
    }

    private Post post(String id) {
        return requireNonNull(posts.get(id), id);
    }

    private void admit(String id) {
        on(new Input.Admitted(attempt(id), Admission.Admitted.FREE));
    }

    private void admitProbe(String id) {
        on(new Input.Admitted(attempt(id), probe(id)));
    }

    private void refuse(String id) {
        on(new Input.Refused(attempt(id), refusal(now)));
    }

    private void notAsked(String id) {
        on(new Input.NotAsked(attempt(id), FAULT));
    }

    private void answer(String id, Answer answer) {
        on(new Input.Answered(post(id), new Attempt.Ending(Optional.of(answer), null), Map.of()));
    }

    private void broken(String id) {
        on(new Input.Answered(post(id), new Attempt.Ending(Optional.empty(), FAULT), Map.of()));
    }

    private void cancelled(String id) {
        broken(id);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private void fire(String timer) {
        Timer fired = timers.remove(timer);
        assertNotNull(fired, timer + " runs, of " + timers.keySet());
        on(new Input.TimerFired(fired));
    }

    private void budgetIsOver(DeliveryRound round) {
        pass(BUDGET);
        fire("BUDGET " + round.id());
    }

    private void put(DeliveryRound round) {
        List<Attempt> group = ((Command.PutHandoff) requireNonNull(last.get("PutHandoff " + round.id()))).attempts();
        Instant timedOutAt = group.get(0).timesOutAt();
        on(new Input.HandedOff(
                round, group, Optional.of(new Handoff.Put(Optional.empty(), timedOutAt, timedOutAt.plusSeconds(10)))));
    }

    private void notPut(DeliveryRound round) {
        List<Attempt> group = ((Command.PutHandoff) requireNonNull(last.get("PutHandoff " + round.id()))).attempts();
        on(new Input.HandedOff(round, group, Optional.empty()));
    }

    private void settled(DeliveryRound round) {
        on(new Input.Settled(round, null));
    }

    private void state(State expected, String... ids) {
        for (String id : ids) {
            assertEquals(expected, attempt(id).state(), id);
        }
    }

    /** All that the tests look at after each: nothing holds a permit, or waits, and no timer runs. */
    private void nothingIsLeft() {
        assertTrue(dispatch.isAtRest(), "at rest");
        assertEquals(Map.of(), timers);
    }

    private DeliveryRound sent(Attempt.Facts... facts) {
        DeliveryRound round = receive(facts);
        for (int i = 1; i <= facts.length; i++) {
            String id = round.id() + "." + i;
            if (attempt(id).state() == State.ASKING) {
                admit(id);
            }
        }
        return round;
    }

    private DeliveryRound handedOff(Attempt.Facts... facts) {
        DeliveryRound round = sent(facts);
        budgetIsOver(round);
        put(round);
        return round;
    }

    // From receipt to settlement

    @Test
    void a_message_is_asked_sent_answered_and_settled() {
        DeliveryRound round = receive(to("a"));
        did("Ask 1.1");
        admit("1.1");
        did("Send 1.1");
        answer("1.1", OK);
        did("Learn 1.1", "Settle 1");
        settled(round);
        did("End 1");
        state(State.ENDED, "1.1");
        nothingIsLeft();
    }

    @Test
    void a_message_without_anything_to_send_is_settled_at_once() {
        DeliveryRound round = receive();
        did("Settle 1");
        settled(round);
        did("End 1");
        nothingIsLeft();
    }

    @Test
    void a_settlement_that_fails_fails_the_invocation() {
        DeliveryRound round = sent(to("a"));
        answer("1.1", BUSY);
        on(new Input.Settled(round, FAULT));
        assertEquals(List.of(new Command.End(round, FAULT)), decided.subList(1, 2));
        nothingIsLeft();
    }

    @Test
    void what_is_received_while_stopping_is_left_to_others_as_it_is() {
        on(new Input.Stop());
        did("TellIdle");
        DeliveryRound round = receive(to("a"));
        did("LeaveToOthers 1", "TellIdle");
        settled(round);
        did("End 1", "TellIdle");
        assertEquals(List.of(), round.results());
    }

    // Admission

    @Test
    void refused_by_admission_gives_its_permit_to_the_next() {
        DeliveryRound round = receive(to("a"), to("a"), to("a"));
        did("Ask 1.1", "Ask 1.2");
        refuse("1.1");
        did("Ask 1.3");
        refuse("1.2");
        refuse("1.3");
        did("Settle 1");
        settled(round);
        nothingIsLeft();
    }

    @Test
    void a_message_of_which_admission_failed_for_all_comes_back_as_it_is() {
        DeliveryRound round = receive(to("a"), to("b"));
        notAsked("1.1");
        did();
        notAsked("1.2");
        assertEquals(List.of(new Command.End(round, FAULT)), decided.subList(1, 2));
        nothingIsLeft();
    }

    @Test
    void a_failed_admission_does_not_repeat_what_was_sent_elsewhere() {
        receive(to("a"), to("b"));
        notAsked("1.1");
        admit("1.2");
        answer("1.2", OK);
        did("Learn 1.2", "Settle 1");
    }

    @Test
    void a_message_waits_for_a_slow_admission_and_is_handed_off_after_it() {
        DeliveryRound round = receive(to("a"));
        budgetIsOver(round);
        did();
        admit("1.1");
        did("Send 1.1", "PutHandoff 1");
        put(round);
        did("Settle 1");
        settled(round);
        did("End 1");
        answer("1.1", OK);
        did("Learn 1.1", "SettleHandoff 1");
        on(new Input.HandoffSettled(round));
        nothingIsLeft();
    }

    @Test
    void admitted_when_no_answer_is_waited_for_any_more_it_is_deferred_and_its_probe_given_back() {
        DeliveryRound round = receive(to("a"));
        on(new Input.Stop());
        on(new Input.GiveUp());
        admitProbe("1.1");
        did("GiveBack 1", "Settle 1");
        settled(round);
        did("End 1", "TellIdle");
        nothingIsLeft();
    }

    // Permits

    @Test
    void a_turn_takes_what_there_is_room_for_and_is_queued_again_for_the_rest() {
        sent(to("a"), to("a"));
        receive(to("a"), to("a"), to("a"));
        receive(to("a"));
        answer("1.1", OK);
        did("Learn 1.1", "Ask 2.1");
        answer("1.2", OK);
        did("Learn 1.2", "Settle 1", "Ask 3.1");
        refuse("2.1");
        did("Ask 2.2");
    }

    @Test
    void what_finds_no_permit_within_the_budget_is_deferred() {
        sent(to("a"), to("a"));
        DeliveryRound round = receive(to("a"), to("b"));
        admit("2.2");
        answer("2.2", OK);
        budgetIsOver(round);
        did("Settle 2");
        state(State.ENDED, "2.1");
    }

    @Test
    void what_finds_only_slow_posts_is_deferred_at_once() {
        handedOff(to("a"), to("a"));
        receive(to("a"));
        did("Settle 2");
    }

    @Test
    void a_late_post_that_yields_its_permit_is_cancelled() {
        DeliveryRound slow = sent(to("a"), to("b"), to("c"));
        budgetIsOver(slow);
        put(slow);
        put(slow);
        put(slow);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        did("Learn 1.1", "Report 1");
        // It was slow, so that the next one takes a permit of the slow pool.
        receive(to("a"));
        did("Ask 2.1", "Cancel 1.1");
        cancelled("1.1");
        did();
        state(State.ENDED, "1.1");
    }

    @Test
    void an_endpoint_that_came_back_has_one_post_at_a_time() {
        on(new Input.RampUp("a"));
        receive(to("a"), to("a"), to("a"));
        did("Ask 1.1");
        admit("1.1");
        answer("1.1", OK);
        did("Learn 1.1", "Ask 1.2", "Ask 1.3");
    }

    // Tokens

    @Test
    void a_token_is_fetched_once_for_each_application_and_before_a_permit() {
        receive(protectedBy(APPLICATION, "a"), protectedBy(APPLICATION, "a"));
        did("FetchToken 1");
        receive(to("a"), to("a"));
        did("Ask 2.1", "Ask 2.2");
        on(new Input.TokenKnown(attempt("1.1").round(), APPLICATION, Optional.of("token"), Optional.empty()));
        did();
        refuse("2.1");
        did("Ask 1.1");
        assertEquals(Optional.of("token"), attempt("1.1").bearerToken());
    }

    @Test
    void without_a_token_all_of_its_application_are_held_back() {
        DeliveryRound round = receive(protectedBy(APPLICATION, "a"), protectedBy(APPLICATION, "b"), to("c"));
        on(new Input.TokenKnown(round, APPLICATION, Optional.empty(), Optional.of(refusal(now))));
        state(State.ENDED, "1.1", "1.2");
        did();
        refuse("1.3");
        did("Settle 1");
    }

    @Test
    void a_token_that_comes_after_the_budget_changes_nothing() {
        DeliveryRound round = receive(protectedBy(APPLICATION, "a"));
        budgetIsOver(round);
        did("Settle 1");
        on(new Input.TokenKnown(round, APPLICATION, Optional.of("token"), Optional.empty()));
        did();
        settled(round);
        nothingIsLeft();
    }

    // Shared POSTs

    @Test
    void a_batch_waits_while_another_of_its_subscription_asks_and_joins_its_post() {
        DeliveryRound first = receive(shared("a", "e1"));
        did("Ask 1.1");
        DeliveryRound second = receive(shared("a", "e2"));
        did();
        admit("1.1");
        did("Send 1.1");
        state(State.SENT, "2.1");
        answer("1.1", OK);
        did("Learn 1.1", "Settle 1", "Settle 2");
        settled(first);
        settled(second);
        nothingIsLeft();
    }

    @Test
    void a_batch_that_may_not_join_asks_by_itself() {
        receive(shared("a", "e1"));
        receive(shared("a", "e1"));
        did();
        admit("1.1");
        did("Send 1.1", "Ask 2.1");
    }

    @Test
    void a_probe_takes_nobody_along() {
        receive(shared("a", "e1"), shared("a", "e2"));
        did("Ask 1.1");
        admitProbe("1.1");
        did("Send 1.1", "Ask 1.2");
    }

    @Test
    void after_a_refusal_or_a_fault_the_next_batch_asks() {
        receive(shared("a", "e1"), shared("a", "e2"), shared("a", "e3"));
        refuse("1.1");
        did("Ask 1.2");
        notAsked("1.2");
        did("Ask 1.3");
        refuse("1.3");
        did("Settle 1");
    }

    @Test
    void each_message_of_a_shared_post_is_handed_off_by_its_own_budget_and_learned_from_once() {
        DeliveryRound first = receive(shared("a", "e1"));
        pass(Duration.ofSeconds(1));
        DeliveryRound second = receive(shared("a", "e2"));
        admit("1.1");
        pass(Duration.ofSeconds(4));
        fire("BUDGET 1");
        did("PutHandoff 1");
        put(first);
        did("Settle 1");
        settled(first);
        pass(Duration.ofSeconds(1));
        fire("BUDGET 2");
        did("PutHandoff 2");
        put(second);
        settled(second);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        did("Learn 1.1", "Report 1");
        fire("TIMEOUT 2.1");
        did("Report 2");
        answer("1.1", OK);
        did("SettleHandoff 1", "SettleHandoff 2");
        on(new Input.HandoffSettled(first));
        on(new Input.HandoffSettled(second));
        nothingIsLeft();
    }

    @Test
    void a_post_goes_on_while_another_message_waits_for_it() {
        DeliveryRound first = handedOff(shared("a", "e1"), shared("a", "e2"));
        settled(first);
        state(State.HANDED_OFF, "1.1", "1.2");
        assertEquals(1, posts.size());
        assertEquals(2, post("1.1").attached().size());
        on(new Input.Stop());
        on(new Input.GiveUp());
        did("Report 1", "Cancel 1.1", "Report 1", "TellIdle");
    }

    @Test
    void too_large_together_is_sent_in_halves_of_each_message() {
        Attempt.Half half = half("a");
        DeliveryRound first = receive(shared("a", "e1"));
        DeliveryRound second = receive(shared("a", "e2"));
        admit("1.1");
        on(new Input.Answered(
                post("1.1"),
                new Attempt.Ending(Optional.of(TOO_LARGE), null),
                Map.of(attempt("1.1"), List.of(half, half), attempt("2.1"), List.of(half))));
        state(State.ENDED, "1.1", "2.1");
        did("Learn 1.1", "Ask 1.2", "Ask 1.3");
        assertTrue(first.has(State.ASKING));
        assertTrue(second.has(State.WAITING));
        first.all(State.ASKING).forEach(each -> on(new Input.NotAsked(each, FAULT)));
        did("Settle 1");
        assertEquals(Optional.empty(), first.onlyFault(), "its larger batch was attempted");
    }

    @Test
    void too_large_together_after_the_budget_counts_as_an_attempt() {
        DeliveryRound round = sent(shared("a", "e1"));
        budgetIsOver(round);
        notPut(round);
        did("Keep 1");
        on(new Input.Answered(
                post("1.1"),
                new Attempt.Ending(Optional.of(TOO_LARGE), null),
                Map.of(attempt("1.1"), List.of(half("a")))));
        did("Learn 1.1");
        on(new Input.Kept(round));
        did("Settle 1");
    }

    static Attempt.Half half(String endpoint) {
        Batch batch = new Batch(
                HealthWriterTest.subscription("s", "https://x", "cloud", false),
                0,
                List.of(),
                endpoint,
                1,
                List.of(),
                Optional.of(new Attempted.Attempt(TOO_LARGE, START, Duration.ZERO, Optional.empty(), false)));
        return new Attempt.Half(batch.facts(), Optional.of(batch));
    }

    // The budget

    @Test
    void open_exchanges_of_one_subscription_share_a_hand_off_and_are_put_one_after_the_other() {
        DeliveryRound round = sent(to("a"), to("b"), to("a"));
        budgetIsOver(round);
        did("PutHandoff 1");
        state(State.HANDING_OFF, "1.1", "1.3");
        state(State.SENT, "1.2");
        put(round);
        did("PutHandoff 1");
        put(round);
        did("Settle 1");
    }

    @Test
    void what_was_answered_while_others_were_put_needs_no_hand_off() {
        DeliveryRound round = sent(to("a"), to("b"));
        budgetIsOver(round);
        answer("1.2", OK);
        did("Learn 1.2");
        put(round);
        did("Settle 1");
        state(State.ENDED, "1.2");
    }

    @Test
    void an_answer_while_its_hand_off_is_put_settles_the_hand_off() {
        DeliveryRound round = sent(to("a"));
        budgetIsOver(round);
        answer("1.1", OK);
        did("Learn 1.1");
        put(round);
        did("SettleHandoff 1", "Settle 1");
        settled(round);
        did("End 1");
        on(new Input.Stop());
        did();
        on(new Input.HandoffSettled(round));
        did("TellIdle");
        nothingIsLeft();
    }

    @Test
    void an_answer_while_its_hand_off_fails_settles_the_message() {
        DeliveryRound round = sent(to("a"));
        budgetIsOver(round);
        answer("1.1", BUSY);
        notPut(round);
        did("Settle 1");
        settled(round);
        nothingIsLeft();
    }

    @Test
    void a_hand_off_that_fails_lets_the_invocation_wait_for_its_answer() {
        DeliveryRound round = sent(to("a"));
        budgetIsOver(round);
        notPut(round);
        did("Keep 1");
        assertEquals(
                RESPONSE_TIMEOUT.minus(BUDGET).plusSeconds(60),
                ((Command.Keep) requireNonNull(last.get("Keep 1"))).time());
        on(new Input.Kept(round));
        did();
        answer("1.1", OK);
        did("Learn 1.1", "Settle 1");
        settled(round);
        nothingIsLeft();
    }

    /** Else the message would show before the longer of the two is answered, and be attempted twice. */
    @Test
    void a_hand_off_that_fails_later_does_not_shorten_the_lease() {
        DeliveryRound round = sent(to("a"), waitingFor("b", RESPONSE_TIMEOUT.dividedBy(3)));
        budgetIsOver(round);
        notPut(round);
        Duration first = ((Command.Keep) requireNonNull(last.get("Keep 1"))).time();
        on(new Input.Kept(round));
        notPut(round);
        did("Keep 1");
        assertEquals(first, ((Command.Keep) requireNonNull(last.get("Keep 1"))).time());
    }

    private static Attempt.Facts waitingFor(String endpoint, Duration responseTimeout) {
        Attempt.Facts as = to(endpoint);
        return new Attempt.Facts(
                as.subscription(),
                endpoint,
                as.attemptsMade(),
                as.events(),
                as.bytes(),
                as.mostEvents(),
                as.preferredBytes(),
                as.isSuspect(),
                as.mayShare(),
                as.isHalf(),
                responseTimeout,
                as.application(),
                as.company(),
                as.eventIds());
    }

    @Test
    void a_hand_off_that_fails_ends_at_the_response_timeout() {
        DeliveryRound round = sent(to("a"));
        budgetIsOver(round);
        notPut(round);
        on(new Input.Kept(round));
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        did("Learn 1.1", "Cancel 1.1", "Settle 1");
        settled(round);
        cancelled("1.1");
        did();
        nothingIsLeft();
    }

    @Test
    void a_response_timeout_while_its_hand_off_is_put_is_reported_after_it() {
        DeliveryRound round = sent(to("a"));
        budgetIsOver(round);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        did("Learn 1.1");
        put(round);
        did("Report 1", "Settle 1");
        answer("1.1", BUSY);
        did();
        state(State.ENDED, "1.1");
        settled(round);
        nothingIsLeft();
    }

    @Test
    void a_response_timeout_while_its_hand_off_fails_ends_the_attempt() {
        DeliveryRound round = sent(to("a"));
        budgetIsOver(round);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        notPut(round);
        did("Cancel 1.1", "Settle 1");
        settled(round);
        cancelled("1.1");
        nothingIsLeft();
    }

    @Test
    void a_late_success_settles_its_hand_off_and_a_late_failure_does_not() {
        DeliveryRound round = handedOff(to("a"), to("b"));
        put(round);
        settled(round);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        fire("TIMEOUT 1.2");
        did("Learn 1.2", "Report 1");
        answer("1.1", OK);
        did("SettleHandoff 1");
        answer("1.2", BUSY);
        did();
        on(new Input.HandoffSettled(round));
        nothingIsLeft();
    }

    @Test
    void a_probe_whose_post_was_learned_from_is_not_given_back() {
        DeliveryRound round = receive(to("a"));
        admitProbe("1.1");
        budgetIsOver(round);
        put(round);
        settled(round);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        did("Learn 1.1", "Report 1");
        on(new Input.GiveUp());
        did("Cancel 1.1");
        cancelled("1.1");
        did();
        nothingIsLeft();
    }

    @Test
    void an_answered_part_of_a_hand_off_does_not_wait_for_the_rest_of_it() {
        DeliveryRound round = handedOff(to("a"), to("a"));
        settled(round);
        answer("1.1", OK);
        did("Learn 1.1");
        pass(RESPONSE_TIMEOUT);
        fire("SETTLE_BY 1.1");
        did("Learn 1.2", "Report 1", "Cancel 1.2", "SettleHandoff 1");
        cancelled("1.2");
        on(new Input.HandoffSettled(round));
        nothingIsLeft();
    }

    @Test
    void a_hand_off_without_an_answer_stands_as_it_is() {
        DeliveryRound round = handedOff(to("a"), to("a"));
        settled(round);
        pass(RESPONSE_TIMEOUT);
        fire("TIMEOUT 1.1");
        fire("TIMEOUT 1.2");
        fire("SETTLE_BY 1.1");
        did();
        broken("1.1");
        broken("1.2");
        did();
        nothingIsLeft();
    }

    @Test
    void an_internal_fault_of_a_handed_off_exchange_is_reported_as_its_message_says() {
        DeliveryRound round = handedOff(to("a"));
        settled(round);
        broken("1.1");
        did("Report 1");
        nothingIsLeft();
    }

    @Test
    void the_longest_of_many_invocations_is_in_a_hurry() {
        for (int i = 0; i < Dispatch.MANY; i++) {
            receive(to("e" + i));
        }
        assertTrue(all.contains("Start BUDGET 1 PT5S"));
        pass(Duration.ofMillis(60));
        receive(to("x"));
        assertTrue(all.contains("Start BUDGET 1 PT0.04S"), all::toString);
        receiveFrom("retries", to("y"));
        assertFalse(all.stream().anyMatch(text -> text.startsWith("Start BUDGET 2 PT0.")), "another queue's");
    }

    // The end

    @Test
    void stop_does_what_the_end_of_the_budget_would() {
        DeliveryRound round = sent(to("a"), to("b"));
        receive(to("c"));
        receive(protectedBy(APPLICATION, "d"));
        on(new Input.Stop());
        did("PutHandoff 1", "Settle 3");
        put(round);
        put(round);
        did("Settle 1");
        settled(round);
        refuse("2.1");
        settled(attempt("2.1").round());
        settled(attempt("3.1").round());
        did("End 3");
        on(new Input.GiveUp());
        did("Cancel 1.1", "Report 1", "Cancel 1.2", "Report 1", "TellIdle");
        cancelled("1.1");
        cancelled("1.2");
        nothingIsLeft();
    }

    @Test
    void give_up_while_a_hand_off_is_put_ends_it_after_that() {
        DeliveryRound round = sent(to("a"));
        on(new Input.Stop());
        on(new Input.GiveUp());
        did();
        put(round);
        did("Cancel 1.1", "Report 1", "Settle 1");
        settled(round);
        did("End 1", "TellIdle");
        cancelled("1.1");
        nothingIsLeft();
    }

    @Test
    void give_up_while_a_hand_off_fails_counts_as_a_timeout_of_the_message() {
        DeliveryRound round = sent(to("a"));
        on(new Input.Stop());
        on(new Input.GiveUp());
        notPut(round);
        did("Cancel 1.1", "Settle 1");
        settled(round);
        cancelled("1.1");
        nothingIsLeft();
    }

    @Test
    void an_exchange_that_an_internal_fault_ended_is_not_an_attempt() {
        DeliveryRound round = receive(to("a"));
        admitProbe("1.1");
        broken("1.1");
        Command.End end = (Command.End) requireNonNull(last.get("End 1"));
        assertSame(FAULT, requireNonNull(end.failure()).getCause());
        did("GiveBack 1", "End 1");
        assertEquals(DeliveryRound.Phase.OVER, round.phase());
        nothingIsLeft();
    }

    // Internal faults

    /** A batch that cannot be compared: the fault meets the decision on another's admission. */
    private static Attempt.Facts poisoned(String endpoint) {
        Attempt.Facts plain = shared(endpoint, "e");
        Object company = new Object() {
            @Override
            public boolean equals(Object other) {
                throw new IllegalStateException("planned");
            }

            @Override
            public int hashCode() {
                return 0;
            }
        };
        return new Attempt.Facts(
                plain.subscription(),
                endpoint,
                0,
                1,
                100,
                10,
                1024,
                false,
                true,
                false,
                RESPONSE_TIMEOUT,
                Optional.empty(),
                company,
                List.of("poison"));
    }

    private void onAFault(Input input) {
        RuntimeException fault = assertThrows(RuntimeException.class, () -> dispatch.on(input, now));
        take(dispatch.failed(input, fault));
        assertTrue(dispatch.isSound());
    }

    @Test
    void a_fault_in_deciding_fails_the_message_and_its_post_is_sent_and_ends() {
        DeliveryRound first = receive(shared("a", "e1"));
        DeliveryRound second = receive(poisoned("a"));
        onAFault(new Input.Admitted(attempt("1.1"), Admission.Admitted.FREE));
        assertEquals(DeliveryRound.Phase.OVER, first.phase());
        assertTrue(all.contains("Send 1.1"), all::toString);
        answer("1.1", OK);
        budgetIsOver(second);
        settled(second);
        nothingIsLeft();
    }

    @Test
    @SuppressWarnings("NullAway") // the fault
    void the_last_message_that_fails_during_a_shutdown_gives_all_back_and_tells_that_nothing_is_open() {
        receive(to("a"));
        on(new Input.Stop());
        on(new Input.GiveUp());
        onAFault(new Input.Admitted(attempt("1.1"), null));
        did("End 1", "End 1", "TellIdle");
        state(State.ENDED, "1.1");
        nothingIsLeft();
    }

    // Any order

    /** Whatever the world does, and in whatever order: everything ends, once. */
    @Test
    void everything_ends_once_in_any_order() {
        String seed = System.getProperty("seed", "");
        (seed.isEmpty() ? LongStream.rangeClosed(1, 200) : LongStream.of(Long.parseLong(seed)))
                .forEach(each -> new AnyOrder(each).run());
    }

    /** A tiny world: it carries each command out later, in random order. */
    private static final class AnyOrder {
        private final String seed;
        private final SplittableRandom random;
        private final Dispatch dispatch = new Dispatch(new Permits.Limits(2, 4, 3), BUDGET);
        private final List<Supplier<Input>> results = new ArrayList<>();
        private final Map<Timer, Instant> timers = new LinkedHashMap<>();
        private final Map<Post, Supplier<Input>> open = new LinkedHashMap<>();
        private final IdentityHashMap<Admission.Admitted, Integer> probes = new IdentityHashMap<>();
        private final Map<DeliveryRound, Integer> ends = new LinkedHashMap<>();
        private final Map<DeliveryRound, Integer> settles = new HashMap<>();
        private final Set<DeliveryRound> left = new HashSet<>();
        private final Set<Attempt> all = new LinkedHashSet<>();
        private final IdentityHashMap<Handoff, Integer> handoffs = new IdentityHashMap<>();
        private Instant now = START;
        private boolean isStopped;
        private boolean isIdle;
        private int names;

        AnyOrder(long seed) {
            this.seed = "seed " + seed;
            this.random = new SplittableRandom(seed);
        }

        void run() {
            int stopAt = random.nextInt(100, 320);
            for (int i = 0; i < 300; i++) {
                if (i == stopAt) {
                    stop();
                }
                step();
            }
            if (!isStopped) {
                stop();
            }
            if (random.nextBoolean()) {
                answerAll();
            }
            on(new Input.GiveUp());
            answerAll();
            assertTrue(open.isEmpty(), () -> seed + ": open without anybody who waits: " + open.keySet());
            assertEquals(Map.of(), timers, seed);
            assertTrue(isIdle, () -> seed + ": idle");
            assertTrue(dispatch.isAtRest(), () -> seed + ": at rest");
            ends.forEach((round, count) -> assertEquals(1, count, () -> seed + ": ends of " + round.id()));
            probes.values().forEach(count -> assertEquals(1, count, () -> seed + ": uses of a probe"));
            all.stream()
                    .filter(attempt -> !left.contains(attempt.round()))
                    .forEach(attempt -> assertEquals(State.ENDED, attempt.state(), () -> seed + ": " + attempt.id()));
            handoffs.values().forEach(count -> assertEquals(1, count, () -> seed + ": settlements of a hand-off"));
        }

        private void stop() {
            isStopped = true;
            on(new Input.Stop());
        }

        private void step() {
            int kind = random.nextInt(20);
            if (kind < 4) {
                receive();
            } else if (kind < 12 && !results.isEmpty()) {
                on(results.remove(random.nextInt(results.size())).get());
            } else if (kind < 14 && !open.isEmpty()) {
                answer();
            } else if (kind < 17) {
                fire();
            } else if (kind < 19) {
                now = now.plusMillis(random.nextInt(4_000));
            } else if (random.nextInt(4) == 0) {
                on(new Input.RampUp("e" + random.nextInt(4)));
            } else if (isStopped && random.nextInt(4) == 0) {
                on(new Input.GiveUp());
            }
        }

        private void answerAll() {
            while (!results.isEmpty()) {
                on(results.remove(random.nextInt(results.size())).get());
            }
        }

        private void receive() {
            names++;
            DeliveryRound round = new DeliveryRound(
                    Integer.toString(names),
                    random.nextBoolean() ? "deliveries" : "retries",
                    Optional.empty(),
                    List.of());
            int batches = random.nextInt(5);
            for (int i = 0; i < batches; i++) {
                String endpoint = "e" + random.nextInt(4);
                round.add(
                        facts(
                                endpoint,
                                endpoint.compareTo("e1") > 0,
                                random.nextInt(4) == 0 ? Optional.of(APPLICATION) : Optional.empty(),
                                List.of("event" + random.nextInt(30))),
                        Optional.empty());
            }
            all.addAll(round.all(State.WAITING));
            ends.put(round, 0);
            on(new Input.Received(round, random.nextInt(2)));
        }

        /** Of the POSTs that are open, in any order. */
        private void answer() {
            List<Post> posts = List.copyOf(open.keySet());
            Supplier<Input> answer = open.remove(posts.get(random.nextInt(posts.size())));
            on(answer.get());
        }

        /** At its time, or late. */
        private void fire() {
            List<Timer> due = timers.entrySet().stream()
                    .filter(each -> !each.getValue().isAfter(now))
                    .map(Map.Entry::getKey)
                    .toList();
            if (due.isEmpty() && !timers.isEmpty() && random.nextInt(3) == 0) {
                now = Collections.min(timers.values());
            } else if (!due.isEmpty()) {
                Timer timer = due.get(random.nextInt(due.size()));
                timers.remove(timer);
                on(new Input.TimerFired(timer));
            }
        }

        private void on(Input input) {
            Set<DeliveryRound> before = new HashSet<>(input.rounds());
            List<Command> commands = dispatch.on(input, now);
            assertTrue(dispatch.isSound());
            before.forEach(round -> all.addAll(round.all(State.WAITING)));
            before.forEach(round -> all.addAll(round.all(State.ASKING)));
            commands.forEach(this::carryOut);
        }

        private void carryOut(Command command) {
            if (command instanceof Command.Ask ask) {
                all.add(ask.attempt());
                results.add(() -> asked(ask.attempt()));
            } else if (command instanceof Command.GiveBack giveBack) {
                probes.merge(giveBack.admission(), 1, Integer::sum);
            } else if (command instanceof Command.Learn learn) {
                probes.computeIfPresent(learn.post().admission(), (key, count) -> count + 1);
            } else if (command instanceof Command.Send send) {
                open.put(send.post(), () -> answered(send.post()));
            } else if (command instanceof Command.Cancel cancel) {
                if (open.remove(cancel.post()) != null) {
                    results.add(() -> new Input.Answered(cancel.post(), Attempt.Ending.CANCELLED, Map.of()));
                }
            } else if (command instanceof Command.FetchToken fetch) {
                results.add(() -> token(fetch.round()));
            } else if (command instanceof Command.Start start) {
                timers.put(start.timer(), now.plus(start.delay()));
            } else if (command instanceof Command.Forget forget) {
                timers.remove(forget.timer());
            } else if (command instanceof Command.PutHandoff put) {
                results.add(() -> handedOff(put.round(), put.attempts()));
            } else if (command instanceof Command.Keep keep) {
                results.add(() -> new Input.Kept(keep.round()));
            } else if (command instanceof Command.SettleHandoff settle) {
                handoffs.merge(settle.handoff(), 1, Integer::sum);
                results.add(() -> new Input.HandoffSettled(settle.round()));
            } else if (command instanceof Command.Settle settle) {
                assertEquals(1, settles.merge(settle.round(), 1, Integer::sum), seed);
                results.add(() -> new Input.Settled(settle.round(), random.nextInt(5) == 0 ? FAULT : null));
            } else if (command instanceof Command.LeaveToOthers leave) {
                left.add(leave.round());
                results.add(() -> new Input.Settled(leave.round(), null));
            } else if (command instanceof Command.End end) {
                ends.merge(end.round(), 1, Integer::sum);
            } else if (command instanceof Command.TellIdle) {
                assertTrue(isStopped, seed);
                isIdle = true;
            }
        }

        private Input asked(Attempt attempt) {
            return switch (random.nextInt(8)) {
                case 0 -> new Input.Refused(attempt, refusal(now));
                case 1 -> new Input.NotAsked(attempt, FAULT);
                case 2 -> {
                    names++;
                    Admission.Admitted probe = probe("probe" + names);
                    probes.put(probe, 0);
                    yield new Input.Admitted(attempt, probe);
                }
                default -> new Input.Admitted(attempt, Admission.Admitted.FREE);
            };
        }

        private Input answered(Post post) {
            return switch (random.nextInt(6)) {
                case 0 -> new Input.Answered(post, new Attempt.Ending(Optional.of(BUSY), null), Map.of());
                case 1 -> new Input.Answered(post, new Attempt.Ending(Optional.empty(), FAULT), Map.of());
                case 2 -> {
                    Map<Attempt, List<Attempt.Half>> halves = new HashMap<>();
                    post.attempts().stream()
                            .filter(attempt -> !attempt.facts().isHalf())
                            .forEach(attempt ->
                                    halves.put(attempt, List.of(half(attempt.endpoint()), half(attempt.endpoint()))));
                    yield new Input.Answered(post, new Attempt.Ending(Optional.of(TOO_LARGE), null), halves);
                }
                default -> new Input.Answered(post, new Attempt.Ending(Optional.of(OK), null), Map.of());
            };
        }

        private Input token(DeliveryRound round) {
            return random.nextInt(3) == 0
                    ? new Input.TokenKnown(round, APPLICATION, Optional.empty(), Optional.of(refusal(now)))
                    : new Input.TokenKnown(round, APPLICATION, Optional.of("token"), Optional.empty());
        }

        private Input handedOff(DeliveryRound round, List<Attempt> attempts) {
            Instant timedOutAt = attempts.get(0).timesOutAt();
            return new Input.HandedOff(
                    round,
                    attempts,
                    random.nextInt(3) == 0
                            ? Optional.empty()
                            : Optional.of(new Handoff.Put(Optional.empty(), timedOutAt, timedOutAt.plusSeconds(10))));
        }
    }
}
