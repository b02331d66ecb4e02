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

    @Test
    void an_endpoint_has_its_places_and_no_more_and_leaves_others_theirs() {
        assertTrue(bulkhead.enter("a", false));
        assertTrue(bulkhead.enter("a", false));
        assertFalse(bulkhead.enter("a", false));
        assertTrue(bulkhead.enter("b", false));
        assertFalse(bulkhead.enter("c", false), "the instance is full");
        bulkhead.leave("b", true);
        assertTrue(bulkhead.enter("c", false));
    }

    @Test
    void a_place_goes_to_whoever_waits_longest_for_it() {
        fill("a");
        bulkhead.await("a", () -> turns.add("first"));
        bulkhead.await("a", () -> turns.add("second"));
        bulkhead.leave("a", true);
        assertEquals(List.of("first"), turns);
        assertFalse(bulkhead.enter("a", false), "others wait for it");
        assertTrue(bulkhead.enter("a", true));
        bulkhead.leave("a", true);
        assertEquals(List.of("first", "second"), turns);
    }

    @Test
    void a_turn_that_is_not_needed_goes_on_and_one_given_up_never_comes() {
        fill("a");
        bulkhead.await("a", () -> {
            turns.add("over");
            bulkhead.next();
        });
        Runnable giveUp = bulkhead.await("a", () -> turns.add("gone"));
        bulkhead.await("a", () -> turns.add("last"));
        giveUp.run();
        bulkhead.leave("a", true);
        assertEquals(List.of("over", "last"), turns);
    }

    @Test
    void those_who_wait_for_a_full_endpoint_do_not_stop_others() {
        fill("a");
        bulkhead.await("a", () -> turns.add("a"));
        assertTrue(bulkhead.enter("b", false));
        bulkhead.await("b", () -> turns.add("b"));
        bulkhead.leave("b", true);
        assertEquals(List.of("b"), turns);
    }

    @Test
    void a_handed_off_post_keeps_its_endpoints_place_but_not_the_instances() {
        fill("a");
        assertTrue(bulkhead.handOff("a"));
        assertFalse(bulkhead.handOff("a"), "one slow one at most");
        assertFalse(bulkhead.enter("a", false));
        assertTrue(bulkhead.enter("b", false));
        assertTrue(bulkhead.enter("b", false));
        bulkhead.leaveSlow("a", false);
        bulkhead.leave("b", true);
        assertTrue(bulkhead.enter("a", false));
    }

    private void fill(String endpoint) {
        assertTrue(bulkhead.enter(endpoint, false));
        assertTrue(bulkhead.enter(endpoint, false));
    }
}
