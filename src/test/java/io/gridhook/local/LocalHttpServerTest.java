package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers as the real host's HTTP trigger has them (functions-runtime §0.2, §3). */
class LocalHttpServerTest {
    private static final long BODY_BYTES_MAX = 1000;

    private final InFlight inFlight = new InFlight();
    private final LocalHttpServer server = LocalHttpServer.http(0);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeEach
    void start() {
        List<LocalFunction> functions =
                FunctionIndex.of(List.of(TestFunctions.class)).functions();
        server.start(new HttpFunctions(
                new RouteTable(functions, ""),
                new FunctionInvoker(TestFunctions.injector(call -> {})),
                new RequestReader(BODY_BYTES_MAX),
                inFlight));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            GET,     /echo/x,     200
            DELETE,  /echo/x,     200
            OPTIONS, /ECHO/x/,    200
            GET,     /echo/self,  299
            POST,    /echo/self,  200
            POST,    /nothing,    204
            GET,     /nothing,    404
            GET,     /broken,     500
            GET,     /echo,       404
            GET,     /,           204
            PURGE,   /,           204
            PURGE,   /echo/x,     404
            GET,     /admin,      404
            GET,     /admin/x,    401
            GET,     /runtime/x,  404
            GET,     /Runtime/webhooks/x, 401
            """)
    void the_route_and_the_method_choose_the_function(String method, String path, int status) throws Exception {
        HttpResponse<String> response = send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        assertEquals(status, response.statusCode());
        if (status != 200 && status != 299) {
            assertEquals("", response.body());
        }
    }

    @Test
    void a_function_sees_the_request_as_the_worker_hands_it_over() throws Exception {
        HttpResponse<String> response = send(request("/echo/a%20b?k=1&empty=&k=2")
                .header("X-Test", "one")
                .header("X-Test", "two")
                .POST(HttpRequest.BodyPublishers.ofString("{\"a\": 1.00}")));
        assertEquals(
                "method POST\nname a b\nuri http://localhost:" + server.port() + "/echo/a%20b?k=1&empty=&k=2\n"
                        + "query {k=1,2}\nx-test one,two\nbody [{\"a\": 1.00}]\n",
                response.body());
        assertEquals(List.of("second"), response.headers().allValues("X-Answer"));
        assertEquals(List.of("text/plain"), response.headers().allValues("Content-Type"));
    }

    @Test
    void a_chunked_body_is_not_seen() throws Exception {
        byte[] body = "unannounced".getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> response = send(request("/echo/x")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        assertTrue(response.body().endsWith("body none\n"), response.body());
    }

    @ParameterizedTest
    @CsvSource({"1000, 200", "1001, 500"})
    void a_body_over_the_limit_is_refused(int length, int status) throws Exception {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(new byte[length]);
        assertEquals(status, send(request("/echo/x").POST(body)).statusCode());
    }

    @Test
    void a_body_over_the_limit_is_refused_before_it_is_sent() throws IOException {
        String head = "POST /echo/x HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\n";
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            byte[] answer = socket.getInputStream().readNBytes(13);
            assertEquals("HTTP/1.1 500 ", new String(answer, StandardCharsets.UTF_8));
        }
    }

    @Test
    void an_answer_to_head_has_the_length_and_no_body() throws IOException {
        String answer = exchange("HEAD /echo/self HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 299 "), answer);
        assertTrue(answer.toLowerCase(java.util.Locale.ROOT).contains("content-length: 4\r\n"), answer);
        assertTrue(answer.endsWith("\r\n\r\n"), answer);
    }

    @ParameterizedTest
    @CsvSource({
        "/echo/./x,           /echo/x",
        "/a/../echo/x,        /echo/x",
        "/../../echo/x?a=/.., /echo/x?a=/..",
        "/echo/%2e%2E/echo/x, /echo/x",
        "/echo/a%20b/..//x,   ''",
        "/echo/...,           /echo/...",
        "/echo/%2fx/.,        /echo/%2fx",
    })
    void dot_segments_are_resolved_before_a_function_sees_them(String sent, String seen) throws IOException {
        String answer = exchange("GET " + sent + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        assertEquals(!seen.isEmpty(), answer.contains("uri http://h" + seen + "\n"), answer);
    }

    /** The host's limits of the request line and of all headers, at them and one over (Kestrel's defaults). */
    @ParameterizedTest
    @CsvSource({"8192, 0, 200", "8193, 0, 414", "40, 32768, 200", "40, 32769, 431"})
    void what_comes_before_a_body_is_limited(int line, int headers, int status) throws IOException {
        String begin = "GET /echo/x?a=";
        String end = " HTTP/1.1\r\n";
        String request = begin + "a".repeat(line - begin.length() - end.length()) + end;
        String given = "Host: h\r\nConnection: close\r\n";
        String more = headers == 0 ? "" : "X: " + "a".repeat(headers - given.length() - 5) + "\r\n";
        String answer = exchange(request + given + more + "\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }

    @ParameterizedTest
    @CsvSource({"100, 200", "101, 431"})
    void headers_are_counted(int count, int status) throws IOException {
        StringBuilder request = new StringBuilder("GET /echo/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n");
        for (int i = 2; i < count; i++) {
            request.append("X: ").append(i).append("\r\n");
        }
        String answer = exchange(request.append("\r\n").toString());
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }

    @Test
    void a_flood_of_headers_is_refused_and_the_next_request_answered() throws Exception {
        StringBuilder flood = new StringBuilder("GET /echo/x HTTP/1.1\r\nHost: h\r\n");
        for (int i = 0; i < 5000; i++) {
            flood.append("X-").append(i).append(": ").append(i).append("\r\n");
        }
        try {
            String answer = exchange(flood.append("\r\n").toString());
            assertTrue(!answer.startsWith("HTTP/1.1 200"), answer);
        } catch (IOException e) {
            // a reset is a refusal, too
        }
        assertEquals(200, send(request("/echo/x")).statusCode());
    }

    /** More than are answered at a time, which is 256; the server gives up on them after a minute. */
    @ParameterizedTest
    @ValueSource(strings = {"", "ngth: 10\r\n\r\n{"})
    void connections_that_send_nothing_more_do_not_keep_others_waiting(String further) throws Exception {
        String begun = "POST /echo/x HTTP/1.1\r\nHost: h\r\nContent-Le" + further;
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = connect();
                socket.getOutputStream().write(begun.getBytes(StandardCharsets.UTF_8));
                stalled.add(socket);
            }
            assertEquals(
                    200,
                    send(request("/echo/x").timeout(Duration.ofSeconds(30))).statusCode());
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void sixty_four_connections_at_a_time_are_answered_without_delayed_acknowledgements() {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            answers.add(client.sendAsync(request("/echo/" + i).build(), HttpResponse.BodyHandlers.ofString()));
        }
        answers.forEach(answer -> assertEquals(200, answer.join().statusCode()));
        assertEquals("true", System.getProperty("sun.net.httpserver.nodelay"));
    }

    @Test
    void once_it_refuses_more_new_requests_get_503() throws Exception {
        assertEquals(200, send(request("/echo/x")).statusCode());
        inFlight.refuseMore();
        assertEquals(503, send(request("/echo/x")).statusCode());
        assertTrue(inFlight.awaitIdle(Duration.ofSeconds(10)));
    }

    @Test
    void a_port_in_use_is_said_in_one_sentence() {
        LocalHostException refused = assertThrows(LocalHostException.class, () -> LocalHttpServer.http(server.port()));
        assertEquals("port " + server.port() + " is in use (choose another with --port)", refused.getMessage());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private String exchange(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
