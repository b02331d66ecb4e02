package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.app.Permits.Entry;
import io.gridhook.core.delivery.SubscriptionRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PermitsTest {
    private final Permits permits = new Permits(new Permits.Limits(2, 3, 1));
    private int rounds;

    @AfterEach
    void all_invariants_hold() {
        while (permits.nextTurn().isPresent()) {
            // nobody uses what is left
        }
        permits.check();
    }

    @Test
    void an_endpoint_has_its_permits_and_no_more_and_leaves_others_theirs() {
        fill("a");
        assertEquals(Entry.QUEUED, tryFor("a"));
        Attempt b = take("b");
        assertEquals(Entry.QUEUED, tryFor("c"), "the instance is full");
        permits.giveBack(b.permit(), true);
        assertEquals(List.of("c"), turns());
    }

    @Test
    void a_permit_goes_to_whoever_is_queued_longest_for_it() {
        Attempt taken = fill("a");
        Attempt first = attempt("a");
        Attempt second = attempt("a");
        queue(first);
        queue(second);
        assertEquals(Optional.empty(), permits.nextTurn());
        permits.giveBack(taken.permit(), true);
        assertEquals(first.round(), permits.nextTurn().orElseThrow().round());
        assertEquals(Entry.QUEUED, tryFor("a"), "others are queued for it");
        assertEquals(Entry.TAKEN, permits.takeOrQueue(first, true));
        assertEquals(Optional.empty(), permits.nextTurn());
        permits.giveBack(first.permit(), true);
        assertEquals(second.round(), permits.nextTurn().orElseThrow().round());
    }

    /** A turn that came for nothing, and one that was left early, are the next one's. */
    @Test
    void each_turn_is_passed_on() {
        Attempt taken = fill("a");
        Attempt over = attempt("a");
        Attempt gone = attempt("a");
        Attempt last = attempt("a");
        List.of(over, gone, last).forEach(this::queue);
        permits.leaveQueues(gone.round());
        permits.giveBack(taken.permit(), true);
        assertEquals(over.round(), permits.nextTurn().orElseThrow().round());
        assertEquals(last.round(), permits.nextTurn().orElseThrow().round());
        assertEquals(Optional.empty(), permits.nextTurn());
    }

    @Test
    void a_round_is_queued_once_for_an_endpoint_whatever_it_has_for_it() {
        fill("a");
        Attempt first = attempt("a");
        Attempt second = first.round().add(first.facts(), Optional.empty());
        queue(first);
        queue(second);
        permits.leaveQueues(first.round());
        assertEquals(false, permits.isQueued(first.round(), "a"));
    }

    @Test
    void rounds_that_are_queued_for_a_full_endpoint_do_not_stop_others() {
        fill("a");
        queue(attempt("a"));
        Attempt b = take("b");
        queue(attempt("b"));
        permits.giveBack(b.permit(), true);
        assertEquals(List.of("b"), turns());
    }

    @Test
    void a_post_that_outlasts_its_budget_keeps_its_endpoints_permit_but_not_the_instances() {
        Attempt slow = fill("a");
        permits.outlast(slow.permit());
        assertEquals(Entry.QUEUED, tryFor("a"));
        take("b");
        Attempt b = take("b");
        assertEquals(Entry.QUEUED, tryFor("c"));
        permits.giveBack(slow.permit(), false);
        assertEquals(List.of(), turns(), "the instance is full");
        permits.giveBack(b.permit(), true);
        assertEquals(List.of("a"), turns());
    }

    @Test
    void without_room_in_the_slow_pool_it_keeps_the_instances_permit() {
        permits.outlast(take("a").permit());
        Attempt overflow = take("a");
        permits.outlast(overflow.permit());
        take("b");
        take("b");
        assertEquals(Entry.QUEUED, tryFor("c"));
        permits.giveBack(overflow.permit(), false);
        assertEquals(List.of("c"), turns());
    }

    /** Issue 3, point 3: when the slow pool is full, only endpoints with a slow history wait. */
    @Test
    void while_the_slow_pool_is_full_only_endpoints_that_were_slow_are_stuck() {
        permits.wasSlow("a");
        permits.wasSlow("b");
        Attempt a = take("a");
        assertEquals(Entry.STUCK, tryFor("a"), "no permit is likely soon");
        assertEquals(Entry.STUCK, tryFor("b"));
        List.of("c", "c", "d").forEach(this::take);
        assertEquals(Entry.QUEUED, tryFor("e"), "the slow one took no permit of the instance");
        permits.giveBack(a.permit(), true);
        take("b");
    }

    @Test
    void an_endpoint_that_was_fast_since_is_like_any_other() {
        permits.wasSlow("a");
        permits.wasSlow("b");
        take("a");
        assertEquals(Entry.STUCK, tryFor("b"));
        permits.wasFast("b");
        take("b");
    }

    @Test
    void an_endpoint_all_of_whose_permits_outlast_is_stuck_until_one_ends_or_is_late() {
        Attempt first = take("a");
        Attempt second = take("a");
        permits.outlast(first.permit());
        Attempt queued = attempt("a");
        queue(queued);
        permits.leaveQueues(queued.round());
        permits.outlast(second.permit());
        assertEquals(Entry.STUCK, tryFor("a"));
        permits.late(first.permit());
        take("a");
    }

    /** The hand-off of a late one says that it timed out, so that nothing is lost. */
    @Test
    void the_oldest_late_post_yields_when_the_slow_ones_are_too_many() {
        Permits two = new Permits(new Permits.Limits(2, 3, 2));
        Post first = late(two, "first");
        Post second = late(two, "second");
        assertEquals(List.of(), two.yielded());
        two.outlast(take(two, "slow").permit());
        assertEquals(List.of(first), two.yielded());
        two.giveBack(first.permit(), false);
        two.giveBack(second.permit(), false);
        Post third = late(two, "third");
        assertEquals(List.of(), two.yielded(), "what has yielded, or ended, holds nothing");
        late(two, "fourth");
        assertEquals(List.of(third), two.yielded());
        two.check();
    }

    @Test
    void the_memory_of_slow_endpoints_is_bounded() {
        for (int i = 0; i <= 10_000; i++) {
            permits.wasSlow("endpoint-" + i);
        }
        take("endpoint-10000");
        assertEquals(Entry.STUCK, tryFor("endpoint-1"));
        assertEquals(Entry.TAKEN, tryFor("endpoint-0"), "the oldest is forgotten");
    }

    /** One that came back and is never called again has no success that would end its ramp-up. */
    @Test
    void the_memory_of_endpoints_that_came_back_is_bounded() {
        permits.rampUp("busy");
        take("busy");
        for (int i = 0; i < 10_000; i++) {
            permits.rampUp("endpoint-" + i);
        }
        fill("endpoint-0");
        assertEquals(Entry.QUEUED, tryFor("busy"));
    }

    /** Else all that come later are queued behind those that wait, until events end by their time to live. */
    @Test
    void room_that_appears_by_any_change_gives_a_turn() {
        Permits one = new Permits(new Permits.Limits(3, 1, 3));
        take(one, "other");
        assertEquals(Entry.QUEUED, one.takeOrQueue(attempt("a"), false));
        one.wasSlow("a");
        assertEquals("a", one.nextTurn().orElseThrow().endpoint(), "the slow pool has room");
    }

    @Test
    void what_does_not_add_up_is_noticed() {
        Attempt taken = take("a");
        permits.giveBack(taken.permit(), false);
        Permits broken = new Permits(new Permits.Limits(1, 1, 1));
        take(broken, "a");
        queueIn(broken, attempt("b"));
        broken.wasSlow("b");
        IllegalStateException noticed = assertThrows(IllegalStateException.class, broken::check);
        assertEquals("permits: it does not hold that nobody is queued for a permit that is free", noticed.getMessage());
    }

    /** Whatever order things happen in, the invariants hold after each. */
    @Test
    void permits_taken_are_permits_held_in_any_order() {
        String seed = System.getProperty("seed", "");
        (seed.isEmpty() ? LongStream.rangeClosed(1, 200) : LongStream.of(Long.parseLong(seed))).forEach(this::anyOrder);
    }

    private void anyOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Permits any = new Permits(new Permits.Limits(2, 4, 3));
        List<Attempt> held = new ArrayList<>();
        List<Attempt> queued = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String endpoint = "endpoint-" + random.nextInt(4);
            Attempt chosen = held.isEmpty() ? null : held.get(random.nextInt(held.size()));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    Attempt next = attempt(endpoint);
                    Entry entry = any.takeOrQueue(next, false);
                    (entry == Entry.TAKEN ? held : queued).add(next);
                    if (entry == Entry.TAKEN) {
                        assertEquals(1, new Post(next, Admission.Admitted.FREE, Instant.EPOCH).events());
                    }
                }
                case 3, 4 -> {
                    if (chosen != null) {
                        held.remove(chosen);
                        any.giveBack(chosen.permit(), random.nextBoolean());
                    }
                }
                case 5 -> {
                    if (chosen != null) {
                        any.outlast(chosen.permit());
                        if (random.nextBoolean()) {
                            any.late(chosen.permit());
                        }
                    }
                }
                case 6 -> {
                    if (random.nextBoolean()) {
                        any.wasSlow(endpoint);
                    } else {
                        any.wasFast(endpoint);
                    }
                }
                default -> {
                    if (random.nextInt(3) == 0) {
                        any.rampUp(endpoint);
                    } else if (!queued.isEmpty()) {
                        any.leaveQueues(
                                queued.remove(random.nextInt(queued.size())).round());
                    }
                }
            }
            for (Optional<Permits.Turn> turn = any.nextTurn(); turn.isPresent(); turn = any.nextTurn()) {
                DeliveryRound round = turn.get().round();
                queued.stream()
                        .filter(each -> each.round() == round)
                        .findFirst()
                        .ifPresent(each -> {
                            assertEquals(Entry.TAKEN, any.takeOrQueue(each, true), "seed " + seed);
                            queued.remove(each);
                            held.add(each);
                        });
            }
            any.yielded();
            any.check();
        }
    }

    private Attempt attempt(String endpoint) {
        rounds++;
        return round().add(facts(endpoint), Optional.empty());
    }

    private DeliveryRound round() {
        return new DeliveryRound("r" + rounds, "deliveries", Optional.empty(), List.of());
    }

    static Attempt.Facts facts(String endpoint) {
        return new Attempt.Facts(
                new SubscriptionRef("orders", endpoint, 1),
                endpoint,
                0,
                1,
                100,
                1,
                1024,
                false,
                false,
                false,
                Duration.ofSeconds(30),
                Optional.empty(),
                "",
                List.of());
    }

    private Attempt take(String endpoint) {
        return take(permits, endpoint);
    }

    private Attempt take(Permits of, String endpoint) {
        Attempt attempt = attempt(endpoint);
        assertEquals(Entry.TAKEN, of.takeOrQueue(attempt, false), endpoint);
        return attempt;
    }

    private Attempt fill(String endpoint) {
        take(endpoint);
        return take(endpoint);
    }

    private void queue(Attempt attempt) {
        queueIn(permits, attempt);
    }

    private static void queueIn(Permits of, Attempt attempt) {
        assertEquals(Entry.QUEUED, of.takeOrQueue(attempt, false));
    }

    private Entry tryFor(String endpoint) {
        return permits.takeOrQueue(attempt(endpoint), false);
    }

    /** The endpoints whose turns come now, which nobody uses. */
    private List<String> turns() {
        List<String> turns = new ArrayList<>();
        permits.nextTurn().ifPresent(turn -> turns.add(turn.endpoint()));
        return turns;
    }

    private Post late(Permits of, String endpoint) {
        Post post = new Post(take(of, endpoint), Admission.Admitted.FREE, Instant.EPOCH);
        of.outlast(post.permit());
        of.late(post.permit());
        return post;
    }
}
