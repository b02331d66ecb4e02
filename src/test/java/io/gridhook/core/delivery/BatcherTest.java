package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §7 and vector 8 of §23. */
class BatcherTest {
    /** Sizes in bytes; batches are separated by {@code |}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1 1 1          ; 1 ; 100  ; 1|1|1",
                "1 1 1          ; 2 ; 100  ; 1 1|1",
                "1 1 1          ; 9 ; 100  ; 1 1 1",
                // the preferred size is a target that may be met exactly
                "50 50 1        ; 9 ; 100  ; 50 50|1",
                "50 51 1        ; 9 ; 100  ; 50|51 1",
                // an event larger than it goes alone, wherever it stands
                "1 101 1        ; 9 ; 100  ; 1|101|1",
                "101 101        ; 9 ; 100  ; 101|101",
                "101            ; 9 ; 100  ; 101",
                // never reordered to fill a batch
                "60 60 40 40    ; 9 ; 100  ; 60|60 40|40",
                "60 60 40 40    ; 1 ; 100  ; 60|60|40|40",
            })
    void batches_keep_order_cap_and_preferred_size(String sizes, int maxEvents, long preferred, String batches) {
        assertEquals(batches, text(Batcher.cut(numbers(sizes), maxEvents, preferred, Integer::intValue)));
    }

    @Test
    void vector_8_twenty_five_events_at_ten_a_post() {
        List<List<Integer>> posts = Batcher.cut(Collections.nCopies(25, 100), 10, 64 * 1024, Integer::intValue);
        assertEquals(List.of(10, 10, 5), posts.stream().map(List::size).toList());
    }

    @Test
    void vector_8_ten_kilobytes_go_alone_where_four_are_preferred() {
        assertEquals("1024 1024|10240|1024", text(Batcher.cut(numbers("1024 1024 10240 1024"), 10, 4_096, n -> n)));
    }

    @Test
    void nothing_makes_no_batch() {
        assertEquals(List.of(), Batcher.cut(List.<Integer>of(), 10, 100, Integer::intValue));
    }

    @Test
    void sizes_do_not_overflow() {
        List<Integer> huge = Collections.nCopies(4, Integer.MAX_VALUE);
        assertEquals(
                4, Batcher.cut(huge, 10, Integer.MAX_VALUE, Integer::intValue).size());
    }

    @Test
    void no_event_is_lost_and_no_batch_breaks_a_rule() {
        Tasks.eachSeed(1_000, random -> {
            List<Integer> sizes = new ArrayList<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                sizes.add(random.nextInt(1, 200));
            }
            int maxEvents = random.nextInt(1, 20);
            int preferred = random.nextInt(1, 500);
            List<List<Integer>> batches = Batcher.cut(sizes, maxEvents, preferred, Integer::intValue);
            assertEquals(sizes, batches.stream().flatMap(List::stream).toList());
            for (List<Integer> batch : batches) {
                int sum = batch.stream().mapToInt(Integer::intValue).sum();
                assertTrue(batch.size() <= maxEvents && (sum <= preferred || batch.size() == 1), batch::toString);
            }
        });
    }

    /** Ours: full twice, then halved; the last attempt is an event's own. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // attempts and minutes to live, the cap, and what is left of it at each attempt
                "30 | 1440 | 10   | 10 10 5 2 1 1 1 1 1 1 1",
                "30 | 1440 | 1    | 1 1 1 1 1 1 1 1 1 1 1",
                "30 | 1440 | 5000 | 5000 5000 256 128 64 32 16 8 4 2 1",
                "5  | 1440 | 5000 | 5000 5000 4 2 1",
                "3  | 1440 | 10   | 10 10 1",
                "2  | 1440 | 10   | 10 10",
                "30 | 60   | 512  | 512 512 16 8 4 2 1",
                "30 | 1    | 10   | 10 10",
            })
    void what_failed_twice_goes_in_smaller_batches(int attempts, int minutes, int maxEvents, String most) {
        RetryPolicy policy = policy(attempts, minutes, false);
        List<Integer> caps = IntStream.range(0, policy.attemptsInTime())
                .mapToObj(made -> Batcher.most(maxEvents, policy, made, false))
                .toList();
        assertEquals(numbers(most), caps);
        assertEquals(1, Batcher.most(maxEvents, policy, TaskState.ATTEMPTS_MAX, false));
        assertFalse(Batcher.isSuspect(policy, 1, false));
        assertTrue(Batcher.isSuspect(policy, 2, false));
    }

    /** Ours: for a schedule of the subscription's own alone. */
    @Test
    void what_was_answered_413_goes_in_half() {
        assertEquals(5, Batcher.most(10, policy(30, 1_440, true), 1, true));
        assertEquals(2, Batcher.most(10, policy(30, 1_440, true), 2, true));
        assertEquals(10, Batcher.most(10, policy(30, 1_440, false), 1, true));
        assertTrue(Batcher.isSuspect(policy(30, 1_440, true), 1, true));
    }

    private static RetryPolicy policy(int attempts, int minutes, boolean ownSchedule) {
        RetryProfile cloud = RetryProfiles.standard().named(RetryProfiles.CLOUD).orElseThrow();
        return new RetryPolicy(
                cloud, cloud.schedule(), attempts, Duration.ofMinutes(minutes), ownSchedule, Duration.ofHours(4));
    }

    private static List<Integer> numbers(String text) {
        return List.of(text.strip().split(" ", -1)).stream()
                .map(Integer::valueOf)
                .toList();
    }

    private static String text(List<List<Integer>> batches) {
        return batches.stream()
                .map(batch -> batch.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("|"));
    }
}
