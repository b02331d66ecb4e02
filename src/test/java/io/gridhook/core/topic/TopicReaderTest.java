package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.InputSchemaMapping.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §11.3, §13.2, §14, §15. */
class TopicReaderTest {
    private final TopicReader reader = new TopicReader(Definitions.PROFILES);

    /** Behaviour §13.2, the example body; §15: an Arc topic's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"location":"westus2","tags":{},"identity":{"type":"SystemAssigned"},"kind":"Azure",
                 "properties":{"inputSchema":"EventGridSchema","inputSchemaMapping":null,"publicNetworkAccess":"Enabled",
                  "inboundIpRules":[],"disableLocalAuth":false,"dataResidencyBoundary":"WithinGeopair",
                  "minimumTlsVersionAllowed":"1.2","endpoint":"https://t/api/events","provisioningState":"Succeeded",
                  "metricResourceId":"guid"},
                 "id":"/subscriptions/x/topics/orders","name":"orders","type":"Microsoft.EventGrid/topics"}
                """,
                "{'kind':'AzureArc','extendedLocation':{'name':'c','type':'CustomLocation'},'properties':{'inputSchema':'EventGridSchema'}}",
                "{'name':'ORDERS','properties':{'inputSchema':' eventgridSCHEMA '}}",
                "{'Properties':{'InputSchema':'EventGridSchema'}}",
                "{'inputSchema':'EventGridSchema'}",
                "{'properties':{}}",
                "{}",
            })
    void every_editions_body_is_read(String body) {
        assertEquals(
                new Topic(
                        "orders",
                        EventSchema.EVENT_GRID,
                        InputSchemaMapping.NONE,
                        Optional.empty(),
                        Definitions.KEYS,
                        false,
                        read(body).resource(),
                        AutoTopics.UNSET,
                        SystemData.NONE),
                read(body));
    }

    /** Behaviour §13.2: what is shown again, stored and all. */
    @Test
    void what_a_topic_has_as_a_resource_is_kept() {
        Topic topic =
                read("{'location':'westus2','tags':{'a':'1','b':''},'identity':{'type':'systemassigned, userassigned',"
                        + "'userAssignedIdentities':{'/i':{'clientId':'c'}},'principalId':'p'},"
                        + "'properties':{'dataResidencyBoundary':'withinRegion'}}");
        TopicResource resource = new TopicResource(
                Optional.of("westus2"),
                Map.of("a", "1", "b", ""),
                Optional.of("SystemAssigned, UserAssigned"),
                List.of("/i"),
                Optional.of("WithinRegion"));
        assertEquals(resource, topic.resource());
        DefinitionCodec codec = new DefinitionCodec(UnaryOperator.identity(), UnaryOperator.identity());
        assertEquals(topic, codec.readTopic(codec.write(topic)));
        assertEquals(
                TopicResource.NONE, codec.readTopic(codec.write(read("{}"))).resource());
        assertEquals(resource, topic.with(new TopicKeys("a", "b")).resource());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'tags':['a']}",
                "{'tags':{'a':1}}",
                "{'tags':{'':'a'}}",
                "{'tags':{'a':'\\u0000'}}",
                "{'tags':{'\\u0000':'a'}}",
                "{'location':7}",
                "{'identity':{'type':'Own'}}",
                "{'identity':{'kind':'SystemAssigned'}}",
                "{'identity':{'userAssignedIdentities':['/i']}}",
                "{'properties':{'dataResidencyBoundary':'Anywhere'}}",
            })
    void a_wrong_resource_is_refused(String body) {
        assertThrows(InvalidDefinitionException.class, () -> read(body));
    }

    /** Azure Resource Manager, "Tag usage and recommendations". The longest topic fits into its row, too. */
    @Test
    void there_are_at_most_50_tags() {
        StringBuilder tags = new StringBuilder();
        for (int i = 10; i < 60; i++) {
            tags.append(",'")
                    .append(i)
                    .append("x".repeat(510))
                    .append("':'")
                    .append("x".repeat(256))
                    .append('\'');
        }
        String most = tags.substring(1);
        assertEquals(50, read("{'tags':{" + most + "}}").resource().tags().size());
        for (String more : List.of(most + ",'a':''", "'a':'" + "x".repeat(257) + "'", "'" + "x".repeat(513) + "':''")) {
            assertThrows(InvalidDefinitionException.class, () -> read("{'tags':{" + more + "}}"));
        }
    }

    /** Behaviour §9.1, §13.2. */
    @ParameterizedTest
    @CsvSource({"true, true", "'True', true", "false, false", "null, false"})
    void local_auth_is_disabled_where_the_topic_says_so(String value, boolean disabled) {
        String json = value.equals("True") ? "'True'" : value;
        assertEquals(
                disabled,
                read("{'properties':{'disableLocalAuth':" + json + "}}").disableLocalAuth());
    }

    /** Behaviour §11.3, the example. */
    @Test
    void a_mapping_is_read() {
        Topic read = read("""
                {"properties":{"profile":"Cloud-2021","inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
                 "properties":{"id":{"sourceField":"myId"},"topic":{"sourceField":"myTopic"},
                  "eventTime":{"sourceField":"myTime"},"eventType":{"sourceField":"myEventType","defaultValue":"X"},
                  "subject":{"sourceField":"mySubject","defaultValue":"DefaultSubject"},
                  "dataVersion":{"sourceField":"","defaultValue":"1.0"}}}}}
                """);
        assertEquals(
                new InputSchemaMapping(
                        new Field("myId", ""),
                        new Field("myTopic", ""),
                        new Field("myTime", ""),
                        new Field("myEventType", "X"),
                        new Field("mySubject", "DefaultSubject"),
                        new Field("", "1.0")),
                read.inputSchemaMapping());
        assertEquals(EventSchema.CUSTOM, read.inputSchema());
        assertEquals(Optional.of("cloud-2021"), read.profile());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'inputSchema':'Xml'                    | inputSchema: Xml (expected: EventGridSchema, CloudEventSchemaV1_0 or CustomEventSchema)",
                "'profile':'kubernetes','inputSchema':'EventGridSchema' | inputSchema: EventGridSchema (expected: CloudEventSchemaV1_0 in profile kubernetes)",
                "'profile':'kubernetes','inputSchema':'CustomEventSchema' | inputSchema: CustomEventSchema (expected: CloudEventSchemaV1_0 in profile kubernetes)",
                "'inputSchema':1                        | inputSchema: 1 (expected: a string)",
                "'profile':'fast'                       | profile: fast (expected: one of cloud, cloud-2021, cloud-2019, edge, kubernetes)",
                "'inboundIpRules':[{'ipMask':'1.2.3.4'}] | inboundIpRules: not supported yet (expected: absent; the function app's access restrictions apply)",
                "'disableLocalAuth':'no'                | disableLocalAuth: no (expected: true or false)",
                "'publicNetworkAccess':'Disabled'       | publicNetworkAccess: Disabled (expected: Enabled; the function app's network settings apply)",
                "'minimumTlsVersionAllowed':'1.3'       | minimumTlsVersionAllowed: 1.3 (expected: 1.0, 1.1 or 1.2)",
                "'inputSchemaMapping':{}                | inputSchemaMapping: given with inputSchema EventGridSchema (expected: only with CustomEventSchema)",
                "'inputSchema':'CustomEventSchema','inputSchemaMapping':{'inputSchemaMappingType':'Xml'} | inputSchemaMappingType: Xml (expected: Json)",
                "'inputSchema':'CustomEventSchema','inputSchemaMapping':{'properties':{'id':{'sourceField':'a.b'}}} | id.sourceField: a.b (expected: the name of a top-level property, without dots)",
                "'inputSchema':'CustomEventSchema','inputSchemaMapping':{'properties':{'id':{'defaultValue':'a'}}} | properties.inputSchemaMapping.properties.id.defaultValue: unknown property (expected: sourceField)",
            })
    void what_gridhook_would_not_do_is_refused(String properties, String message) {
        assertEquals(message, message("{'properties':{" + properties + "}}", "orders"));
    }

    /** Behaviour §13.2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ab               | topic: ab (expected: 3..50 of A-Z a-z 0-9 -)",
                "a_b              | topic: a_b (expected: 3..50 of A-Z a-z 0-9 -)",
                "microsoft-orders | topic: microsoft-orders (expected: not to start with Microsoft, EventGrid, System)",
                "EventGridOrders  | topic: EventGridOrders (expected: not to start with Microsoft, EventGrid, System)",
                "system           | topic: system (expected: not to start with Microsoft, EventGrid, System)",
                "other            | name: orders (expected: other, as in the URL)",
            })
    void a_name_of_another_form_is_refused(String name, String message) {
        assertEquals(message, message("{'name':'orders'}", name));
    }

    @Test
    void a_name_has_at_most_50_characters() {
        reader.read(json("{}"), "a".repeat(50), Definitions.KEYS);
        assertThrows(InvalidDefinitionException.class, () -> reader.read(json("{}"), "a".repeat(51), Definitions.KEYS));
    }

    private Topic read(String body) {
        return reader.read(json(body), "orders", Definitions.KEYS);
    }

    private String message(String body, String name) {
        return assertThrows(InvalidDefinitionException.class, () -> reader.read(json(body), name, Definitions.KEYS))
                .getMessage();
    }
}
