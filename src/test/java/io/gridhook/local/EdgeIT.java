package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import io.gridhook.deploy.DeployFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code deploy/edge/compose.yaml} describes, as processes: its Azurite with its command line and account, and the local host with the
 * environment of its container and none of local.settings.json. Only what a machine shared with others needs is different: ports, the
 * folder of the data, the receiver's address, and a lease of 10 s, so that nobody waits a minute.
 */
class EdgeIT {
    private static final Map<String, String> SECRETS = Map.of(
            "GRIDHOOK_MANAGEMENT_KEY", "management-key-of-this-test",
            "GRIDHOOK_ENCRYPTION_KEY", "dGhpcnR5LXR3byBieXRlcyBvZiB0aGlzIHRlc3QhISE=",
            "GRIDHOOK_SAS_KEY1", "first-module-key-of-this-test",
            "GRIDHOOK_SAS_KEY2", "second-module-key-of-this-test",
            "AZURITE_KEY", "YW4gYWNjb3VudCdzIGtleSBvZiB0aGlzIHRlc3QuLg==");

    private static final String EVENT =
            "[{\"id\":\"%s\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{},"
                    + "\"dataVersion\":\"1\"}]";
    private static final String VERSION = "?api-version=2019-01-01-preview";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @BeforeEach
    void the_project_has_no_settings_of_its_own() throws Exception {
        Files.copy(Path.of("host.json"), directory.resolve("host.json"));
        Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost azurite\n");
    }

    @Test
    void the_modules_keys_publish_and_what_was_accepted_outlives_a_kill() throws Exception {
        try (Receiver receiver = new Receiver(request -> 503)) {
            try (ComposedAzurite azurite = startAzurite();
                    HostProcess host = startGridhook(azurite, Map.of())) {
                Calls calls = new Calls(host.http(), SECRETS.get("GRIDHOOK_SAS_KEY1"));
                calls.putTopic("orders" + VERSION, "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
                calls.subscribe("orders", "all", receiver.url("/"), ",\"retryPolicy\":{\"schedule\":[\"PT2S\"]}");
                assertEquals(200, publish(calls, "GRIDHOOK_SAS_KEY2", "1"));
                assertEquals(401, publish(calls, "AZURITE_KEY", "2"));
                receiver.await(1);
                host.kill();
            }
            receiver.answer(request -> 200);
            try (ComposedAzurite azurite = startAzurite();
                    HostProcess host = startGridhook(azurite, Map.of())) {
                int before = receiver.requests().size();
                receiver.await(before + 1);
                assertEquals(Set.of("1"), receiver.ids());
                assertEquals(
                        200,
                        new Calls(host.http(), "none").get("/health", "none").statusCode());
            }
        }
    }

    /** The file says that receivers may be plain http and which addresses they may have; without it they may not. */
    @Test
    void what_compose_does_not_allow_is_refused() throws Exception {
        try (ComposedAzurite azurite = startAzurite();
                HostProcess host = startGridhook(azurite, Map.of("outbound__webhook__httpsOnly", "true"))) {
            Calls calls = new Calls(host.http(), SECRETS.get("GRIDHOOK_MANAGEMENT_KEY"));
            calls.putTopic("orders" + VERSION, "{}");
            String body =
                    "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"http://127.0.0.1/\"}}}}";
            var refused = calls.tryPut("/topics/orders/eventSubscriptions/all" + VERSION, body);
            assertEquals(400, refused.statusCode());
            assertTrue(refused.body().contains("endpointUrl"), refused.body());
        }
    }

    private static int publish(Calls calls, String key, String id) {
        return calls.post("/topics/orders/events" + VERSION, SECRETS.get(key), EVENT.formatted(id))
                .statusCode();
    }

    private ComposedAzurite startAzurite() throws Exception {
        return ComposedAzurite.start(directory.resolve("data"), SECRETS::get);
    }

    private HostProcess startGridhook(ComposedAzurite azurite, Map<String, String> changed) throws Exception {
        Map<String, String> settings = new TreeMap<>(DeployFiles.composeEnvironment("gridhook", SECRETS::get));
        settings.compute("AzureWebJobsStorage", (name, value) -> azurite.onItsPorts(String.valueOf(value)));
        settings.put("GRIDHOOK_ALLOW_ADDRESSES", "127.0.0.0/8");
        settings.put("GRIDHOOK_FIRST_ATTEMPT_LEASE", "PT10S");
        settings.putAll(changed);
        // Half of this machine's memory is not this test's.
        settings.remove("JAVA_TOOL_OPTIONS");
        return HostProcess.startIn(
                directory,
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Djdk.net.hosts.file=" + directory.resolve("hosts")),
                settings);
    }
}
