package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.CLOCK;
import static io.gridhook.adapter.http.WebhookClientFixture.LONG;
import static io.gridhook.adapter.http.WebhookClientFixture.await;
import static io.gridhook.adapter.http.WebhookClientFixture.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour §3.1: HTTPS with a certificate that is trusted and made out to the host. */
class HttpWebhookClientTlsTest {
    private static TlsEndpoint endpoint;

    @BeforeAll
    static void open(@TempDir Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        endpoint = new TlsEndpoint(folder);
    }

    @AfterAll
    static void close() {
        endpoint.close();
    }

    @Test
    void a_self_signed_certificate_is_refused() {
        try (HttpWebhookClient client = WebhookClientFixture.client()) {
            assertSocketError(await(client.post(request("https://localhost:" + endpoint.port() + "/"), LONG)));
        }
    }

    @Test
    void a_certificate_that_the_given_context_trusts_is_accepted() throws GeneralSecurityException {
        try (HttpWebhookClient client = trusting()) {
            assertEquals(
                    Responded.of(204), await(client.post(request("https://localhost:" + endpoint.port() + "/"), LONG)));
        }
    }

    @Test
    void a_trusted_certificate_for_another_host_is_refused() throws GeneralSecurityException {
        try (HttpWebhookClient client = trusting()) {
            assertSocketError(await(client.post(request("https://other.example:" + endpoint.port() + "/"), LONG)));
        }
    }

    @Test
    void an_endpoint_without_tls_is_a_socket_error() throws IOException {
        try (HttpWebhookClient client = WebhookClientFixture.client();
                RawEndpoint plain = new RawEndpoint(socket -> RawEndpoint.send(socket, "HTTP/1.1 400 TLS?\r\n\r\n"))) {
            assertSocketError(await(client.post(request(plain.url().replace("http:", "https:")), LONG)));
        }
    }

    private HttpWebhookClient trusting() throws GeneralSecurityException {
        HostResolver loopback = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
        return new HttpWebhookClient(
                WebhookClientSettings.defaults(),
                WebhookClientFixture.LOOPBACK,
                CLOCK,
                loopback,
                endpoint.keys().trusting());
    }

    private static void assertSocketError(AttemptOutcome outcome) {
        Unreachable unreachable = assertInstanceOf(Unreachable.class, outcome, () -> "outcome: " + outcome);
        assertEquals(Unreachable.Cause.SOCKET, unreachable.cause());
    }
}
