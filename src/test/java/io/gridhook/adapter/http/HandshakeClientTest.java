package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.LONG;
import static io.gridhook.adapter.http.WebhookClientFixture.SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeRequest;
import io.gridhook.core.delivery.HandshakeRequest.Method;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.JsonText;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an endpoint may do in a handshake, and what is made of it (behaviour §4). */
class HandshakeClientTest {
    private final HttpWebhookClient client = WebhookClientFixture.client();

    @AfterEach
    void close() {
        client.close();
    }

    private HandshakeAnswer shakeHands(Method method, String url) {
        return shakeHands(method, url, LONG);
    }

    private HandshakeAnswer shakeHands(Method method, String url, Duration timeout) {
        HandshakeRequest request = new HandshakeRequest(
                method,
                url,
                List.of(new Header("WebHook-Request-Origin", "eventgrid.azure.net")),
                JsonText.of(method == Method.POST ? "[1]" : ""));
        return WebhookClientFixture.await(client.shakeHands(request, timeout), Duration.ofSeconds(30));
    }

    /** Reads a request's head, and its body if it has one. */
    private static String read(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return text.toString();
            }
            text.append((char) next);
        }
        int body = text.indexOf("Content-Length: 3") < 0 ? 0 : 3;
        return text + new String(socket.getInputStream().readNBytes(body), StandardCharsets.US_ASCII);
    }

    private static RawEndpoint answering(String response) throws IOException {
        return new RawEndpoint(socket -> {
            while (!read(socket).isEmpty()) {
                RawEndpoint.send(socket, response);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void the_request_arrives_as_given(Method method) throws IOException {
        CompletableFuture<String> received = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            received.complete(read(socket));
            RawEndpoint.send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        })) {
            shakeHands(method, endpoint.url() + "?code=x==");
            List<String> lines =
                    WebhookClientFixture.await(received, LONG).lines().toList();
            assertEquals(method + " /hook?code=x== HTTP/1.1", lines.get(0));
            assertEquals("WebHook-Request-Origin: eventgrid.azure.net", lines.get(1));
            assertEquals(method == Method.POST, lines.stream().anyMatch("Content-Length: 3"::equals), lines.toString());
            assertEquals(
                    0,
                    lines.stream().filter(line -> line.startsWith("User-Agent")).count());
        }
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void headers_and_body_come_back(Method method) throws IOException {
        try (RawEndpoint endpoint = answering("HTTP/1.1 202 Sure\r\nWebHook-Allowed-Origin: *\r\nX: 1\r\nX: 2\r\n"
                + "Content-Length: 4\r\n\r\nbody")) {
            HandshakeAnswer answer = shakeHands(method, endpoint.url());
            assertEquals(Responded.of(202), answer.outcome());
            assertEquals(Map.of("webhook-allowed-origin", "*", "x", "1", "content-length", "4"), answer.headers());
            assertEquals("body", answer.body());
        }
    }

    /** Azure-docs #51296: it was unsupported once. */
    @Test
    void a_chunked_answer_is_read() throws IOException {
        try (RawEndpoint endpoint =
                answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")) {
            assertEquals("abcde", shakeHands(Method.POST, endpoint.url()).body());
        }
    }

    /** More than a handshake's answer is read to its end, up to 1 MiB, and not kept. */
    @ParameterizedTest
    @ValueSource(ints = {16 * 1024, 16 * 1024 + 1, 1024 * 1024, 64 * 1024 * 1024})
    void a_long_body_is_cut_off(int length) throws IOException {
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            read(socket);
            RawEndpoint.send(socket, "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
            byte[] part = new byte[64 * 1024];
            Arrays.fill(part, (byte) 'x');
            for (int sent = 0; sent < length; sent += part.length) {
                socket.getOutputStream().write(part, 0, Math.min(part.length, length - sent));
            }
        })) {
            HandshakeAnswer answer = shakeHands(Method.POST, endpoint.url());
            assertEquals(Responded.of(200), answer.outcome());
            assertEquals(HandshakeAnswer.BODY_BYTES_MAX, answer.body().length());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void a_redirect_is_not_followed(int status) throws IOException {
        try (RawEndpoint elsewhere = answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                RawEndpoint endpoint = answering("HTTP/1.1 " + status + " Moved\r\nLocation: " + elsewhere.url()
                        + "\r\nContent-Length: 0\r\n\r\n")) {
            for (Method method : Method.values()) {
                assertEquals(
                        Responded.of(status), shakeHands(method, endpoint.url()).outcome());
            }
            assertEquals(0, elsewhere.connections());
        }
    }

    /** Half an answer is none: neither its headers nor its body say anything. */
    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nWebHook-Allowed-Origin: *\r\nContent-Length: 9\r\n\r\nhalf"})
    void an_answer_that_does_not_end_is_none(String begun) throws IOException {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            read(socket);
            RawEndpoint.send(socket, begun);
            RawEndpoint.awaitEnd(socket, ended);
        })) {
            HandshakeAnswer answer = shakeHands(Method.OPTIONS, endpoint.url(), SHORT);
            assertEquals(new HandshakeAnswer(new TimedOut(), Map.of(), ""), answer);
            assertEquals(true, WebhookClientFixture.await(ended, LONG));
        }
    }

    @Test
    void nobody_there_is_an_answer_too() throws IOException {
        String url;
        try (RawEndpoint endpoint = answering("")) {
            url = endpoint.url();
        }
        assertInstanceOf(Unreachable.class, shakeHands(Method.POST, url).outcome());
        assertInstanceOf(Unreachable.class, shakeHands(Method.POST, "ftp://h/").outcome());
    }
}
