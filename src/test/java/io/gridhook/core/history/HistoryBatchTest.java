package io.gridhook.core.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** Issue 8, point 1: hundreds of rows in one write, found again by time and by event. */
class HistoryBatchTest {
    private static final Instant NOON = Rows.NOON;
    /** Storage's limit of an entity, less what its keys and the names of its properties take. */
    private static final int ENTITY_BYTES_MAX = 1_000_000;

    private static HistoryBatch batch(List<HistoryRow> rows) {
        HistoryBatch.Written written = HistoryBatch.of(rows, "i-1");
        assertEquals(rows.size(), written.rows());
        return written.batch();
    }

    @Test
    void any_rows_are_read_as_they_were_written() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<HistoryRow> rows = IntStream.rangeClosed(0, random.nextInt(20))
                    .mapToObj(i -> Rows.any(random, NOON.plusMillis(i)))
                    .toList();
            assertEquals(Optional.of(rows), batch(rows).rows(), "seed " + seed);
        }
    }

    @Test
    void a_batch_holds_so_many_rows_and_no_more() {
        List<HistoryRow> rows = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            rows.add(Rows.attempted(NOON.plusMillis(i), "e-" + i, 1, Rows.AGAIN));
        }
        HistoryBatch.Written written = HistoryBatch.of(rows, "i-1");
        assertEquals(512, written.rows());
        assertEquals(Optional.of(rows.subList(0, 512)), written.batch().rows());
        assertTrue(
                written.batch().content().length < 64 * 1024,
                "bytes: " + written.batch().content().length);
    }

    /** Whatever publishers choose: nothing that does not fit an entity is ever sent. */
    @Test
    void a_batch_fits_an_entity_whatever_is_in_it() {
        SplittableRandom random = new SplittableRandom(1);
        for (int chars : new int[] {10, 256, 5_000, 100_000}) {
            List<HistoryRow> rows = IntStream.range(0, 512)
                    .<HistoryRow>mapToObj(i -> new HistoryRow.Published(
                            NOON,
                            "orders",
                            random.ints(300, 0x4E00, 0x9FFF)
                                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                                    .toString(),
                            "T",
                            List.of(random.ints(chars, ' ', 0x7F)
                                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                                    .toString()),
                            List.of(),
                            false))
                    .toList();
            HistoryBatch.Written written = HistoryBatch.of(rows, "i-1");
            assertTrue(written.rows() > 0, "rows of " + chars);
            int bytes = written.batch().content().length + written.batch().index().length;
            assertTrue(bytes < ENTITY_BYTES_MAX, "bytes: " + bytes);
            assertEquals(
                    Optional.of(rows.subList(0, written.rows())),
                    written.batch().rows());
        }
    }

    @Test
    void a_row_that_fits_no_batch_is_told() {
        HistoryRow row =
                new HistoryRow.Published(NOON, "orders", "e", "T", List.of("x".repeat(600_000)), List.of(), false);
        assertEquals(0, HistoryBatch.of(List.of(row), "i-1").rows());
    }

    /** So that a window of time finds all of its rows by the time of the last. */
    @Test
    void rows_that_are_far_apart_are_in_batches_of_their_own() {
        List<HistoryRow> late = List.of(
                Rows.attempted(NOON, "e", 1, Rows.AGAIN),
                Rows.attempted(NOON.plus(Duration.ofMinutes(5)), "e", 2, Rows.AGAIN),
                Rows.attempted(NOON.plus(Duration.ofMinutes(5)).plusMillis(1), "e", 3, Rows.AGAIN));
        assertEquals(2, HistoryBatch.of(late, "i-1").rows());
        List<HistoryRow> setBack = List.of(
                Rows.attempted(NOON, "e", 1, Rows.AGAIN), Rows.attempted(NOON.minusSeconds(61), "e", 2, Rows.AGAIN));
        assertEquals(1, HistoryBatch.of(setBack, "i-1").rows());
    }

    @Test
    void a_window_has_the_keys_of_all_rows_in_it() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 1_000; i++) {
            Instant first = NOON.plusMillis(random.nextLong(-100_000_000, 100_000_000));
            Instant last = first.plusMillis(random.nextLong(HistoryBatch.SPAN_MAX.toMillis()));
            String key = batch(List.of(
                            Rows.attempted(first, "e", 1, Rows.AGAIN), Rows.attempted(last, "e", 2, Rows.AGAIN)))
                    .key();
            assertTrue(HistoryBatch.isKey(key), key);
            assertEquals(last.toEpochMilli(), HistoryBatch.time(key).toEpochMilli());
            assertTrue(HistoryBatch.firstKey(first).compareTo(key) <= 0);
            assertTrue(HistoryBatch.lastKey(last).compareTo(key) >= 0);
            assertTrue(HistoryBatch.lastKey(last.plusMillis(1)).compareTo(key) < 0);
            assertTrue(
                    HistoryBatch.firstKey(first.minus(Duration.ofMinutes(12))).compareTo(key) > 0);
            assertTrue(
                    HistoryBatch.partition(HistoryBatch.firstKey(first)).compareTo(HistoryBatch.partition(key)) <= 0);
        }
    }

    @Test
    void the_newest_comes_first_and_any_time_has_a_key() {
        String newer = HistoryBatch.key(NOON.plusMillis(1), "a");
        String older = HistoryBatch.key(NOON, "a");
        assertTrue(newer.compareTo(older) < 0);
        assertTrue(HistoryBatch.partition(HistoryBatch.key(NOON.plusSeconds(3_600), "a"))
                        .compareTo(HistoryBatch.partition(older))
                < 0);
        for (Instant time : List.of(Instant.MIN, Instant.EPOCH, Instant.parse("3000-01-01T00:00:00Z"), Instant.MAX)) {
            assertEquals(13, HistoryBatch.firstKey(time).length());
            assertEquals(7, HistoryBatch.partition(HistoryBatch.lastKey(time)).length());
        }
    }

    @Test
    void the_index_tells_the_events_that_are_in_it_and_seldom_another() {
        List<HistoryRow> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            rows.add(Rows.attempted(NOON, "e-" + i / 2, 1, Rows.AGAIN));
        }
        HistoryBatch batch = batch(rows);
        assertEquals(250 * 4, batch.index().length);
        for (int i = 0; i < 250; i++) {
            assertTrue(HistoryBatch.mayHold(batch.index(), HistoryBatch.idHash("e-" + i)), "e-" + i);
        }
        long others = IntStream.range(1_000, 11_000)
                .filter(i -> HistoryBatch.mayHold(batch.index(), HistoryBatch.idHash("e-" + i)))
                .count();
        assertTrue(others < 5, others + " of 10,000 that are not in it");
        assertTrue(HistoryBatch.mayHold(new byte[] {1, 2, 3}, 0), "a damaged index");
        assertFalse(HistoryBatch.mayHold(new byte[0], 0));
    }

    /** Long ids that begin alike are not the same event. */
    @Test
    void a_long_id_is_kept_short_and_told_from_others() {
        String one = "x".repeat(300) + "1";
        String other = "x".repeat(300) + "2";
        assertEquals(256, HistoryText.eventId(one).length());
        assertEquals(HistoryText.eventId(one), HistoryText.eventId(HistoryText.eventId(one)));
        assertFalse(HistoryText.eventId(one).equals(HistoryText.eventId(other)));
        assertTrue(HistoryBatch.mayHold(
                batch(List.of(Rows.attempted(NOON, one, 1, Rows.AGAIN))).index(), HistoryBatch.idHash(one)));
    }

    // What others wrote, or broke.

    private static Optional<List<HistoryRow>> read(byte[] content) {
        return new HistoryBatch(HistoryBatch.key(NOON, "a"), new byte[0], content).rows();
    }

    private static byte[] deflated(int version, byte[] plain) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(version);
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(content)) {
            deflated.write(plain);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return content.toByteArray();
    }

    private static byte[] deflated(int version, String plain) {
        return deflated(version, plain.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_version_that_is_not_known_is_not_read() {
        byte[] content = batch(List.of(Rows.ended(NOON, "e", "Forbidden", ""))).content();
        content[0] = 2;
        assertEquals(Optional.empty(), read(content));
        assertEquals(Optional.empty(), read(new byte[0]));
    }

    @Test
    void rows_that_are_not_known_are_left_out_and_the_others_are_not() {
        HistoryRow known = Rows.ended(NOON, "e", "Forbidden", "");
        String line = HistoryJson.of(known).toString();
        assertEquals(
                Optional.of(List.of(known)),
                read(deflated(
                        1,
                        "{\"kind\":\"test\"}\n[]\nnull\n{\"kind\":\"attempt\",\"topic\":\"orders\"}\n"
                                + line.replace("\"time\":\"2026", "\"time\":\"noon") + "\n" + line + "\n"
                                + "{\"kind\":\"publish\",\"time\":\"2026-11-20T12:00:00Z\",\"topic\":\"t\",\"id\":\"e\","
                                + "\"type\":\"T\",\"notMatched\":[[\"a\"]]}\n")));
    }

    /** Half a MiB is read of what unpacks to a GiB. */
    @Test
    void what_unpacks_to_more_than_a_batch_is_not_read() {
        assertEquals(Optional.empty(), read(deflated(1, new byte[HistoryCodec.PLAIN_BYTES_MAX + 1])));
        assertEquals(Optional.empty(), read(deflated(1, "{")));
        assertEquals(Optional.of(List.of()), read(deflated(1, "")));
    }

    @Test
    void damaged_bytes_never_throw() {
        byte[] good = batch(List.of(
                        Rows.attempted(NOON, "e", 1, Rows.AGAIN),
                        Rows.ended(NOON, "e", "Forbidden", "b"),
                        Rows.published(NOON, "e", false)))
                .content();
        SplittableRandom random = new SplittableRandom(3);
        int read = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = Arrays.copyOf(good, random.nextInt(good.length + 10));
            for (int change = random.nextInt(4); change > 0 && damaged.length > 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            read += read(damaged).isPresent() ? 1 : 0;
        }
        assertTrue(read > 0 && read < 5_000, "read: " + read);
        assertArrayEquals(good, good.clone());
    }
}
