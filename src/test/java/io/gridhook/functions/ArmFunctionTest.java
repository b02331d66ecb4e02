package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
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
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import io.gridhook.port.Versioned;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §13: ARM's form of the management API. */
class ArmFunctionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROVIDER = "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid";
    private static final String ORDERS = PROVIDER + "/topics/orders";
    private static final String NESTED = ORDERS + "/eventSubscriptions/sub-1";
    private static final String SCOPED = ORDERS + "/providers/Microsoft.EventGrid/eventSubscriptions/sub-1";
    private static final TopicIds IDS = new TopicIds(PROVIDER + "/topics/", "/edge/topics/", false);

    private final ManagementFixture fixture = new ManagementFixture();
    private final ManagementAccess access = new ManagementAccess(
            new ManagerRules(
                    Set.of("secret"),
                    Set.of("reading"),
                    Optional.empty(),
                    Grant.ofRole("none"),
                    Grant.ofRole("none"),
                    AttemptRules.STANDARD),
            new PrometheusMetrics(),
            () -> Instant.parse("2026-11-20T09:30:00Z"));
    private final FixtureActions actions = new FixtureActions(fixture);
    private final ArmFunction arm =
            new ArmFunction(fixture.topics, fixture.subscriptions, fixture.dryRun, actions.actions, IDS, access);

    @Test
    void a_topic_is_put_got_and_deleted() {
        JsonNode example = example("topic.json");
        HttpResponseMessage put =
                call(HttpMethod.PUT, ORDERS, example.path("request").toString());
        assertAnswer(201, example.path("answer"), put);
        assertAnswer(
                201,
                example.path("answer"),
                call(HttpMethod.PUT, ORDERS, example.path("request").toString()));
        assertAnswer(200, example.path("answer"), call(HttpMethod.GET, ORDERS, ""));
        HttpResponseMessage deleted = call(HttpMethod.DELETE, ORDERS, "");
        assertEquals(202, deleted.getStatusCode());
        assertEquals("", deleted.getBody());
        assertEquals("Succeeded", status(deleted));
        assertEquals(204, follow(deleted, "Location").getStatusCode());
        assertEquals(204, call(HttpMethod.DELETE, ORDERS, "").getStatusCode());
        assertError(404, "ResourceNotFound", "topic: orders does not exist", call(HttpMethod.GET, ORDERS, ""));
    }

    /** Behaviour §13.3, and its variant with identities. */
    @ParameterizedTest
    @CsvSource({"subscription.json", "subscription-identity.json"})
    void a_subscription_is_put_got_and_deleted(String file) {
        fixture.topics.put("orders", json("{}"));
        JsonNode example = example(file);
        HttpResponseMessage put =
                call(HttpMethod.PUT, NESTED, example.path("request").toString());
        assertAnswer(201, example.path("answer"), put);
        assertEquals("Succeeded", status(put));
        assertAnswer(200, example.path("answer"), follow(put, "Location"));
        assertAnswer(200, example.path("answer"), call(HttpMethod.GET, NESTED, ""));
        JsonNode scoped = body(call(HttpMethod.GET, SCOPED, ""));
        assertEquals(SCOPED, scoped.path("id").asText());
        assertEquals(
                "Microsoft.EventGrid/eventSubscriptions", scoped.path("type").asText());
        assertEquals(example.path("answer").path("properties"), scoped.path("properties"));
        assertEquals(202, call(HttpMethod.DELETE, SCOPED, "").getStatusCode());
        assertEquals(204, call(HttpMethod.DELETE, NESTED, "").getStatusCode());
        assertEquals("Canceled", status(put));
        assertError(
                404,
                "ResourceNotFound",
                "eventSubscription: sub-1 does not exist on topic orders",
                call(HttpMethod.GET, NESTED, ""));
    }

    @Test
    void keys_are_listed_and_regenerated() {
        fixture.topics.put("orders", json("{}"));
        assertAnswer(200, json("{'key1':'key-1','key2':'key-2'}"), call(HttpMethod.POST, ORDERS + "/listKeys", ""));
        assertAnswer(
                200,
                json("{'key1':'key-1','key2':'key-3'}"),
                call(HttpMethod.POST, ORDERS + "/regenerateKey", "{'keyName':'key2'}"));
    }

    @ParameterizedTest
    @CsvSource({"NESTED", "SCOPED"})
    void secrets_are_shown_by_the_calls_for_them(String form) {
        subscribe("sub-1", "https://h/?code=1");
        String path = form.equals("NESTED") ? NESTED : SCOPED;
        assertAnswer(200, json("{'endpointUrl':'https://h/?code=1'}"), call(HttpMethod.POST, path + "/getFullUrl", ""));
        assertAnswer(200, json("{'value':[]}"), call(HttpMethod.POST, path + "/getDeliveryAttributes", ""));
    }

    @ParameterizedTest
    @CsvSource({"NESTED", "SCOPED"})
    void what_operators_do_answers_with_the_subscription(String form) {
        subscribe("sub-1", "https://h/");
        String path = form.equals("NESTED") ? NESTED : SCOPED;
        for (String[] each :
                new String[][] {{"pause", "Paused"}, {"resume", "Active"}, {"Disable", "Disabled"}, {"ENABLE", "Active"}
                }) {
            HttpResponseMessage answer = call(HttpMethod.POST, path + "/" + each[0], "");
            assertEquals(200, answer.getStatusCode(), each[0]);
            assertEquals(
                    each[1],
                    body(answer).path("properties").path("deliveryState").asText());
            assertEquals(body(answer), body(call(HttpMethod.GET, path, "")));
        }
        call(HttpMethod.POST, path + "/pause", "");
        assertError(
                409,
                "Conflict",
                "eventSubscription: sub-1 is Paused (expected: resume before enable)",
                call(HttpMethod.POST, path + "/enable", ""));
        JsonNode sent = body(call(HttpMethod.POST, path + "/sendTestEvent", ""));
        assertEquals("Delivered", sent.path("outcome").asText());
        assertEquals(405, call(HttpMethod.GET, path + "/pause", "").getStatusCode());
        assertEquals(6, actions.lines.size(), actions.lines + "");
    }

    /** One store: what one form writes the other reads. */
    @Test
    void both_forms_see_the_same() {
        call(HttpMethod.PUT, ORDERS, "{'location':'westus2','properties':{'inputSchema':'CloudEventSchemaV1_0'}}");
        EdgeDefinitions edge = new EdgeDefinitions(IDS);
        assertEquals(
                "CloudEventSchemaV1_0",
                edge.topic(fixture.topics.get("orders"), "x")
                        .path("properties")
                        .path("inputSchema")
                        .asText());
        fixture.subscriptions.put(
                "orders",
                "sub-1",
                json(
                        "{'properties':{'retryPolicy':{'eventExpiryInMinutes':7},'persistencePolicy':{'isPersisted':'true'},"
                                + "'eventDeliverySchema':'CloudEventSchemaV1_0',"
                                + "'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/'}}}}"));
        JsonNode properties = body(call(HttpMethod.GET, NESTED, "")).path("properties");
        assertEquals(
                "{\"eventTimeToLiveInMinutes\":7}",
                properties.path("retryPolicy").toString());
        assertFalse(properties.has("persistencePolicy"));
        assertFalse(properties.has("topicName"));
    }

    /** Behaviour §13.3: flat; what is not named stays, secrets included. */
    @Test
    void a_patch_changes_what_it_names_alone() {
        fixture.topics.put("orders", json("{}"));
        call(
                HttpMethod.PUT,
                NESTED,
                "{'properties':{'labels':['a'],'filter':{'subjectBeginsWith':'x'},"
                        + "'retryPolicy':{'eventTimeToLiveInMinutes':7},'destination':{'endpointType':'WebHook','properties':{"
                        + "'endpointUrl':'https://h/?code=1','deliveryAttributeMappings':[{'name':'X-A','type':'Static',"
                        + "'properties':{'value':'v','isSecret':true}}]}}}}");
        HttpResponseMessage patched = call(HttpMethod.PATCH, NESTED, "{'labels':['b'],'filter':null}");
        assertEquals(201, patched.getStatusCode(), String.valueOf(patched.getBody()));
        JsonNode properties = body(patched).path("properties");
        assertEquals("[\"b\"]", properties.path("labels").toString());
        assertFalse(properties.has("filter"));
        assertEquals(
                "{\"eventTimeToLiveInMinutes\":7}",
                properties.path("retryPolicy").toString());
        assertAnswer(
                200, json("{'endpointUrl':'https://h/?code=1'}"), call(HttpMethod.POST, NESTED + "/getFullUrl", ""));
        assertTrue(String.valueOf(call(HttpMethod.POST, NESTED + "/getDeliveryAttributes", "")
                        .getBody())
                .contains("\"value\":\"v\""));
        call(
                HttpMethod.PATCH,
                NESTED,
                "{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://i/'}}}");
        assertAnswer(200, json("{'endpointUrl':'https://i/'}"), call(HttpMethod.POST, NESTED + "/getFullUrl", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'properties':{'labels':['b']}} | 400",
                "{'label':['b']}                 | 400",
                "[]                              | 400",
                "{'destination':null}            | 400",
                "{'expirationTimeUtc':'2020-01-01T00:00:00Z'} | 400",
                "{}                              | 201",
            })
    void a_patch_of_what_it_cannot_change_is_refused(String patch, int status) {
        subscribe("sub-1", "https://h/");
        assertEquals(status, call(HttpMethod.PATCH, NESTED, patch).getStatusCode());
        String nobody = ORDERS + "/eventSubscriptions/nobody";
        assertError(404, "ResourceNotFound", "nobody does not exist", call(HttpMethod.PATCH, nobody, "{}"));
    }

    @Test
    void a_queues_patch_leaves_the_queue() {
        fixture.topics.put("orders", json("{}"));
        String destination = "{'endpointType':'StorageQueue','properties':{'resourceId':"
                + "'/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/account','queueName':'work'}}";
        HttpResponseMessage put = call(HttpMethod.PUT, NESTED, "{'properties':{'destination':" + destination + "}}");
        assertEquals(201, put.getStatusCode(), String.valueOf(put.getBody()));
        HttpResponseMessage patched = call(HttpMethod.PATCH, NESTED, "{'labels':['b']}");
        assertEquals(201, patched.getStatusCode(), String.valueOf(patched.getBody()));
        assertEquals(json(destination), body(patched).at("/properties/destination"));
    }

    @Test
    void a_topics_patch_keeps_its_keys_and_its_schema() {
        call(
                HttpMethod.PUT,
                ORDERS,
                "{'location':'westus2','tags':{'a':'1'},"
                        + "'properties':{'inputSchema':'CustomEventSchema','inputSchemaMapping':{'inputSchemaMappingType':'Json',"
                        + "'properties':{'subject':{'sourceField':'s'}}}}}");
        JsonNode before = body(call(HttpMethod.GET, ORDERS, ""));
        HttpResponseMessage patched =
                call(HttpMethod.PATCH, ORDERS, "{'tags':{'b':'2'},'properties':{'disableLocalAuth':true}}");
        assertEquals(201, patched.getStatusCode(), String.valueOf(patched.getBody()));
        JsonNode after = body(patched);
        assertEquals("{\"b\":\"2\"}", after.path("tags").toString());
        assertTrue(after.path("properties").path("disableLocalAuth").booleanValue());
        assertEquals("westus2", after.path("location").asText());
        assertEquals(before.at("/properties/inputSchemaMapping"), after.at("/properties/inputSchemaMapping"));
        assertEquals("key-1", fixture.topics.get("orders").keys().key1());
        assertEquals(
                400,
                call(HttpMethod.PATCH, ORDERS, "{'properties':{'inputSchema':'x'}}")
                        .getStatusCode());
        assertEquals(400, call(HttpMethod.PATCH, ORDERS, "{'location':'x'}").getStatusCode());
        assertEquals(404, call(HttpMethod.PATCH, ORDERS + "-2", "{}").getStatusCode());
    }

    /** What would promise a protection that there is not. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "'inboundIpRules':[{'ipMask':'12.18.30.15'}], inboundIpRules",
                "'publicNetworkAccess':'Disabled', publicNetworkAccess",
                "'publicNetworkAccess':'SecuredByPerimeter', publicNetworkAccess",
                "'minimumTlsVersionAllowed':'1.3', minimumTlsVersionAllowed",
            })
    void what_is_not_kept_is_refused(String property, String named) {
        String body = "{'location':'westus2','properties':{" + property + "}}";
        assertError(400, "InvalidRequest", named, call(HttpMethod.PUT, ORDERS, body));
        fixture.topics.put("orders", json("{}"));
        assertError(400, "InvalidRequest", named, call(HttpMethod.PATCH, ORDERS, "{'properties':{" + property + "}}"));
    }

    @Test
    void an_identity_that_is_not_the_apps_is_refused() {
        fixture.topics.put("orders", json("{}"));
        String body = example("subscription-identity.json")
                .path("request")
                .toString()
                .replaceFirst("SystemAssigned", "UserAssigned");
        assertError(400, "InvalidRequest", "deliveryWithResourceIdentity", call(HttpMethod.PUT, NESTED, body));
    }

    /** Behaviour §13.1: 20 unless it is said, 1 to 100; what comes and goes between pages neither repeats nor hides others. */
    @Test
    void lists_come_in_pages() {
        for (int i = 10; i < 35; i++) {
            fixture.topics.put("Topic-" + i, json("{}"));
        }
        JsonNode first = body(call(HttpMethod.GET, PROVIDER + "/topics", ""));
        assertEquals(20, first.path("value").size());
        fixture.topics.delete("topic-29");
        fixture.topics.delete("topic-10");
        fixture.topics.put("topic-00", json("{}"));
        JsonNode second = body(get(first.path("nextLink").asText()));
        assertEquals(List.of("Topic-30", "Topic-31", "Topic-32", "Topic-33", "Topic-34"), names(second));
        assertFalse(second.has("nextLink"));
    }

    @Test
    void a_page_link_keeps_the_filter_and_the_size() {
        for (String name : List.of("one-a", "two-a", "two-b", "two-c")) {
            subscribe(name, "https://h/");
        }
        String list = "https://host:4438" + ORDERS
                + "/eventSubscriptions?api-version=2022-06-15&$top=2&$filter=contains(name,%20'two')";
        JsonNode first = body(get(list));
        assertEquals(List.of("two-a", "two-b"), names(first));
        assertEquals(List.of("two-c"), names(body(get(first.path("nextLink").asText()))));
    }

    @Test
    void all_subscriptions_are_listed() {
        subscribe("sub-1", "https://h/");
        fixture.topics.put("clouds", json("{}"));
        fixture.subscriptions.put("clouds", "sub-1", ManagementFixture.to("https://h/"));
        JsonNode all = body(get("https://h/subscriptions/s1/providers/Microsoft.EventGrid/eventSubscriptions"
                + "?api-version=2022-06-15&$top=1"));
        assertEquals(
                PROVIDER + "/topics/clouds/providers/Microsoft.EventGrid/eventSubscriptions/sub-1",
                all.at("/value/0/id").asText());
        assertEquals(
                SCOPED,
                body(get(all.path("nextLink").asText())).at("/value/0/id").asText());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "$top=0, $top",
                "$top=101, $top",
                "$top=x, $top",
                "$filter=location%20eq%20'x', $filter",
                "$skiptoken=!, $skiptoken"
            })
    void a_wrong_query_is_refused(String query, String named) {
        assertError(
                400, "InvalidRequest", named, get("https://h" + PROVIDER + "/topics?api-version=2022-06-15&" + query));
    }

    /** As ARM answers them. */
    @ParameterizedTest
    @CsvSource({
        "'', MissingApiVersionParameter",
        "?api-version=, MissingApiVersionParameter",
        "?api-version=2017-06-15-preview, InvalidResourceType",
        "?api-version=latest, InvalidApiVersionParameter",
        "?API-version=2018-01-01, -",
        "?api-version=2025-02-15, -",
        "?api-version=2025-04-01-PREVIEW, -",
    })
    void a_version_is_one_that_is_known(String query, String code) {
        HttpResponseMessage answer = get("https://h" + PROVIDER + "/topics" + query);
        if (code.equals("-")) {
            assertEquals(200, answer.getStatusCode());
        } else {
            assertError(code.equals("InvalidResourceType") ? 404 : 400, code, "version", answer);
        }
    }

    /** Recorded: Azure/azure-sdk-for-js, recordings of arm-eventgrid, domains, 2022-06-17, but for our versions and our location. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/domains | 404 | The resource type 'domains' could not be found in the namespace 'Microsoft.EventGrid' for api"
                        + " version '2022-01-01'. The supported api-versions are '2018-01-01,2018-05-01-preview,",
                "/domains/mydomainxxx | 400 | No registered resource provider found for location 'local' and API version"
                        + " '2022-01-01' for type 'domains'. The supported api-versions are '2018-01-01, 2018-05-01-preview,",
                "/domains/d-1/topics/t-1/eventSubscriptions/s | 400 | for type 'domains/topics/eventSubscriptions'.",
            })
    void an_unknown_version_is_refused_in_arms_words(String path, int status, String words) {
        assertError(
                status,
                status == 404 ? "InvalidResourceType" : "NoRegisteredProviderFound",
                words,
                get("https://h" + PROVIDER + path + "?api-version=2022-01-01"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /topics,                    reading, 200",
        "GET,    /topics/orders,             reading, 200",
        "POST,   /topics/orders/listKeys,    reading, 403",
        "PUT,    /topics/orders,             reading, 403",
        "DELETE, /topics/orders,             reading, 403",
        "GET,    /topics,                    wrong,   401",
        "POST,   /topics/orders/listKeys,    secret,  200",
    })
    void a_reader_reads_and_sees_no_secrets(HttpMethod method, String path, String key, int status) {
        fixture.topics.put("orders", json("{}"));
        String url = "https://h" + PROVIDER + path + "?api-version=2022-06-15";
        assertEquals(
                status,
                arm(new FakeHttpRequest(method, url).header("aeg-sas-key", key)).getStatusCode());
        assertEquals(
                status,
                arm(new FakeHttpRequest(method, url).header("Authorization", "Bearer " + key))
                        .getStatusCode());
    }

    @ParameterizedTest
    @CsvSource({
        "POST,   /topics,                                              GET",
        "POST,   /topics/orders,                                       'PUT, PATCH, GET, DELETE'",
        "GET,    /topics/orders/listKeys,                              POST",
        "POST,   /topics/orders/eventSubscriptions,                    GET",
        "POST,   /topics/orders/eventSubscriptions/sub-1,              'PUT, PATCH, GET, DELETE'",
        "GET,    /topics/orders/eventSubscriptions/sub-1/getFullUrl,   POST",
        "DELETE, /locations/local/operationsStatus/x,                  GET",
        "DELETE, /locations/local/operationResults/x,                  GET",
    })
    void other_methods_are_refused(HttpMethod method, String path, String allowed) {
        HttpResponseMessage answer = call(method, PROVIDER + path, "");
        assertError(405, "MethodNotAllowed", allowed, answer);
        assertEquals(allowed, answer.getHeader("Allow"));
    }

    @ParameterizedTest
    @CsvSource({"!", "eA", "R0VUL2Evcy9uZXN0ZWQ"})
    void an_operation_that_there_never_was_is_not_found(String id) {
        for (String kind : List.of("operationsStatus", "operationResults")) {
            assertError(
                    404,
                    "ResourceNotFound",
                    "operation",
                    call(HttpMethod.GET, PROVIDER + "/locations/local/" + kind + "/" + id, ""));
        }
    }

    /** Behaviour §4.3: the one change that goes on after its answer. */
    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:05:00Z, AwaitingManualAction, InProgress, 202",
        "2025-12-31T23:59:59Z, Failed,               Failed,     200",
    })
    void an_operation_lasts_while_somebody_has_to_agree(Instant until, String state, String status, int result) {
        fixture.topics.put("orders", json("{}"));
        HttpResponseMessage put =
                call(HttpMethod.PUT, NESTED, ManagementFixture.to("https://h/").toString());
        assertEquals("Succeeded", status(put));
        Versioned<EventSubscription> stored =
                fixture.stores.subscriptions().find("orders", "sub-1").orElseThrow();
        assertTrue(fixture.stores
                .subscriptions()
                .replace(stored.value().with(EndpointValidation.awaiting(new UUID(0, 1), until)), stored.etag()));
        assertEquals(status, status(put));
        assertEquals(result, follow(put, "Location").getStatusCode());
        assertEquals(
                state,
                body(call(HttpMethod.GET, NESTED, ""))
                        .at("/properties/provisioningState")
                        .asText());
    }

    @Test
    void a_changed_schema_that_a_subscription_does_not_fit_is_a_conflict() {
        subscribe("sub-1", "https://h/");
        assertError(
                409,
                "Conflict",
                "sub-1",
                call(HttpMethod.PUT, ORDERS, "{'properties':{'inputSchema':'CloudEventSchemaV1_0'}}"));
    }

    private void subscribe(String name, String url) {
        if (fixture.topics.list().isEmpty()) {
            fixture.topics.put("orders", json("{}"));
        }
        fixture.subscriptions.put("orders", name, ManagementFixture.to(url));
    }

    private static List<String> names(JsonNode page) {
        List<String> names = new ArrayList<>();
        page.path("value").forEach(item -> names.add(item.path("name").asText()));
        return names;
    }

    private String status(HttpResponseMessage answer) {
        return body(follow(answer, "Azure-AsyncOperation")).path("status").asText();
    }

    private HttpResponseMessage follow(HttpResponseMessage answer, String header) {
        return get(answer.getHeader(header));
    }

    private HttpResponseMessage get(String url) {
        return arm(new FakeHttpRequest(HttpMethod.GET, url).header("aeg-sas-key", "secret"));
    }

    private HttpResponseMessage call(HttpMethod method, String path, String body) {
        return arm(new FakeHttpRequest(method, "https://host:4438" + path + "?api-version=2022-06-15")
                .header("aeg-sas-key", "secret")
                .body(body.replace('\'', '"')));
    }

    /** As the host routes it. */
    private HttpResponseMessage arm(FakeHttpRequest request) {
        String path = URI.create(request.url().split("[?]", 2)[0]).getPath();
        return arm.arm(request, path.substring("/subscriptions/".length()));
    }

    private static JsonNode body(HttpResponseMessage answer) {
        assertTrue(answer.getStatusCode() < 300, () -> String.valueOf(answer.getBody()));
        return read(String.valueOf(answer.getBody()));
    }

    private static void assertAnswer(int status, JsonNode expected, HttpResponseMessage answer) {
        assertEquals(status, answer.getStatusCode(), String.valueOf(answer.getBody()));
        assertEquals(expected, body(answer));
    }

    private static void assertError(int status, String code, String part, HttpResponseMessage answer) {
        assertEquals(status, answer.getStatusCode(), String.valueOf(answer.getBody()));
        JsonNode error = read(String.valueOf(answer.getBody())).path("error");
        assertEquals(code, error.path("code").asText());
        assertTrue(error.path("message").asText().contains(part), error.toString());
        assertTrue(error.path("details").isArray(), error.toString());
    }

    private static JsonNode example(String file) {
        try (InputStream in = Objects.requireNonNull(ArmFunctionTest.class.getResourceAsStream("/arm/" + file))) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
