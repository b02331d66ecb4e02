package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.json;
import static io.gridhook.core.topic.Definitions.read;
import static io.gridhook.core.topic.Definitions.with;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §14: the responses of IoT Edge's module, letter by letter. */
class EdgeDefinitionsTest {
    private static final String BASE = "https://eventgridmodule:4438";

    private final EdgeDefinitions definitions = new EdgeDefinitions(Definitions.IDS);

    @Test
    void a_topic_shows_its_endpoint_and_no_keys() {
        assertEquals(
                json("{'id':'/iotHubs/hub/devices/dev/modules/mod/topics/orders','name':'orders',"
                        + "'type':'Microsoft.EventGrid/topics','properties':{"
                        + "'endpoint':'https://eventgridmodule:4438/topics/orders/events?api-version=2019-01-01-preview',"
                        + "'inputSchema':'EventGridSchema'}}"),
                definitions.topic(Definitions.topic(EventSchema.EVENT_GRID, Optional.empty()), BASE));
    }

    @Test
    void a_topic_shows_what_it_was_given() {
        InputSchemaMapping.Field none = InputSchemaMapping.Field.NONE;
        Topic topic = new Topic(
                "orders",
                EventSchema.CUSTOM,
                new InputSchemaMapping(none, none, none, none, new InputSchemaMapping.Field("s", "d"), none),
                Optional.of("edge"),
                Definitions.KEYS,
                true);
        assertEquals(
                json(
                        "{'endpoint':'https://eventgridmodule:4438/topics/orders/events?api-version=2019-01-01-preview',"
                                + "'inputSchema':'CustomEventSchema','inputSchemaMapping':{'inputSchemaMappingType':'Json',"
                                + "'properties':{'subject':{'sourceField':'s','defaultValue':'d'}}},'profile':'edge','disableLocalAuth':true}"),
                definitions.topics(List.of(topic), BASE).get(0).get("properties"));
    }

    @Test
    void a_subscription_of_a_destination_alone_shows_no_more_than_its_schema_beside() {
        assertEquals(
                json(
                        "{'id':'/iotHubs/hub/devices/dev/modules/mod/topics/orders/eventSubscriptions/sub-1',"
                                + "'name':'sub-1','type':'Microsoft.EventGrid/eventSubscriptions','properties':{"
                                + "'topicName':'orders','eventDeliverySchema':'EventGridSchema','destination':{"
                                + "'endpointType':'WebHook','properties':{'endpointUrl':'https://h/','endpointBaseUrl':'https://h/'}}}}"),
                definitions.subscription(read(with(""))));
    }

    /** What the PUT had comes back, and nothing else. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'retryPolicy':{'eventExpiryInMinutes':120,'maxDeliveryAttempts':30}     | 'retryPolicy':{'eventExpiryInMinutes':120,'maxDeliveryAttempts':30}",
                "'retryPolicy':{'eventTimeToLiveInMinutes':120}                          | 'retryPolicy':{'eventTimeToLiveInMinutes':120}",
                "'retryPolicy':{'schedule':['PT10S','PT24H']}                            | 'retryPolicy':{'schedule':['PT10S','PT24H']}",
                "'retryPolicy':{}                                                        | 'retryPolicy':{}",
                "'retryPolicy':null                                                      | ``",
                "'filter':null                                                           | ``",
                "'filter':{}                                                             | 'filter':{'subjectBeginsWith':'','subjectEndsWith':'','isSubjectCaseSensitive':false}",
                "'filter':{'subjectBeginsWith':'a','includedEventTypes':['T']}           | 'filter':{'subjectBeginsWith':'a','subjectEndsWith':'','isSubjectCaseSensitive':false,'includedEventTypes':['T']}",
                "'persistencePolicy':{'isPersisted':true}                                | 'persistencePolicy':{'isPersisted':'true'}",
                "'persistencePolicy':{'isPersisted':'false'}                             | 'persistencePolicy':{'isPersisted':'false'}",
                "'labels':['a']                                                          | 'labels':['a']",
                "'labels':[]                                                             | ``",
                "'profile':'Cloud-2019'                                                  | 'profile':'cloud-2019'",
                "'expirationTimeUtc':'2030-01-01T00:00:00+01:00'                         | 'expirationTimeUtc':'2029-12-31T23:00:00Z'",
                "'deadLetterDestination':{'endpointType':'storageblob','properties':{'resourceId':'/x/storageAccounts/acct','blobContainerName':'dlq'}} | 'deadLetterDestination':{'endpointType':'StorageBlob','properties':{'resourceId':'/x/storageAccounts/acct','blobContainerName':'dlq'}}",
            })
    void what_was_put_is_echoed(String put, String echoed) {
        String properties =
                "{'topicName':'orders','eventDeliverySchema':'EventGridSchema','destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/','endpointBaseUrl':'https://h/'}}"
                        + (echoed.isEmpty() ? "" : "," + echoed) + "}";
        assertEquals(json(properties), definitions.subscription(read(with(put))).get("properties"));
    }

    @Test
    void the_custom_schema_has_iot_edges_name() {
        EventSubscription subscription =
                read(with("'eventDeliverySchema':'CustomInputSchema'"), EventSchema.CUSTOM, "cloud");
        assertEquals(
                "CustomEventSchema",
                definitions
                        .subscriptions(List.of(subscription))
                        .get(0)
                        .get("properties")
                        .get("eventDeliverySchema")
                        .textValue());
    }
}
