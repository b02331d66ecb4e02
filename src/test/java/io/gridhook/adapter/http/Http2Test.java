package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.CLOCK;
import static io.gridhook.adapter.http.WebhookClientFixture.LONG;
import static io.gridhook.adapter.http.WebhookClientFixture.SHORT;
import static io.gridhook.adapter.http.WebhookClientFixture.await;
import static io.gridhook.adapter.http.WebhookClientFixture.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 to endpoints that offer it: many exchanges on a connection, none of which is another's trouble. */
class Http2Test {
    private static final Responded OK = Responded.of(200);
    private static TlsKeys keys;

    private Http2Endpoint endpoint;
    private HttpWebhookClient client;

    @BeforeAll
    static void makeKeys(@TempDir Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        keys = new TlsKeys(folder);
    }

    @BeforeEach
    void open() throws IOException, GeneralSecurityException, ExecutionException, InterruptedException {
        endpoint = new Http2Endpoint(keys.serving(), 100);
        client = client(WebhookClientSettings.defaults().withHttp2(true));
    }

    @AfterEach
    void close() {
        client.close();
        endpoint.close();
    }

    @Test
    void is_negotiated() {
        assertEquals(OK, post("/"));
        assertEquals(List.of("HTTP/2.0 POST / [{\"id\":\"1\"}]"), List.copyOf(endpoint.requests));
    }

    @Test
    void is_not_offered_unless_switched_on() throws GeneralSecurityException {
        try (HttpWebhookClient http1 = client(WebhookClientSettings.defaults())) {
            assertEquals(OK, await(http1.post(request(endpoint.url("/")), LONG)));
        }
        assertEquals(List.of("HTTP/1.1 POST / [{\"id\":\"1\"}]"), List.copyOf(endpoint.requests));
    }

    @Test
    void many_are_under_way_at_once() {
        post("/");
        List<CompletableFuture<AttemptOutcome>> hanging = begin("/hang", SharedConnection.STREAMS_MAX);
        endpoint.awaitRequests(SharedConnection.STREAMS_MAX + 1);
        endpoint.answerHanging();
        hanging.forEach(outcome -> assertEquals(OK, await(outcome)));
    }

    /** The promise that HttpClient's own sharing does not give: it closes the connection under all of them. */
    @Test
    void a_timeout_ends_its_own_exchange_alone() {
        post("/");
        CompletableFuture<AttemptOutcome> patient = client.post(request(endpoint.url("/hang")), LONG);
        endpoint.awaitRequests(2);
        assertEquals(new TimedOut(), await(client.post(request(endpoint.url("/hang")), SHORT)));
        assertFalse(patient.isDone());
        endpoint.answerHanging();
        assertEquals(OK, await(patient));
        assertTrue(await(endpoint.left(), LONG), "closed when nobody is left on it");
    }

    @Test
    void an_exchange_that_the_endpoint_breaks_is_its_own_alone() {
        post("/");
        CompletableFuture<AttemptOutcome> patient = client.post(request(endpoint.url("/hang")), LONG);
        endpoint.awaitRequests(2);
        Unreachable broken = assertInstanceOf(Unreachable.class, post("/break"));
        assertEquals(Unreachable.Cause.SOCKET, broken.cause());
        endpoint.answerHanging();
        assertEquals(OK, await(patient));
    }

    @Test
    void a_refused_stream_is_sent_again() {
        assertEquals(OK, post("/refuse-once"));
        assertEquals(1, endpoint.broken.size());
    }

    @Test
    void a_stream_that_is_refused_again_and_again_is_an_outcome() {
        assertInstanceOf(Unreachable.class, post("/refuse"));
        assertEquals(4, endpoint.broken.size());
    }

    @Test
    void places_come_back_however_exchanges_end() throws GeneralSecurityException {
        try (HttpWebhookClient narrow = client(new WebhookClientSettings(1, 1, 1, true))) {
            for (int i = 0; i < 3; i++) {
                assertEquals(new TimedOut(), await(narrow.post(request(endpoint.url("/hang")), SHORT)));
                assertEquals(OK, await(narrow.post(request(endpoint.url("/")), LONG)));
                assertInstanceOf(Unreachable.class, await(narrow.post(request(endpoint.url("/break")), LONG)));
                List<CompletableFuture<AttemptOutcome>> both = List.of(
                        narrow.post(request(endpoint.url("/")), LONG), narrow.post(request(endpoint.url("/")), LONG));
                both.forEach(outcome -> assertEquals(OK, await(outcome)));
            }
        }
    }

    @Test
    void a_connection_that_the_endpoint_closed_is_not_used_again()
            throws IOException, GeneralSecurityException, ExecutionException, InterruptedException {
        post("/");
        post("/");
        endpoint.close();
        assertInstanceOf(Unreachable.class, post("/"));
        try (Http2Endpoint next = new Http2Endpoint(keys.serving(), 100)) {
            assertEquals(OK, await(client.post(request(next.url("/")), LONG)));
        }
    }

    private AttemptOutcome post(String path) {
        return await(client.post(request(endpoint.url(path)), LONG));
    }

    private List<CompletableFuture<AttemptOutcome>> begin(String path, int count) {
        List<CompletableFuture<AttemptOutcome>> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            begun.add(client.post(request(endpoint.url(path)), LONG));
        }
        return begun;
    }

    private static HttpWebhookClient client(WebhookClientSettings settings) throws GeneralSecurityException {
        HostResolver loopback = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
        return new HttpWebhookClient(settings, WebhookClientFixture.LOOPBACK, CLOCK, loopback, keys.trusting());
    }
}
