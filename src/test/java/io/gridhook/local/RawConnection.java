package io.gridhook.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Bytes to and from a port of this machine, which no client would send. */
final class RawConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;

    RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What comes until the other side ends it; {@code ""} if it resets the connection. */
    String answer() throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            return "";
        }
    }

    /** Its first bytes, as far as the status. */
    String status() throws IOException {
        return new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.UTF_8);
    }

    /** The bytes of {@code piece} over and over that are taken before the other side ends it; at most {@code most}. */
    long flood(String piece, long most) {
        byte[] bytes = piece.getBytes(StandardCharsets.ISO_8859_1);
        long sent = 0;
        try {
            for (; sent < most; sent += bytes.length) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException e) {
            return sent;
        }
        return sent;
    }

    /** Sends {@code piece} again and again until the other side ends it or {@code most} has gone by; how often it was sent. */
    long drip(String piece, Duration pause, Duration most) throws IOException {
        long end = System.nanoTime() + most.toNanos();
        socket.setSoTimeout((int) pause.toMillis());
        for (long sent = 0; ; sent++) {
            try {
                send(piece);
                if (socket.getInputStream().read() < 0) {
                    return sent;
                }
            } catch (SocketTimeoutException e) {
                // Nothing came back in the pause: the other side still waits.
            } catch (SocketException e) {
                return sent;
            }
            if (System.nanoTime() > end) {
                return sent;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
