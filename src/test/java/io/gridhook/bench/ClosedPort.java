package io.gridhook.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port that refuses connections and that nobody else can take: it is bound, and nothing listens. */
final class ClosedPort implements AutoCloseable {
    private final Socket socket = new Socket();

    ClosedPort() throws IOException {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    String url(String path) {
        return "http://127.0.0.1:" + socket.getLocalPort() + path;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
