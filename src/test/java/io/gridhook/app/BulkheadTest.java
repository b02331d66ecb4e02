package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        bulkhead.await("a", () -> turns.add("first"));
        bulkhead.await("a", () -> turns.add("second"));
        bulkhead.leave(first, true);
        assertEquals(List.of("first"), turns);
        assertTrue(isFull("a"), "others wait for it");
        Place next = bulkhead.enter("a", true, () -> {}).orElseThrow();
        bulkhead.leave(next, true);
        assertEquals(List.of("first", "second"), turns);
    }

    @Test
    void a_turn_that_is_not_needed_goes_on_and_one_given_up_never_comes() {
        Place first = fill("a");
        bulkhead.await("a", () -> {
            turns.add("over");
            bulkhead.next();
        });
        Runnable giveUp = bulkhead.await("a", () -> turns.add("gone"));
        bulkhead.await("a", () -> turns.add("last"));
        giveUp.run();
        bulkhead.leave(first, true);
        assertEquals(List.of("over", "last"), turns);
    }

    @Test
    void those_who_wait_for_a_full_endpoint_do_not_stop_others() {
        fill("a");
        bulkhead.await("a", () -> turns.add("a"));
        Place b = enter("b");
        bulkhead.await("b", () -> turns.add("b"));
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
        assertFalse(bulkhead.isStuck("b"));
        Place a = enter("a");
        assertTrue(isFull("b"));
        assertTrue(bulkhead.isStuck("a") && bulkhead.isStuck("b"), "nobody is to wait for a place");
        assertFalse(bulkhead.isStuck("c"));
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
        assertFalse(bulkhead.isStuck("a"));
        bulkhead.outlast(second);
        assertTrue(bulkhead.isStuck("a"));
        bulkhead.late(first);
        assertFalse(bulkhead.isStuck("a"));
        assertFalse(isFull("a"), "a late answer is waited for without a place of the endpoint's");
    }

    /** The late one's message says that it timed out, so that nothing is lost. */
    @Test
    void the_oldest_late_one_is_given_up_when_the_slow_ones_are_too_many() {
        Bulkhead two = new Bulkhead(new Bulkhead.Limits(2, 3, 2));
        Place first = late(two, "first");
        Place second = late(two, "second");
        assertEquals(List.of(), givenUp);
        Place slow = two.enter("slow", false, () -> {}).orElseThrow();
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
        assertTrue(one.enter("endpoint-10000", false, () -> {}).isPresent());
        assertTrue(one.isStuck("endpoint-1"));
        assertFalse(one.isStuck("endpoint-0"), "the oldest is forgotten");
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
        Place place = of.enter(endpoint, false, () -> givenUp.add(endpoint)).orElseThrow();
        of.outlast(place);
        of.late(place);
        return place;
    }

    private Place enter(String endpoint) {
        return bulkhead.enter(endpoint, false, () -> givenUp.add(endpoint)).orElseThrow();
    }

    private boolean isFull(String endpoint) {
        Optional<Place> place = bulkhead.enter(endpoint, false, () -> {});
        place.ifPresent(taken -> bulkhead.leave(taken, false));
        return place.isEmpty();
    }

    private Place fill(String endpoint) {
        enter(endpoint);
        return enter(endpoint);
    }
}
