package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.migrate.ExportReader;
import io.gridhook.core.migrate.GivenSecrets;
import io.gridhook.core.migrate.ImportRequest;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.core.topic.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 5, point 6: what Azure exports is made here, and what is not is listed. */
class DefinitionImportTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SECRETS = "'endpointUrls':{'orders/billing':'https://billing.example.com/hook?code=1'},"
            + "'secretHeaders':{'billing':{'X-Key':'k'}}";

    private final ManagementFixture world = new ManagementFixture();
    private List<String> unused = List.of();

    private List<Imported> run(JsonNode body, boolean isDryRun) {
        return run(body, isDryRun, InstantSource.fixed(NOW));
    }

    private List<Imported> run(JsonNode body, boolean isDryRun, InstantSource clock) {
        ImportRequest request = ImportRequest.read(body);
        GivenSecrets secrets = new GivenSecrets(request);
        List<Imported> imported = new DefinitionImport(world.topics, world.subscriptions, clock)
                .run(ExportReader.read(request), secrets, isDryRun);
        unused = secrets.unused();
        return imported;
    }

    private static JsonNode file(String name) {
        try {
            return JSON.readTree(Files.readString(Path.of("src/test/resources/migrate", name)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode with(JsonNode definitions, String others) {
        ObjectNode body = (ObjectNode) ManagementFixture.json("{" + others + "}");
        body.set("definitions", definitions);
        return body;
    }

    private static String lines(List<Imported> imported) {
        return imported.stream()
                .map(one -> one.definition().place() + " " + one.definition().key() + " "
                        + one.outcome().wireName())
                .collect(Collectors.joining("\n"));
    }

    private static String problems(Imported imported) {
        return imported.problems().stream()
                .map(problem -> problem.field() + ": " + problem.reason())
                .collect(Collectors.joining("\n"));
    }

    private static Imported named(List<Imported> imported, String name) {
        return imported.stream()
                .filter(one -> one.definition().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_list_of_the_az_command_is_imported_with_what_it_does_not_show() {
        List<Imported> imported = run(with(file("az-event-subscriptions.json"), SECRETS), false);
        assertEquals("""
                 orders created
                [0] orders/billing created
                [1] orders/stream notSupported
                [2] /blobs notSupported""", lines(imported));
        assertEquals(EventSchema.EVENT_GRID, world.topics.get("orders").inputSchema());
        EventSubscription billing = world.subscriptions.get("orders", "billing");
        assertEquals(
                "https://billing.example.com/hook?code=1", billing.destination().endpointUrl());
        assertEquals(2, billing.destination().deliveryAttributes().size());
        assertTrue(StoredHeaders.has(billing, "x-key"));
        assertEquals(2, billing.filter().orElseThrow().advancedFilters().size());
        assertEquals("letters", billing.deadLetterDestination().orElseThrow().blobContainerName());
        assertEquals(List.of("money"), billing.labels());
        assertEquals(DeliverySchema.EVENT_GRID, billing.deliverySchema());
        assertEquals(List.of(), unused);
    }

    /** Nothing is skipped silently, and one reason does not hide another. */
    @Test
    void every_field_that_is_refused_is_named() {
        List<Imported> imported = run(with(file("az-event-subscriptions.json"), SECRETS), true);
        List<String> fields = named(imported, "stream").problems().stream()
                .map(problem -> problem.field())
                .toList();
        assertEquals(
                List.of(
                        "destination",
                        "expirationTimeUtc",
                        "filter.advancedFilters[1]",
                        "retryPolicy.maxDeliveryAttempts"),
                fields);
        assertTrue(
                problems(named(imported, "stream")).contains("endpointType: EventHub (expected: "),
                problems(named(imported, "stream")));
        assertTrue(
                problems(named(imported, "stream")).contains("filter.advancedFilters[1].values[0]: five"),
                problems(named(imported, "stream")));
        assertTrue(problems(named(imported, "blobs")).contains("storageaccounts"));
    }

    @Test
    void a_dry_run_says_the_same_and_writes_nothing() {
        JsonNode body = with(file("az-event-subscriptions.json"), SECRETS);
        String dry = lines(run(body, true));
        assertEquals(List.of(), world.topics.list());
        assertEquals(List.of(), world.changed);
        assertEquals(dry, lines(run(body, false)));
    }

    @Test
    void what_is_imported_again_is_unchanged_also_without_its_secrets() {
        run(with(file("az-event-subscriptions.json"), SECRETS), false);
        int saved = world.freshStarts.size();
        List<Imported> again = run(file("az-event-subscriptions.json"), false);
        assertEquals(Imported.Outcome.UNCHANGED, named(again, "billing").outcome());
        assertEquals(saved, world.freshStarts.size());
        ArrayNode changed = (ArrayNode) file("az-event-subscriptions.json");
        ((ObjectNode) changed.get(0)).putArray("labels").add("other");
        assertEquals(
                Imported.Outcome.UPDATED, named(run(changed, false), "billing").outcome());
        EventSubscription billing = world.subscriptions.get("orders", "billing");
        assertEquals(List.of("other"), billing.labels());
        assertEquals(
                "https://billing.example.com/hook?code=1", billing.destination().endpointUrl());
    }

    @Test
    void secrets_that_are_missing_are_asked_for_by_name() {
        Imported billing = named(run(file("az-event-subscriptions.json"), false), "billing");
        assertEquals(Imported.Outcome.INCOMPLETE, billing.outcome());
        assertEquals(
                "destination.properties.endpointUrl: missing: an export shows endpointBaseUrl alone"
                        + " (expected: the whole URL in the request, under endpointUrls.orders/billing)\n"
                        + "destination.properties.deliveryAttributeMappings.X-Key: secret: an export does not show its"
                        + " value (expected: it in the request, under secretHeaders.orders/billing)",
                problems(billing));
    }

    @Test
    void secrets_that_belong_nowhere_are_named() {
        run(
                with(
                        file("az-event-subscriptions.json"),
                        "'endpointUrls':{'orders/biling':'https://h/'},'secretHeaders':{'billing':{'X-Kay':'k'}}"),
                true);
        assertEquals(List.of("endpointUrls.orders/biling", "secretHeaders.billing.x-kay"), unused);
    }

    @Test
    void a_template_is_resolved_and_what_asks_azure_is_listed() {
        List<Imported> imported =
                run(with(file("bicep-template.json"), "'parameters':{'hookKey':{'value':'s3'}}"), false);
        assertEquals("""
                resources[0] shop-orders created
                resources[5].properties.template.resources.topic shop-orders skipped
                resources[1] shop-orders/billing created
                resources[2] shop-orders/asks-azure incomplete
                resources[3] shop-orders/off skipped
                resources[5].properties.template.resources.sub shop-orders/in-module created
                resources[4] account notSupported""", lines(imported));
        EventSubscription billing = world.subscriptions.get("shop-orders", "billing");
        assertEquals(
                "https://billing.example.com/hook?code=s3",
                billing.destination().endpointUrl());
        assertEquals(
                List.of("Shop.Paid", "Shop.Sent"),
                billing.filter().orElseThrow().includedEventTypes());
        Imported asks = named(imported, "asks-azure");
        assertEquals(
                "destination.properties.endpointUrl: listKeys(): cannot be told without Azure"
                        + " (expected: a value in its place, or a parameter)",
                problems(asks));
        assertFalse(asks.toString().contains("code=literal"));
    }

    /** Also where their parents' names are not known. */
    @Test
    void resources_within_resources_end_in_a_line_at_the_bound() {
        String name = "[uniqueString('x')]";
        ObjectNode inner = resource(name);
        for (int i = 0; i < 9; i++) {
            ObjectNode outer = resource(name);
            outer.putArray("resources").add(inner);
            inner = outer;
        }
        ObjectNode template = JsonNodeFactory.instance.objectNode().put("contentVersion", "1");
        template.putArray("resources").add(inner);
        List<Imported> imported = run(template, true);
        assertEquals(9, imported.size());
        assertEquals("resources: nested deeper than 8", problems(imported.get(8)));
        assertEquals("name: within a resource whose name is not known", problems(imported.get(7)));
    }

    private static ObjectNode resource(String name) {
        return JsonNodeFactory.instance.objectNode().put("name", name).put("type", "Microsoft.EventGrid/topics");
    }

    @Test
    void a_parameter_without_a_value_is_asked_for() {
        assertEquals(
                "destination.properties.endpointUrl: parameters('hookKey'): no value"
                        + " (expected: one under parameters in the request)",
                problems(named(run(file("bicep-template.json"), true), "billing")));
    }

    @Test
    void a_url_that_is_given_stands_in_for_an_expression() {
        List<Imported> imported =
                run(with(file("bicep-template.json"), "'endpointUrls':{'asks-azure':'https://h/?code=2'}"), true);
        assertEquals(List.of(), named(imported, "asks-azure").problems());
    }

    /** Behaviour §11: what custom input alone can be delivered as, and CloudEvents input as nothing else. */
    @ParameterizedTest
    @CsvSource({
        "EventGridSchema, EventGridSchema, EVENT_GRID",
        "CloudEventSchemaV1_0, CloudEventSchemaV1_0, CLOUD_EVENT_V1_0",
        "CloudEventSchemaV1_0, EventGridSchema, EVENT_GRID",
        "CustomInputSchema, CustomInputSchema, CUSTOM",
    })
    void a_topic_that_is_not_exported_is_made_as_its_subscriptions_let_it_be(
            String one, String other, EventSchema expected) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        list.add(subscription("one", one)).add(subscription("two", other));
        List<Imported> imported = run(list, false);
        assertEquals(" orders created\n[0] orders/one created\n[1] orders/two created", lines(imported));
        assertEquals(expected, world.topics.get("orders").inputSchema());
        assertTrue(imported.get(0).notes().get(0).startsWith("inputSchema: "), imported.toString());
    }

    @Test
    void a_topic_that_is_here_stays_as_it_is() {
        world.topics.put("orders", ManagementFixture.json("{'inputSchema':'CloudEventSchemaV1_0'}"));
        List<Imported> imported =
                run(JsonNodeFactory.instance.arrayNode().add(subscription("one", "EventGridSchema")), false);
        assertEquals("[0] orders/one notSupported", lines(imported));
        assertTrue(problems(imported.get(0)).startsWith("eventDeliverySchema: "), problems(imported.get(0)));
        assertEquals(EventSchema.CLOUD_EVENT_V1_0, world.topics.get("orders").inputSchema());
    }

    @Test
    void topics_are_imported_with_their_mapping() {
        List<Imported> imported = run(ManagementFixture.json("""
                        [{'id':'/x/providers/Microsoft.EventGrid/topics/orders','name':'orders','location':'westus2',
                          'type':'Microsoft.EventGrid/topics','resourceGroup':'shop','kind':'Azure',
                          'sku':{'name':'Basic'},
                          'endpoint':'https://orders.westus2-1.eventgrid.azure.net/api/events','inboundIpRules':null,
                          'inputSchema':'CustomEventSchema','privateEndpointConnections':null,'disableLocalAuth':false,
                          'inputSchemaMapping':{'inputSchemaMappingType':'Json','eventType':{'defaultValue':null,
                           'sourceField':'kind'}},'publicNetworkAccess':'Enabled','provisioningState':'Succeeded'},
                         {'name':'closed','type':'Microsoft.EventGrid/topics','inputSchema':'EventGridSchema',
                          'publicNetworkAccess':'Disabled','inboundIpRules':[{'ipMask':'10.0.0.0/8','action':'Allow'}]}]"""), false);
        assertEquals("[0] orders created\n[1] closed notSupported", lines(imported));
        assertEquals(
                "kind",
                world.topics.get("orders").inputSchemaMapping().eventType().sourceField());
        assertEquals(
                List.of("publicNetworkAccess", "inboundIpRules"),
                imported.get(1).problems().stream()
                        .map(problem -> problem.field())
                        .toList());
    }

    @Test
    void one_that_fails_stops_no_other() {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        list.add(subscription("x", "EventGridSchema")).add(1).add(subscription("one", "EventGridSchema"));
        list.add(subscription("ONE", "EventGridSchema"))
                .add(ManagementFixture.json("{'type':'Microsoft.EventGrid/namespaces'}"));
        assertEquals("""
                 orders created
                [0] orders/x notSupported
                [2] orders/one created
                [3] orders/one notSupported
                [1]  notSupported
                [4]  notSupported""", lines(run(list, false)));
    }

    /** Behaviour §16, as {@code az eventgrid} and templates name domains; one that only subscriptions name is deduced. */
    @Test
    void domains_are_imported_with_their_topics() {
        String hook =
                "'destination':{'endpointType':'WebHook','endpointUrl':'https://h/'},'eventDeliverySchema':'EventGridSchema'";
        JsonNode list = ManagementFixture.json("[{'type':'Microsoft.EventGrid/domains/topics','name':'berlin',"
                + "'id':'/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid/domains/shops/topics/berlin'},"
                + "{'type':'Microsoft.EventGrid/domains','name':'shops','inputSchema':'EventGridSchema',"
                + "'autoCreateTopicWithFirstSubscription':true,'autoDeleteTopicWithLastSubscription':false},"
                + "{'type':'Microsoft.EventGrid/eventSubscriptions','name':'audit','topic':"
                + "'/subscriptions/s/resourceGroups/g/providers/microsoft.eventgrid/domains/shops'," + hook + "},"
                + "{'type':'Microsoft.EventGrid/eventSubscriptions','name':'billing','topic':"
                + "'/subscriptions/s/resourceGroups/g/providers/microsoft.eventgrid/domains/Shops/topics/paris'," + hook
                + "},"
                + "{'type':'Microsoft.EventGrid/eventSubscriptions','name':'sub-1','topic':"
                + "'/subscriptions/s/resourceGroups/g/providers/microsoft.eventgrid/domains/other/topics/one'," + hook
                + "}]");
        String expected = """
                 other/ created
                [0] shops/berlin created
                [1] shops/ created
                [2] shops//audit created
                [3] shops/paris/billing created
                [4] other/one/sub-1 created""";
        assertEquals(sorted(expected), sorted(lines(run(list, true))));
        assertEquals(List.of(), world.topics.listDomains());
        assertEquals(sorted(expected), sorted(lines(run(list, false))));
        assertEquals(
                List.of("shops/berlin", "shops/paris"),
                world.topics.listWithin("shops/").stream().map(Topic::name).toList());
        assertFalse(world.topics.get("shops/").autoTopics().delete());
        String again = sorted(lines(run(list, false)));
        assertEquals(sorted(expected.replace("created", "unchanged").replaceFirst(" other/ unchanged\n", "")), again);
    }

    private static String sorted(String lines) {
        return lines.lines().sorted().collect(Collectors.joining("\n"));
    }

    @Test
    void what_there_is_no_time_for_is_left_to_the_next_import() {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        list.add(subscription("one", "EventGridSchema")).add(subscription("two", "EventGridSchema"));
        List<Instant> times = new ArrayList<>(List.of(NOW, NOW, NOW));
        InstantSource clock =
                () -> times.isEmpty() ? NOW.plus(DefinitionImport.WORKING_MAX).plusMillis(1) : times.remove(0);
        assertEquals(" orders created\n[0] orders/one created\n[1] orders/two failed", lines(run(list, false, clock)));
        assertEquals("[0] orders/one unchanged\n[1] orders/two created", lines(run(list, false)));
    }

    @ParameterizedTest
    @CsvSource({
        "'1', body: NUMBER",
        "'{\"definitions\":[],\"endpointUrl\":{}}', endpointUrl: unknown property",
        "'{\"definitions\":[],\"endpointUrls\":{\"a\":1}}', endpointUrls.a: not a string",
        "'{\"definitions\":[],\"secretHeaders\":[]}', secretHeaders: not an object",
    })
    void a_request_that_is_none_is_refused(String body, String message) {
        String refused = assertThrows(InvalidDefinitionException.class, () -> run(JSON.readTree(body), true))
                .getMessage();
        assertTrue(refused.startsWith(message), refused);
    }

    private static ObjectNode subscription(String name, String schema) {
        ObjectNode json = (ObjectNode) ManagementFixture.json(
                "{'destination':{'endpointType':'WebHook','endpointUrl':'https://" + name + ".example.com/'}}");
        return json.put("name", name)
                .put("eventDeliverySchema", schema)
                .put("id", "/x/providers/Microsoft.EventGrid/topics/orders/eventSubscriptions/" + name);
    }
}
