package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.json;
import static io.gridhook.core.topic.Definitions.read;
import static io.gridhook.core.topic.Definitions.to;
import static io.gridhook.core.topic.Definitions.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FilterValue;
import io.gridhook.core.filter.OperatorType;
import io.gridhook.core.retry.RetrySchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §1, §7, §8, §11.1, §13.3, §13.4, §14. */
class EventSubscriptionReaderTest {
    private static final String ACCOUNT =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/acct";

    /** Behaviour §13.3, the example body, with its read-only and null properties as GET prints them. */
    @Test
    void the_clouds_example_is_read() {
        EventSubscription read = read("""
                {"id":"/x","name":"sub-1","type":"Microsoft.EventGrid/eventSubscriptions","systemData":null,
                 "properties":{
                  "topic":"/subscriptions/s/providers/microsoft.eventgrid/topics/orders","provisioningState":"Succeeded",
                  "destination":{"endpointType":"WebHook","properties":{
                    "endpointUrl":"https://host/path?code=secret","endpointBaseUrl":"https://host/path",
                    "maxEventsPerBatch":1,"preferredBatchSizeInKilobytes":64,
                    "azureActiveDirectoryTenantId":null,"azureActiveDirectoryApplicationIdOrUri":null,
                    "deliveryAttributeMappings":[],"minimumTlsVersionAllowed":"1.2"}},
                  "filter":{},
                  "labels":["a","b"],
                  "eventDeliverySchema":"EventGridSchema",
                  "expirationTimeUtc":"2030-01-01T00:00:00Z",
                  "retryPolicy":{"maxDeliveryAttempts":30,"eventTimeToLiveInMinutes":1440},
                  "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
                    "resourceId":"%s","blobContainerName":"dlq"}}}}
                """.formatted(ACCOUNT));
        assertEquals(
                new EventSubscription(
                        "orders",
                        "sub-1",
                        7,
                        new WebhookDestination(
                                WebhookDestination.Type.WEB_HOOK,
                                "https://host/path?code=secret",
                                OptionalInt.of(1),
                                OptionalInt.of(64)),
                        DeliverySchema.EVENT_GRID,
                        Optional.of(EventFilter.ALL),
                        Optional.of(new RetrySettings(OptionalInt.of(30), OptionalInt.of(1440), Optional.empty())),
                        Optional.empty(),
                        Optional.of(new DeadLetterDestination(ACCOUNT, "dlq")),
                        List.of("a", "b"),
                        Optional.of(Instant.parse("2030-01-01T00:00:00Z")),
                        Optional.empty()),
                read);
    }

    /** Behaviour §14, the example body. */
    @Test
    void iot_edges_example_is_read() {
        EventSubscription read = read("""
                {"properties":{"topicName":"orders","eventDeliverySchema":"EventGridSchema",
                 "retryPolicy":{"eventExpiryInMinutes":120,"maxDeliveryAttempts":50},
                 "persistencePolicy":{"isPersisted":"true"},
                 "destination":{"endpointType":"WebHook","properties":{
                   "endpointUrl":"https://h/","maxEventsPerBatch":10,"preferredBatchSizeInKilobytes":1033}},
                 "filter":{"subjectBeginsWith":"/b","subjectEndsWith":".j","isSubjectCaseSensitive":false,
                   "includedEventTypes":["T1"],"advancedFilters":[
                     {"OperatorType":"BoolEquals","Key":"data.x","Value":true}]}}}
                """, EventSchema.EVENT_GRID, "edge");
        assertEquals(
                Optional.of(new RetrySettings(OptionalInt.of(50), OptionalInt.of(120), Optional.empty(), true)),
                read.retryPolicy());
        assertEquals(Optional.of("true"), read.persisted());
        assertEquals(
                Optional.of(new EventFilter(
                        List.of("T1"),
                        "/b",
                        ".j",
                        false,
                        false,
                        List.of(new AdvancedFilter(
                                OperatorType.BOOL_EQUALS, "data.x", List.of(new FilterValue.Flag(true)))))),
                read.filter());
        assertEquals(OptionalInt.of(1033), read.destination().preferredBatchSizeInKilobytes());
    }

    /** Behaviour §15, §20 row 16: the Kubernetes edition's body, with the schema inside the destination. */
    @Test
    void the_kubernetes_example_is_read() {
        EventSubscription read = read("""
                {"properties":{"destination":{"endpointType":"WebHook","properties":{
                   "endpointUrl":"https://h/","eventDeliverySchema":"CloudEventSchemaV1_0"}},
                 "retryPolicy":{"eventTimeToLiveInMinutes":30,"maxDeliveryAttempts":3}}}
                """, EventSchema.CLOUD_EVENT_V1_0, "kubernetes");
        assertEquals(DeliverySchema.CLOUD_EVENT_V1_0, read.deliverySchema());
        assertEquals(
                Optional.of(new RetrySettings(OptionalInt.of(3), OptionalInt.of(30), Optional.empty())),
                read.retryPolicy());
    }

    /** Behaviour §14: editions print PascalCase keys; §20 row 16: the schema's place varies; enum values have stray blanks. */
    @Test
    void letter_case_and_stray_blanks_do_not_matter() {
        EventSubscription read = read("""
                {"Properties":{"TopicName":"ORDERS","Destination":{"EndpointType":" webhook ","Properties":{
                   "EndpointUrl":"https://h/","EventDeliverySchema":"cloudeventschemav1_0 "}},
                 "Filter":{"IncludedEventTypes":["all"],"IsSubjectCaseSensitive":"True"},
                 "RetryPolicy":{"MaxDeliveryAttempts":3}}}
                """);
        assertEquals(WebhookDestination.Type.WEB_HOOK, read.destination().type());
        assertEquals(DeliverySchema.CLOUD_EVENT_V1_0, read.deliverySchema());
        assertEquals(Optional.of(new EventFilter(List.of(), "", "", true)), read.filter());
        assertEquals(OptionalInt.of(3), read.retryPolicy().orElseThrow().maxDeliveryAttempts());
    }

    /** Behaviour §13.3: PATCH bodies have no wrapper. */
    @Test
    void a_flat_body_is_read() {
        String flat =
                "{'name':'sub-1','destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/'}}}";
        assertEquals("https://h/", read(flat).destination().endpointUrl());
    }

    /** Behaviour §1 and §7, per profile. */
    @ParameterizedTest
    @CsvSource({
        "cloud,      maxDeliveryAttempts,           1, 30",
        "cloud,      eventTimeToLiveInMinutes,      1, 1440",
        "cloud,      eventExpiryInMinutes,          1, 1440",
        "cloud,      maxEventsPerBatch,             1, 5000",
        "cloud,      preferredBatchSizeInKilobytes, 1, 1024",
        "cloud-2021, maxDeliveryAttempts,           1, 30",
        "cloud-2019, eventTimeToLiveInMinutes,      1, 1440",
        "edge,       maxDeliveryAttempts,           1, 1000",
        "edge,       eventExpiryInMinutes,          1, 10080",
        "edge,       maxEventsPerBatch,             1, 50",
        "edge,       preferredBatchSizeInKilobytes, 1, 1033",
        "kubernetes, maxDeliveryAttempts,           1, 1000",
        "kubernetes, maxEventsPerBatch,             1, 5000",
    })
    void numbers_are_whole_and_in_the_profiles_range(String profile, String field, int min, int max) {
        EventSchema schema = EventSchema.EVENT_GRID;
        read(numbered(field, "" + min), schema, profile);
        read(numbered(field, "" + max), schema, profile);
        String range = min + ".." + max;
        for (String wrong : List.of("" + (min - 1), "" + (max + 1), "-1", "99999999999999999999")) {
            assertEquals(
                    field + ": " + wrong + " (expected: " + range + ")",
                    message(() -> read(numbered(field, wrong), schema, profile)));
        }
        for (String wrong : List.of("1.5", "true", "[]", "{}")) {
            assertEquals(
                    field + ": " + wrong + " (expected: a whole number, " + range + ")",
                    message(() -> read(numbered(field, wrong), schema, profile)));
        }
        assertEquals(
                field + ": 5 (expected: a whole number, " + range + ")",
                message(() -> read(numbered(field, "'5'"), schema, profile)));
    }

    private static String numbered(String field, String value) {
        return field.contains("Batch")
                ? to("WebHook", "'endpointUrl':'https://h/','" + field + "':" + value)
                : with("'retryPolicy':{'" + field + "':" + value + "}");
    }

    /** Ours: a subscription's own profile comes before its topic's. */
    @Test
    void the_subscriptions_profile_sets_the_ranges() {
        EventSubscription read = read(with("'profile':' EDGE ','retryPolicy':{'maxDeliveryAttempts':50}"));
        assertEquals(Optional.of("edge"), read.profile());
        assertEquals(
                "profile: fast (expected: one of cloud, cloud-2021, cloud-2019, edge, kubernetes)",
                message(() -> read(with("'profile':'fast'"))));
    }

    /** Ours: custom schedules and their wider limits. */
    @Test
    void a_custom_schedule_widens_the_limits() {
        EventSubscription read = read(
                with(
                        "'retryPolicy':{'schedule':['PT10S','P1D'],'maxDeliveryAttempts':1000,'eventTimeToLiveInMinutes':43200}"));
        assertEquals(
                Optional.of(new RetrySettings(
                        OptionalInt.of(1000),
                        OptionalInt.of(43200),
                        Optional.of(new RetrySchedule(List.of(Duration.ofSeconds(10), Duration.ofDays(1)))))),
                read.retryPolicy());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'schedule':[]                                           | schedule: 0 steps (expected: 1..100)",
                "'schedule':['PT0.5S']                                   | schedule: PT0.5S (expected: PT1S..PT720H)",
                "'schedule':['P31D']                                     | schedule: PT744H (expected: PT1S..PT720H)",
                "'schedule':['10s']                                      | schedule: 10s (expected: ISO-8601 durations, such as PT10S)",
                "'schedule':[10]                                         | schedule: 10 (expected: an array of strings)",
                "'schedule':'PT10S'                                      | schedule: PT10S (expected: an array of 0..100 strings)",
                "'schedule':['PT1S'],'maxDeliveryAttempts':1001          | maxDeliveryAttempts: 1001 (expected: 1..1000)",
                "'schedule':['PT1S'],'eventExpiryInMinutes':43201        | eventExpiryInMinutes: 43201 (expected: 1..43200)",
                "'eventExpiryInMinutes':5,'eventTimeToLiveInMinutes':6   | eventExpiryInMinutes: 5 (expected: 6, the same as eventTimeToLiveInMinutes)",
                "'maxAttempts':5                                         | properties.retryPolicy.maxAttempts: unknown property (expected: eventExpiryInMinutes, eventTimeToLiveInMinutes, maxDeliveryAttempts, schedule)",
            })
    void a_retry_policy_that_means_nothing_is_refused(String policy, String message) {
        assertEquals(message, message(() -> read(with("'retryPolicy':{" + policy + "}"))));
    }

    /** Behaviour §11.1. */
    @ParameterizedTest
    @CsvSource({
        // topic, profile, given, read ('' is not given, - is refused)
        "EVENT_GRID,       cloud, '',                   EVENT_GRID",
        "EVENT_GRID,       cloud, EventGridSchema,      EVENT_GRID",
        "EVENT_GRID,       cloud, CloudEventSchemaV1_0, CLOUD_EVENT_V1_0",
        "EVENT_GRID,       cloud, CustomInputSchema,    -",
        "CLOUD_EVENT_V1_0, cloud, '',                   CLOUD_EVENT_V1_0",
        "CLOUD_EVENT_V1_0, cloud, CloudEventSchemaV1_0, CLOUD_EVENT_V1_0",
        "CLOUD_EVENT_V1_0, cloud, EventGridSchema,      -",
        "CUSTOM,           cloud, '',                   EVENT_GRID",
        "CUSTOM,           cloud, CustomInputSchema,    CUSTOM_INPUT",
        "CUSTOM,           cloud, CustomSchema,         CUSTOM_INPUT",
        "CUSTOM,           cloud, CloudEventSchemaV1_0, CLOUD_EVENT_V1_0",
        "EVENT_GRID,       edge,  '',                   EVENT_GRID",
        "EVENT_GRID,       edge,  CloudEventSchemaV1_0, -",
        "CUSTOM,           edge,  '',                   CUSTOM_INPUT",
        "CUSTOM,           edge,  CustomEventSchema,    CUSTOM_INPUT",
        "CUSTOM,           edge,  EventGridSchema,      -",
        "EVENT_GRID,       cloud, Xml,                  -",
    })
    void only_the_allowed_pairs_of_schemas_are_read(EventSchema topic, String profile, String given, String read) {
        String body = with(given.isEmpty() ? "" : "'eventDeliverySchema':'" + given + "'");
        if (read.equals("-")) {
            assertTrue(message(() -> read(body, topic, profile)).startsWith("eventDeliverySchema: "));
        } else {
            assertEquals(
                    DeliverySchema.valueOf(read), read(body, topic, profile).deliverySchema());
        }
    }

    /** Behaviour §11.3: nothing but the mapping gives a custom event the type that both other schemas require. */
    @ParameterizedTest
    @CsvSource({
        // profile, given, read ('' is not given, - is refused)
        "cloud, '',                   CUSTOM_INPUT",
        "cloud, CustomInputSchema,    CUSTOM_INPUT",
        "cloud, EventGridSchema,      -",
        "cloud, CloudEventSchemaV1_0, -",
        "edge,  '',                   CUSTOM_INPUT",
    })
    void a_custom_topic_that_maps_no_event_type_delivers_in_its_own_schema_alone(
            String profile, String given, String read) {
        EventSubscriptionReader reader = Definitions.reader(false);
        Topic topic = Definitions.topic(EventSchema.CUSTOM, InputSchemaMapping.NONE, Optional.of(profile));
        JsonNode body = json(with(given.isEmpty() ? "" : "'eventDeliverySchema':'" + given + "'"));
        if (read.equals("-")) {
            assertEquals(
                    "eventDeliverySchema: " + given + " (expected: CustomInputSchema for a topic of CustomEventSchema"
                            + " whose inputSchemaMapping gives no eventType)",
                    message(() -> reader.read(body, topic, "sub-1", 7, Definitions.NOW, Definitions.SECRETS)));
        } else {
            assertEquals(
                    DeliverySchema.valueOf(read),
                    reader.read(body, topic, "sub-1", 7, Definitions.NOW, Definitions.SECRETS)
                            .deliverySchema());
        }
    }

    @Test
    void a_delivery_schema_given_twice_must_be_the_same() {
        String twice =
                "{'properties':{'eventDeliverySchema':'%s','destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/','eventDeliverySchema':'EventGridSchema'}}}}";
        assertEquals(
                DeliverySchema.EVENT_GRID,
                read(twice.formatted("eventgridschema")).deliverySchema());
        assertEquals(
                "eventDeliverySchema: CloudEventSchemaV1_0 or EventGridSchema (expected: the same value wherever it is given)",
                message(() -> read(twice.formatted("CloudEventSchemaV1_0"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://h/                | endpointUrl: scheme http (expected: https; GRIDHOOK_ALLOW_HTTP allows http)",
                "/path                    | endpointUrl: no scheme (expected: http:// or https://)",
                "ftp://h/                 | endpointUrl: scheme ftp (expected: http:// or https://)",
                "https://h/a b?code=x     | endpointUrl: character U+0020 at 11 (expected: printable ASCII)",
                "https://hö/              | endpointUrl: character U+00F6 at 9 (expected: printable ASCII)",
                "https:///path            | endpointUrl: no host (expected: a name or an address)",
                "https://h:0/             | endpointUrl: port 0 (expected: 1..65535)",
                "https://h:70000/         | endpointUrl: port 70000 (expected: 1..65535)",
                "https:opaque             | endpointUrl: no scheme (expected: http:// or https://)",
                "https://u:secret@h/      | endpointUrl: user information before the host (expected: none)",
                "https://h/{a}?code=x     | endpointUrl: https://h/{a} (expected: in path and query the characters of a URL, others percent-encoded)",
                "https://u:secret@h/ x    | endpointUrl: character U+0020 at 19 (expected: printable ASCII)",
                "https://127.1/?code=x    | endpointUrl: host 127.1 (expected: an IPv4 address as four decimal numbers without leading zeros)",
                "https://h/?code=secret#f | endpointUrl: https://h/ (expected: no fragment)",
            })
    void an_endpoint_url_that_cannot_be_called_is_refused_without_showing_its_secrets(String url, String message) {
        assertEquals(message, message(() -> read(to("WebHook", "'endpointUrl':'" + url + "'"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://h", "HTTPS://h:8443/p?code=a%20b&c", "https://[::1]:1/", "https://10.0.0.4/x"})
    void an_https_url_is_kept_as_given(String url) {
        assertEquals(
                url,
                read(to("WebHook", "'endpointUrl':'" + url + "'")).destination().endpointUrl());
    }

    @Test
    void an_endpoint_url_has_at_most_2048_characters() {
        String longest = "https://h/" + "a".repeat(2_038);
        assertEquals(
                longest,
                read(to("WebHook", "'endpointUrl':'" + longest + "'"))
                        .destination()
                        .endpointUrl());
        assertEquals(
                "endpointUrl: 2049 characters (expected: at most 2048)",
                message(() -> read(to("WebHook", "'endpointUrl':'" + longest + "a'"))));
    }

    @Test
    void plain_http_is_read_where_it_is_allowed() {
        EventSubscription read = Definitions.reader(true)
                .read(
                        json(to("WebHook", "'endpointUrl':'http://127.0.0.1:8080/'")),
                        Definitions.topic(EventSchema.EVENT_GRID, Optional.empty()),
                        "sub-1",
                        1,
                        Definitions.NOW,
                        Definitions.SECRETS);
        assertEquals("http://127.0.0.1:8080/", read.destination().endpointUrl());
    }

    /** DESIGN §5: delivered over HTTP, so it needs a URL. */
    @Test
    void an_azure_function_is_read_with_its_url() {
        assertEquals(
                WebhookDestination.Type.AZURE_FUNCTION,
                read(to("azurefunction", "'resourceId':'/x','endpointUrl':'https://f/'"))
                        .destination()
                        .type());
        assertEquals(
                "endpointUrl: missing (expected: the function's URL, https://<app>.azurewebsites.net/runtime/webhooks/eventgrid"
                        + "?functionName=<function>&code=<the app's eventgrid_extension key>; a resourceId alone does not"
                        + " tell the key)",
                message(() -> read(to("AzureFunction", "'resourceId':'/x'"))));
        assertTrue(message(
                        () -> read(
                                to(
                                        "AzureFunction",
                                        "'resourceId':'/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/orders-app/functions/Bill'")))
                .contains("https://orders-app.azurewebsites.net/runtime/webhooks/eventgrid?functionName=Bill&code="));
    }

    private static final String QUEUE =
            "'resourceId':'/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/account1','queueName':'in-box'";

    /** Behaviour §12, §13.3. */
    @ParameterizedTest
    @CsvSource({
        "'',                                               604800",
        "',\"queueMessageTimeToLiveInSeconds\":-1',        -1",
        "',\"queueMessageTimeToLiveInSeconds\":1',         1",
        "',\"queueMessageTimeToLiveInSeconds\":2147483647', 2147483647",
    })
    void a_storage_queue_is_read(String timeToLive, int seconds) {
        WebhookDestination read = read(to("storageQueue", QUEUE + timeToLive)).destination();
        assertEquals(WebhookDestination.Type.STORAGE_QUEUE, read.type());
        StorageQueue queue = read.queue().orElseThrow();
        assertEquals("account1", queue.accountName());
        assertEquals("in-box", queue.queueName());
        assertEquals(seconds, queue.timeToLiveInSeconds());
    }

    /** Behaviour §12, §13.3; Edge's connection string is none of ours to use. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'queueName':'in-box'                          | resourceId: missing (expected: the ARM id of a storage account, /…/storageAccounts/<name>)",
                "'resourceId':'/x','queueName':'in-box'        | resourceId: /x (expected: the ARM id of a storage account, /…/storageAccounts/<name>)",
                "'resourceId':'/x/storageAccounts/abc'         | queueName: missing (expected: 3..63 of a-z 0-9 and single hyphens between them)",
                "'resourceId':'/x/storageAccounts/abc','queueName':'In' | queueName: In (expected: 3..63 of a-z 0-9 and single hyphens between them)",
                "'resourceId':'/x/storageAccounts/abc','queueName':'in-box','queueMessageTimeToLiveInSeconds':0 | queueMessageTimeToLiveInSeconds: 0 (expected: -1, or 1 or more)",
                "'resourceId':'/x/storageAccounts/abc','queueName':'in-box','queueMessageTimeToLiveInSeconds':-2 | queueMessageTimeToLiveInSeconds: -2 (expected: -1..2147483647)",
                "'resourceId':'/x/storageAccounts/abc','queueName':'in-box','connectionString':'x' | properties.destination.properties.connectionString: unknown property (expected: eventDeliverySchema, queueMessageTimeToLiveInSeconds, queueName, resourceId)",
                "'resourceId':'/x/storageAccounts/abc','queueName':'in-box','maxEventsPerBatch':2 | properties.destination.properties.maxEventsPerBatch: unknown property (expected: eventDeliverySchema, queueMessageTimeToLiveInSeconds, queueName, resourceId)",
            })
    void a_storage_queue_that_cannot_be_written_to_is_refused(String properties, String message) {
        assertEquals(message, message(() -> read(to("StorageQueue", properties))));
    }

    /** Behaviour §13.3, §14, §15: every other destination. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "EventHub",
                "HybridConnection",
                "ServiceBusQueue",
                "ServiceBusTopic",
                "EdgeHub",
                "EventGrid",
                "PartnerDestination",
                "MonitorAlert",
                "NamespaceTopic"
            })
    void other_destinations_are_refused(String type) {
        assertEquals(
                "endpointType: " + type + " (expected: WebHook, AzureFunction with an endpointUrl, or StorageQueue)",
                message(() -> read(to(type, "'resourceId':'/x'"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'minimumTlsVersionAllowed':'1.3'                | minimumTlsVersionAllowed: 1.3 (expected: 1.0, 1.1 or 1.2)",
                "'endpointURI':'x'                               | properties.destination.properties.endpointURI: unknown property (expected: azureActiveDirectoryApplicationIdOrUri, azureActiveDirectoryTenantId, deliveryAttributeMappings, endpointBaseUrl, endpointUrl, eventDeliverySchema, maxEventsPerBatch, minimumTlsVersionAllowed, preferredBatchSizeInKilobytes, resourceId, signing)",
            })
    void destination_settings_without_effect_are_refused(String setting, String message) {
        assertEquals(message, message(() -> read(to("WebHook", "'endpointUrl':'https://h/'," + setting))));
    }

    /** Behaviour §8. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'includedEventTypes':'T1'                         | includedEventTypes: T1 (expected: an array of 0..100 strings)",
                "'includedEventTypes':['']                         | includedEventTypes:  (expected: 1..512 characters, none a control character)",
                "'includedEventTypes':[1]                          | includedEventTypes: 1 (expected: an array of strings)",
                "'subjectBeginsWith':1                             | subjectBeginsWith: 1 (expected: a string)",
                "'isSubjectCaseSensitive':'maybe'                  | isSubjectCaseSensitive: maybe (expected: true or false)",
                "'subjectContains':'x'                             | properties.filter.subjectContains: unknown property (expected: advancedFilters, enableAdvancedFilteringOnArrays, includedEventTypes, isSubjectCaseSensitive, subjectBeginsWith, subjectEndsWith)",
            })
    void a_filter_that_would_be_ignored_is_refused(String filter, String message) {
        assertEquals(message, message(() -> read(with("'filter':{" + filter + "}"))));
    }

    @Test
    void filters_are_bounded() {
        String value = "x".repeat(513);
        assertTrue(message(() -> read(with("'filter':{'subjectEndsWith':'" + value + "'}")))
                .endsWith("… (expected: 0..512 characters, none a control character)"));
        String many = String.join(",", Collections.nCopies(101, "'T'"));
        assertEquals(
                "includedEventTypes: 101 values (expected: an array of 0..100 strings)",
                message(() -> read(with("'filter':{'includedEventTypes':[" + many + "]}"))));
        String large = String.join(",", Collections.nCopies(13, "'" + "x".repeat(512) + "'"));
        assertEquals(
                "includedEventTypes: 6656 characters in all (expected: at most 6144)",
                message(() -> read(with("'filter':{'includedEventTypes':[" + large + "]}"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"null | 0", "[] | 0", "['All'] | 0", "['ALL '] | 0", "['A'] | 1", "['All','A'] | 2"})
    void no_types_and_all_types_are_the_same(String types, int count) {
        EventSubscription read = read(with("'filter':{'includedEventTypes':" + types + "}"));
        assertEquals(count, read.filter().orElseThrow().includedEventTypes().size());
    }

    /** Behaviour §13.4. */
    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:00:01Z,      2026-01-01T00:00:01Z",
        "2026-06-01T12:00:00+02:00, 2026-06-01T10:00:00Z",
        "2026-06-01T12:00:00.5,     2026-06-01T12:00:00.500Z",
    })
    void a_future_expiration_time_is_read(String given, String read) {
        assertEquals(
                Optional.of(Instant.parse(read)),
                read(with("'expirationTimeUtc':'" + given + "'")).expirationTimeUtc());
    }

    /** Behaviour §13.4. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00Z",
                "0001-01-01T00:00:00",
                "tomorrow",
                "",
                "2030-01-01",
                "+10000-01-01T00:00:00Z"
            })
    void any_other_expiration_time_is_invalid(String given) {
        assertEquals(
                "Invalid expiration time: expirationTimeUtc: " + given
                        + " (expected: an ISO-8601 date and time in the future)",
                message(() -> read(with("'expirationTimeUtc':'" + given + "'"))));
    }

    /** Behaviour §13.3: the wrapped form; blobs are written with the app's own identity. */
    @Test
    void a_dead_letter_destination_is_read_out_of_its_identity_wrapper() {
        EventSubscription read = read(with("'deadLetterWithResourceIdentity':{'identity':{'type':'SystemAssigned'},"
                + "'deadLetterDestination':" + deadLetter("StorageBlob", ACCOUNT, "dlq") + "}"));
        assertEquals(Optional.of(new DeadLetterDestination(ACCOUNT, "dlq")), read.deadLetterDestination());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "StorageQueue | /x/storageAccounts/acct   | dlq  | deadLetterDestination.endpointType: StorageQueue (expected: StorageBlob)",
                "StorageBlob  | acct                      | dlq  | resourceId: acct (expected: the ARM id of a storage account, /…/storageAccounts/<name>)",
                "StorageBlob  | /x/storageAccounts/A_     | dlq  | resourceId: /x/storageAccounts/A_ (expected: the ARM id of a storage account, /…/storageAccounts/<name>)",
                "StorageBlob  | /x/storageAccounts/a123/b | dlq  | resourceId: /x/storageAccounts/a123/b (expected: the ARM id of a storage account, /…/storageAccounts/<name>)",
                "StorageBlob  | /x/storageAccounts/acct   | dl   | blobContainerName: dl (expected: 3..63 of a-z 0-9 and single hyphens between them)",
                "StorageBlob  | /x/storageAccounts/acct   | dl-- | blobContainerName: dl-- (expected: 3..63 of a-z 0-9 and single hyphens between them)",
                "StorageBlob  | /x/storageAccounts/acct   | DLQ  | blobContainerName: DLQ (expected: 3..63 of a-z 0-9 and single hyphens between them)",
            })
    void a_dead_letter_destination_that_cannot_be_written_to_is_refused(
            String type, String account, String container, String message) {
        assertEquals(
                message, message(() -> read(with("'deadLetterDestination':" + deadLetter(type, account, container)))));
    }

    /** Else its author would believe in a dead-letter destination that nobody writes to. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'identity':{'type':'SystemAssigned'}}", "{'deadLetterDestination':null}"})
    void an_identity_wrapper_around_no_dead_letter_destination_is_refused(String wrapper) {
        assertEquals(
                "properties.deadLetterWithResourceIdentity.deadLetterDestination: missing (expected: endpointType and"
                        + " properties)",
                message(() -> read(with("'deadLetterWithResourceIdentity':" + wrapper))));
    }

    private static String deadLetter(String type, String account, String container) {
        return "{'endpointType':'" + type + "','properties':{'resourceId':'" + account + "','blobContainerName':'"
                + container + "'}}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                                      | body: [] (expected: a JSON object)",
                "{'properties':1}                        | properties: 1 (expected: a JSON object)",
                "{}                                      | destination: missing (expected: endpointType and properties)",
                "{'properties':{'destination':{}}}       | properties.destination.properties: missing (expected: endpointUrl)",
                "{'name':'other'}                        | name: other (expected: sub-1, as in the URL)",
                "{'properties':{'topicName':'other'}}    | topicName: other (expected: orders, as in the URL)",
                "{'name':'sub-1','NAME':'sub-1'}         | NAME: given twice (expected: once, in any letter case)",
                "{'properties':{'destination':{'endpointType':'WebHook','properties':{}}}} | endpointUrl: missing (expected: the webhook's URL)",
                "{'properties':{'destination':{'properties':{}}}} | endpointType: missing (expected: WebHook, AzureFunction with an endpointUrl, or StorageQueue)",
            })
    void a_body_of_another_form_is_refused(String body, String message) {
        assertEquals(message, message(() -> read(body)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "a_b", "sub 1", "söb", ""})
    void a_name_of_another_form_is_refused(String name) {
        EventSubscriptionReader reader = Definitions.reader(false);
        Topic topic = Definitions.topic(EventSchema.EVENT_GRID, Optional.empty());
        assertEquals(
                "eventSubscription: " + name + " (expected: 3..64 of A-Z a-z 0-9 -)",
                message(() -> reader.read(json(with("")), topic, name, 1, Definitions.NOW, Definitions.SECRETS)));
    }

    private static String message(Executable call) {
        return assertThrows(InvalidDefinitionException.class, call).getMessage();
    }
}
