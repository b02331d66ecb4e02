package io.gridhook.adapter.entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against servers that behave badly, all on this machine. */
class HttpKeySourceTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(String path, int status, byte[] body) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().add("Location", url("/elsewhere").toString());
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            write(exchange, body);
        });
    }

    private static void write(HttpExchange exchange, byte[] body) {
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        } catch (IOException e) {
            // The reader had enough.
        }
    }

    private static Throwable failure(CompletableFuture<String> fetch) {
        Throwable cause = assertThrows(ExecutionException.class, () -> fetch.get(10, TimeUnit.SECONDS))
                .getCause();
        return Objects.requireNonNull(cause);
    }

    @Test
    void a_key_set_is_read() throws Exception {
        String keys = "{\"keys\":\"" + "é".repeat(100_000) + "\"}";
        answer("/keys", 200, keys.getBytes(StandardCharsets.UTF_8));
        assertEquals(keys, new HttpKeySource(url("/keys")).fetch().get(10, TimeUnit.SECONDS));
    }

    /** A redirect may lead anywhere; the address that was set is the one that is trusted. */
    @ParameterizedTest
    @ValueSource(ints = {204, 301, 302, 307, 401, 404, 500, 503})
    void another_status_is_no_answer(int status) {
        answer("/keys", status, new byte[0]);
        answer("/elsewhere", 200, "{}".getBytes(StandardCharsets.UTF_8));
        assertEquals(
                "status " + status,
                failure(new HttpKeySource(url("/keys")).fetch()).getMessage());
    }

    @Test
    void a_body_has_a_bound() throws Exception {
        answer("/most", 200, new byte[HttpKeySource.BYTES_MAX]);
        answer("/more", 200, new byte[HttpKeySource.BYTES_MAX + 1]);
        assertEquals(
                HttpKeySource.BYTES_MAX,
                new HttpKeySource(url("/most"))
                        .fetch()
                        .get(10, TimeUnit.SECONDS)
                        .length());
        assertEquals(
                "body: over 262144 bytes (expected: a key set)",
                failure(new HttpKeySource(url("/more")).fetch()).getMessage());
    }

    @Test
    void a_closed_port_is_no_answer() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        failure(new HttpKeySource(URI.create("http://127.0.0.1:" + port + "/keys")).fetch());
    }

    /** Also where the head came in time and the body does not end; the connection is closed then. */
    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"})
    void a_server_that_hangs_is_waited_for_so_long(String beginning) throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Integer> afterwards = CompletableFuture.supplyAsync(() -> serve(hanging, beginning));
            URI url = URI.create("http://127.0.0.1:" + hanging.getLocalPort() + "/keys");
            Throwable failure = failure(new HttpKeySource(url, SHORT).fetch());
            assertTrue(
                    failure instanceof TimeoutException || failure instanceof java.net.http.HttpTimeoutException,
                    failure.toString());
            assertEquals(-1, afterwards.get(10, TimeUnit.SECONDS), "the connection's end");
        }
    }

    /** Takes one connection, says so much, and reads on to its end. */
    private static int serve(ServerSocket listening, String beginning) {
        try (Socket socket = listening.accept()) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            int read = in.read();
            while (read >= 0) {
                read = in.read();
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
