package io.gridhook.core.history;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Rows of the delivery log as they are stored together: one write for hundreds of them. Immutable as long as nobody writes to its arrays.
 */
public final class HistoryBatch {
    /** Ours: of one batch. */
    public static final int ROWS_MAX = 512;
    /** Ours: between a batch's first row and its last. */
    public static final Duration SPAN_MAX = Duration.ofMinutes(5);
    /** Ours: how much earlier than a batch's first row another may be; then a clock was set back, and it goes into a batch of its own. */
    private static final Duration DISORDER_MAX = Duration.ofMinutes(1);

    private static final int PARTITION_DIGITS = 7;

    private static final long HOUR_MILLIS = 3_600_000;
    /** A whole number of hours, so that the partitions are the clock's: it lasts until 2286, and keys have one length. */
    private static final long LAST_MILLI = 2_777_777L * HOUR_MILLIS - 1;

    private static final Instant LAST = Instant.ofEpochMilli(LAST_MILLI);
    private static final int MILLIS_DIGITS = 13;

    private final String key;
    private final byte[] index;
    private final byte[] content;

    /**
     * A batch as it was stored.
     *
     * @param key see {@link #key(Instant, String)}; the order of keys is the newest first
     * @param index the sorted hashes of the events' ids, 4 bytes each, so that who looks for one event need not read all rows
     * @param content the rows, as {@link HistoryCodec} writes them
     */
    public HistoryBatch(String key, byte[] index, byte[] content) {
        this.key = key;
        this.index = index;
        this.content = content;
    }

    public String key() {
        return key;
    }

    public byte[] index() {
        return index;
    }

    public byte[] content() {
        return content;
    }

    /**
     * The key of a batch.
     *
     * @param last the time of its last row
     * @param name unlike those of other batches of that millisecond, on all instances: lower-case letters, digits and dashes
     */
    public static String key(Instant last, String name) {
        return since(last) + "-" + name;
    }

    /** What the keys of a time begin with: less than those of any earlier one. */
    private static String since(Instant time) {
        Instant known = time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time.isAfter(LAST) ? LAST : time;
        return String.format("%0" + MILLIS_DIGITS + "d", LAST_MILLI - known.toEpochMilli());
    }

    /** No batch with a row at {@code time} or before has a smaller key. */
    public static String firstKey(Instant time) {
        return since(time.isAfter(LAST) ? LAST : time.plus(SPAN_MAX).plus(DISORDER_MAX));
    }

    /** No batch with a row at {@code time} or after has a greater key. */
    public static String lastKey(Instant time) {
        return since(time) + "~";
    }

    /** The partition of a key, or of {@link #firstKey} or {@link #lastKey}: its hour, counted backwards. */
    public static String partition(String key) {
        long hours = Long.parseLong(key.substring(0, MILLIS_DIGITS)) / HOUR_MILLIS;
        return String.format("%0" + PARTITION_DIGITS + "d", hours);
    }

    /** Whether {@code text} can be the key of a batch. */
    public static boolean isKey(String text) {
        return text.matches("[0-9]{" + MILLIS_DIGITS + "}-[a-z0-9-]{1,64}");
    }

    /** The time of the last row of a batch, by its key. */
    public static Instant time(String key) {
        return Instant.ofEpochMilli(LAST_MILLI - Long.parseLong(key.substring(0, MILLIS_DIGITS)));
    }

    /**
     * As many of the first rows as a batch holds.
     *
     * @param rows in the order of time, roughly; one or more
     */
    public static Written of(List<HistoryRow> rows, String name) {
        Instant begin = rows.get(0).time().minus(DISORDER_MAX);
        Instant end = rows.get(0).time().plus(SPAN_MAX);
        int most = 0;
        while (most < rows.size()
                && most < ROWS_MAX
                && !rows.get(most).time().isBefore(begin)
                && !rows.get(most).time().isAfter(end)) {
            most++;
        }
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        List<HistoryRow> written = rows.subList(0, HistoryCodec.encode(rows.subList(0, most), content));
        Instant last =
                written.stream().map(HistoryRow::time).max(Instant::compareTo).orElse(end);
        return new Written(new HistoryBatch(key(last, name), index(written), content.toByteArray()), written.size());
    }

    /** A batch, and how many rows are in it: at least one, unless the first is too large for any. */
    public record Written(HistoryBatch batch, int rows) {}

    private static byte[] index(List<HistoryRow> rows) {
        int[] hashes = rows.stream()
                .mapToInt(row -> HistoryText.hash(row.eventId()))
                .distinct()
                .sorted()
                .toArray();
        ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Integer.BYTES);
        Arrays.stream(hashes).forEach(bytes::putInt);
        return bytes.array();
    }

    /** Whether rows of this event may be in it. A damaged index says nothing against it. */
    public static boolean mayHold(byte[] index, int idHash) {
        if (index.length % Integer.BYTES != 0) {
            return true;
        }
        ByteBuffer hashes = ByteBuffer.wrap(index);
        int from = 0;
        int to = index.length / Integer.BYTES;
        while (from < to) {
            int middle = (from + to) >>> 1;
            int found = hashes.getInt(middle * Integer.BYTES);
            if (found == idHash) {
                return true;
            }
            if (found < idHash) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return false;
    }

    /** What an event is looked for by. */
    public static int idHash(String eventId) {
        return HistoryText.hash(HistoryText.eventId(eventId));
    }

    /** Its rows in the order in which they were written; empty if it is damaged, or of a version that is not known. */
    public Optional<List<HistoryRow>> rows() {
        return HistoryCodec.decode(content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HistoryBatch batch
                && key.equals(batch.key)
                && Arrays.equals(index, batch.index)
                && Arrays.equals(content, batch.content);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return "HistoryBatch[" + key + "]";
    }
}
