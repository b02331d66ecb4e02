package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.ManagementFixture;
import io.gridhook.core.topic.TopicIds;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §13 and §16: domains in ARM's form; examples of azure-rest-api-specs, 2022-06-15 and 2025-02-15. */
class ArmDomainsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROVIDER = "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.EventGrid";
    private static final String DOMAIN = PROVIDER + "/domains/shops";
    private static final String TOPIC = DOMAIN + "/topics/berlin";
    private static final String EXTENSION = "/providers/Microsoft.EventGrid/eventSubscriptions/";
    private static final String TIMES =
            "'systemData':{'createdAt':'2026-01-01T00:00:00Z','lastModifiedAt':'2026-01-01T00:00:00Z'}";

    private final ManagementFixture fixture = new ManagementFixture();
    private final ArmFunction arm = new ArmFunction(
            fixture.topics,
            fixture.subscriptions,
            fixture.dryRun,
            FixtureActions.of(fixture),
            new TopicIds(PROVIDER + "/topics/", "/edge/topics/", false),
            ManagementFixture.access("secret"));

    @Test
    void a_domain_is_put_patched_got_and_deleted() {
        HttpResponseMessage put = call(
                HttpMethod.PUT,
                DOMAIN,
                "{'location':'westus2','tags':{'tag1':'value1'},'properties':{'inputSchema':'EventGridSchema',"
                        + "'autoDeleteTopicWithLastSubscription':false}}");
        assertEquals(201, put.getStatusCode(), String.valueOf(put.getBody()));
        assertEquals(
                json("{'id':'" + DOMAIN + "','name':'shops','type':'Microsoft.EventGrid/domains'," + TIMES
                        + ",'location':'westus2','tags':{'tag1':'value1'},'properties':{"
                        + "'endpoint':'https://host:4438/domains/shops/api/events','inputSchema':'EventGridSchema',"
                        + "'provisioningState':'Succeeded','publicNetworkAccess':'Enabled','disableLocalAuth':false,"
                        + "'autoCreateTopicWithFirstSubscription':true,'autoDeleteTopicWithLastSubscription':false}}"),
                body(put));
        HttpResponseMessage patched = call(
                HttpMethod.PATCH,
                DOMAIN,
                "{'tags':{'tag2':'value2'},'properties':{'autoCreateTopicWithFirstSubscription':false}}");
        assertEquals(201, patched.getStatusCode(), String.valueOf(patched.getBody()));
        JsonNode got = body(call(HttpMethod.GET, DOMAIN, ""));
        assertEquals(body(patched), got);
        assertEquals(json("{'tag2':'value2'}"), got.path("tags"));
        assertFalse(got.at("/properties/autoCreateTopicWithFirstSubscription").booleanValue());
        assertFalse(got.at("/properties/autoDeleteTopicWithLastSubscription").booleanValue());
        assertEquals(
                "Succeeded",
                followed(put, "Azure-AsyncOperation").path("status").asText());
        assertEquals(got, followed(put, "Location"));
        assertEquals(202, call(HttpMethod.DELETE, DOMAIN, "").getStatusCode());
        assertEquals(204, call(HttpMethod.DELETE, DOMAIN, "").getStatusCode());
        assertEquals(404, call(HttpMethod.GET, DOMAIN, "").getStatusCode());
    }

    @Test
    void a_domains_topic_is_put_got_and_deleted() {
        assertEquals(404, call(HttpMethod.PUT, TOPIC, "").getStatusCode());
        call(HttpMethod.PUT, DOMAIN, "{}");
        HttpResponseMessage put = call(HttpMethod.PUT, TOPIC, "");
        assertEquals(201, put.getStatusCode(), String.valueOf(put.getBody()));
        JsonNode expected = json("{'id':'" + TOPIC + "','name':'berlin','type':'Microsoft.EventGrid/domains/topics',"
                + TIMES + ",'properties':{'provisioningState':'Succeeded'}}");
        assertEquals(expected, body(put));
        assertEquals(expected, followed(put, "Location"));
        assertEquals(expected, body(call(HttpMethod.GET, TOPIC, "")));
        assertEquals(405, call(HttpMethod.PATCH, TOPIC, "{}").getStatusCode());
        assertEquals(404, call(HttpMethod.POST, TOPIC + "/listKeys", "").getStatusCode());
        assertEquals(202, call(HttpMethod.DELETE, TOPIC, "").getStatusCode());
        assertEquals(404, call(HttpMethod.GET, TOPIC, "").getStatusCode());
        assertEquals(400, call(HttpMethod.PUT, DOMAIN + "/topics/a", "").getStatusCode());
    }

    @Test
    void keys_are_listed_and_regenerated() {
        call(HttpMethod.PUT, DOMAIN, "{}");
        assertEquals(json("{'key1':'key-1','key2':'key-2'}"), body(call(HttpMethod.POST, DOMAIN + "/listKeys", "")));
        assertEquals(
                json("{'key1':'key-3','key2':'key-2'}"),
                body(call(HttpMethod.POST, DOMAIN + "/regenerateKey", "{'keyName':'key1'}")));
    }

    /** The same subscription in the nested form and as an extension of its scope. */
    @ParameterizedTest
    @CsvSource({
        "/domains/shops,               Microsoft.EventGrid/domains/eventSubscriptions",
        "/domains/shops/topics/berlin, Microsoft.EventGrid/domains/topics/eventSubscriptions",
    })
    void subscriptions_are_managed_in_both_forms(String scope, String nestedType) {
        call(HttpMethod.PUT, DOMAIN, "{}");
        String nested = PROVIDER + scope + "/eventSubscriptions/sub-1";
        String extension = PROVIDER + scope + EXTENSION + "sub-1";
        HttpResponseMessage put = call(
                HttpMethod.PUT,
                nested,
                ManagementFixture.to("https://h/?code=1").toString());
        assertEquals(201, put.getStatusCode(), String.valueOf(put.getBody()));
        assertEquals(
                "Succeeded",
                followed(put, "Azure-AsyncOperation").path("status").asText());
        assertEquals(body(put), followed(put, "Location"));
        JsonNode one = body(call(HttpMethod.GET, nested, ""));
        assertEquals(nested, one.path("id").asText());
        assertEquals(nestedType, one.path("type").asText());
        assertEquals(
                (PROVIDER + scope).replace("/Microsoft.EventGrid/", "/microsoft.eventgrid/"),
                one.at("/properties/topic").asText());
        JsonNode other = body(call(HttpMethod.GET, extension, ""));
        assertEquals(extension, other.path("id").asText());
        assertEquals(
                "Microsoft.EventGrid/eventSubscriptions", other.path("type").asText());
        assertEquals(one.path("properties"), other.path("properties"));
        assertEquals(201, call(HttpMethod.PATCH, extension, "{'labels':['x']}").getStatusCode());
        assertEquals(
                json("{'endpointUrl':'https://h/?code=1'}"), body(call(HttpMethod.POST, nested + "/getFullUrl", "")));
        assertEquals(json("{'value':[]}"), body(call(HttpMethod.POST, extension + "/getDeliveryAttributes", "")));
        assertEquals(List.of("sub-1"), names(PROVIDER + scope + "/eventSubscriptions"));
        assertEquals(List.of("sub-1"), names(PROVIDER + scope + "/providers/Microsoft.EventGrid/eventSubscriptions"));
        assertEquals(List.of("sub-1"), names(PROVIDER + "/eventSubscriptions"));
        assertEquals(202, call(HttpMethod.DELETE, extension, "").getStatusCode());
        assertEquals(204, call(HttpMethod.DELETE, nested, "").getStatusCode());
    }

    @Test
    void lists_are_each_of_one_kind_and_come_in_pages() {
        fixture.topics.put("orders", json("{}"));
        for (String name : List.of("shops/", "depots/", "shops/one", "shops/two", "shops/three")) {
            fixture.topics.put(name, json("{}"));
        }
        assertEquals(List.of("orders"), names(PROVIDER + "/topics"));
        assertEquals(List.of("depots", "shops"), names(PROVIDER + "/domains"));
        assertEquals(List.of("one", "three", "two"), names(DOMAIN + "/topics"));
        JsonNode page = body(get(DOMAIN + "/topics?api-version=2022-06-15&$top=1&$filter=contains(name,%20't')"));
        assertEquals("three", page.at("/value/0/name").asText());
        JsonNode next = body(
                arm(new FakeHttpRequest(HttpMethod.GET, page.path("nextLink").asText())));
        assertEquals("two", next.at("/value/0/name").asText());
        assertFalse(next.has("nextLink"));
        assertEquals(
                404,
                call(HttpMethod.GET, PROVIDER + "/domains/other/topics", "").getStatusCode());
    }

    /** Ours; a domain's events have to name their topic here too. */
    @ParameterizedTest
    @CsvSource({
        "/domains/shops,               '\"topic\":\"berlin\",', 200",
        "/domains/shops,               '',                      400",
        "/domains/shops/topics/berlin, '',                      200",
    })
    void a_dry_run_is_made_of_any_subscription(String scope, String topic, int status) {
        call(HttpMethod.PUT, DOMAIN, "{}");
        String sub = PROVIDER + scope + "/eventSubscriptions/sub-1";
        call(HttpMethod.PUT, sub, ManagementFixture.to("https://h/").toString());
        HttpResponseMessage tested = call(
                HttpMethod.POST,
                sub + "/test",
                "{\"events\":[{" + topic + "\"id\":\"1\",\"subject\":\"s\",\"eventType\":\"t\","
                        + "\"eventTime\":\"2026-01-01T00:00:00Z\",\"dataVersion\":\"1\"}]}");
        assertEquals(status, tested.getStatusCode(), String.valueOf(tested.getBody()));
        assertEquals(status == 200, String.valueOf(tested.getBody()).contains("\"matchedCount\":1"));
    }

    private List<String> names(String path) {
        List<String> names = new ArrayList<>();
        body(call(HttpMethod.GET, path, ""))
                .path("value")
                .forEach(item -> names.add(item.path("name").asText()));
        return names;
    }

    private JsonNode followed(HttpResponseMessage answer, String header) {
        return body(arm(new FakeHttpRequest(HttpMethod.GET, answer.getHeader(header))));
    }

    private HttpResponseMessage get(String pathAndQuery) {
        return arm(new FakeHttpRequest(HttpMethod.GET, "https://host:4438" + pathAndQuery));
    }

    private HttpResponseMessage call(HttpMethod method, String path, String body) {
        return arm(new FakeHttpRequest(method, "https://host:4438" + path + "?api-version=2022-06-15")
                .body(body.replace('\'', '"')));
    }

    private HttpResponseMessage arm(FakeHttpRequest request) {
        String path = URI.create(request.getUri().toString()).getPath();
        return arm.arm(request.header("aeg-sas-key", "secret"), path.substring("/subscriptions/".length()));
    }

    private static JsonNode body(HttpResponseMessage answer) {
        assertTrue(answer.getStatusCode() < 300, () -> String.valueOf(answer.getBody()));
        try {
            return JSON.readTree(String.valueOf(answer.getBody()));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
