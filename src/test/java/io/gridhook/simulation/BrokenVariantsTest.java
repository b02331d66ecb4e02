package io.gridhook.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.simulation.Complaint.Kind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: the simulation notices what it is there for. Method: the app works behind a port that makes one mistake, for as many days as it
 * takes until somebody complains of it, but no more than are few.
 */
class BrokenVariantsTest {
    private static final int SEEDS_MAX = 40;
    private static final double NO_FAULTS = 0;
    private static final double FAULTS = 0.004;
    private static final double MANY_FAULTS = 0.02;

    @Test
    void the_simulation_catches_a_reschedule_after_completion() {
        isCaught(Variants::rescheduleAfterCompletion, MANY_FAULTS, Kind.LOST);
    }

    @Test
    void the_simulation_catches_a_drop_on_a_cache_miss() {
        isCaught(Variants::dropOnCacheMiss, NO_FAULTS, Kind.UNFOUNDED_END);
    }

    /** A deletion is in force everywhere within 5 s. */
    @Test
    void the_simulation_catches_a_deletion_seen_late() {
        isCaught(Variants::deletionSeenLate, NO_FAULTS, Kind.AFTER_DELETION);
    }

    @Test
    void the_simulation_catches_a_storage_error_taken_for_a_deletion() {
        isCaught(Variants::storageErrorTakenForDeletion, FAULTS, Kind.UNFOUNDED_END);
    }

    @Test
    void the_simulation_catches_generations_that_are_ignored() {
        isCaught(Variants::generationsIgnored, NO_FAULTS, Kind.INHERITED);
    }

    @Test
    void the_simulation_catches_poison_treated_as_a_drop() {
        isCaught(Variants::poisonTreatedAsDrop, FAULTS, Kind.POISON);
    }

    @Test
    void the_simulation_catches_a_payload_deleted_early() {
        isCaught(Variants::payloadDeletedEarly, NO_FAULTS, Kind.MISSING_PAYLOAD);
    }

    /** What it holds back ends by its time to live, undelivered, though the endpoint is there again. */
    @Test
    void the_simulation_catches_a_probe_claim_without_expiry() {
        isCaught(Variants::probeClaimWithoutExpiry, MANY_FAULTS, Kind.UNFOUNDED_END);
    }

    @Test
    void the_simulation_catches_a_hand_off_that_forgets_its_attempt() {
        isCaught(Variants::handOffThatForgetsItsAttempt, NO_FAULTS, Kind.REPEATED_ATTEMPT);
    }

    @Test
    void the_simulation_catches_a_time_to_live_unchecked_on_deferral() {
        isCaught(Variants::timeToLiveUncheckedOnDeferral, NO_FAULTS, Kind.AFTER_TIME_TO_LIVE);
    }

    @Test
    void the_simulation_catches_one_retry_for_all_that_shared_a_post() {
        isCaught(Variants::oneRetryForAllThatSharedAPost, NO_FAULTS, Kind.LOST);
    }

    @Test
    void the_simulation_catches_first_attempts_without_a_lease() {
        isCaught(Variants::firstAttemptsWithoutLease, NO_FAULTS, Kind.SECOND_END);
    }

    @Test
    void the_simulation_catches_first_attempts_that_nobody_takes_over() {
        isCaught(Variants::firstAttemptsHiddenForDays, MANY_FAULTS, Kind.LEFT_OVER);
    }

    @Test
    void the_simulation_catches_first_attempts_from_memory() {
        isCaught(Variants::firstAttemptsFromMemory, MANY_FAULTS, Kind.LOST);
    }

    @Test
    void the_simulation_catches_a_pause_taken_for_a_deletion() {
        isCaught(Variants::pauseTakenForDeletion, NO_FAULTS, Kind.UNFOUNDED_END);
    }

    /** A pause is in force everywhere within 5 s, and 3 more for what waits for a place. */
    @Test
    void the_simulation_catches_a_pause_seen_late() {
        isCaught(Variants::deletionSeenLate, NO_FAULTS, Kind.SENT_IN_A_PAUSE);
    }

    @Test
    void the_simulation_catches_attempts_counted_in_a_pause() {
        isCaught(Variants::attemptsCountedInAPause, NO_FAULTS, Kind.TOO_EARLY);
    }

    @Test
    void the_simulation_catches_a_pause_looked_at_seldom() {
        isCaught(Variants::pauseLookedAtSeldom, NO_FAULTS, Kind.DRAINED_LATE);
    }

    @Test
    void the_simulation_catches_notices_of_notices() {
        isCaught(Variants::noticesOfNotices, NO_FAULTS, Kind.NOTICE_OF_NOTICE);
    }

    private interface Mistake {
        Variant make();
    }

    private static void isCaught(Mistake mistake, double faults, Kind expected) {
        Map<Kind, String> heard = new ConcurrentHashMap<>();
        LongStream.rangeClosed(1, SEEDS_MAX)
                .parallel()
                .filter(seed -> !heard.containsKey(expected))
                .forEach(seed -> Day.run(seed, faults, mistake.make())
                        .complaints()
                        .forEach(complaint -> heard.putIfAbsent(complaint.kind(), complaint.text())));
        assertTrue(heard.containsKey(expected), "nobody complained of " + expected + " but of " + heard);
    }
}
