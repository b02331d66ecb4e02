package io.gridhook.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.Rows;
import io.gridhook.port.DeliveryHistory.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store of the delivery log does. */
public abstract class DeliveryHistoryContract {
    private static final Instant NOON = Rows.NOON;
    private static final Instant LONG_AGO = NOON.minus(Duration.ofDays(30));

    /** The store under test, one for each test, empty at first. */
    protected abstract DeliveryHistory history();

    private static HistoryBatch batch(Instant time, String name, String... eventIds) {
        List<HistoryRow> rows = new ArrayList<>();
        for (String eventId : eventIds) {
            rows.add(Rows.attempted(time, eventId, 1, Rows.AGAIN));
        }
        return HistoryBatch.of(rows, name).batch();
    }

    private Found find(Instant from, Instant to, OptionalInt idHash, int most) {
        return history().find(HistoryBatch.firstKey(to), HistoryBatch.lastKey(from), idHash, most);
    }

    private Found all() {
        return find(LONG_AGO, NOON.plusSeconds(1), OptionalInt.empty(), 100);
    }

    @Test
    void batches_are_as_they_were_appended_the_newest_first() {
        List<HistoryBatch> batches = new ArrayList<>();
        for (int hours = 0; hours < 30; hours += 5) {
            batches.add(batch(NOON.minus(Duration.ofHours(hours)), "i-1", "e-" + hours));
        }
        new SplittableRandom(1)
                .ints(20, 0, batches.size())
                .mapToObj(batches::get)
                .forEach(history()::append);
        batches.forEach(history()::append);
        assertEquals(new Found(batches, Optional.empty()), all());
        assertEquals(
                batches.stream().map(HistoryBatch::rows).toList(),
                all().batches().stream().map(HistoryBatch::rows).toList());
    }

    @Test
    void a_range_has_its_ends_and_no_more() {
        HistoryBatch newest = batch(NOON, "i-1", "e");
        HistoryBatch middle = batch(NOON.minus(Duration.ofHours(1)), "i-1", "e");
        HistoryBatch oldest = batch(NOON.minus(Duration.ofHours(2)), "i-1", "e");
        List.of(newest, middle, oldest).forEach(history()::append);
        assertEquals(
                List.of(middle),
                history()
                        .find(middle.key(), middle.key(), OptionalInt.empty(), 10)
                        .batches());
        assertEquals(
                List.of(middle, oldest),
                history()
                        .find(middle.key(), oldest.key(), OptionalInt.empty(), 10)
                        .batches());
        assertEquals(
                new Found(List.of(), Optional.empty()),
                find(NOON.plusSeconds(3_600), NOON.plusSeconds(7_200), OptionalInt.empty(), 10));
    }

    @Test
    void a_reader_goes_on_where_it_stopped() {
        List<HistoryBatch> batches = IntStream.range(0, 5)
                .mapToObj(i -> batch(NOON.minusSeconds(1_000L * i), "i-" + i, "e"))
                .toList();
        batches.forEach(history()::append);
        List<HistoryBatch> read = new ArrayList<>();
        Optional<String> next = Optional.of(HistoryBatch.firstKey(NOON));
        List<Integer> sizes = new ArrayList<>();
        while (next.isPresent()) {
            Found found = history().find(next.get(), HistoryBatch.lastKey(LONG_AGO), OptionalInt.empty(), 2);
            read.addAll(found.batches());
            sizes.add(found.batches().size());
            next = found.next();
        }
        assertEquals(batches, read);
        assertEquals(List.of(2, 2, 1), sizes);
    }

    @Test
    void only_batches_that_may_hold_the_event_are_found() {
        HistoryBatch one = batch(NOON, "i-1", "a", "b");
        HistoryBatch two = batch(NOON.minusSeconds(1), "i-1", "c");
        HistoryBatch three = batch(NOON.minusSeconds(2), "i-1", "d", "b");
        List.of(one, two, three).forEach(history()::append);
        OptionalInt b = OptionalInt.of(HistoryBatch.idHash("b"));
        assertEquals(new Found(List.of(one, three), Optional.empty()), find(LONG_AGO, NOON, b, 100));
        assertEquals(new Found(List.of(one), Optional.of(three.key())), find(LONG_AGO, NOON, b, 2));
        assertEquals(
                new Found(List.of(), Optional.empty()),
                find(LONG_AGO, NOON, OptionalInt.of(HistoryBatch.idHash("x")), 100));
    }

    @Test
    void what_is_old_is_deleted_some_at_a_time() {
        List<HistoryBatch> old = IntStream.range(0, 5)
                .mapToObj(i -> batch(LONG_AGO.plusSeconds(i * 1_000L), "i-" + i, "e"))
                .toList();
        HistoryBatch justOld = batch(NOON.minusMillis(1), "i-1", "e");
        HistoryBatch young = batch(NOON, "i-1", "e");
        old.forEach(history()::append);
        history().append(justOld);
        history().append(young);
        assertEquals(4, history().deleteBefore(NOON, 4));
        assertEquals(2, history().deleteBefore(NOON, 4));
        assertEquals(0, history().deleteBefore(NOON, 4));
        assertEquals(List.of(young), all().batches());
    }

    /** The largest there is, of bytes that do not deflate. */
    @Test
    void a_full_batch_is_kept() {
        SplittableRandom random = new SplittableRandom(4);
        byte[] content = new byte[600 * 1024];
        byte[] index = new byte[4 * HistoryBatch.ROWS_MAX];
        random.nextBytes(content);
        random.nextBytes(index);
        HistoryBatch full = new HistoryBatch(HistoryBatch.key(NOON, "i-1"), index, content);
        history().append(full);
        assertEquals(List.of(full), all().batches());
    }
}
