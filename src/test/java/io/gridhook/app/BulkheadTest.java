package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BulkheadTest {
    private final Bulkhead bulkhead = new Bulkhead(new Bulkhead.Limits(2, 3, 1));
    private final List<String> turns = new ArrayList<>();
    private final List<String> givenUp = new ArrayList<>();

    @Test
    void an_endpoint_has_its_places_and_no_more_and_leaves_others_theirs() {
        fill("a");
        assertTrue(isFull("a"));
        Place b = enter("b");
        assertTrue(isFull("c"), "the instance is full");
        bulkhead.leave(b, true);
        enter("c");
    }

    @Test
    void a_place_goes_to_whoever_waits_longest_for_it() {
        Place first = fill("a");
        await("a", () -> turns.add("first"));
        await("a", () -> turns.add("second"));
        bulkhead.leave(first, true);
        assertEquals(List.of("first"), turns);
        assertTrue(isFull("a"), "others wait for it");
        Place next =
                bulkhead.enterOrLineUp("a", true, () -> {}, () -> {}).place().orElseThrow();
        bulkhead.leave(next, true);
        assertEquals(List.of("first", "second"), turns);
    }

    @Test
    void a_turn_that_is_not_needed_goes_on_and_one_given_up_never_comes() {
        Place first = fill("a");
        await("a", () -> {
            turns.add("over");
            bulkhead.next();
        });
        Runnable giveUp = await("a", () -> turns.add("gone"));
        await("a", () -> turns.add("last"));
        giveUp.run();
        bulkhead.leave(first, true);
        assertEquals(List.of("over", "last"), turns);
    }

    /** Else all that come later line up behind those that wait, though there is room, until events end by their time to live. */
    @Test
    void room_that_appears_by_any_change_wakes_who_waits_for_it() {
        Bulkhead one = new Bulkhead(new Bulkhead.Limits(3, 1, 3));
        enter(one, "other");
        one.enterOrLineUp("a", false, () -> {}, () -> turns.add("slow now"));
        one.wasSlow("a");
        assertEquals(List.of("slow now"), turns, "the slow ones have room");
    }

    /** Where the turn came too late for whoever left, it is the next one's. */
    @Test
    void who_leaves_the_line_passes_the_turn_on() {
        bulkhead.rampUp("a");
        Place only = enter("a");
        List<Runnable> leave = new ArrayList<>();
        leave.add(await("a", () -> leave.get(0).run()));
        await("a", () -> turns.add("second"));
        bulkhead.leave(only, true);
        assertEquals(List.of("second"), turns);
    }

    @Test
    void those_who_wait_for_a_full_endpoint_do_not_stop_others() {
        fill("a");
        await("a", () -> turns.add("a"));
        Place b = enter("b");
        await("b", () -> turns.add("b"));
        bulkhead.leave(b, true);
        assertEquals(List.of("b"), turns);
    }

    @Test
    void a_post_that_outlasts_its_invocation_keeps_its_endpoints_place_but_not_the_instances() {
        Place slow = fill("a");
        bulkhead.outlast(slow);
        assertTrue(isFull("a"));
        enter("b");
        Place b = enter("b");
        assertTrue(isFull("c"));
        bulkhead.leave(slow, false);
        bulkhead.leave(b, true);
        enter("a");
    }

    @Test
    void without_room_among_the_slow_ones_it_keeps_the_instances_place() {
        bulkhead.outlast(enter("a"));
        Place overflow = enter("a");
        bulkhead.outlast(overflow);
        enter("b");
        enter("b");
        assertTrue(isFull("c"));
        bulkhead.leave(overflow, false);
        enter("c");
    }

    /** Issue 3, point 3: when the slow pool is full, only endpoints with a slow history wait. */
    @Test
    void while_the_slow_pool_is_full_only_endpoints_that_were_slow_wait() {
        bulkhead.wasSlow("a");
        bulkhead.wasSlow("b");
        assertFalse(isStuck(bulkhead, "b"));
        Place a = enter("a");
        assertTrue(isFull("b"));
        assertTrue(isStuck(bulkhead, "a") && isStuck(bulkhead, "b"), "nobody is to wait for a place");
        assertFalse(isStuck(bulkhead, "c"));
        List.of("c", "c", "d").forEach(this::enter);
        assertTrue(isFull("e"), "the slow one took no place of the instance");
        bulkhead.leave(a, true);
        enter("b");
    }

    @Test
    void an_endpoint_that_was_fast_since_is_like_any_other() {
        bulkhead.wasSlow("a");
        bulkhead.wasSlow("b");
        enter("a");
        assertTrue(isFull("b"));
        bulkhead.wasFast("b");
        enter("b");
    }

    @Test
    void an_endpoint_all_of_whose_places_outlast_is_stuck_until_one_ends_or_is_late() {
        Place first = enter("a");
        Place second = enter("a");
        bulkhead.outlast(first);
        assertFalse(isStuck(bulkhead, "a"));
        bulkhead.outlast(second);
        assertTrue(isStuck(bulkhead, "a"));
        bulkhead.late(first);
        assertFalse(isStuck(bulkhead, "a"));
        assertFalse(isFull("a"), "a late answer is waited for without a place of the endpoint's");
    }

    /** The late one's message says that it timed out, so that nothing is lost. */
    @Test
    void the_oldest_late_one_is_given_up_when_the_slow_ones_are_too_many() {
        Bulkhead two = new Bulkhead(new Bulkhead.Limits(2, 3, 2));
        Place first = late(two, "first");
        Place second = late(two, "second");
        assertEquals(List.of(), givenUp);
        Place slow = enter(two, "slow");
        assertEquals(List.of(), givenUp);
        two.outlast(slow);
        assertEquals(List.of("first"), givenUp);
        two.leave(first, false);
        two.leave(second, false);
        late(two, "third");
        assertEquals(List.of("first"), givenUp, "what was given up, or left, holds nothing");
        late(two, "fourth");
        assertEquals(List.of("first", "third"), givenUp);
    }

    @Test
    void what_is_remembered_of_slow_endpoints_is_bounded() {
        Bulkhead one = new Bulkhead(new Bulkhead.Limits(2, 3, 1));
        for (int i = 0; i <= 10_000; i++) {
            one.wasSlow("endpoint-" + i);
        }
        enter(one, "endpoint-10000");
        assertTrue(isStuck(one, "endpoint-1"));
        assertFalse(isStuck(one, "endpoint-0"), "the oldest is forgotten");
    }

    /** One that came back and is never called again has no success that would end what is remembered of it. */
    @Test
    void what_is_remembered_of_endpoints_that_came_back_is_bounded() {
        bulkhead.rampUp("busy");
        enter("busy");
        for (int i = 0; i < 10_000; i++) {
            bulkhead.rampUp("endpoint-" + i);
        }
        fill("endpoint-0");
        assertTrue(isFull("busy"));
        bulkhead.rampUp("endpoint-0");
        assertTrue(isFull("endpoint-0"));
    }

    private Place late(Bulkhead of, String endpoint) {
        Place place = enter(of, endpoint);
        of.outlast(place);
        of.late(place);
        return place;
    }

    private Place enter(String endpoint) {
        return enter(bulkhead, endpoint);
    }

    private Place enter(Bulkhead of, String endpoint) {
        return of.enterOrLineUp(endpoint, false, () -> givenUp.add(endpoint), () -> {})
                .place()
                .orElseThrow();
    }

    /** Leaves the line again by what this returns. */
    private Runnable await(String endpoint, Runnable turn) {
        return bulkhead.enterOrLineUp(endpoint, false, () -> {}, turn).leave().orElseThrow();
    }

    /** Neither a place nor a line. */
    private static boolean isStuck(Bulkhead of, String endpoint) {
        Bulkhead.Entry entry = of.enterOrLineUp(endpoint, false, () -> {}, () -> {});
        entry.place().ifPresent(taken -> of.leave(taken, false));
        entry.leave().ifPresent(Runnable::run);
        return entry.place().isEmpty() && entry.leave().isEmpty();
    }

    private boolean isFull(String endpoint) {
        Bulkhead.Entry entry = bulkhead.enterOrLineUp(endpoint, false, () -> {}, () -> {});
        entry.place().ifPresent(taken -> bulkhead.leave(taken, false));
        entry.leave().ifPresent(Runnable::run);
        return entry.place().isEmpty();
    }

    private Place fill(String endpoint) {
        enter(endpoint);
        return enter(endpoint);
    }
}
