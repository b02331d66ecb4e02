package io.gridhook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.gridhook.local.NpmClients;
import io.gridhook.local.TestHost;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries as they arrive, verified by the official libraries of Standard Webhooks for Java and JavaScript. */
class SignedDeliveryIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String STRANGERS = "whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static NpmClients npm;

    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void start(@TempDir Path project) {
        npm = NpmClients.install();
        host = TestHost.start(project, Map.of());
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    /** Through a refusal, a retry and a rotation; the receiver knows one secret alone all the time. */
    @Test
    void official_libraries_verify_what_arrives() throws Exception {
        receiver.answer(request -> request.header("aeg-delivery-count").equals("0") ? 500 : 200);
        String key = host.calls().createTopic("signed", "EventGridSchema");
        host.calls().putSubscription("signed", "all", """
                {"properties":{"retryPolicy":{"schedule":["PT1S"]},"destination":{"endpointType":"WebHook","properties":{
                 "endpointUrl":"%s","maxEventsPerBatch":10,"signing":{"secret":"%s"},
                 "deliveryAttributeMappings":[
                  {"name":"X-Fixed","type":"Static","properties":{"value":"planted","isSecret":true}},
                  {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}}}}
                """.formatted(receiver.url("/hook?code=1"), SECRET));
        host.calls().publish("signed", key, event("1"));
        List<Receiver.Received> attempts = receiver.await(2);
        assertEquals(attempts.get(0).header("webhook-id"), attempts.get(1).header("webhook-id"));
        assertEquals("planted", attempts.get(0).header("x-fixed"));
        assertEquals("billing", attempts.get(0).header("x-system"));
        JsonNode rotated = call("rotateSigningSecret", "{}");
        assertEquals(SECRET, rotated.path("previousSecret").asText());
        assertEquals(rotated, call("listSigningSecrets", ""));
        // In force within 5 s; until then the one secret signs alone, and the receiver does not mind.
        receiver.answer(request -> 200);
        host.calls().publish("signed", key, event("2"));
        List<Receiver.Received> all = receiver.await(3);
        verifyInJava(all);
        assertEquals(List.of("verified", "verified", "verified"), verifyInJavaScript(SECRET, all));
        List<Receiver.Received> others = all.stream()
                .map(received -> new Receiver.Received(received.path(), received.headers(), received.body() + " "))
                .toList();
        assertEquals(
                List.of("No matching signature found"),
                verifyInJavaScript(SECRET, others).stream().distinct().toList());
        assertEquals(
                List.of("No matching signature found"),
                verifyInJavaScript(STRANGERS, all).stream().distinct().toList());
    }

    private static String event(String id) {
        return "[{\"id\":\"" + id + "\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\","
                + "\"dataVersion\":\"1\",\"data\":{\"system\":\"billing\",\"text\":\"ä \\ud83d\\ude00\"}}]";
    }

    private static JsonNode call(String name, String body) throws Exception {
        HttpResponse<String> response =
                host.calls().post("/topics/signed/eventSubscriptions/all/" + name, TestHost.MANAGEMENT_KEY, body);
        assertEquals(200, response.statusCode(), response.body());
        return MAPPER.readTree(response.body());
    }

    private static void verifyInJava(List<Receiver.Received> deliveries) throws WebhookVerificationException {
        for (Receiver.Received received : deliveries) {
            Map<String, List<String>> headers = received.headers().entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
            new Webhook(SECRET).verify(received.body(), headers);
            assertThrows(
                    WebhookVerificationException.class, () -> new Webhook(STRANGERS).verify(received.body(), headers));
        }
    }

    private static List<String> verifyInJavaScript(String secret, List<Receiver.Received> deliveries) throws Exception {
        List<Map<String, Object>> in = deliveries.stream()
                .map(received -> Map.<String, Object>of("headers", received.headers(), "body", received.body()))
                .toList();
        NpmClients.Ended ended = npm.run(MAPPER.writeValueAsString(in), "verify.mjs", secret);
        assertEquals(0, ended.code(), ended.err());
        return MAPPER.readerForListOf(String.class).readValue(ended.out());
    }
}
