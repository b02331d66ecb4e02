package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no request, or too much of one, on a socket: refused or ended, and the next one is answered. */
@Timeout(120)
class HostileRequestTest {
    private static final String END = "\r\nHost: h\r\nConnection: close\r\n\r\n";
    private static final long MANY_BYTES = 256L * 1024 * 1024;
    /** What the systems' buffers hold, and more. */
    private static final long TAKEN_BYTES_MAX = 32L * 1024 * 1024;

    private final EchoHost host = new EchoHost();

    @AfterEach
    void the_next_request_is_answered() throws IOException {
        try (host) {
            assertTrue(exchange("GET /echo/x HTTP/1.1" + END).startsWith("HTTP/1.1 200 "));
        }
    }

    private String exchange(String request) throws IOException {
        try (RawConnection connection = new RawConnection(host.port())) {
            connection.send(request);
            return connection.answer();
        }
    }

    /** The second column is the status; {@code none} for a connection that is ended without one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "POST /echo/x HTTP/1.1~Content-Length: abc ; 400",
                "POST /echo/x HTTP/1.1~Content-Length: -5 ; 400",
                "POST /echo/x HTTP/1.1~Content-Length: 5,5 ; 400",
                "POST /echo/x HTTP/1.1~Content-Length: 5~Content-Length: 3 ; 400",
                "POST /echo/x HTTP/1.1~Content-Length: 99999999999999999999 ; 400",
                "POST /echo/x HTTP/1.1~Content-Length: 5~Transfer-Encoding: chunked ; 400",
                "POST /echo/x HTTP/1.1~Transfer-Encoding: gzip ; 501",
                "GET /echo/x?a=| ; 400",
                "GET /echo/x?a=^ HTTP/1.1 ; 400",
                "GET /echo/%zz HTTP/1.1 ; 400",
                "GET /echo/%00%0d%0a HTTP/1.1 ; 400",
                "GET /echo/%0d%0a HTTP/1.1 ; 200",
                "GET /echo/x#f HTTP/1.1 ; 200",
                "GET //a:b/echo/x HTTP/1.1 ; 200",
                "GET http://other/echo/x HTTP/1.1 ; 200",
                "GET mailto:x HTTP/1.1 ; none",
                "OPTIONS * HTTP/1.1 ; 404",
                "GET echo/x HTTP/1.1 ; 404",
                "GET /echo/x ; 400",
                "GET /echo/x HTTP/1.1~foo ; 400",
                "GET /echo/x HTTP/1.1~: foo ; 400",
                "GET /echo/x HTTP/1.1~a b: foo ; 400",
                "<<<>>> ; 400",
            })
    void what_is_no_request_is_refused(String request, String status) throws IOException {
        String answer = exchange(request.replace("~", "\r\n") + END);
        assertTrue(answer.startsWith(status.equals("none") ? "" : "HTTP/1.1 " + status + " "), answer);
        assertEquals(status.equals("none"), answer.isEmpty(), answer);
    }

    /** Else the path that a SAS token is compared with would be the client's to choose. */
    @ParameterizedTest
    @ValueSource(strings = {"a/b?", "a/b#", "a/b", "a?b", "a@b", "a:b:c", "<a b>", "a\\b", "[::1"})
    void a_host_header_does_not_reach_into_the_path(String name) throws IOException {
        String answer = exchange("GET /echo/x HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a_b"})
    void a_host_header_that_java_cannot_read_gives_way_to_the_address(String name) throws IOException {
        String answer = exchange("GET /echo/x HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n");
        assertTrue(answer.contains("\nuri http://localhost:" + host.port() + "/echo/x\n"), answer);
    }

    @ParameterizedTest
    @CsvSource({"X-%d: 1, 10000", "A: 1, 10000", "A, 30000"})
    void ten_thousand_headers_are_refused(String header, int count) throws IOException {
        StringBuilder request = new StringBuilder("GET /echo/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n");
        for (int i = 0; i < count; i++) {
            request.append(String.format(header, i)).append("\r\n");
        }
        String answer;
        try {
            answer = exchange(request.append("\r\n").toString());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("neither answered nor ended", e);
        } catch (IOException e) {
            answer = "";
        }
        assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
    }

    /** What begins and never ends is not collected. */
    @ParameterizedTest
    @CsvSource({
        "'GET /echo/', a",
        "'', ' '",
        "'GET /echo/x HTTP/1.1~Host: h~X: ', a",
        "'GET /echo/x HTTP/1.1~Host: h~', a",
        "'GET /echo/x HTTP/1.1~Host: h~X: a~', ' a~'",
        "'POST /echo/x HTTP/1.1~Host: h~Transfer-Encoding: chunked~~', 1",
        "'POST /echo/x HTTP/1.1~Host: h~Transfer-Encoding: chunked~~', '1~a~'",
        "'POST /nowhere HTTP/1.1~Host: h~Content-Length: 104857600~~', a",
        "'POST /echo/x HTTP/1.1~Host: h~Content-Length: 104857600~~', a",
    })
    void what_never_ends_is_ended(String begin, String piece) throws IOException {
        try (RawConnection connection = new RawConnection(host.port())) {
            connection.send(begin.replace("~", "\r\n"));
            long taken = connection.flood(piece.replace("~", "\r\n").repeat(10_000), MANY_BYTES);
            assertTrue(taken < TAKEN_BYTES_MAX, "taken: " + taken);
        }
    }

    /** With the limit of local.settings.json. */
    @Test
    void a_body_of_100_mb_is_refused_before_it_is_sent() throws IOException {
        try (RawConnection connection = new RawConnection(host.port())) {
            connection.send("POST /echo/x HTTP/1.1\r\nHost: h\r\nContent-Length: 104857600\r\n\r\n");
            assertEquals("HTTP/1.1 500", connection.status());
        }
    }
}
