package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run with secrets planted wherever there may be some: neither its output, nor its storage, nor a read call shows one. */
class SecretsIT {
    private static final String SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SUBSCRIPTION = """
            {"properties":{"retryPolicy":{"schedule":["PT1S"],"maxDeliveryAttempts":2},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
              "resourceId":"/x/storageAccounts/devstoreaccount1","blobContainerName":"deadletter"}},
             "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s","signing":{"secret":"%s"},
              "deliveryAttributeMappings":[
               {"name":"X-Api-Key","type":"Static","properties":{"value":"planted-in-header","isSecret":true}}]}}}}
            """;
    private static final String PROTECTED = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s",
             "azureActiveDirectoryTenantId":"t.example","azureActiveDirectoryApplicationIdOrUri":"api://hook"}}}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @Test
    void no_secret_is_logged_stored_or_shown() throws Exception {
        List<String> secrets = new ArrayList<>(
                List.of("planted-in-query", "planted-in-header", "planted-in-environment", "planted-guess", SIGNING));
        List<String> shown = new ArrayList<>();
        String output;
        try (Receiver good = new Receiver();
                Receiver bad = new Receiver(request -> 500);
                // Nobody is asked for tokens but this machine, where nothing listens.
                HostProcess host = HostProcess.start(
                        data,
                        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
                        Map.of(
                                "AZURE_AUTHORITY_HOST", "https://127.0.0.1:1/",
                                "GRIDHOOK_DEADLETTER_DELAY", "PT0S",
                                "GRIDHOOK_WEBHOOK_APPLICATIONS", "api://hook",
                                "GRIDHOOK_WEBHOOK_CLIENT_ID", "client",
                                "GRIDHOOK_WEBHOOK_CLIENT_SECRET", "planted-in-environment"))) {
            Calls calls = host.calls();
            String key = calls.createTopic("orders", "EventGridSchema");
            secrets.add(key);
            calls.putSubscription("orders", "good", body(SUBSCRIPTION, good.url("/")));
            calls.putSubscription("orders", "bad", body(SUBSCRIPTION, bad.url("/")));
            calls.putSubscription("orders", "closed", body(SUBSCRIPTION, "http://127.0.0.1:1/"));
            calls.putSubscription("orders", "protected", PROTECTED.formatted(bad.url("/") + "?code=planted-in-query"));
            calls.publish("orders", key, "[" + event() + "]");
            assertEquals(
                    401,
                    calls.publish("orders", "planted-guess", Calls.JSON, "[]").statusCode());
            assertEquals("planted-in-header", good.await(1).get(0).header("x-api-key"));
            bad.await(2);
            Poll.until("a dead letter is written", () -> host.lines().contains("deadLettered"));
            Poll.until("a token was asked for", () -> host.lines().contains("no Entra token for api://hook"));
            String path = "/topics/orders/eventSubscriptions";
            secrets.add(secret(calls.post(path + "/good/rotateSigningSecret", TestHost.MANAGEMENT_KEY, "{}")
                    .body()));
            assertTrue(calls.post(path + "/good/getDeliveryAttributes", TestHost.MANAGEMENT_KEY, "")
                    .body()
                    .contains("planted-in-header"));
            shown.add(calls.get(path, TestHost.MANAGEMENT_KEY).body());
            shown.add(calls.get(path + "/good", TestHost.MANAGEMENT_KEY).body());
            shown.add(calls.get("/topics", TestHost.MANAGEMENT_KEY).body());
            shown.add(calls.metrics());
            host.terminate();
            output = host.lines();
        }
        shown.forEach(text -> assertHidden(secrets, text));
        assertHidden(secrets, output);
        String stored = stored();
        assertTrue(stored.contains("deliverySchema") && stored.contains("X-Api-Key"), "the definitions are not there");
        assertHidden(secrets, stored);
    }

    private static String body(String subscription, String url) {
        return subscription.formatted(url + "?code=planted-in-query", SIGNING);
    }

    private static String event() {
        return "{\"id\":\"1\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":1}";
    }

    private static String secret(String json) {
        String secret = json.replaceAll("(?s).*\"secret\":\"(whsec_[^\"]+)\".*", "$1");
        assertTrue(secret.startsWith("whsec_") && !secret.equals(SIGNING), json);
        return secret;
    }

    private static void assertHidden(List<String> secrets, String text) {
        for (String secret : secrets) {
            assertFalse(
                    text.contains(secret),
                    () -> secret + " is in " + text.length() + " characters that begin "
                            + text.substring(0, Math.min(text.length(), 2_000)));
        }
    }

    /** All that Azurite keeps: tables, queues and blobs. */
    private String stored() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1)).append('\n');
            }
        }
        return all.toString();
    }
}
