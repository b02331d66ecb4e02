package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import io.gridhook.deploy.KubernetesSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The two Deployments of {@code deploy/kubernetes} as two processes over one store, each with its settings and none of
 * local.settings.json. Different are the store (Azurite by its key instead of an account by an identity), the receiver's address, and the
 * lease of 10 s.
 */
class KubernetesIT {
    private static final String EVENTS =
            "[{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"/s\",\"type\":\"T\",\"data\":{}}]";
    private static final String BATCH = "application/cloudevents-batch+json; charset=utf-8";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private Azurite azurite;

    @BeforeEach
    void start_the_store() throws Exception {
        Files.copy(Path.of("host.json"), directory.resolve("host.json"));
        azurite = Azurite.start(Azurite.install(Path.of(""), line -> {}), Optional.empty(), Azurite.Ports.FREE);
    }

    @AfterEach
    void stop_the_store() {
        azurite.close();
    }

    @Test
    void publishing_pods_make_first_attempts_and_the_others_the_rest() throws Exception {
        CountDownLatch accepted = new CountDownLatch(1);
        try (Receiver receiver = new Receiver();
                HostProcess http = pod("gridhook-http")) {
            // Event 1 fails once; the publishing pod dies in the first attempt of event 2.
            receiver.answer(request -> request.ids().contains("1")
                    ? request.header("aeg-delivery-count").equals("0") ? 503 : 200
                    : killedAfter(accepted, http) ? 503 : 200);
            Calls calls = calls(http);
            String key = calls.createTopic("orders", "CloudEventSchemaV1_0");
            calls.subscribe("orders", "all", receiver.url("/"), ",\"retryPolicy\":{\"schedule\":[\"PT1S\"]}");
            assertEquals(
                    200,
                    calls.publish("orders", key, BATCH, EVENTS.formatted("1")).statusCode());
            receiver.await(1);
            assertFalse(http.lines().contains(" queue "), http.lines());
            try (HostProcess queues = pod("gridhook-queues")) {
                assertEquals("[1]", receiver.await(2).get(1).ids().toString());
                assertEquals("1", receiver.requests().get(1).header("aeg-delivery-count"));
                assertEquals(404, calls(queues).get("/topics", key).statusCode());
                assertEquals(200, calls(queues).get("/health", "none").statusCode());
                // What a publishing pod took and did not finish before it was killed is the others'.
                assertEquals(
                        200,
                        calls.publish("orders", key, BATCH, EVENTS.formatted("2"))
                                .statusCode());
                accepted.countDown();
                receiver.awaitFirst(request -> request.ids().contains("2") && !http.isAlive());
                receiver.await(4);
                assertEquals(Set.of("1", "2"), receiver.ids());
            }
        }
    }

    /** False if it was killed before. */
    private static boolean killedAfter(CountDownLatch accepted, HostProcess process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            accepted.await();
            process.kill();
            return true;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Calls calls(HostProcess process) throws Exception {
        return new Calls(process.http(), KubernetesSettings.MANAGEMENT_KEY);
    }

    private HostProcess pod(String deployment) throws Exception {
        Map<String, String> settings = new TreeMap<>(KubernetesSettings.of(deployment));
        settings.remove("AzureWebJobsStorage__accountName");
        settings.remove("JAVA_TOOL_OPTIONS");
        settings.put("AzureWebJobsStorage", azurite.connectionString());
        settings.put("GRIDHOOK_ALLOW_ADDRESSES", "127.0.0.0/8");
        settings.put("GRIDHOOK_ALLOW_HTTP", "true");
        settings.put("GRIDHOOK_FIRST_ATTEMPT_LEASE", "PT10S");
        return HostProcess.startIn(directory, List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), settings);
    }
}
