package io.gridhook.bench;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;

/**
 * The receiver's process of the throughput suite: one thread that reads requests off its connections, notes the ids in them and answers
 * 200. It does no more than it must, as it shares the processors with what is measured.
 *
 * <p>{@code POST /<endpoint>}: a number. Its standard input asks: {@code c} for how many requests and events came
 * so far, two numbers of 8 bytes; {@code t} for the receipts since it was last asked: their number (4 bytes), then for each the event's
 * id (8), the endpoint (4) and the nanoseconds since 1970 (8). It ends with its input.
 */
final class Sink {
    /** Connections that the system holds until they are accepted. */
    private static final int BACKLOG = 1_024;

    private final ReceiptLog log = new ReceiptLog();
    private final ServerSocketChannel server;

    private Sink(ServerSocketChannel server) {
        this.server = server;
    }

    /** Prints its port, then runs until its standard input ends. */
    public static void main(String[] args) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        Sink sink = new Sink(server);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
        out.writeInt(server.socket().getLocalPort());
        out.flush();
        Thread thread = new Thread(sink::serve, "sink");
        thread.setDaemon(true);
        thread.start();
        for (int asked = System.in.read(); asked >= 0; asked = System.in.read()) {
            sink.tell(asked, out);
            out.flush();
        }
    }

    private void tell(int asked, DataOutputStream out) throws IOException {
        if (asked == 'c') {
            log.writeCounts(out);
        } else {
            log.writeReceipts(out);
        }
    }

    private void serve() {
        try (Selector selector = Selector.open()) {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            while (true) {
                selector.select();
                Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
                while (ready.hasNext()) {
                    serve(selector, ready.next());
                    ready.remove();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the receiver broke off", e);
        }
    }

    private void serve(Selector selector, SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel channel = server.accept();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ, new SinkConnection(channel, log));
        } else if (key.attachment() instanceof SinkConnection connection && !connection.serve()) {
            key.cancel();
            key.channel().close();
        }
    }
}
