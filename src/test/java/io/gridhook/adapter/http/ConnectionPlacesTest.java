package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.CLOCK;
import static io.gridhook.adapter.http.WebhookClientFixture.LONG;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However an exchange ends, it gives its connection's place back: here there is just one, so the first that is kept is missed. */
class ConnectionPlacesTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final int ROUNDS = 3;

    private final HttpWebhookClient client =
            new HttpWebhookClient(new WebhookClientSettings(1, 1, 1, true), WebhookClientFixture.LOOPBACK, CLOCK);

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @CsvSource({
        "http, ''",
        "https, ''",
        "http, 'HTTP/1.1 200 OK'",
        "http, 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345'",
        "http, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n'",
    })
    void a_timeout_at_any_stage(String scheme, String answerSoFar) throws IOException {
        try (RawEndpoint hanging = new RawEndpoint(socket -> {
                    RawEndpoint.send(socket, answerSoFar);
                    RawEndpoint.awaitEnd(socket, new CompletableFuture<>());
                });
                RawEndpoint healthy = RawEndpoint.answering(OK)) {
            for (int i = 0; i < ROUNDS; i++) {
                String url = hanging.url().replace("http:", scheme + ":");
                assertEquals(new TimedOut(), await(client.post(request(url), SHORT)));
                assertEquals(Responded.of(200), await(client.post(request(healthy.url()), LONG)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"''", "garbage", "'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345'"})
    void a_broken_answer(String answer) throws IOException {
        try (RawEndpoint broken = new RawEndpoint(socket -> {
                    RawEndpoint.readRequest(socket);
                    RawEndpoint.send(socket, answer);
                });
                RawEndpoint healthy = RawEndpoint.answering(OK)) {
            for (int i = 0; i < ROUNDS; i++) {
                assertFalse(await(client.post(request(broken.url()), LONG)) instanceof Responded);
                assertEquals(Responded.of(200), await(client.post(request(healthy.url()), LONG)));
            }
        }
    }

    @Test
    void a_body_that_is_too_long() throws IOException {
        String body = "x".repeat(2 * StatusConsumer.BODY_BYTES_MAX);
        try (RawEndpoint endpoint =
                RawEndpoint.answering("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
            for (int i = 0; i < ROUNDS; i++) {
                assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
            }
        }
    }

    /**
     * The second POST gets no connection in time, which is our trouble and no attempt (DESIGN §1.3); nor may it get one later, when nobody
     * is there to give it back.
     */
    @Test
    void a_timeout_while_waiting_for_a_place() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        CompletableFuture<Boolean> held = new CompletableFuture<>();
        CompletableFuture<Boolean> goOn = new CompletableFuture<>();
        try (RawEndpoint endpoint = new RawEndpoint(socket -> {
            while (!RawEndpoint.readRequest(socket).isEmpty()) {
                requests.incrementAndGet();
                held.complete(true);
                goOn.join();
                RawEndpoint.send(socket, OK);
            }
        })) {
            CompletableFuture<AttemptOutcome> holder = client.post(request(endpoint.url()), LONG);
            assertTrue(await(held, LONG));
            assertNotTried(client.post(request(endpoint.url()), SHORT));
            try (RawEndpoint healthy = RawEndpoint.answering(OK)) {
                assertNotTried(client.post(request(healthy.url()), SHORT));
                assertEquals(0, healthy.connections());
            }
            goOn.complete(true);
            assertEquals(Responded.of(200), await(holder));
            assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
            assertEquals(2, requests.get());
            assertEquals(1, endpoint.connections());
        }
    }

    @Test
    void many_posts_take_turns() throws IOException {
        try (RawEndpoint endpoint = RawEndpoint.answering(OK)) {
            List<CompletableFuture<AttemptOutcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                outcomes.add(client.post(request(endpoint.url()), LONG));
            }
            outcomes.forEach(outcome -> assertEquals(Responded.of(200), await(outcome)));
            assertEquals(1, endpoint.connections());
        }
    }

    private static void assertNotTried(CompletableFuture<AttemptOutcome> outcome) {
        ExecutionException fault =
                assertThrows(ExecutionException.class, () -> outcome.get(LONG.toMillis(), TimeUnit.MILLISECONDS));
        assertInstanceOf(IllegalStateException.class, fault.getCause());
    }
}
