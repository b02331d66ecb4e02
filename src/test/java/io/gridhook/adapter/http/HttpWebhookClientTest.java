package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.CLOCK;
import static io.gridhook.adapter.http.WebhookClientFixture.LONG;
import static io.gridhook.adapter.http.WebhookClientFixture.LOOPBACK;
import static io.gridhook.adapter.http.WebhookClientFixture.SHORT;
import static io.gridhook.adapter.http.WebhookClientFixture.await;
import static io.gridhook.adapter.http.WebhookClientFixture.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an endpoint may do, and what the client makes of it: behaviour §2.1, §3.1, §6.1. */
class HttpWebhookClientTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private final HttpWebhookClient client = WebhookClientFixture.client();

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {200, 201, 202, 203, 204, 205, 206, 299, 300, 304, 400, 401, 403, 404, 407, 408, 410, 413, 429, 451})
    void any_status_is_an_answer(int status) throws IOException {
        String length = status == 204 || status == 304 ? "" : "Content-Length: 0\r\n";
        try (RawEndpoint endpoint = RawEndpoint.answering("HTTP/1.1 " + status + " Whatever\r\n" + length + "\r\n")) {
            assertEquals(Responded.of(status), await(client.post(request(endpoint.url()), LONG)));
            assertEquals(1, endpoint.connections());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 501, 502, 503, 504, 511, 599})
    void a_server_error_is_an_answer_and_nothing_is_repeated(int status) throws IOException {
        AtomicInteger requests = new AtomicInteger();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            while (!RawEndpoint.readRequest(socket).isEmpty()) {
                requests.incrementAndGet();
                RawEndpoint.send(socket, "HTTP/1.1 " + status + " No\r\nContent-Length: 2\r\n\r\nno");
            }
        })) {
            assertEquals(
                    new Responded(status, Optional.empty(), "no"), await(client.post(request(endpoint.url()), LONG)));
            assertEquals(1, requests.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_not_followed(int status) throws IOException {
        try (RawEndpoint elsewhere = RawEndpoint.answering(OK);
                RawEndpoint endpoint = RawEndpoint.answering("HTTP/1.1 " + status + " Moved\r\nLocation: "
                        + elsewhere.url() + "\r\nContent-Length: 0\r\n\r\n")) {
            assertEquals(Responded.of(status), await(client.post(request(endpoint.url()), LONG)));
            assertEquals(0, elsewhere.connections());
        }
    }

    @Test
    void the_request_arrives_exactly_as_given_and_with_no_header_that_event_grid_does_not_send() throws IOException {
        CompletableFuture<String> received = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            received.complete(RawEndpoint.readRequest(socket));
            RawEndpoint.send(socket, OK);
        })) {
            String target = "//a/../b;c=%7e?code=x==&p={|}&q=%2F'^";
            String host =
                    endpoint.url().substring("http://".length(), endpoint.url().lastIndexOf('/'));
            WebhookRequest sent = new WebhookRequest(
                    "http://" + host + target + "#part",
                    List.of(
                            new Header("Content-Type", "application/json; charset=utf-8"),
                            new Header("aeg-subscription-name", "MYSUBSCRIPTION"),
                            new Header("aeg-data-version", ""),
                            new Header("Accept-Encoding", "gzip, deflate")),
                    JsonText.of("[{\"id\":\"é\", \"n\": 1.0}]"));
            assertEquals(Responded.of(200), await(client.post(sent, LONG)));
            List<String> lines = new ArrayList<>(await(received, LONG).lines().toList());
            assertEquals("POST " + target + " HTTP/1.1", lines.remove(0));
            assertEquals(
                    List.of(
                            "Content-Type: application/json; charset=utf-8",
                            "aeg-subscription-name: MYSUBSCRIPTION",
                            "aeg-data-version: ",
                            "Accept-Encoding: gzip, deflate",
                            "Host: " + host,
                            "Content-Length: 23",
                            "Connection: keep-alive",
                            "",
                            "[{\"id\":\"é\", \"n\": 1.0}]"),
                    lines);
        }
    }

    @Test
    void a_header_value_starts_no_header_of_its_own_and_the_transport_keeps_its_headers() throws IOException {
        CompletableFuture<String> received = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            received.complete(RawEndpoint.readRequest(socket));
            RawEndpoint.send(socket, OK);
        })) {
            WebhookRequest sent = request(
                    endpoint.url(),
                    new Header("A", "1\r\nB: 2\nC: 3"),
                    new Header("Transfer-Encoding", "chunked"),
                    new Header("Content-Length", "1"),
                    new Header("User-Agent", "mine"));
            assertEquals(Responded.of(200), await(client.post(sent, LONG)));
            String text = await(received, LONG);
            assertTrue(text.contains("\r\nA: 1  B: 2 C: 3\r\n"), text);
            assertTrue(text.contains("\r\nUser-Agent: mine\r\n"), text);
            assertFalse(text.contains("chunked") || text.contains("Content-Length: 1\r\n"), text);
        }
    }

    @Test
    void a_header_without_a_proper_name_is_our_fault_and_not_the_endpoints() {
        CompletableFuture<AttemptOutcome> outcome =
                client.post(request("http://127.0.0.1:9/", new Header("A\r\nB", "1")), LONG);
        ExecutionException fault = assertThrows(ExecutionException.class, () -> outcome.get(10, TimeUnit.SECONDS));
        assertInstanceOf(IllegalArgumentException.class, fault.getCause());
    }

    /** Over TLS the handshake is what hangs. */
    @ParameterizedTest
    @ValueSource(strings = {"http:", "https:"})
    void an_endpoint_that_never_answers_times_out_and_loses_its_connection(String scheme) throws IOException {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> RawEndpoint.awaitEnd(socket, ended))) {
            String url = endpoint.url().replace("http:", scheme);
            assertEquals(new TimedOut(), await(client.post(request(url), SHORT)));
            assertTrue(await(ended, LONG));
        }
    }

    /** Each byte comes in time, the whole does not: a timeout between bytes alone would wait for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n", "HTTP/1.1 200 OK\r\nX: "})
    void an_endpoint_that_drips_bytes_times_out_and_loses_its_connection(String beginning) throws IOException {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        CountDownLatch never = new CountDownLatch(1);
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            RawEndpoint.send(socket, beginning);
            try {
                while (!never.await(10, TimeUnit.MILLISECONDS)) {
                    RawEndpoint.send(socket, "x");
                }
            } catch (IOException | InterruptedException e) {
                ended.complete(true);
            }
        })) {
            assertEquals(new TimedOut(), await(client.post(request(endpoint.url()), SHORT)));
            assertTrue(await(ended, LONG));
        }
    }

    @Test
    void a_name_that_is_looked_up_for_too_long_times_out() {
        CountDownLatch never = new CountDownLatch(1);
        try (HttpWebhookClient slow = clientResolvingBy(host -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new UnknownHostException(host);
            }
            throw new UnknownHostException(host);
        })) {
            assertEquals(new TimedOut(), await(slow.post(request("http://slow.example/"), SHORT)));
        }
    }

    @Test
    void an_unknown_host_does_not_resolve() {
        try (HttpWebhookClient lost = clientResolvingBy(host -> {
            throw new UnknownHostException(host + ": no such name");
        })) {
            Unreachable outcome = assertInstanceOf(
                    Unreachable.class, await(lost.post(request("http://nowhere.example/?code=secret"), LONG)));
            assertEquals(Unreachable.Cause.RESOLUTION, outcome.cause());
            assertTrue(outcome.detail().contains("nowhere.example: no such name"), outcome.detail());
        }
    }

    @Test
    void a_resolver_that_breaks_is_our_fault() {
        try (HttpWebhookClient broken = clientResolvingBy(host -> {
            throw new IllegalStateException("broken");
        })) {
            CompletableFuture<AttemptOutcome> outcome = broken.post(request("http://some.example/"), LONG);
            assertThrows(ExecutionException.class, () -> outcome.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void the_address_that_the_resolver_gave_is_the_one_connected_to() throws IOException {
        try (RawEndpoint endpoint = RawEndpoint.answering(OK);
                HttpWebhookClient pinned =
                        clientResolvingBy(host -> new InetAddress[] {InetAddress.getLoopbackAddress()})) {
            String url = endpoint.url().replace("127.0.0.1", "some.example");
            assertEquals(Responded.of(200), await(pinned.post(request(url), LONG)));
        }
    }

    @Test
    void a_refused_connection_is_a_socket_error_that_keeps_the_query_to_itself() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String url = "http://127.0.0.1:" + port + "/hook?code=secret";
        assertSocketError(await(client.post(request(url), LONG)), "refused");
    }

    @Test
    void a_reset_connection_is_a_socket_error() throws IOException {
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            socket.setSoLinger(true, 0);
        })) {
            assertSocketError(await(client.post(request(endpoint.url() + "?code=secret"), LONG)), "");
            assertEquals(1, endpoint.connections());
        }
    }

    /** Closed without an answer, cut off within head or body, and no HTTP at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 99999999999 OK\r\n\r\n",
                "HTTP/1.1 -1 OK\r\n\r\n",
                "HTTP/1.1 1234 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 \u0000\u0001 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n\r\n\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"
            })
    void a_garbled_answer_is_a_socket_error(String answer) throws IOException {
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            RawEndpoint.send(socket, answer);
        })) {
            assertSocketError(await(client.post(request(endpoint.url() + "?code=secret"), LONG)), "");
        }
    }

    @Test
    void an_endless_response_head_is_a_socket_error() throws IOException {
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            RawEndpoint.send(socket, "HTTP/1.1 200 OK\r\nX: ");
            while (true) {
                RawEndpoint.send(socket, "x".repeat(1000));
            }
        })) {
            assertSocketError(await(client.post(request(endpoint.url()), LONG)), "");
        }
    }

    @ParameterizedTest
    @CsvSource({"Content-Length: 99999999999", "Connection: close", "Content-Encoding: gzip"})
    void a_body_without_end_is_cut_off_and_its_status_counts(String header) throws IOException {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            RawEndpoint.send(socket, "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n" + header + "\r\n\r\n");
            try {
                while (true) {
                    RawEndpoint.send(socket, "x".repeat(10_000));
                }
            } catch (IOException e) {
                ended.complete(true);
            }
        })) {
            assertEquals(
                    new Responded(503, Optional.of(Duration.ofSeconds(7)), "x".repeat(256)),
                    await(client.post(request(endpoint.url()), LONG)));
            assertTrue(await(ended, LONG));
        }
    }

    /** How it begins, in characters that can be shown; a success says nothing. */
    @ParameterizedTest
    @CsvSource({
        "500, no such customer, no such customer",
        "400, {\"error\":\"id\"}, {\"error\":\"id\"}",
        "503, a\tb, a\uFFFDb",
        "404, '', ''",
        "200, thanks, ''",
        "204, '', ''"
    })
    void how_a_failed_answer_begins_is_kept(int status, String body, String expected) throws IOException {
        assertEquals(new Responded(status, Optional.empty(), expected), answer(status, body, request("URL")));
    }

    @Test
    void no_more_of_a_failed_answer_is_kept_than_is_read() throws IOException {
        String kept = ((Responded) answer(500, "y".repeat(300), request("URL"))).excerpt();
        assertEquals("y".repeat(256), kept);
    }

    /** Some endpoints answer with what they were sent, keys included. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "got Authorization: Bearer a-token-of-ours.       | got Authorization: ***.",
                "got a-token-of-ours as Bearer token              | got *** as Bearer token",
                "?code=a%2Fsecret%3D&x=1                          | ?***",
                "code=a%2Fsecret%3D is wrong                      | code=*** is wrong",
                "the content type is application/json             | the content type is application/json",
                "12345678 is short-enough-to-be-a-secret          | *** is short-enough-to-be-a-secret",
            })
    void what_an_endpoint_repeats_of_a_request_is_not_kept(String body, String expected) throws IOException {
        assertEquals(new Responded(500, Optional.empty(), expected), answer(500, body, secretRequest()));
    }

    /** Also where the beginning ends within it. */
    @Test
    void the_beginning_of_a_secret_is_not_kept() throws IOException {
        String before = "y".repeat(256 - "a-token-of".length());
        assertEquals(
                new Responded(500, Optional.empty(), before + "***"),
                answer(500, before + "a-token-of-ours", secretRequest()));
    }

    private static WebhookRequest secretRequest() {
        return request(
                "URL?code=a%2Fsecret%3D&x=1",
                new WebhookRequest.Header("Authorization", "Bearer a-token-of-ours"),
                new WebhookRequest.Header("content-type", "application/json"),
                new WebhookRequest.Header("X-Key", "12345678"),
                new WebhookRequest.Header("X-Short", "wrong"));
    }

    /** {@code URL} in the request is the endpoint's. */
    private AttemptOutcome answer(int status, String body, WebhookRequest request) throws IOException {
        int bytes = body.getBytes(StandardCharsets.UTF_8).length;
        try (RawEndpoint endpoint = RawEndpoint.answering("HTTP/1.1 " + status + " X\r\n"
                + (status == 204 ? "" : "Content-Length: " + bytes + "\r\n") + "\r\n" + body)) {
            return await(client.post(
                    new WebhookRequest(
                            request.endpointUrl().replace("URL", endpoint.url()), request.headers(), request.body()),
                    LONG));
        }
    }

    @Test
    void a_body_up_to_the_bound_leaves_the_connection_in_use() throws IOException {
        int length = StatusConsumer.BODY_BYTES_MAX;
        try (RawEndpoint endpoint = RawEndpoint.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length))) {
            for (int i = 0; i < 5; i++) {
                assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
            }
            assertTrue(endpoint.connections() <= 10, "connections: " + endpoint.connections());
        }
    }

    @ParameterizedTest
    @CsvSource({"429, true", "503, true", "200, false", "500, false", "301, false"})
    void retry_after_counts_with_429_and_503(int status, boolean counts) throws IOException {
        try (RawEndpoint endpoint = RawEndpoint.answering(
                "HTTP/1.1 " + status + " Later\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n")) {
            Optional<Duration> expected = counts ? Optional.of(Duration.ofMinutes(2)) : Optional.empty();
            assertEquals(new Responded(status, expected), await(client.post(request(endpoint.url()), LONG)));
        }
    }

    @Test
    void an_interim_response_is_not_the_answer() throws IOException {
        try (RawEndpoint endpoint =
                RawEndpoint.answering("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n" + OK)) {
            assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
        }
    }

    /** An outcome comes a moment before its connection is free again, so the next POST may find none and open another. */
    @Test
    void a_connection_is_kept_and_used_again() throws IOException {
        try (RawEndpoint endpoint = RawEndpoint.answering(OK)) {
            for (int i = 0; i < 20; i++) {
                assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
            }
            assertTrue(endpoint.connections() <= 10, "connections: " + endpoint.connections());
        }
    }

    /** The endpoint says keep-alive, and closes all the same. The next POST must not meet the dead connection. */
    @Test
    void a_connection_that_the_endpoint_closed_while_idle_is_not_used_again() throws IOException {
        BlockingQueue<Boolean> ends = new LinkedBlockingQueue<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            RawEndpoint.send(socket, OK);
            socket.shutdownOutput();
            CompletableFuture<Boolean> ended = new CompletableFuture<>();
            RawEndpoint.awaitEnd(socket, ended);
            ends.add(ended.join());
        })) {
            for (int i = 1; i <= 5; i++) {
                assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
                assertEquals(true, ends.poll(20, TimeUnit.SECONDS));
                assertEquals(i, endpoint.connections());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void one_hanging_endpoint_holds_up_none_of_two_hundred_others() throws IOException {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (RawEndpoint hanging = new RawEndpoint(socket -> RawEndpoint.awaitEnd(socket, ended));
                RawEndpoint healthy = RawEndpoint.answering(OK)) {
            List<CompletableFuture<AttemptOutcome>> held = new ArrayList<>();
            List<CompletableFuture<AttemptOutcome>> answered = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                held.add(client.post(request(hanging.url()), Duration.ofMinutes(5)));
                answered.add(client.post(request(healthy.url()), LONG));
            }
            answered.forEach(outcome -> assertEquals(Responded.of(200), await(outcome)));
            assertTrue(held.stream().noneMatch(CompletableFuture::isDone));
        }
    }

    @Test
    void an_early_refusal_of_a_large_body_is_an_answer() throws IOException {
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.send(socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket.shutdownOutput();
            RawEndpoint.awaitEnd(socket, new CompletableFuture<>());
        })) {
            WebhookRequest large =
                    new WebhookRequest(endpoint.url(), List.of(), JsonText.of("\"" + "x".repeat(1_000_000) + "\""));
            assertEquals(Responded.of(413), await(client.post(large, LONG)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "ftp://host/",
                "http://",
                "http:///x",
                "http://a b/",
                "https://u:p@host/?c=secret"
            })
    void a_url_that_cannot_be_posted_to_is_a_socket_error(String url) {
        assertSocketError(await(client.post(request(url), LONG)), "endpointUrl: ");
    }

    @Test
    void closing_ends_what_is_in_flight_as_a_fault_of_ours_and_takes_nothing_new() throws IOException {
        CountDownLatch received = new CountDownLatch(1);
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            received.countDown();
            RawEndpoint.awaitEnd(socket, ended);
        })) {
            CompletableFuture<AttemptOutcome> inFlight = client.post(request(endpoint.url()), LONG);
            assertTrue(awaitUninterrupted(received));
            client.close();
            assertThrows(ExecutionException.class, () -> inFlight.get(10, TimeUnit.SECONDS));
            assertTrue(await(ended, LONG));
            CompletableFuture<AttemptOutcome> late = client.post(request(endpoint.url()), LONG);
            assertThrows(ExecutionException.class, () -> late.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void cancelling_the_future_closes_the_connection() throws IOException {
        CountDownLatch received = new CountDownLatch(1);
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            received.countDown();
            RawEndpoint.awaitEnd(socket, ended);
        })) {
            CompletableFuture<AttemptOutcome> outcome = client.post(request(endpoint.url()), LONG);
            assertTrue(awaitUninterrupted(received));
            assertTrue(outcome.cancel(true));
            assertTrue(await(ended, LONG));
        }
    }

    @Test
    void outcomes_come_on_named_daemon_threads_with_the_apps_class_loader() throws IOException {
        CountDownLatch registered = new CountDownLatch(1);
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            RawEndpoint.readRequest(socket);
            awaitUninterrupted(registered);
            RawEndpoint.send(socket, OK);
        })) {
            CompletableFuture<Thread> thread =
                    client.post(request(endpoint.url()), LONG).thenApply(outcome -> Thread.currentThread());
            registered.countDown();
            Thread completing = await(thread, LONG);
            assertTrue(completing.getName().startsWith("gridhook-webhook-"), completing.getName());
            assertTrue(completing.isDaemon());
            assertEquals(HttpWebhookClient.class.getClassLoader(), completing.getContextClassLoader());
        }
    }

    private static boolean awaitUninterrupted(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpWebhookClient clientResolvingBy(HostResolver resolver) {
        try {
            return new HttpWebhookClient(
                    WebhookClientSettings.defaults(), LOOPBACK, CLOCK, resolver, SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertSocketError(AttemptOutcome outcome, String detailPart) {
        Unreachable unreachable = assertInstanceOf(Unreachable.class, outcome, () -> "outcome: " + outcome);
        assertEquals(Unreachable.Cause.SOCKET, unreachable.cause());
        assertTrue(unreachable.detail().contains(detailPart), unreachable.detail());
        assertFalse(unreachable.detail().contains("secret"), unreachable.detail());
        assertTrue(unreachable.detail().length() <= 200, unreachable.detail());
        assertTrue(unreachable.detail().chars().allMatch(c -> c >= ' ' && c <= '~'), unreachable.detail());
    }
}
