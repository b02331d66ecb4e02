package io.gridhook.bench;

/**
 * Ids of fixed length, so that they can be written into an event that is ready, and found in a request without a JSON parser: four
 * digits for the run, nine for the event's number in it.
 */
final class EventIds {
    /** Before an id, in an event that is written as the corpus is. */
    private static final byte[] MARK = {'"', 'i', 'd', '"', ':', '"'};

    static final int LENGTH = 13;
    static final int RUNS_MAX = 9_999;

    /** Where an id is to come. */
    static final String NONE = "0".repeat(LENGTH);

    private static final long EVENTS_MAX = 1_000_000_000L;

    private EventIds() {}

    /** Run and number as one number, the decimal digits of which are the id. */
    static long of(int run, long sequence) {
        if (run < 0 || run > RUNS_MAX || sequence < 0 || sequence >= EVENTS_MAX) {
            throw new IllegalArgumentException(
                    "id: run " + run + ", event " + sequence + " (expected: within 4 and 9 digits)");
        }
        return run * EVENTS_MAX + sequence;
    }

    static int run(long id) {
        return (int) (id / EVENTS_MAX);
    }

    static long sequence(long id) {
        return id % EVENTS_MAX;
    }

    /** Writes it as digits. */
    static void write(long id, byte[] to, int at) {
        long rest = id;
        for (int i = at + LENGTH - 1; i >= at; i--) {
            to[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** Where the next id starts in {@code bytes}, at or after {@code from} and before {@code end}; -1: nowhere. */
    static int find(byte[] bytes, int from, int end) {
        for (int i = from; i <= end - MARK.length - LENGTH; i++) {
            if (bytes[i] == '"' && isMark(bytes, i) && isDigits(bytes, i + MARK.length)) {
                return i + MARK.length;
            }
        }
        return -1;
    }

    private static boolean isMark(byte[] bytes, int at) {
        for (int i = 1; i < MARK.length; i++) {
            if (bytes[at + i] != MARK[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigits(byte[] bytes, int at) {
        for (int i = at; i < at + LENGTH; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
        }
        return true;
    }

    /** The id whose digits start there. */
    static long read(byte[] bytes, int at) {
        long id = 0;
        for (int i = at; i < at + LENGTH; i++) {
            id = id * 10 + bytes[i] - '0';
        }
        return id;
    }
}
