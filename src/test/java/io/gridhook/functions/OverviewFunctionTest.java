package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.Ledger;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.ManagerRules;
import io.gridhook.app.Overview;
import io.gridhook.app.PipelineFixture;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /manage/overview} and {@code GET /manage/settings} (issue 8, point 6). */
class OverviewFunctionTest {
    private static final Map<String, String> SETTINGS = Map.of(
            "AzureWebJobsStorage", "UseDevelopmentStorage=true",
            "GRIDHOOK_MANAGEMENT_KEY", "the key that manages",
            "GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
            "GRIDHOOK_PATIENCE", "PT7S");

    private final PipelineFixture world = new PipelineFixture();
    private final ManagementFixture management = new ManagementFixture();
    private final PrometheusMetrics metrics = new PrometheusMetrics();
    private final Ledger ledger = new Ledger(
            metrics,
            new InMemoryLedgerStore(),
            world.ports.clock(),
            world.ports.timers(),
            Runnable::run,
            () -> new UUID(1, 1),
            world.ports.log());
    private int readings;
    private final OverviewFunction function = function(Optional.of(ledger), SETTINGS);

    private OverviewFunction function(Optional<Ledger> kept, Map<String, String> settings) {
        Overview overview = new Overview(
                management.topics, management.subscriptions, RetryProfiles.standard(), world.pipeline.health());
        LedgerReport report = new LedgerReport(kept, Map.of("deliveries", () -> {
            readings++;
            return 2.4;
        }));
        return new OverviewFunction(
                new OverviewReport(
                        overview,
                        report,
                        metrics,
                        new TopicIds("/arm/topics/", "/edge/topics/", false),
                        world.ports.clock()),
                new SettingsReport(settings),
                new ManagementAccess(
                        new ManagerRules(
                                Set.of("secret"),
                                Set.of("reader"),
                                Optional.empty(),
                                Grant.ofRole("none"),
                                Grant.ofRole("none"),
                                AttemptRules.STANDARD),
                        metrics,
                        world::now));
    }

    private static FakeHttpRequest get(String path, String key) {
        return new FakeHttpRequest(HttpMethod.GET, "https://host" + path).header("aeg-sas-key", key);
    }

    private JsonNode overview() {
        return json(function.overview(get("/manage/overview", "secret")));
    }

    private static JsonNode json(HttpResponseMessage response) {
        assertEquals(200, response.getStatusCode(), () -> response.getBody().toString());
        try {
            return new ObjectMapper().readTree(response.getBody().toString());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(JsonNode json) {
        return json.toString().replace('"', '\'');
    }

    private void define() {
        management.topics.put("orders", ManagementFixture.json("{}"));
        management.topics.put("shops/", ManagementFixture.json("{'inputSchema':'CloudEventSchemaV1_0'}"));
        management.subscriptions.put(
                "orders", "billing", ManagementFixture.to("https://billing.example:8443/hook?code=secret"));
        management.subscriptions.put("shops/berlin", "all", ManagementFixture.to("https://all.example/"));
    }

    @Test
    void topics_have_their_subscriptions_with_all_that_is_known_of_them() {
        define();
        ledger.add(Counter.MATCHED_EVENT_COUNT, 3, "orders", "billing");
        ledger.add(Counter.DELIVERED_EVENT_COUNT, 1, "orders", "billing");
        ledger.add(Counter.DROPPED_EVENT_COUNT, 1, "orders", "billing", "TimeToLiveExceeded");
        JsonNode json = overview();
        assertEquals(
                "[{'name':'orders','inputSchema':'EventGridSchema','eventSubscriptions':[{'name':'billing',"
                        + "'id':'/arm/topics/orders/eventSubscriptions/billing','destination':'billing.example:8443',"
                        + "'endpointType':'WebHook','deliveryState':'Active','provisioningState':'Succeeded','profile':'cloud',"
                        + "'health':{'state':'Healthy','failures':0},"
                        + "'ledger':{'accepted':3,'delivered':1,'deadLettered':0,'dropped':{'TimeToLiveExceeded':1},'open':1}}]},"
                        + "{'name':'shops/','inputSchema':'CloudEventSchemaV1_0','eventSubscriptions':[]},"
                        + "{'name':'shops/berlin','inputSchema':'CloudEventSchemaV1_0','eventSubscriptions':[{'name':'all',"
                        + "'id':'/arm/domains/shops/topics/berlin/eventSubscriptions/all','destination':'all.example',"
                        + "'endpointType':'WebHook','deliveryState':'Active','provisioningState':'Succeeded','profile':'cloud',"
                        + "'health':{'state':'Healthy','failures':0},"
                        + "'ledger':{'accepted':0,'delivered':0,'deadLettered':0,'dropped':{},'open':0}}]}]",
                text(json.path("topics")));
        assertTrue(json.path("isComplete").asBoolean());
        assertEquals("{'deliveries':2}", text(json.path("pending")));
        assertEquals(1, json.path("ledger").path("total").path("open").asInt());
        assertTrue(json.path("ledger").path("unaccounted").isNull());
        assertFalse(json.toString().contains("code=secret"), "a URL's query may be a secret");
        assertEquals(world.now().toString(), json.path("generatedAt").asText());
        assertEquals("development", json.path("version").asText());
    }

    @Test
    void what_an_operator_did_is_shown() {
        define();
        management.gone.add("billing");
        JsonNode subscription =
                overview().path("topics").path(0).path("eventSubscriptions").path(0);
        assertEquals("Disabled", subscription.path("deliveryState").asText());
        assertEquals("EndpointGone", subscription.path("deliveryStateReason").asText());
    }

    @Test
    void an_instance_says_what_it_counted() {
        metrics.add(Counter.DELIVERY_SUCCESS_COUNT, 3, "orders", "billing");
        metrics.add(Counter.DELIVERY_SUCCESS_COUNT, 4, "orders", "audit");
        metrics.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.ofMillis(3), "orders");
        metrics.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.ofMillis(4), "fruit");
        metrics.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.ofMinutes(2), "fruit");
        JsonNode instance = overview().path("instance");
        assertEquals(7, instance.path("counts").path("DeliverySuccessCount").asInt());
        assertEquals(0, instance.path("counts").path("DroppedEventCount").asInt());
        JsonNode latency = instance.path("durations").path("PublishSuccessLatencyInMs");
        assertEquals(
                "[1.0,2.0,5.0,10.0,20.0,50.0,100.0,200.0,500.0,1000.0,2000.0,5000.0,10000.0,20000.0,30000.0,60000.0]",
                latency.path("upTo").toString());
        assertEquals(
                "[0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,1]", latency.path("counts").toString());
        assertEquals(instance.path("id"), overview().path("instance").path("id"));
    }

    @Test
    void without_a_ledger_there_are_no_counts() {
        define();
        JsonNode json = json(function(Optional.empty(), SETTINGS).overview(get("/manage/overview", "secret")));
        assertFalse(json.has("ledger"));
        assertFalse(
                json.path("topics").path(0).path("eventSubscriptions").path(0).has("ledger"));
        assertEquals(2, json.path("pending").path("deliveries").asInt());
    }

    /** Ten open pages cost no more than one. */
    @Test
    void however_many_look_it_is_found_out_once_in_four_seconds() {
        define();
        JsonNode first = overview();
        for (int i = 0; i < 10; i++) {
            assertEquals(first, overview());
        }
        assertEquals(1, readings);
        world.pass(Duration.ofMillis(3_999));
        assertEquals(first, overview());
        world.pass(Duration.ofMillis(1));
        overview();
        assertEquals(2, readings);
    }

    @Test
    void after_a_change_it_can_be_asked_for_anew() {
        overview();
        define();
        assertEquals(0, overview().path("topics").size());
        FakeHttpRequest anew = get("/manage/overview", "secret").header("Cache-Control", "no-cache");
        assertEquals(3, json(function.overview(anew)).path("topics").size());
        assertEquals(3, overview().path("topics").size());
        assertEquals(2, readings);
    }

    @ParameterizedTest
    @CsvSource({"secret, write", "reader, read"})
    void it_says_what_the_key_is_good_for(String key, String access) {
        HttpResponseMessage response = function.overview(get("/manage/overview", key));
        assertEquals(access, json(response).path("access").asText());
        assertEquals("no-store", response.getHeader("Cache-Control"));
    }

    /** One reader's access must not be shown to another. */
    @Test
    void what_is_kept_is_the_same_for_all_but_their_access() {
        ObjectNode one = (ObjectNode) json(function.overview(get("/manage/overview", "secret")));
        ObjectNode other = (ObjectNode) json(function.overview(get("/manage/overview", "reader")));
        assertEquals("write", one.remove("access").asText());
        assertEquals("read", other.remove("access").asText());
        assertEquals(one, other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong"})
    void both_are_for_those_who_have_a_key(String key) {
        assertEquals(401, function.overview(get("/manage/overview", key)).getStatusCode());
        assertEquals(401, function.settings(get("/manage/settings", key)).getStatusCode());
    }

    @Test
    void settings_in_force_are_told() {
        Map<String, JsonNode> settings = settings(SETTINGS);
        assertEquals(
                "{'name':'GRIDHOOK_PATIENCE','value':'PT7S','isDefault':false}",
                text(of(settings, "GRIDHOOK_PATIENCE")));
        assertEquals(
                "{'name':'GRIDHOOK_PAYLOAD_RETENTION','value':'P14D','isDefault':true}",
                text(of(settings, "GRIDHOOK_PAYLOAD_RETENTION")));
        assertEquals(
                "{'name':'GRIDHOOK_MANAGEMENT_KEY','value':'set','isDefault':false}",
                text(of(settings, "GRIDHOOK_MANAGEMENT_KEY")));
        assertEquals(
                "{'name':'GRIDHOOK_MANAGEMENT_READ_KEY','value':'not set','isDefault':true}",
                text(of(settings, "GRIDHOOK_MANAGEMENT_READ_KEY")));
    }

    /** Whatever settings there are: what looks like a secret by its name is none that is told. */
    @Test
    void no_secret_is_told() {
        Map<String, String> env = new HashMap<>(SETTINGS);
        Set<String> secrets = Set.of(
                "GRIDHOOK_MANAGEMENT_KEY",
                "GRIDHOOK_MANAGEMENT_READ_KEY",
                "GRIDHOOK_ENCRYPTION_KEY",
                "GRIDHOOK_DECRYPTION_KEYS",
                "GRIDHOOK_WEBHOOK_CLIENT_SECRET",
                "inbound__clientAuth__sasKeys__key1",
                "inbound__clientAuth__sasKeys__key2");
        secrets.forEach(name -> env.put(name, "very-secret-" + name));
        env.put("GRIDHOOK_PROFILE", "edge");
        env.put("inbound__clientAuth__sasKeys__enabled", "true");
        Map<String, JsonNode> settings = settings(env);
        assertFalse(settings.toString().contains("very-secret"), settings.toString());
        secrets.forEach(
                name -> assertEquals("set", of(settings, name).path("value").asText(), name));
        assertEquals(
                "true",
                of(settings, "inbound__clientAuth__sasKeys__enabled")
                        .path("value")
                        .asText());
    }

    private static JsonNode of(Map<String, JsonNode> settings, String name) {
        return settings.getOrDefault(name, MissingNode.getInstance());
    }

    private Map<String, JsonNode> settings(Map<String, String> env) {
        Map<String, JsonNode> settings = new HashMap<>();
        json(function(Optional.of(ledger), env).settings(get("/manage/settings", "secret")))
                .path("value")
                .forEach(each -> settings.put(each.path("name").asText(), each));
        return settings;
    }
}
