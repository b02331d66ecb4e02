package io.gridhook.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A connection to the receiver, with what was read of its next request. */
final class SinkConnection {
    private static final byte[] OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final int AT_FIRST = 8 * 1024;

    private final SocketChannel channel;
    private final ReceiptLog log;
    private final ByteBuffer answer = ByteBuffer.wrap(OK);
    private byte[] bytes = new byte[AT_FIRST];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);

    SinkConnection(SocketChannel channel, ReceiptLog log) {
        this.channel = channel;
        this.log = log;
    }

    /** Reads what is there, and answers what is complete; false if the other side is gone. */
    boolean serve() {
        try {
            int read = channel.read(buffer);
            if (read < 0) {
                return false;
            }
            answerComplete();
            return true;
        } catch (IOException e) {
            return false; // reset by who opened it
        }
    }

    private void answerComplete() throws IOException {
        int end = buffer.position();
        int start = 0;
        for (int next = requestEnd(start, end); next >= 0; next = requestEnd(start, end)) {
            note(start, next);
            answer.clear();
            while (answer.hasRemaining()) {
                channel.write(answer);
            }
            start = next;
        }
        keep(start, end);
    }

    /** Where the request that starts there ends, -1 if it is not complete. */
    private int requestEnd(int start, int end) {
        int body = HttpText.bodyStart(bytes, start, end);
        if (body < 0) {
            return -1;
        }
        int requestEnd = body + HttpText.contentLength(bytes, start, body);
        if (requestEnd > end) {
            grow(requestEnd - start);
            return -1;
        }
        return requestEnd;
    }

    private void note(int start, int end) {
        long now = WallClock.nanos();
        int endpoint = endpoint(start);
        log.addRequest();
        for (int at = EventIds.find(bytes, start, end); at >= 0; at = EventIds.find(bytes, at, end)) {
            log.add(EventIds.read(bytes, at), endpoint, now);
        }
    }

    /** The number after the first slash. */
    private int endpoint(int start) {
        int at = start;
        while (bytes[at] != '/') {
            at++;
        }
        int endpoint = 0;
        for (at++; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            endpoint = 10 * endpoint + bytes[at] - '0';
        }
        return endpoint;
    }

    private void keep(int start, int end) {
        if (start > 0) {
            System.arraycopy(bytes, start, bytes, 0, end - start);
            buffer.position(end - start);
        }
        if (!buffer.hasRemaining()) {
            grow(2 * bytes.length);
        }
    }

    private void grow(int length) {
        if (length > bytes.length) {
            int position = buffer.position();
            bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
            buffer = ByteBuffer.wrap(bytes).position(position);
        }
    }
}
