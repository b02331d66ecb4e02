package io.gridhook.adapter.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** An endpoint on a free loopback port that does with each connection just what a test says, however rude. */
final class RawEndpoint implements AutoCloseable {
    /** What is done with one connection; it is closed afterwards. */
    interface Conversation {
        void hold(Socket socket) throws IOException;
    }

    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Conversation conversation;

    RawEndpoint(Conversation conversation) throws IOException {
        this(conversation, InetAddress.getLoopbackAddress(), 0);
    }

    /** @param port 0 for any that is free */
    RawEndpoint(Conversation conversation, InetAddress address, int port) throws IOException {
        this.conversation = conversation;
        this.server = new ServerSocket(port, 512, address);
        startDaemon(this::accept);
    }

    /** Answers every request on every connection with these bytes. */
    static RawEndpoint answering(String response) throws IOException {
        return new RawEndpoint(always(response));
    }

    static Conversation always(String response) {
        return socket -> {
            while (!readRequest(socket).isEmpty()) {
                send(socket, response);
            }
        };
    }

    int port() {
        return server.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/hook";
    }

    int connections() {
        return sockets.size();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                startDaemon(() -> converse(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void converse(Socket socket) {
        try (socket) {
            conversation.hold(socket);
        } catch (IOException e) {
            // the client left, which its own outcome tells
        }
    }

    private static void startDaemon(Runnable work) {
        Thread thread = new Thread(work, "raw-endpoint");
        thread.setDaemon(true);
        thread.start();
    }

    /** One whole request as text, or what came of it before the client left. */
    static String readRequest(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        int at = head.indexOf("Content-Length: ") + "Content-Length: ".length();
        int length = Integer.parseInt(head.substring(at, head.indexOf("\r\n", at)));
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Waits until the client ends the connection, which a reset does as well. */
    static void awaitEnd(Socket socket, CompletableFuture<Boolean> ended) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // whatever is left of the request
            }
        } catch (IOException e) {
            // reset
        }
        ended.complete(true);
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
