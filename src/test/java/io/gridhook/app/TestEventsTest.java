package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.port.AccessTokens.AccessToken;
import io.gridhook.port.TokenUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One event for one subscription: as a real one, marked, and told of. */
class TestEventsTest {
    private static final String TO =
            "{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/?code=1',%s'maxEventsPerBatch':1}}";

    private static final String MAPPING = "{'inputSchemaMappingType':'Json','properties':{"
            + "'eventType':{'sourceField':'t','defaultValue':'T'},'subject':{'defaultValue':'s'},"
            + "'dataVersion':{'defaultValue':'1'}}}";

    private final ManagementFixture fixture = new ManagementFixture();

    private void subscribe(String inputSchema, String deliverySchema, String more) {
        String mapping = inputSchema.equals("CustomEventSchema") ? ",'inputSchemaMapping':" + MAPPING : "";
        fixture.topics.put("orders", json("{'properties':{'inputSchema':'" + inputSchema + "'" + mapping + "}}"));
        fixture.subscriptions.put(
                "orders",
                "sub-1",
                json("{'properties':{'destination':" + TO.formatted(more) + ",'eventDeliverySchema':'" + deliverySchema
                        + "','filter':{'includedEventTypes':['Something.Else']}}}"));
    }

    private TestEvents.Answer send() {
        return fixture.testEvents.send("orders", "sub-1");
    }

    private String header(String name) {
        return fixture.testRequests.get(0).headers().stream()
                .filter(header -> header.name().equals(name))
                .map(header -> header.value())
                .findFirst()
                .orElse("none");
    }

    @ParameterizedTest
    @CsvSource({
        "EventGridSchema,      EventGridSchema,      eventType, topic",
        "EventGridSchema,      CloudEventSchemaV1_0, type,      source",
        "CloudEventSchemaV1_0, CloudEventSchemaV1_0, type,      source",
        "CustomEventSchema,    CustomInputSchema,    eventType, topic",
        "CustomEventSchema,    EventGridSchema,      eventType, topic",
        "CustomEventSchema,    CloudEventSchemaV1_0, type,      source",
    })
    void it_is_in_the_delivery_schema_and_marked(String input, String delivery, String type, String topic) {
        subscribe(input, delivery, "");
        TestEvents.Answer answer = send();
        JsonNode body = json(fixture.testRequests.get(0).body().toString());
        JsonNode event = body.isArray() ? body.get(0) : body;
        assertEquals("Gridhook.TestEvent", event.path(type).asText(), body + "");
        assertEquals("/arm/topics/orders", event.path(topic).asText());
        assertEquals(answer.eventId(), event.path("id").asText());
        assertEquals("eventSubscriptions/sub-1", event.path("subject").asText());
        assertEquals("Notification", header("aeg-event-type"));
        assertEquals("0", header("aeg-delivery-count"));
        assertEquals("none", header("Accept-Encoding"), "its answer is read");
        assertEquals("https://h/?code=1", fixture.testRequests.get(0).endpointUrl());
    }

    @Test
    void it_has_headers_signature_and_token_of_its_own() {
        subscribe(
                "EventGridSchema",
                "EventGridSchema",
                "'signing':{},'azureActiveDirectoryTenantId':'11111111-1111-1111-1111-111111111111',"
                        + "'azureActiveDirectoryApplicationIdOrUri':'api://receiver',"
                        + "'deliveryAttributeMappings':[{'name':'X-A','type':'Static','properties':{'value':'v'}}],");
        fixture.testToken.complete(new AccessToken("token", Instant.parse("2027-01-01T00:00:00Z")));
        assertEquals(DeliveryOutcome.DELIVERED, send().outcome());
        assertEquals("v", header("X-A"));
        assertEquals("Bearer token", header("Authorization"));
        assertTrue(header("webhook-signature").startsWith("v1,"));
    }

    @Test
    void a_token_that_cannot_be_had_is_told() {
        subscribe(
                "EventGridSchema",
                "EventGridSchema",
                "'azureActiveDirectoryTenantId':'11111111-1111-1111-1111-111111111111',"
                        + "'azureActiveDirectoryApplicationIdOrUri':'api://receiver',");
        fixture.testToken.completeExceptionally(new TokenUnavailableException("no token"));
        TestEvents.Answer answer = send();
        assertEquals(DeliveryOutcome.TOKEN_UNAVAILABLE, answer.outcome());
        assertEquals("no token", answer.detail());
        assertEquals(0, fixture.testRequests.size());
    }

    @ParameterizedTest
    @CsvSource({"pause", "disable"})
    void it_goes_to_what_is_held_back(String change) {
        subscribe("EventGridSchema", "EventGridSchema", "");
        fixture.subscriptions.change(
                "orders", "sub-1", DeliveryChange.of(change).orElseThrow());
        assertEquals(DeliveryOutcome.DELIVERED, send().outcome());
    }

    @Test
    void it_goes_to_a_queue() {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json("""
                {'properties':{'destination':{'endpointType':'StorageQueue','properties':{
                 'resourceId':'/x/storageAccounts/account','queueName':'in-box'}}}}"""));
        TestEvents.Answer answer = send();
        assertEquals(DeliveryOutcome.DELIVERED, answer.outcome());
        assertEquals(201, answer.status());
        String message = new String(
                Base64.getDecoder().decode(fixture.testMessages.get(0).body()), StandardCharsets.UTF_8);
        assertEquals("Gridhook.TestEvent", json(message).path("eventType").asText());
        assertEquals(0, fixture.testRequests.size());
    }

    @Test
    void what_is_not_an_answer_is_told() {
        subscribe("EventGridSchema", "EventGridSchema", "");
        fixture.testAnswer = new HandshakeAnswer(
                new AttemptOutcome.Unreachable(AttemptOutcome.Unreachable.Cause.RESOLUTION, "no such host"),
                Map.of(),
                "");
        TestEvents.Answer answer = send();
        assertEquals(DeliveryOutcome.RESOLUTION_ERROR, answer.outcome());
        assertEquals(0, answer.status());
        assertEquals("no such host", answer.detail());
    }

    @Test
    void a_long_answer_is_cut() {
        subscribe("EventGridSchema", "EventGridSchema", "");
        fixture.testAnswer = new HandshakeAnswer(AttemptOutcome.Responded.of(200), Map.of(), "x".repeat(9_000));
        assertEquals("x".repeat(TestEvents.EXCERPT_CHARS_MAX) + "…", send().body());
    }

    @Test
    void the_next_has_to_wait() {
        subscribe("EventGridSchema", "EventGridSchema", "");
        send();
        ManagementException refused = assertThrows(ManagementException.class, this::send);
        assertEquals(ManagementException.Kind.TOO_MANY_REQUESTS, refused.kind());
        assertEquals(Optional.of(Duration.ofSeconds(6)), refused.retryAfter());
        assertFalse(String.valueOf(refused.getMessage()).contains("https://"));
    }
}
