package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.CLOCK;
import static io.gridhook.adapter.http.WebhookClientFixture.LONG;
import static io.gridhook.adapter.http.WebhookClientFixture.LOOPBACK;
import static io.gridhook.adapter.http.WebhookClientFixture.await;
import static io.gridhook.adapter.http.WebhookClientFixture.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.trust.AddressGuard;
import io.gridhook.core.trust.AddressRange;
import io.gridhook.core.trust.EndpointCorpus;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 4, point 4: what may not be called is not connected to. No test may leave this machine, so 127.0.0.2 plays the public address,
 * which each test's list allows, and 127.0.0.1 the private one, which none does; both listen on the same port and count connections.
 */
class AddressGuardedClientTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final String PUBLIC = "127.0.0.2";
    private static final String PRIVATE = "127.0.0.1";
    private static final EndpointGuard GUARD =
            new EndpointGuard(true, new AddressGuard(List.of(AddressRange.parse(PUBLIC))));

    private static HttpWebhookClient client(EndpointGuard guard, HostResolver resolver, Duration fresh) {
        return client(guard, new ResolvedHosts(new GuardedResolver(resolver, guard.addresses()), fresh));
    }

    private static HttpWebhookClient client(EndpointGuard guard, ResolvedHosts hosts) {
        try {
            return new HttpWebhookClient(
                    WebhookClientSettings.defaults(), guard, CLOCK, hosts, SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static InetAddress address(String text) throws UnknownHostException {
        return InetAddress.getAllByName(text)[0];
    }

    /** Both addresses on one port. */
    private record Endpoints(RawEndpoint publicOne, RawEndpoint privateOne) implements AutoCloseable {
        static Endpoints start() throws IOException {
            RawEndpoint publicOne = new RawEndpoint(RawEndpoint.always(OK), address(PUBLIC), 0);
            return new Endpoints(
                    publicOne, new RawEndpoint(RawEndpoint.always(OK), address(PRIVATE), publicOne.port()));
        }

        String url(String host) {
            return "http://" + host + ":" + publicOne.port() + "/hook?code=secret";
        }

        @Override
        public void close() {
            publicOne.close();
            privateOne.close();
        }
    }

    private static void assertRefused(String reason, AttemptOutcome outcome) {
        Unreachable unreachable = assertInstanceOf(Unreachable.class, outcome, () -> "outcome: " + outcome);
        assertEquals(Unreachable.Cause.RESOLUTION, unreachable.cause(), unreachable.detail());
        assertTrue(unreachable.detail().contains(reason), unreachable.detail());
        assertFalse(unreachable.detail().contains("secret"), unreachable.detail());
    }

    /** DNS rebinding, with a real name server whose answers are to be kept for no time at all. */
    @Test
    void a_name_that_is_public_first_and_private_second_is_never_connected_to_at_the_private_one() throws IOException {
        try (DnsServer dns = new DnsServer(List.of(List.of(PUBLIC), List.of(PRIVATE)));
                Endpoints endpoints = Endpoints.start();
                HttpWebhookClient client = client(GUARD, dns.resolver(), Duration.ZERO)) {
            String url = endpoints.url("rebinding.example");
            assertEquals(Responded.of(200), await(client.post(request(url), LONG)));
            assertEquals(1, dns.questions(), "the answer that was checked is the one that was connected to");
            for (int i = 0; i < 5; i++) {
                assertRefused("127.0.0.1 is loopback", await(client.post(request(url), LONG)));
            }
            assertEquals(6, dns.questions(), "each attempt is checked anew");
            assertEquals(0, endpoints.privateOne().connections());
            assertEquals(1, endpoints.publicOne().connections());
        }
    }

    /** The same with answers kept as long as in the app: whatever the name server says meanwhile, the judged address is used. */
    @Test
    void while_an_answer_is_kept_the_name_server_is_not_asked_between_check_and_connection() throws IOException {
        try (DnsServer dns = new DnsServer(List.of(List.of(PUBLIC), List.of(PRIVATE)));
                Endpoints endpoints = Endpoints.start();
                HttpWebhookClient client = client(GUARD, dns.resolver(), Duration.ofHours(1))) {
            String url = endpoints.url("rebinding.example");
            List<AttemptOutcome> outcomes =
                    Stream.generate(() -> client.post(request(url), LONG)).limit(50).toList().stream()
                            .map(WebhookClientFixture::await)
                            .toList();
            assertTrue(outcomes.stream().allMatch(Responded.of(200)::equals), outcomes.toString());
            assertEquals(1, dns.questions());
            assertEquals(0, endpoints.privateOne().connections());
        }
    }

    /** A connection is tried at one address after another: the refused ones are not among them, wherever they stand. */
    @Test
    void of_several_addresses_only_those_that_may_be_called_are_tried() throws IOException {
        try (DnsServer dns = new DnsServer(List.of(List.of(PRIVATE, "127.0.0.3", PUBLIC, PRIVATE)));
                Endpoints endpoints = Endpoints.start();
                HttpWebhookClient client = client(GUARD, dns.resolver(), Duration.ZERO)) {
            assertEquals(Responded.of(200), await(client.post(request(endpoints.url("mixed.example")), LONG)));
            endpoints.publicOne().close();
            Unreachable refused = assertInstanceOf(
                    Unreachable.class, await(client.post(request(endpoints.url("mixed.example")), LONG)));
            assertEquals(Unreachable.Cause.SOCKET, refused.cause());
            assertEquals(0, endpoints.privateOne().connections());
        }
    }

    /** The app's own resolver, without any setting. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"})
    void this_machine_is_not_called_unless_it_is_allowed(String host) throws IOException {
        try (RawEndpoint endpoint = RawEndpoint.answering(OK);
                HttpWebhookClient client = new HttpWebhookClient(
                        WebhookClientSettings.defaults(), new EndpointGuard(true, AddressGuard.STRICT), CLOCK)) {
            String url = "http://" + host + ":" + endpoint.port() + "/?code=secret";
            assertRefused("GRIDHOOK_ALLOW_ADDRESSES", await(client.post(request(url), LONG)));
            assertEquals(0, endpoint.connections());
        }
    }

    static Stream<EndpointCorpus.Row> refusedRows() {
        return EndpointCorpus.rows().stream().filter(row -> !row.isAllowed());
    }

    /**
     * A definition that was saved under other settings, or by a version that checked less, is judged when it is delivered to. Should the
     * guard let one through, the last resolver still answers no address: a broken guard must not make this test call a metadata service.
     */
    @ParameterizedTest
    @MethodSource("refusedRows")
    void what_may_not_be_saved_is_not_called_either(EndpointCorpus.Row row) {
        EndpointGuard guard = new EndpointGuard(false, row.allowed());
        HostResolver guarded = new GuardedResolver(AddressGuardedClientTest::withoutNames, guard.addresses());
        HostResolver last = host -> {
            throw new UnknownHostException("let through: " + List.of(guarded.resolve(host)));
        };
        try (HttpWebhookClient client = client(guard, new ResolvedHosts(last, Duration.ZERO))) {
            Unreachable unreachable = assertInstanceOf(Unreachable.class, await(client.post(request(row.url()), LONG)));
            assertTrue(unreachable.detail().contains(row.refusal()), unreachable.detail());
        }
    }

    /** Reads addresses, and asks no name server. */
    private static InetAddress[] withoutNames(String host) throws UnknownHostException {
        if (host.toLowerCase(Locale.ROOT).endsWith("localhost")) {
            return new InetAddress[] {address(PRIVATE)};
        }
        if (IpAddress.parse(host).isEmpty()) {
            throw new UnknownHostException(host + " was looked up");
        }
        return InetAddress.getAllByName(host);
    }

    @Test
    void plain_http_that_was_allowed_once_is_not_called_any_more() throws IOException {
        try (RawEndpoint endpoint = RawEndpoint.answering(OK);
                HttpWebhookClient client = new HttpWebhookClient(
                        WebhookClientSettings.defaults(), new EndpointGuard(false, LOOPBACK.addresses()), CLOCK)) {
            Unreachable unreachable =
                    assertInstanceOf(Unreachable.class, await(client.post(request(endpoint.url()), LONG)));
            assertEquals(Unreachable.Cause.SOCKET, unreachable.cause());
            assertTrue(unreachable.detail().contains("scheme http"), unreachable.detail());
            assertEquals(0, endpoint.connections());
        }
    }

    /** A proxy would look the name up itself, behind the guard's back. */
    @Test
    void proxies_of_system_properties_are_not_used() throws IOException {
        try (RawEndpoint proxy = RawEndpoint.answering(OK);
                RawEndpoint endpoint = RawEndpoint.answering(OK)) {
            String port = Integer.toString(proxy.port());
            Map<String, String> settings = Map.of(
                    "http.proxyHost", PRIVATE,
                    "http.proxyPort", port,
                    "http.nonProxyHosts", "",
                    "https.proxyHost", PRIVATE,
                    "https.proxyPort", port,
                    "socksProxyHost", PRIVATE,
                    "socksProxyPort", port);
            withProperties(settings, () -> {
                try (HttpWebhookClient client = WebhookClientFixture.client()) {
                    assertEquals(Responded.of(200), await(client.post(request(endpoint.url()), LONG)));
                }
            });
            assertEquals(0, proxy.connections());
            assertEquals(1, endpoint.connections());
        }
    }

    private static void withProperties(Map<String, String> settings, Runnable work) {
        Map<String, String> before = new TreeMap<>();
        settings.forEach((name, value) -> {
            String old = System.getProperty(name);
            if (old != null) {
                before.put(name, old);
            }
            System.setProperty(name, value);
        });
        try {
            work.run();
        } finally {
            settings.keySet().forEach(System::clearProperty);
            before.forEach(System::setProperty);
        }
    }
}
