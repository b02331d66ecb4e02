package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
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
