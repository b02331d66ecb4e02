package io.gridhook.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A kept-alive connection of the load, with at most one publish under way. */
final class LoadConnection {
    /** For the length and the end of the head. */
    private static final int LENGTH_MAX = 16;

    private static final int ANSWER_MAX = 64 * 1024;
    private static final int NOTHING = -1;

    private final Selector selector;
    private final InetSocketAddress address;
    private final int headLength;
    private final byte[] request;
    private final ByteBuffer out;
    private final byte[] answer = new byte[ANSWER_MAX];
    private final ByteBuffer in = ByteBuffer.wrap(answer);
    private SocketChannel channel;
    private SelectionKey key;
    private int publish = NOTHING;
    private boolean broken;

    /**
     * Opens it.
     *
     * @param head the head of every request, up to the value of its last line, Content-Length
     * @param bodyMax length of the longest body
     */
    LoadConnection(Selector selector, URI url, byte[] head, int bodyMax) throws IOException {
        this.selector = selector;
        this.address = new InetSocketAddress(url.getHost(), url.getPort());
        this.headLength = head.length;
        this.request = new byte[head.length + LENGTH_MAX + bodyMax];
        this.out = ByteBuffer.wrap(request);
        System.arraycopy(head, 0, request, 0, head.length);
        this.channel = connected();
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    private SocketChannel connected() throws IOException {
        SocketChannel connected = SocketChannel.open(address);
        connected.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connected.configureBlocking(false);
        return connected;
    }

    /** Sends what of it can be sent now. */
    void send(int number, PublishBody body, long firstId) throws IOException {
        if (broken) {
            reopen();
        }
        publish = number;
        byte[] length = (body.length() + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(length, 0, request, headLength, length.length);
        body.write(firstId, request, headLength + length.length);
        out.clear().limit(headLength + length.length + body.length());
        write();
    }

    private void reopen() throws IOException {
        channel.close();
        channel = connected();
        key = channel.register(selector, SelectionKey.OP_READ, this);
        in.clear();
        broken = false;
    }

    private void write() {
        try {
            channel.write(out);
            key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        } catch (IOException e) {
            fail();
        }
    }

    /** Goes on with what it is ready for; the status of a complete answer, 0 if the connection broke, -1 if there is more to come. */
    int proceed() {
        if (key.isValid() && key.isWritable()) {
            write();
        }
        try {
            if (broken || channel.read(in) < 0) {
                return fail();
            }
        } catch (IOException e) {
            return fail();
        }
        int end = in.position();
        int body = HttpText.bodyStart(answer, 0, end);
        if (body < 0 || end < body + HttpText.contentLength(answer, 0, body)) {
            return NOTHING;
        }
        return HttpText.status(answer, 0);
    }

    private int fail() {
        broken = true;
        key.cancel();
        return 0;
    }

    boolean isBroken() {
        return broken;
    }

    boolean isBusy() {
        return publish != NOTHING;
    }

    /** Takes the next publish; the one that was under way. */
    int ended() {
        int ended = publish;
        publish = NOTHING;
        in.clear();
        return ended;
    }

    void close() throws IOException {
        channel.close();
    }
}
