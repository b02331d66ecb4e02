package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Translation alone: methods, status codes, headers and error shapes (behaviour §14). */
class ManagementFunctionsTest {
    private static final String SUBSCRIPTION =
            "{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/?code=1'}}}}";

    private static final String SIGNED = """
            {'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/',
             'signing':{'secret':'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'},
             'deliveryAttributeMappings':[
              {'name':'X-A','type':'Static','properties':{'value':'v','isSecret':true}}]}}}}""";

    private static final String FILTERED =
            "{'properties':{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/?code=1'}},"
                    + "'filter':{'includedEventTypes':['T','V'],'enableAdvancedFilteringOnArrays':true,'advancedFilters':["
                    + "{'operatorType':'NumberIn','key':'data.n','values':[1,2]},"
                    + "{'operatorType':'StringNotIn','key':'data.c','values':['red']}]}}}";

    private final ManagementFixture fixture = new ManagementFixture();
    private final ManagementAccess access = ManagementFixture.access("secret");
    private final EdgeDefinitions definitions = new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false));
    private final TopicsFunction topics = new TopicsFunction(fixture.topics, definitions, access);
    private final SubscriptionsFunction subscriptions =
            new SubscriptionsFunction(fixture.subscriptions, fixture.dryRun, definitions, access);
    private final SubscriptionSecretsFunction secrets =
            new SubscriptionSecretsFunction(fixture.subscriptions, definitions, access);

    @Test
    void a_topic_is_put_got_listed_and_deleted() {
        JsonNode topic = json("{'id':'/edge/topics/orders','name':'orders','type':'Microsoft.EventGrid/topics',"
                + "'properties':{'endpoint':"
                + "'https://host:4438/topics/orders/events?api-version=2019-01-01-preview',"
                + "'inputSchema':'EventGridSchema'}}");
        assertJson(topic, topics.topic(request(HttpMethod.PUT).body("{\"name\":\"orders\"}"), "orders"));
        assertJson(topic, topics.topic(request(HttpMethod.GET), "orders"));
        assertJson(json("[" + topic + "]"), topics.topics(request(HttpMethod.GET)));
        assertJson(json("{'key1':'key-1','key2':'key-2'}"), topics.listKeys(request(HttpMethod.POST), "orders"));
        assertEmpty(topics.topic(request(HttpMethod.DELETE), "orders"));
        assertError(
                404,
                "NotFound",
                "ResourceNotFound",
                "topic: orders does not exist",
                topics.topic(request(HttpMethod.GET), "orders"));
        assertJson(json("[]"), topics.topics(request(HttpMethod.GET)));
    }

    /** As the pages of IoT Edge and Kubernetes print them; in published events, which go on as they are, neither passes. */
    @Test
    void a_definition_may_have_comments_and_a_comma_after_its_last_property() {
        String body =
                "{\"name\": \"orders\", // optional\n\"properties\": {\"inputSchema\": \"CustomSchema\",},/* end */}";
        HttpResponseMessage put = topics.topic(request(HttpMethod.PUT).body(body), "orders");
        assertEquals(200, put.getStatusCode(), String.valueOf(put.getBody()));
        assertEquals(EventSchema.CUSTOM, fixture.topics.get("orders").inputSchema());
    }

    @Test
    void a_key_is_regenerated() {
        fixture.topics.put("orders", json("{}"));
        String body = "{\"keyName\":\"key1\"}";
        JsonNode keys = json("{'key1':'key-3','key2':'key-2'}");
        assertJson(keys, topics.regenerateKey(request(HttpMethod.POST).body(body), "orders"));
        assertJson(keys, topics.listKeys(request(HttpMethod.POST), "orders"));
        assertError(
                404,
                "NotFound",
                "ResourceNotFound",
                "topic: nobodys does not exist",
                topics.regenerateKey(request(HttpMethod.POST).body(body), "nobodys"));
        assertError(
                400,
                "BadRequest",
                "InvalidRequest",
                "keyName: key3 (expected: key1 or key2)",
                topics.regenerateKey(request(HttpMethod.POST).body("{\"keyName\":\"key3\"}"), "orders"));
    }

    @Test
    void a_subscription_is_put_got_listed_and_deleted() {
        topics.topic(request(HttpMethod.PUT).body("{}"), "orders");
        JsonNode subscription = json("{'id':'/edge/topics/orders/eventSubscriptions/sub-1','name':'sub-1',"
                + "'type':'Microsoft.EventGrid/eventSubscriptions','properties':{'topicName':'orders',"
                + "'eventDeliverySchema':'EventGridSchema','destination':{'endpointType':'WebHook',"
                + "'properties':{'endpointBaseUrl':'https://h/'}}}}");
        assertJson(
                subscription,
                subscriptions.subscription(
                        request(HttpMethod.PUT).body(SUBSCRIPTION.replace('\'', '"')), "orders", "sub-1"));
        assertJson(subscription, subscriptions.subscription(request(HttpMethod.GET), "orders", "sub-1"));
        assertJson(json("[" + subscription + "]"), subscriptions.subscriptions(request(HttpMethod.GET), "orders"));
        assertJson(
                json("{'endpointUrl':'https://h/?code=1'}"),
                subscriptions.getFullUrl(request(HttpMethod.POST), "orders", "sub-1"));
        assertEmpty(subscriptions.subscription(request(HttpMethod.DELETE), "orders", "sub-1"));
        assertError(
                404,
                "NotFound",
                "ResourceNotFound",
                "eventSubscription: sub-1 does not exist on topic orders",
                subscriptions.subscription(request(HttpMethod.DELETE), "orders", "sub-1"));
        assertError(
                404,
                "NotFound",
                "ResourceNotFound",
                "eventSubscription: sub-1 does not exist on topic orders",
                subscriptions.getFullUrl(request(HttpMethod.POST), "orders", "sub-1"));
    }

    /** Issue 4, points 4 and 5: told to the one who saves it, with a 400. */
    @ParameterizedTest
    @CsvSource({
        "https://h/?code=1, https://169.254.169.254/, endpointUrl: host 169.254.169.254: ",
        "https://h/?code=1, https://0x7f000001/, endpointUrl: host 0x7f000001 (expected: an IPv4 address",
        "}}}}, '}},''deadLetterDestination'':{''endpointType'':''StorageBlob'',''properties'':{"
                + "''resourceId'':''/x/storageAccounts/account'',''blobContainerName'':''poison''}}}}', blobContainerName: poison",
    })
    void an_endpoint_or_a_container_that_must_not_be_reached_is_not_saved(String legal, String bad, String message) {
        topics.topic(request(HttpMethod.PUT).body("{}"), "orders");
        assertTrue(SUBSCRIPTION.contains(legal), SUBSCRIPTION);
        HttpResponseMessage answer = subscriptions.subscription(
                request(HttpMethod.PUT).body(SUBSCRIPTION.replace(legal, bad).replace('\'', '"')), "orders", "sub-1");
        assertEquals(400, answer.getStatusCode());
        assertTrue(String.valueOf(answer.getBody()).contains(message), String.valueOf(answer.getBody()));
        assertEquals(
                404,
                subscriptions
                        .subscription(request(HttpMethod.GET), "orders", "sub-1")
                        .getStatusCode());
    }

    /** Behaviour §12 and §13.1; the signing secrets are ours. */
    @Test
    void secrets_are_shown_by_the_calls_for_them() {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "signed", json(SIGNED));
        assertJson(
                json("{'value':[{'name':'X-A','type':'Static','properties':{'value':'v','isSecret':true}}]}"),
                secrets.getDeliveryAttributes(request(HttpMethod.POST), "orders", "signed"));
        assertJson(
                json("{'secret':'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}"),
                secrets.listSigningSecrets(request(HttpMethod.POST), "orders", "signed"));
        HttpResponseMessage rotated = secrets.rotateSigningSecret(
                request(HttpMethod.POST)
                        .body("{\"secret\":\"whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw\",\"overlap\":\"PT1H\"}"),
                "orders",
                "signed");
        assertJson(
                json("{'secret':'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw',"
                        + "'previousSecret':'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',"
                        + "'previousSecretExpires':'2026-01-01T01:00:00Z'}"),
                rotated);
        assertError(
                400,
                "BadRequest",
                "InvalidRequest",
                "secret: not one (expected: whsec_ and the base64 of 24..64 random bytes, padded)",
                secrets.rotateSigningSecret(
                        request(HttpMethod.POST).body("{\"secret\":\"planted\"}"), "orders", "signed"));
    }

    /** Ours: what a subscription would get, and why not. */
    @Test
    void a_stored_subscription_is_tested_with_events() {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json(FILTERED));
        JsonNode answer = json("{'matchedCount':1,'results':[{'id':'a','matched':true},"
                + "{'id':'b','matched':false,'failed':["
                + "{'clause':'filter.includedEventTypes','value':'\\u0022U\\u0022','expected':'one of T, V'},"
                + "{'clause':'filter.advancedFilters[0]','key':'data.n','value':'absent','expected':'NumberIn 1, 2'},"
                + "{'clause':'filter.advancedFilters[1]','key':'data.c','value':'[\\u0022red\\u0022]',"
                + "'expected':'StringNotIn red'}]}]}");
        String events = "[" + event("a", "t", "{'n':2.0,'c':['blue']}") + "," + event("b", "U", "{'c':['red']}") + "]";
        assertJson(answer, subscriptions.test(post(events), "orders", "sub-1"));
        assertJson(answer, subscriptions.test(post("{\"Events\":" + events + "}"), "orders", "SUB-1"));
    }

    @Test
    void a_definition_is_tested_before_it_is_stored() {
        fixture.topics.put("orders", json("{}"));
        String body = "{\"eventSubscription\":" + FILTERED.replace('\'', '"') + ",\"events\":["
                + event("a", "V", "{'n':1}") + "]}";
        assertJson(
                json("{'matchedCount':1,'results':[{'id':'a','matched':true}]}"),
                subscriptions.subscription(post(body), "orders", "test"));
        assertJson(json("[]"), subscriptions.subscriptions(request(HttpMethod.GET), "orders"));
    }

    /** The name is a legal one: only a POST means the dry run. */
    @Test
    void a_subscription_may_be_named_test() {
        fixture.topics.put("orders", json("{}"));
        assertEquals(
                200,
                subscriptions
                        .subscription(request(HttpMethod.PUT).body(FILTERED.replace('\'', '"')), "orders", "Test")
                        .getStatusCode());
        assertAllowed(
                "PUT, GET, DELETE, POST",
                HttpMethod.PATCH,
                subscriptions.subscription(request(HttpMethod.PATCH), "orders", "test"));
        assertJson(json("{'matchedCount':0,'results':[]}"), subscriptions.test(post("[]"), "orders", "test"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders | sub-1 | ''              | 400 | body: empty (expected: an array of events, or {\"events\": [...]}, beside it eventSubscription)",
                "orders | sub-1 | {}              | 400 | events: missing (expected: an array of events, or {\"events\": [...]}, beside it eventSubscription)",
                "orders | sub-1 | {\"events\":{}} | 400 | events: StartObject (expected: an array of events, or {\"events\": [...]}, beside it eventSubscription)",
                "orders | sub-1 | {\"x\":[]}      | 400 | body: x (expected: events and eventSubscription, each once)",
                "orders | sub-1 | [{\"id\":\"1\"}] | 400 | subject: missing (expected: a string; this topic is configured for the 'EventGridEvent' schema, which requires it) (event at index 0)",
                "orders | sub-1 | {\"events\":[],\"eventSubscription\":{}} | 400 | eventSubscription: given (expected: absent, as sub-1 is tested as stored)",
                "orders | sub-2 | []              | 404 | eventSubscription: sub-2 does not exist on topic orders",
                "nobodys | sub-1 | []             | 404 | topic: nobodys does not exist",
            })
    void a_dry_run_that_cannot_be_says_why(String topic, String name, String body, int status, String message) {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json(FILTERED));
        HttpResponseMessage response = subscriptions.test(post(body), topic, name);
        assertEquals(status, response.getStatusCode());
        String quoted = JsonNodeFactory.instance.textNode(message).toString();
        assertTrue(String.valueOf(response.getBody()).contains("\"message\":" + quoted), response.getBody()::toString);
    }

    @Test
    void a_draft_needs_a_definition_that_is_valid() {
        fixture.topics.put("orders", json("{}"));
        assertError(
                400,
                "BadRequest",
                "InvalidRequest",
                "eventSubscription: missing (expected: the definition to test, as it would be put)",
                subscriptions.subscription(post("[]"), "orders", "test"));
        String wrong = FILTERED.replace("NumberIn", "NumberOf").replace('\'', '"');
        HttpResponseMessage response = subscriptions.subscription(
                post("{\"events\":[],\"eventSubscription\":" + wrong + "}"), "orders", "test");
        assertEquals(400, response.getStatusCode());
        assertTrue(String.valueOf(response.getBody()).contains("filter.advancedFilters[0].operatorType: NumberOf"));
    }

    /** As a publish: 1,536,000 bytes; and a definition no larger than one that is put. */
    @Test
    void a_dry_run_is_bounded() {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json(FILTERED));
        String large = "[" + event("a", "T", "'" + "x".repeat(1_536_000) + "'") + "]";
        assertEquals(413, subscriptions.test(post(large), "orders", "sub-1").getStatusCode());
        String definition = "{\"labels\":[\"" + "x".repeat(DefinitionBody.BYTES_MAX) + "\"]}";
        assertEquals(
                413,
                subscriptions
                        .subscription(
                                post("{\"events\":[],\"eventSubscription\":" + definition + "}"), "orders", "test")
                        .getStatusCode());
    }

    private static FakeHttpRequest post(String body) {
        return request(HttpMethod.POST).body(body);
    }

    private static String event(String id, String type, String data) {
        return ("{'id':'" + id + "','subject':'s','eventType':'" + type + "','eventTime':'2026-01-01T00:00:00Z','data':"
                        + data + "}")
                .replace('\'', '"');
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong"})
    void without_the_management_key_nothing_is_answered(String key) {
        for (Function<FakeHttpRequest, HttpResponseMessage> call :
                List.<Function<FakeHttpRequest, HttpResponseMessage>>of(
                        topics::topics,
                        request -> topics.topic(request, "orders"),
                        request -> topics.listKeys(request, "orders"),
                        request -> topics.regenerateKey(request, "orders"),
                        request -> subscriptions.subscriptions(request, "orders"),
                        request -> subscriptions.subscription(request, "orders", "sub-1"),
                        request -> subscriptions.test(request, "orders", "sub-1"),
                        request -> subscriptions.getFullUrl(request, "orders", "sub-1"),
                        request -> secrets.getDeliveryAttributes(request, "orders", "sub-1"),
                        request -> secrets.listSigningSecrets(request, "orders", "sub-1"),
                        request -> secrets.rotateSigningSecret(request, "orders", "sub-1"))) {
            FakeHttpRequest request = new FakeHttpRequest(HttpMethod.GET, "https://host/topics");
            assertError(
                    401,
                    "Unauthorized",
                    "Unauthorized",
                    "aeg-sas-key: missing or wrong (expected: the management key)",
                    call.apply(key.isEmpty() ? request : request.header("aeg-sas-key", key)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_method_that_is_not_supported_is_answered_with_those_that_are(HttpMethod method) {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json(SUBSCRIPTION));
        fixture.subscriptions.put("orders", "signed", json(SIGNED));
        assertAllowed("GET", method, topics.topics(request(method)));
        assertAllowed("POST", method, topics.listKeys(request(method), "orders"));
        assertAllowed("POST", method, topics.regenerateKey(request(method).body("{\"keyName\":\"key1\"}"), "orders"));
        assertAllowed("GET", method, subscriptions.subscriptions(request(method), "orders"));
        assertAllowed("PUT, GET, DELETE", method, subscriptions.subscription(request(method), "orders", "sub-1"));
        assertAllowed("POST", method, subscriptions.test(request(method).body("[]"), "orders", "sub-1"));
        assertAllowed("POST", method, subscriptions.getFullUrl(request(method), "orders", "sub-1"));
        assertAllowed("PUT, GET, DELETE", method, topics.topic(request(method), "orders"));
        assertAllowed("POST", method, secrets.getDeliveryAttributes(request(method), "orders", "signed"));
        assertAllowed("POST", method, secrets.listSigningSecrets(request(method), "orders", "signed"));
        assertAllowed(
                "POST", method, secrets.rotateSigningSecret(request(method).body("{}"), "orders", "signed"));
    }

    private static void assertAllowed(String allowed, HttpMethod method, HttpResponseMessage response) {
        boolean supported = List.of(allowed.split(", ", -1)).contains(method.name());
        if (supported) {
            // A PUT without a body is refused for its body, so it was let in.
            assertEquals(method == HttpMethod.PUT ? 400 : 200, response.getStatusCode());
        } else {
            assertError(
                    405,
                    "MethodNotAllowed",
                    "MethodNotAllowed",
                    "method: " + method + " (expected: " + allowed + ")",
                    response);
            assertEquals(allowed, response.getHeader("Allow"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                              | body: empty (expected: a JSON object, sent with a Content-Length and not chunked)",
                "{                               | body: not valid JSON at line 1, column 2 (expected: one JSON object, every brace closed, no property twice)",
                "{}}                             | body: not valid JSON at line 1, column 3 (expected: one JSON object, every brace closed, no property twice)",
                "{\"name\":\"a\",\"name\":\"a\"} | body: not valid JSON at line 1, column 19 (expected: one JSON object, every brace closed, no property twice)",
                "[1]                             | body: [1] (expected: a JSON object)",
                "null                            | body: null (expected: a JSON object)",
            })
    void a_body_that_is_not_one_json_object_is_a_bad_request(String body, String message) {
        assertError(
                400,
                "BadRequest",
                "InvalidRequest",
                message,
                topics.topic(request(HttpMethod.PUT).body(body), "orders"));
    }

    /** It is JSON, so that "not valid JSON" would mislead. */
    @Test
    void a_body_over_the_readers_limits_is_a_bad_request_that_names_them() {
        for (String value : List.of("[".repeat(40) + "]".repeat(40), "9".repeat(2000))) {
            assertError(
                    400,
                    "BadRequest",
                    "InvalidRequest",
                    "body: nested too deeply, or with a number too long (expected: at most 32 levels, and numbers of at"
                            + " most 1000 characters)",
                    topics.topic(request(HttpMethod.PUT).body("{\"tags\":" + value + "}"), "orders"));
        }
    }

    @Test
    void a_body_has_at_most_256_kib() {
        String longest = "{\"etag\":\"" + "é".repeat((262_144 - 11) / 2) + "\"}";
        assertEquals(
                200,
                topics.topic(request(HttpMethod.PUT).body(longest), "orders").getStatusCode());
        assertError(
                413,
                "PayloadTooLarge",
                "PayloadTooLarge",
                "body: too long (expected: at most 262144 bytes)",
                topics.topic(request(HttpMethod.PUT).body(longest + "  "), "orders"));
    }

    @Test
    void a_conflict_is_409() {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json(SUBSCRIPTION));
        assertError(
                409,
                "Conflict",
                "Conflict",
                "event subscription sub-1 does not fit the changed topic: eventDeliverySchema: EventGridSchema (expected:"
                        + " CloudEventSchemaV1_0 for a topic of CloudEventSchemaV1_0)",
                topics.topic(request(HttpMethod.PUT).body("{\"inputSchema\":\"CloudEventSchemaV1_0\"}"), "orders"));
    }

    @Test
    void a_refusing_storage_is_503_with_retry_after() {
        fixture.stores.refuse();
        HttpResponseMessage response = topics.topic(request(HttpMethod.PUT).body("{}"), "orders");
        assertError(
                503,
                "ServiceUnavailable",
                "ServiceUnavailable",
                "Storage did not answer, so the change may or may not have been made. Try again.",
                response);
        assertEquals("5", response.getHeader("Retry-After"));
        assertError(
                503,
                "ServiceUnavailable",
                "ServiceUnavailable",
                "Storage did not answer. Try again.",
                topics.topic(request(HttpMethod.GET), "orders"));
    }

    private static FakeHttpRequest request(HttpMethod method) {
        return new FakeHttpRequest(method, "https://host:4438/topics?api-version=any").header("aeg-sas-key", "secret");
    }

    private static void assertJson(JsonNode expected, HttpResponseMessage response) {
        assertEquals(200, response.getStatusCode());
        assertEquals(expected, json(response.getBody().toString()));
        assertEquals("application/json; charset=utf-8", response.getHeader("Content-Type"));
        UUID.fromString(response.getHeader("x-ms-request-id"));
    }

    private static void assertEmpty(HttpResponseMessage response) {
        assertEquals(200, response.getStatusCode());
        assertEquals("", response.getBody());
        UUID.fromString(response.getHeader("x-ms-request-id"));
    }

    private static void assertError(
            int status, String code, String detailCode, String message, HttpResponseMessage response) {
        assertEquals(status, response.getStatusCode(), () -> response.getBody().toString());
        JsonNode error = json(response.getBody().toString()).get("error");
        assertEquals(code, error.get("code").textValue());
        assertEquals(detailCode, error.get("details").get("code").textValue());
        assertEquals(message, error.get("details").get("message").textValue());
        assertEquals(2, error.size());
        assertTrue(error.get("details").isObject());
        UUID.fromString(response.getHeader("x-ms-request-id"));
    }
}
