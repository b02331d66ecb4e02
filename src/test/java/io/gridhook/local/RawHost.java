package io.gridhook.local;

import com.sun.net.httpserver.HttpExchange;
import io.gridhook.adapter.http.HttpWebhookClient;
import io.gridhook.adapter.http.WebhookClientSettings;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.trust.AddressGuard;
import io.gridhook.core.trust.AddressRange;
import io.gridhook.core.trust.EndpointGuard;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The ceiling of the local host, as a process: its web server takes the publishes and its webhook client sends the POSTs, with no storage
 * and no logic between. Header {@code x-posts} says how many one publish makes; with {@code x-split} each has its share of the body, else
 * each has all of it. A publish is answered when its POSTs are on their way. Its argument is the URL of the endpoints, without their
 * number; it prints its port, and ends with its standard input.
 */
public final class RawHost {
    /** Ours: more wait for these. */
    private static final int UNDER_WAY_MAX = 1_024;

    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    private static final List<WebhookRequest.Header> HEADERS = List.of(
            new WebhookRequest.Header("Content-Type", "application/json; charset=utf-8"),
            new WebhookRequest.Header("aeg-event-type", "Notification"),
            new WebhookRequest.Header("aeg-subscription-name", "CEILING"));

    private final HttpWebhookClient client;
    private final String endpoints;
    private final Semaphore underWay = new Semaphore(UNDER_WAY_MAX);

    private RawHost(HttpWebhookClient client, String endpoints) {
        this.client = client;
        this.endpoints = endpoints;
    }

    /** Runs until its standard input ends. */
    public static void main(String[] args) throws IOException {
        EndpointGuard guard = new EndpointGuard(true, new AddressGuard(List.of(AddressRange.parse("127.0.0.0/8"))));
        try (HttpWebhookClient client =
                new HttpWebhookClient(WebhookClientSettings.defaults(), guard, InstantSource.system())) {
            LocalHttpServer server = LocalHttpServer.http(0);
            server.start(new RawHost(client, args[0])::handle);
            System.out.println(server.port());
            while (System.in.read() >= 0) {
                // nothing is said to it there
            }
            server.close();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            int posts = Integer.parseInt(exchange.getRequestHeaders().getFirst("x-posts"));
            boolean isSplit = exchange.getRequestHeaders().containsKey("x-split");
            for (int i = 0; i < posts; i++) {
                int from = isSplit ? (int) ((long) body.length * i / posts) : 0;
                int to = isSplit ? (int) ((long) body.length * (i + 1) / posts) : body.length;
                post(isSplit ? 0 : i, JsonText.of(body, from, to));
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void post(int endpoint, JsonText body) {
        underWay.acquireUninterruptibly();
        var unused = client.post(new WebhookRequest(endpoints + endpoint, HEADERS, body), RESPONSE_TIMEOUT)
                .whenComplete((outcome, failure) -> underWay.release());
    }
}
