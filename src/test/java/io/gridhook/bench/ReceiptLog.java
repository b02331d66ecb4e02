package io.gridhook.bench;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** What came to the receiver: event, endpoint and time, in arrays, so that a million of them cost little. */
final class ReceiptLog {
    private static final int AT_FIRST = 1 << 16;

    private long requests;
    private long events;
    private int count;
    private long[] ids = new long[AT_FIRST];
    private int[] endpoints = new int[AT_FIRST];
    private long[] nanos = new long[AT_FIRST];

    synchronized void addRequest() {
        requests++;
    }

    synchronized void add(long id, int endpoint, long time) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
            endpoints = Arrays.copyOf(endpoints, 2 * count);
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        ids[count] = id;
        endpoints[count] = endpoint;
        nanos[count] = time;
        count++;
        events++;
    }

    synchronized void writeCounts(DataOutputStream out) throws IOException {
        out.writeLong(requests);
        out.writeLong(events);
    }

    /** Forgets them then. */
    synchronized void writeReceipts(DataOutputStream out) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeLong(ids[i]);
            out.writeInt(endpoints[i]);
            out.writeLong(nanos[i]);
        }
        count = 0;
    }
}
