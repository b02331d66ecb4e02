package io.gridhook.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.client.Receiver;
import io.gridhook.local.Poll;
import io.gridhook.local.TestHost;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 8: every operation of the document is called, and refused once; what a local host answers is what the document says. */
class OpenApiIT {
    private static final ApiDocument DOCUMENT = ApiDocument.read();
    private static final String KEY = "aeg-sas-key";
    private static final String VERSION = "api-version=2022-06-15";
    private static final List<String> ALL_METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final List<String> DASHBOARD_FILES = List.of("app.js", "dashboard.css", "icon.svg");
    private static final String EVENT =
            "[{\"id\":\"e-1\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":{\"color\":"
                    + "\"red\"},\"dataVersion\":\"1\"}]";

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static Receiver receiver;

    @SuppressWarnings("NullAway.Init")
    private static Walk walk;

    @BeforeAll
    static void start(@TempDir Path project) {
        host = TestHost.start(
                project,
                Map.of(
                        "GRIDHOOK_PUBLISH_LOG",
                        "true",
                        "GRIDHOOK_DELIVERY_LOG",
                        "all",
                        "GRIDHOOK_DEADLETTER_DELAY",
                        "PT0S"));
        receiver = new Receiver();
        walk = new Walk(DOCUMENT, host.http());
    }

    @AfterAll
    static void stop() {
        receiver.close();
        host.close();
    }

    private static UnaryOperator<Walk.Call> filled(String... namesAndValues) {
        return call -> {
            for (int i = 0; i < namesAndValues.length; i += 2) {
                call.in(namesAndValues[i], namesAndValues[i + 1]);
            }
            return call;
        };
    }

    /** With the management key. */
    private static Walk.Call call(String id, UnaryOperator<Walk.Call> scope) {
        return scope.apply(walk.call(id)).header(KEY, TestHost.MANAGEMENT_KEY);
    }

    /** Called without a key it is refused. */
    private static void refused(String id, UnaryOperator<Walk.Call> scope) {
        scope.apply(walk.call(id)).expect(401);
    }

    private static Walk.Answer done(String id, UnaryOperator<Walk.Call> scope, String body) {
        refused(id, scope);
        return call(id, scope).body(body).expect(200);
    }

    /** Of an endpoint of its own: test events are few for each. */
    private static String definition(String name) {
        return "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                + receiver.url("/" + name + "?code=1")
                + "\",\"maxEventsPerBatch\":2,\"signing\":{},\"deliveryAttributeMappings\":[{\"name\":\"X-Key\",\"type\":\"Static\","
                + "\"properties\":{\"value\":\"v\",\"isSecret\":true}},{\"name\":\"X-Subject\",\"type\":\"Dynamic\",\"properties\":"
                + "{\"sourceField\":\"subject\"}}]}},"
                + "\"filter\":{\"includedEventTypes\":[\"T\"],\"enableAdvancedFilteringOnArrays\":true,\"advancedFilters\":["
                + "{\"operatorType\":\"StringIn\",\"key\":\"data.color\",\"values\":[\"red\"]},"
                + "{\"operatorType\":\"NumberNotInRange\",\"key\":\"data.n\",\"values\":[[1,2.5]]},"
                + "{\"operatorType\":\"IsNotNull\",\"key\":\"subject\"}]},"
                + "\"retryPolicy\":{\"maxDeliveryAttempts\":2,\"eventTimeToLiveInMinutes\":5,\"schedule\":[\"PT1S\"]},"
                + "\"labels\":[\"eu\"],\"expirationTimeUtc\":\"2099-01-01T00:00:00Z\","
                + "\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":"
                + "\"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/devstoreaccount1\","
                + "\"blobContainerName\":\"deadletter\"}}}}";
    }

    /** In one go, as what one call makes the next one shows; at its end nothing of the document is left. */
    @Test
    void every_operation_answers_as_the_document_says() {
        topics();
        subscriptions();
        publishes();
        operators();
        redrives();
        overview();
        arm();
        // An endpoint that agrees is ValidationIT's and ValidateFunctionTest's: this host asks none.
        List<String> unseen = walk.unseen().stream()
                .filter(each -> !each.startsWith("Validate"))
                .toList();
        assertEquals(List.of(), unseen);
    }

    private static void topics() {
        UnaryOperator<Walk.Call> orders = filled("topic", "orders");
        refused("PutTopic", orders);
        call("PutTopic", orders)
                .body("{\"properties\":{\"inputSchema\":\"Nothing\"}}")
                .expect(400);
        call("PutTopic", orders)
                .body("{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"profile\":\"cloud\"}}")
                .expect(200);
        call("PutTopic", filled("topic", "mapped"))
                .body(
                        "{\"properties\":{\"inputSchema\":\"CustomEventSchema\",\"disableLocalAuth\":true,\"inputSchemaMapping\":{"
                                + "\"inputSchemaMappingType\":\"Json\",\"properties\":{\"id\":{\"sourceField\":\"number\"},\"eventType\":"
                                + "{\"defaultValue\":\"T\"}}}}}")
                .expect(200);
        call("PutTopic", filled("topic", "clouds"))
                .body("{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                .expect(200);
        call("GetTopic", filled("topic", "nowhere")).expect(404);
        call("GetTopic", orders).expect(200);
        refused("ListTopics", call -> call);
        call("ListTopics", call -> call).expect(200);
        done("ListTopicKeys", orders, "");
        done("RegenerateTopicKey", orders, "{\"keyName\":\"key2\"}");
        refused("DeleteTopic", orders);
        call("DeleteTopic", filled("topic", "mapped")).expect(200);
    }

    private static void subscriptions() {
        UnaryOperator<Walk.Call> billing = filled("topic", "orders", "eventSubscription", "billing");
        call("PutEventSubscription", billing).body("{\"properties\":{}}").expect(400);
        call("PutEventSubscription", billing).body(definition("billing")).expect(200);
        call("GetEventSubscription", billing).expect(200);
        refused("GetEventSubscription", billing);
        done("ListEventSubscriptions", filled("topic", "orders"), "");
        done("TestEventSubscription", billing, EVENT.replace("red", "blue"));
        done(
                "TestEventSubscriptionDraft",
                filled("topic", "orders"),
                "{\"eventSubscription\":" + definition("draft") + ",\"events\":" + EVENT + "}");
        actions("", billing);
        done("ListSigningSecrets", billing, "");
        done("RotateSigningSecret", billing, "{\"overlap\":\"PT1H\"}");
        for (String id : List.of("ValidateEndpoint", "ValidateDomainEndpoint", "ValidateDomainTopicEndpoint")) {
            for (String method : List.of("Get", "Post")) {
                walk.call(id + method)
                        .in("topic", "orders")
                        .in("domain", "shops")
                        .in("eventSubscription", "billing")
                        .expect(400);
            }
        }
        call("PutEventSubscription", filled("topic", "orders", "eventSubscription", "gone"))
                .body(definition("gone"))
                .expect(200);
        refused("DeleteEventSubscription", billing);
        call("DeleteEventSubscription", filled("topic", "orders", "eventSubscription", "gone"))
                .expect(200);
    }

    /** What ARM's form has too. */
    private static void actions(String prefix, UnaryOperator<Walk.Call> scope) {
        done(prefix + "GetFullUrl", scope, "");
        done(prefix + "GetDeliveryAttributes", scope, "");
        done(prefix + "Pause", scope, "");
        call(prefix + "Enable", scope).expect(409);
        done(prefix + "Resume", scope, "");
        done(prefix + "Disable", scope, "");
        done(prefix + "Enable", scope, "");
        done(prefix + "SendTestEvent", scope, "");
    }

    private static void publishes() {
        String key = call("ListTopicKeys", filled("topic", "orders"))
                .expect(200)
                .json()
                .path("key1")
                .asText();
        String cloudKey = call("ListTopicKeys", filled("topic", "clouds"))
                .expect(200)
                .json()
                .path("key1")
                .asText();
        UnaryOperator<Walk.Call> orders = filled("topic", "orders");
        for (String id : List.of("PublishEvents", "PublishEventsEdge")) {
            orders.apply(walk.call(id)).body(EVENT).expect(401);
            orders.apply(walk.call(id)).header(KEY, key).body("[{}]").expect(400);
            orders.apply(walk.call(id))
                    .header(KEY, key)
                    .body("application/octet-stream", EVENT)
                    .expect(415);
            orders.apply(walk.call(id)).header(KEY, key).body(EVENT).expect(200);
            orders.apply(walk.call(id + "Options")).expect(200);
            filled("topic", "nowhere").apply(walk.call(id + "Options")).expect(404);
        }
        orders.apply(walk.call("PublishEvents"))
                .query("aeg-sas-key="
                        + key.replace("=", "%3D").replace("+", "%2B").replace("/", "%2F"))
                .body(EVENT)
                .expect(200);
        UnaryOperator<Walk.Call> clouds = filled("topic", "clouds");
        String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"T\"}";
        clouds.apply(walk.call("PublishEvents"))
                .header(KEY, cloudKey)
                .body("application/cloudevents+json", event)
                .expect(200);
        clouds.apply(walk.call("PublishEvents"))
                .header(KEY, cloudKey)
                .body("application/cloudevents-batch+json", "[" + event + "]")
                .expect(200);
        clouds.apply(walk.call("PublishEvents"))
                .header(KEY, cloudKey)
                .header("ce-specversion", "1.0")
                .header("ce-id", "1")
                .header("ce-source", "/s")
                .header("ce-type", "T")
                .body("{}")
                .expect(200);
        clouds.apply(walk.call("PublishEvents"))
                .header(KEY, cloudKey)
                .body("text/plain", event)
                .expect(415);
        String defaultKey = call("ListTopicKeys", filled("topic", "default"))
                .expect(200)
                .json()
                .path("key1")
                .asText();
        walk.call("PublishDefaultTopicEvents").body(EVENT).expect(401);
        walk.call("PublishDefaultTopicEvents")
                .header(KEY, defaultKey)
                .body(EVENT)
                .expect(200);
        walk.call("PublishDefaultTopicEventsOptions").expect(200);
    }

    private static void operators() {
        walk.call("GetHealth").expect(200);
        walk.call("HeadHealth").expect(200);
        String tag = walk.call("GetOpenApi").expect(200).header("ETag");
        walk.call("GetOpenApi").header("If-None-Match", tag).expect(304);
        walk.call("HeadOpenApi").expect(200);
        refused("GetMetrics", call -> call);
        call("GetMetrics", call -> call).expect(200);
        done("GetLedger", call -> call, "");
        refused("ListDeliveries", call -> call);
        call("ListDeliveries", call -> call).query("outcome=nothing").expect(400);
        call("ListDeliveries", call -> call).query("%24top=1").expect(200);
        receiver.awaitIds(Set.of("e-1"));
        assertTrue(call("ListDeliveries", call -> call)
                        .expect(200)
                        .json()
                        .path("value")
                        .size()
                > 0);
        done("ExplainEvent", filled("eventId", "e-1"), "");
        call("ExplainEvent", filled("eventId", "e-1")).query("topic=orders").expect(200);
        call("ExplainEvent", filled("eventId", "none")).expect(200);
        call("ExplainEvent", filled("eventId", "e-1")).query("topic=nowhere").expect(404);
        done(
                "ImportDefinitions",
                call -> call,
                "{\"definitions\":[{\"name\":\"imported\",\"type\":\"Microsoft.EventGrid/topics\",\"inputSchema\":"
                        + "\"EventGridSchema\"},{\"name\":\"x\",\"type\":\"Microsoft.Web/sites\"}],\"endpointUrls\":{\"a/b\":"
                        + "\"https://h\"}}");
        call("ImportDefinitions", call -> call).query("dryRun=true").body("[]").expect(200);
        call("ImportDefinitions", call -> call).body("1").expect(400);
    }

    private static void overview() {
        done("GetOverview", call -> call, "");
        done("GetSettings", call -> call, "");
        String tag = walk.call("GetDashboard").expect(200).header("ETag");
        walk.call("GetDashboard").header("If-None-Match", tag).expect(304);
        walk.call("HeadDashboard").expect(200);
        walk.call("GetDashboardFile").in("file", "nothing").expect(404);
        for (String file : DASHBOARD_FILES) {
            walk.call("GetDashboardFile").in("file", file).expect(200);
        }
        walk.call("HeadDashboardFile").in("file", DASHBOARD_FILES.get(0)).expect(200);
    }

    private static void redrives() {
        receiver.answer(request -> request.path().startsWith("/fail") ? 400 : 200);
        call("PutEventSubscription", filled("topic", "orders", "eventSubscription", "failing"))
                .body(definition("fail"))
                .expect(200);
        String key = call("ListTopicKeys", filled("topic", "orders"))
                .expect(200)
                .json()
                .path("key1")
                .asText();
        filled("topic", "orders")
                .apply(walk.call("PublishEvents"))
                .header(KEY, key)
                .body(many(30))
                .expect(200);
        String of = "topic=orders&eventSubscription=failing";
        UnaryOperator<Walk.Call> failing = call -> call.query(of);
        refused("ListDeadLetters", failing);
        call("ListDeadLetters", failing).query("%24top=0").expect(400);
        List<JsonNode> letters = new ArrayList<>();
        Poll.until("a dead letter", () -> {
            letters.clear();
            call("ListDeadLetters", failing).expect(200).json().path("value").forEach(letters::add);
            return letters.size() >= 30;
        });
        String blob = letters.get(0).path("blob").asText();
        done("GetDeadLetter", call -> call.query(of + "&index=0&blob=" + blob), "");
        String body = "{\"topic\":\"orders\",\"eventSubscription\":\"failing\",\"eventIds\":[\"none\"]}";
        refused("StartRedrive", call -> call);
        call("StartRedrive", call -> call).body("{}").expect(400);
        call("StartRedrive", call -> call)
                .body(body.replace("{\"topic", "{\"dryRun\":true,\"topic"))
                .expect(200);
        Walk.Answer begun = call("StartRedrive", call -> call).body(body).expect(202);
        String id = begun.json().path("id").asText();
        assertTrue(begun.header("Location").endsWith("/manage/redrives/" + id), id);
        done("ListRedrives", call -> call, "");
        done("GetRedrive", filled("id", id), "");
        call("GetRedrive", filled("id", "none")).expect(404);
        for (String change : List.of("PauseRedrive", "ResumeRedrive", "CancelRedrive")) {
            refused(change, filled("id", id));
            call(change, filled("id", "none")).expect(404);
        }
        String slow = call("StartRedrive", call -> call)
                .body(body.replace(",\"eventIds\":[\"none\"]", ",\"ratePerSecond\":1"))
                .expect(202)
                .json()
                .path("id")
                .asText();
        call("PauseRedrive", filled("id", slow)).expect(200);
        call("ResumeRedrive", filled("id", slow)).expect(200);
        call("CancelRedrive", filled("id", slow)).expect(200);
        call("ResumeRedrive", filled("id", slow)).expect(409);
    }

    /** A publish of so many events. */
    private static String many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> EVENT.substring(1, EVENT.length() - 1).replace("e-1", "f-" + i))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static UnaryOperator<Walk.Call> armScope(String... more) {
        return call -> filled(more)
                .apply(call)
                .in("subscriptionId", "00000000-0000-0000-0000-000000000000")
                .in("resourceGroup", "local")
                .query(VERSION);
    }

    private static void arm() {
        String topic = "{\"location\":\"westeurope\",\"tags\":{\"a\":\"b\"},\"identity\":{\"type\":\"SystemAssigned\"},"
                + "\"properties\":{\"inputSchema\":\"EventGridSchema\",\"dataResidencyBoundary\":\"WithinRegion\"}}";
        UnaryOperator<Walk.Call> orders = armScope("topic", "orders");
        UnaryOperator<Walk.Call> shops = armScope("domain", "shops");
        UnaryOperator<Walk.Call> berlin = armScope("domain", "shops", "topic", "berlin");
        crud("ArmTopic", orders, armScope("topic", "others"), topic, "{\"tags\":{\"c\":\"d\"}}");
        crud("ArmDomain", shops, armScope("domain", "malls"), topic, "{\"tags\":{\"c\":\"d\"}}");
        crud("ArmDomainTopic", berlin, armScope("domain", "shops", "topic", "paris"), "", "");
        for (String id : List.of("ArmTopic", "ArmDomain")) {
            UnaryOperator<Walk.Call> scope = id.equals("ArmTopic") ? orders : shops;
            done(id + "ListKeys", scope, "");
            done(id + "RegenerateKey", scope, "{\"keyName\":\"key1\"}");
        }
        String key =
                call("ArmDomainListKeys", shops).expect(200).json().path("key1").asText();
        UnaryOperator<Walk.Call> domain = filled("domain", "shops");
        String event = domainEvent();
        domain.apply(walk.call("PublishDomainEvents")).body(event).expect(401);
        domain.apply(walk.call("PublishDomainEvents"))
                .header(KEY, key)
                .body(event)
                .expect(200);
        domain.apply(walk.call("PublishDomainEventsOptions")).expect(200);
        armSubscriptions("ArmTopic", orders);
        armSubscriptions("ArmDomain", shops);
        armSubscriptions("ArmDomainTopic", berlin);
        for (String id : List.of("Topics", "Domains", "EventSubscriptions", "RegionalEventSubscriptions")) {
            for (String scope : List.of("BySubscription", "ByResourceGroup")) {
                done("ArmList" + id + scope, armScope("location", "local"), "");
                call("ArmList" + id + scope, armScope("location", "local"))
                        .query("%24top=1")
                        .expect(200);
                call("ArmList" + id + scope, armScope("location", "local"))
                        .query("%24top=0")
                        .expect(400);
            }
        }
        done("ArmDomainTopicList", shops, "");
    }

    /** It names its topic. */
    private static String domainEvent() {
        return EVENT.replace("\"id\"", "\"topic\":\"berlin\",\"id\"");
    }

    private static void crud(
            String id, UnaryOperator<Walk.Call> scope, UnaryOperator<Walk.Call> other, String body, String patch) {
        refused(id + "Put", scope);
        Walk.Answer put = call(id + "Put", scope).body(body).expect(201);
        done(id + "Get", scope, "");
        operation(put, "Succeeded", 200);
        if (!patch.isEmpty()) {
            refused(id + "Patch", scope);
            call(id + "Patch", scope).body(patch).expect(201);
            call(id + "Patch", scope).body("{\"nothing\":1}").expect(400);
        }
        call(id + "Put", other).body(body).expect(201);
        refused(id + "Delete", other);
        operation(call(id + "Delete", other).expect(202), "Succeeded", 204);
        call(id + "Delete", other).expect(204);
        call(id + "Get", other).expect(404);
    }

    private static void operation(Walk.Answer changed, String state, int result) {
        List<String> path =
                Arrays.asList(URI.create(changed.header("Location")).getPath().split("/", -1));
        UnaryOperator<Walk.Call> scope = armScope("location", "local", "operationId", path.get(path.size() - 1));
        assertEquals(
                state,
                done("ArmOperationStatus", scope, "").json().path("status").asText());
        refused("ArmOperationResult", scope);
        call("ArmOperationResult", scope).expect(result);
    }

    private static void armSubscriptions(String id, UnaryOperator<Walk.Call> parent) {
        for (String form : List.of("Nested", "")) {
            String prefix = id + form + "EventSubscription";
            UnaryOperator<Walk.Call> scope = call -> parent.apply(call).in("eventSubscription", "sub-" + form.length());
            UnaryOperator<Walk.Call> other = call -> parent.apply(call).in("eventSubscription", "other");
            crud(prefix, scope, other, definition(prefix), "{\"labels\":[\"us\"]}");
            done(prefix + "List", parent, "");
            done(prefix + "Test", scope, id.equals("ArmDomain") ? domainEvent() : EVENT);
            actions(prefix, scope);
        }
    }

    /** Whatever it does not have is refused with those that it has; where the host routes some methods alone, it knows no other. */
    @Test
    void no_path_takes_a_method_that_is_not_in_the_document() {
        List<String> wrong = new ArrayList<>();
        DOCUMENT.methods().forEach((path, methods) -> {
            String called = path.replace("{subscriptionId}", "00000000-0000-0000-0000-000000000000")
                            .replace("{resourceGroup}", "local")
                            .replaceAll("\\{[^}]*}", "xyz")
                    + (path.startsWith("/subscriptions/") ? "?" + VERSION : "");
            for (String method : ALL_METHODS) {
                if (!methods.contains(method) && !isSubscriptionNamedTest(path)) {
                    HttpResponse<String> response =
                            walk.send(HttpRequest.newBuilder(host.http().resolve(called))
                                    .header(KEY, TestHost.MANAGEMENT_KEY)
                                    .method(method, HttpRequest.BodyPublishers.noBody())
                                    .build());
                    if (!isRefused(path, method, methods, response)) {
                        wrong.add(method + " " + path + ": " + response.statusCode() + " "
                                + response.headers().firstValue("Allow").orElse("") + " " + response.body());
                    }
                }
            }
        });
        assertEquals(List.of(), wrong);
    }

    /** The path of the dry run of a draft is also that of a subscription. */
    private static boolean isSubscriptionNamedTest(String path) {
        return path.equals("/topics/{topic}/eventSubscriptions/test");
    }

    private static boolean isRefused(String path, String method, Set<String> methods, HttpResponse<String> response) {
        boolean isRouted = !path.matches("/(health|metrics|openapi.json|manage/(?!import|redrives$).*|dashboard/.*|)");
        boolean isPublishHead = path.endsWith("/events") && method.equals("HEAD");
        if (path.equals("/")) {
            // The host's homepage, which AzureWebJobsDisableHomepage empties.
            return response.statusCode() == 204;
        }
        if (!isRouted || isPublishHead) {
            return response.statusCode() == 404;
        }
        Set<String> allowed = response.headers().firstValue("Allow").stream()
                .flatMap(text -> Arrays.stream(text.split(", ", -1)))
                .collect(Collectors.toCollection(TreeSet::new));
        return response.statusCode() == 405 && allowed.equals(new TreeSet<>(methods));
    }
}
