package io.gridhook.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.WebhookServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final int RUN = 3;

    private final Corpus corpus = Corpus.read();
    private final Set<String> ids = ConcurrentHashMap.newKeySet();

    @Test
    void every_publish_comes_once_and_whole() throws Exception {
        try (WebhookServer server = server(200);
                Load load = load(server, corpus.bodies(100))) {
            Publishes publishes = load.openLoop(LongStream.range(0, 40).toArray());
            assertEquals(40, publishes.accepted());
            assertEquals(4_000, ids.size());
            assertTrue(ids.contains("0003000003999"), "run 3, event 3,999");
        }
    }

    /** More than a connection takes at once. */
    @Test
    void a_large_publish_comes_whole() throws Exception {
        try (WebhookServer server = server(200);
                Load load = load(server, List.of(PublishBody.of("[\"" + "x".repeat(3_000_000) + "\"]")))) {
            assertEquals(2, load.openLoop(new long[] {0, 1}).accepted());
        }
    }

    @Test
    void what_is_refused_is_not_accepted() throws Exception {
        try (WebhookServer server = server(503);
                Load load = load(server, corpus.bodies(1))) {
            Publishes publishes = load.openLoop(new long[] {0, 1, 2});
            assertEquals(0, publishes.accepted());
            assertEquals(3, publishes.refusals().get(503));
        }
    }

    @Test
    void a_connection_that_breaks_is_a_refusal_and_the_load_goes_on() throws Exception {
        try (WebhookServer server = new WebhookServer(
                        request -> CompletableFuture.failedFuture(new IllegalStateException("breaks")));
                Load load = load(server, corpus.bodies(1))) {
            Publishes publishes = load.openLoop(new long[] {0, 1, 2, 3, 4, 5});
            assertEquals(6, publishes.refused());
        }
    }

    @Test
    void in_an_open_loop_nothing_is_sent_before_its_time() throws Exception {
        try (WebhookServer server = server(200);
                Load load = load(server, corpus.bodies(1))) {
            Duration last = Duration.ofMillis(300);
            Publishes publishes = load.openLoop(new long[] {0, last.toNanos()});
            assertEquals(last.toNanos(), publishes.due(1) - publishes.due(0));
            assertTrue(publishes.seconds() >= 0.3, "seconds: " + publishes.seconds());
        }
    }

    private static Load load(WebhookServer server, List<PublishBody> bodies) throws Exception {
        return new Load(URI.create(server.url("/publishes")), "", RUN, bodies, 4);
    }

    private WebhookServer server(int status) {
        return new WebhookServer(request -> {
            ids.addAll(request.ids());
            return CompletableFuture.completedFuture(status);
        });
    }
}
