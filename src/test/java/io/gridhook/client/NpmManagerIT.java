package io.gridhook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.local.NpmClients;
import io.gridhook.local.TestHost;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Azure's management client for JavaScript, {@code @azure/arm-eventgrid}, unmodified, against the local host over TLS; its token is the
 * management key (behaviour §13, official-clients).
 */
class NpmManagerIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static NpmClients npm;

    @BeforeAll
    static void start(@TempDir Path project) {
        npm = NpmClients.install();
        host = TestHost.start(project, Map.of());
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @Test
    void a_topic_and_its_subscriptions_live_and_die() throws Exception {
        try (Receiver receiver = new Receiver()) {
            String webhook = receiver.url("/hook?code=1");
            NpmClients.Ended ended = npm.run(
                    Map.of("NODE_EXTRA_CA_CERTS", host.certificate().toString()),
                    "",
                    "manage.mjs",
                    host.https().toString(),
                    TestHost.MANAGEMENT_KEY,
                    webhook);
            assertEquals(0, ended.code(), ended.err());
            JsonNode printed = MAPPER.readTree(ended.out());
            assertTopic(printed);
            assertSubscriptions(printed, webhook);
            assertLists(printed);
            assertDomains(printed.path("domains"), webhook);
        }
    }

    private static void assertTopic(JsonNode printed) {
        JsonNode topic = printed.path("topic");
        assertTrue(topic.path("id").asText().endsWith("/providers/Microsoft.EventGrid/topics/sdk"), topic.toString());
        assertEquals("Succeeded", topic.path("provisioningState").asText());
        assertEquals("westus2", topic.path("location").asText());
        assertEquals(
                host.https() + "/topics/sdk/api/events", topic.path("endpoint").asText());
        assertEquals("{\"team\":\"a\"}", topic.path("tags").toString());
        assertEquals(
                "{\"team\":\"b\"}", printed.path("updatedTopic").path("tags").toString());
        assertNotEquals(text(printed, "keys", "key1"), text(printed, "newKeys", "key1"));
        assertFalse(text(printed, "newKeys", "key1").isEmpty());
        assertEquals(text(printed, "keys", "key2"), text(printed, "newKeys", "key2"));
        assertEquals("404 ResourceNotFound", printed.path("gone").asText());
    }

    private static void assertSubscriptions(JsonNode printed, String webhook) {
        JsonNode subscription = printed.path("subscription");
        assertEquals("Succeeded", subscription.path("provisioningState").asText());
        String baseUrl = webhook.substring(0, webhook.indexOf('?'));
        assertEquals(baseUrl, text(subscription, "destination", "endpointBaseUrl"));
        assertEquals("", text(subscription, "destination", "endpointUrl"));
        assertEquals("60", text(subscription, "retryPolicy", "eventTimeToLiveInMinutes"));
        assertEquals("[\"two\"]", printed.path("updated").path("labels").toString());
        assertEquals("3", text(printed.path("updated"), "retryPolicy", "maxDeliveryAttempts"));
        assertEquals(webhook, text(printed, "fullUrl", "endpointUrl"));
        assertEquals("[]", printed.path("attributes").path("value").toString());
        assertEquals("Microsoft.EventGrid/eventSubscriptions", text(printed, "scoped", "type"));
        assertEquals("Microsoft.EventGrid/topics/eventSubscriptions", text(printed, "seenNested", "type"));
    }

    private static void assertLists(JsonNode printed) {
        assertEquals("2", printed.path("pages").asText());
        assertEquals("[\"nested\",\"scoped\"]", printed.path("subscriptions").toString());
        assertEquals("[\"nested\",\"scoped\"]", printed.path("byResource").toString());
        assertEquals("[\"scoped\"]", printed.path("filtered").toString());
        assertEquals("[\"sdk\"]", printed.path("byGroup").toString());
        assertEquals("[\"sdk\"]", printed.path("bySubscription").toString());
        assertEquals("[]", printed.path("left").toString());
    }

    /** Behaviour §16. */
    private static void assertDomains(JsonNode printed, String webhook) {
        String id = text(printed, "made", "id");
        assertTrue(id.endsWith("/providers/Microsoft.EventGrid/domains/shops"), id);
        assertEquals(host.https() + "/domains/shops/api/events", text(printed, "made", "endpoint"));
        assertEquals("false", text(printed, "made", "autoDeleteTopicWithLastSubscription"));
        assertEquals("true", text(printed, "got", "autoDeleteTopicWithLastSubscription"));
        assertEquals("true", text(printed, "got", "autoCreateTopicWithFirstSubscription"));
        assertFalse(printed.at("/got/systemData/createdAt").asText().isEmpty());
        assertEquals(text(printed, "keys", "key1"), text(printed, "newKeys", "key1"));
        assertNotEquals(text(printed, "keys", "key2"), text(printed, "newKeys", "key2"));
        assertEquals(id + "/topics/berlin", text(printed, "topic", "id"));
        assertEquals("Microsoft.EventGrid/domains/topics", text(printed, "topic", "type"));
        assertEquals("Succeeded", text(printed, "audit", "provisioningState"));
        assertEquals(webhook, text(printed, "fullUrl", "endpointUrl"));
        assertEquals("[]", printed.at("/attributes/value").toString());
        assertEquals(webhook, text(printed, "topicFullUrl", "endpointUrl"));
        assertEquals("Microsoft.EventGrid/domains/topics/eventSubscriptions", text(printed, "billing", "type"));
        assertEquals("Microsoft.EventGrid/eventSubscriptions", text(printed, "scoped", "type"));
        assertEquals("[\"berlin\",\"paris\"]", printed.path("topics").toString());
        assertEquals("[\"audit\"]", printed.path("byDomain").toString());
        assertEquals("[\"billing\"]", printed.path("byTopic").toString());
        assertEquals("[\"scoped\"]", printed.path("byDomainTopic").toString());
        assertEquals("[\"shops\"]", printed.path("byGroup").toString());
        assertEquals("[\"shops\"]", printed.path("bySubscription").toString());
        assertEquals("[\"paris\"]", printed.path("topicsLeft").toString());
        assertEquals("404 ResourceNotFound", printed.path("gone").asText());
    }

    private static String text(JsonNode json, String one, String two) {
        return json.path(one).path(two).asText();
    }
}
