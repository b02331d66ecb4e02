package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.ManagerRules;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators do to a subscription, in IoT Edge's form. */
class SubscriptionActionsFunctionTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ManagementFixture fixture = new ManagementFixture();
    private final FixtureActions actions = new FixtureActions(fixture);
    private final SubscriptionActionsFunction function = new SubscriptionActionsFunction(
            actions.actions, new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false)), access());

    private static ManagementAccess access() {
        return new ManagementAccess(
                new ManagerRules(
                        Set.of("secret"),
                        Set.of("reading"),
                        Optional.empty(),
                        Grant.ofRole("none"),
                        Grant.ofRole("none"),
                        AttemptRules.STANDARD),
                new PrometheusMetrics(),
                () -> Instant.parse("2026-11-20T09:30:00Z"));
    }

    @BeforeEach
    void a_subscription() {
        fixture.topics.put("orders", ManagementFixture.json("{}"));
        fixture.subscriptions.put("orders", "sub-1", ManagementFixture.to("https://h/"));
    }

    private static FakeHttpRequest request(HttpMethod method, String key) {
        return new FakeHttpRequest(method, "https://host:4438/")
                .header("aeg-sas-key", key)
                .header("x-forwarded-for", "192.0.2.1:47\n12");
    }

    private HttpResponseMessage call(String action, HttpMethod method, String key) {
        FakeHttpRequest request = request(method, key);
        return switch (action) {
            case "pause" -> function.pause(request, "orders", "sub-1");
            case "resume" -> function.resume(request, "orders", "sub-1");
            case "disable" -> function.disable(request, "orders", "sub-1");
            case "enable" -> function.enable(request, "orders", "sub-1");
            default -> function.sendTestEvent(request, "orders", "sub-1");
        };
    }

    private JsonNode post(String action) throws Exception {
        HttpResponseMessage answer = call(action, HttpMethod.POST, "secret");
        assertEquals(200, answer.getStatusCode(), String.valueOf(answer.getBody()));
        return JSON.readTree(String.valueOf(answer.getBody()));
    }

    @Test
    void a_pause_is_shown_logged_and_undone() throws Exception {
        JsonNode paused = post("pause").path("properties");
        assertEquals("Paused", paused.path("deliveryState").asText());
        assertEquals("Operator", paused.path("deliveryStateReason").asText());
        assertEquals(
                "2026-01-01T00:00:00Z", paused.path("deliveryStateChangedAt").asText());
        assertFalse(post("resume").path("properties").has("deliveryState"));
        assertEquals(
                List.of(
                        "management action=pause topic=orders eventSubscription=sub-1 deliveryState=Paused by=key"
                                + " from=192.0.2.1:4712",
                        "management action=resume topic=orders eventSubscription=sub-1 deliveryState=Active by=key"
                                + " from=192.0.2.1:4712"),
                actions.lines);
    }

    @Test
    void disabled_is_not_paused() throws Exception {
        assertEquals(
                "Disabled",
                post("disable").path("properties").path("deliveryState").asText());
        HttpResponseMessage answer = call("resume", HttpMethod.POST, "secret");
        assertEquals(409, answer.getStatusCode());
        assertTrue(
                String.valueOf(answer.getBody())
                        .contains("eventSubscription: sub-1 is Disabled (expected: enable before resume)"),
                String.valueOf(answer.getBody()));
        assertFalse(post("enable").path("properties").has("deliveryState"));
    }

    @Test
    void a_test_event_says_what_came_back() throws Exception {
        fixture.testAnswer = new HandshakeAnswer(AttemptOutcome.Responded.of(500), Map.of(), "no\tluck\u0007");
        JsonNode answer = post("sendTestEvent");
        String id = answer.path("eventId").asText();
        assertEquals(
                JSON.readTree("{\"eventId\":\"" + id + "\",\"delivered\":false,\"outcome\":\"GenericError\","
                        + "\"httpStatus\":500,\"durationInMilliseconds\":0,\"responseBody\":\"no\uFFFDluck\uFFFD\"}"),
                answer);
        HttpResponseMessage again = call("sendTestEvent", HttpMethod.POST, "secret");
        assertEquals(429, again.getStatusCode());
        assertEquals("6", again.getHeader("Retry-After"));
        assertEquals(1, fixture.testRequests.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause", "resume", "disable", "enable", "sendTestEvent"})
    void readers_and_other_methods_do_nothing(String action) {
        assertEquals(403, call(action, HttpMethod.POST, "reading").getStatusCode());
        assertEquals(401, call(action, HttpMethod.POST, "wrong").getStatusCode());
        HttpResponseMessage got = call(action, HttpMethod.GET, "secret");
        assertEquals(405, got.getStatusCode());
        assertEquals("POST", got.getHeader("Allow"));
        assertEquals(List.of(), actions.lines);
        assertEquals(List.of(), fixture.testRequests);
    }
}
