package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static io.gridhook.app.ManagementFixture.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.port.StorageUnavailableException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicsTest {
    private static final String CLOUD_EVENTS = "{'properties':{'inputSchema':'CloudEventSchemaV1_0'}}";

    private final ManagementFixture fixture = new ManagementFixture();
    private final Topics topics = fixture.topics;

    @Test
    void a_new_topic_gets_two_keys() {
        Topic created = topics.put("orders", json("{}"));
        assertNotEquals(created.keys().key1(), created.keys().key2());
        assertEquals(created, topics.get("ORDERS"));
        assertEquals(created.keys(), topics.listKeys("orders"));
        assertEquals(List.of("orders"), fixture.changed);
    }

    @Test
    void an_update_keeps_keys_and_spelling() {
        Topic created = topics.put("Orders", json("{}"));
        Topic updated = topics.put("orders", json(CLOUD_EVENTS));
        assertEquals(EventSchema.CLOUD_EVENT_V1_0, updated.inputSchema());
        assertEquals(created.keys(), updated.keys());
        assertEquals("Orders", updated.name());
        assertEquals(List.of(updated), topics.list());
    }

    @Test
    void an_update_disables_local_auth_and_enables_it_again() {
        topics.put("orders", json("{}"));
        assertTrue(topics.put("orders", json("{'properties':{'disableLocalAuth':true}}"))
                .disableLocalAuth());
        assertTrue(topics.get("orders").disableLocalAuth());
        assertFalse(topics.put("orders", json("{}")).disableLocalAuth());
        assertFalse(topics.get("orders").disableLocalAuth());
    }

    @ParameterizedTest
    @CsvSource({"key1, key-3, key-2", "key2, key-1, key-3", "' KEY2', key-1, key-3"})
    void a_regenerated_key_is_new_and_the_other_stays(String name, String key1, String key2) {
        topics.put("Orders", json("{'properties':{'disableLocalAuth':true}}"));
        Topic before = topics.get("orders");
        fixture.changed.clear();
        TopicKeys keys = topics.regenerateKey("orders", json("{'keyName':'" + name + "'}"));
        assertEquals(new TopicKeys(key1, key2), keys);
        Topic after = topics.get("orders");
        assertEquals(keys, after.keys());
        assertTrue(after.disableLocalAuth(), "the rest stays");
        assertEquals(before, after.with(before.keys()));
        assertEquals(List.of("Orders"), fixture.changed);
    }

    /** Two that regenerate at once: neither brings an old key back. */
    @Test
    void keys_regenerated_at_once_are_both_new() {
        topics.put("orders", json("{}"));
        fixture.stores.beforeWrite(() -> topics.regenerateKey("orders", json("{'keyName':'key2'}")));
        topics.regenerateKey("orders", json("{'keyName':'key1'}"));
        assertEquals(new TopicKeys("key-5", "key-4"), topics.listKeys("orders"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                              | keyName: missing (expected: key1 or key2)",
                "{'keyName':'key3'}              | keyName: key3 (expected: key1 or key2)",
                "{'keyName':1}                   | keyName: 1 (expected: a string)",
                "{'keyName':'key1','key':'mine'} | key: unknown property (expected: keyName)",
            })
    void only_one_of_the_two_keys_is_regenerated(String body, String message) {
        topics.put("orders", json("{}"));
        assertEquals(
                message,
                assertThrows(InvalidDefinitionException.class, () -> topics.regenerateKey("orders", json(body)))
                        .getMessage());
        assertEquals(new TopicKeys("key-1", "key-2"), topics.listKeys("orders"));
    }

    @Test
    void writes_in_the_way_of_a_new_key_without_end_are_a_conflict() {
        topics.put("orders", json("{}"));
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            fixture.stores.beforeWrite(() -> fixture.stores.rewrite("orders"));
        }
        assertEquals(
                ManagementException.Kind.CONFLICT,
                kind(() -> topics.regenerateKey("orders", json("{'keyName':'key1'}"))));
        assertEquals(new TopicKeys("key-1", "key-2"), topics.listKeys("orders"));
    }

    @Test
    void a_topic_that_is_not_valid_is_not_stored() {
        assertThrows(InvalidDefinitionException.class, () -> topics.put("orders", json("{'properties':1}")));
        assertEquals(List.of(), topics.list());
        assertEquals(List.of(), fixture.changed);
    }

    /** A definition that somebody else writes between read and write is read again. */
    @Test
    void a_write_in_the_way_is_tried_again() {
        fixture.stores.beforeWrite(() -> topics.put("orders", json("{}")));
        Topic put = topics.put("orders", json(CLOUD_EVENTS));
        assertEquals(put, topics.get("orders"));
        assertEquals(EventSchema.CLOUD_EVENT_V1_0, put.inputSchema());
        assertEquals(new TopicKeys("key-3", "key-4"), put.keys());
    }

    @Test
    void writes_in_the_way_without_end_are_a_conflict() {
        topics.put("orders", json("{}"));
        for (int i = 0; i < Topics.TRIES_MAX; i++) {
            fixture.stores.beforeWrite(() -> fixture.stores.rewrite("orders"));
        }
        assertEquals(ManagementException.Kind.CONFLICT, kind(() -> topics.put("orders", json("{}"))));
    }

    /** Ours: 409 where an update would leave a subscription that cannot be delivered to (behaviour §11.1, §11.3). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'inputSchema':'CloudEventSchemaV1_0'}                   | false",
                "{'inputSchema':'CustomEventSchema'}                      | false",
                "{'inputSchema':'CustomEventSchema','inputSchemaMapping':{'properties':{'eventType':{'sourceField':'t'}}}} | true",
                "{'inputSchema':'CustomEventSchema','profile':'edge'}     | false",
                "{'profile':'edge'}                                       | true",
            })
    void a_schema_that_a_subscription_cannot_get_is_a_conflict(String body, boolean accepted) {
        Topic created = topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", to("https://h/"));
        if (accepted) {
            topics.put("orders", json(body));
        } else {
            assertEquals(ManagementException.Kind.CONFLICT, kind(() -> topics.put("orders", json(body))));
            assertEquals(created, topics.get("orders"));
        }
    }

    /** Ours: 409 where an update would leave a subscription with filters that its edition does not have (behaviour §8.5). */
    @Test
    void a_profile_that_has_no_such_filters_is_a_conflict() {
        topics.put("orders", json("{}"));
        fixture.subscriptions.put(
                "orders",
                "sub-1",
                subscription("'filter':{'advancedFilters':[{'operatorType':'IsNotNull','key':'data.x'}]}"));
        ManagementException e =
                assertThrows(ManagementException.class, () -> topics.put("orders", json("{'profile':'cloud-2019'}")));
        assertEquals(ManagementException.Kind.CONFLICT, e.kind());
        assertTrue(e.getMessage()
                .startsWith("event subscription sub-1 does not fit the changed topic:"
                        + " filter.advancedFilters[0].operatorType: IsNotNull (expected: one of NumberIn,"));
    }

    /** Ours: 409 where an update would leave a subscription outside the ranges of its profile (behaviour §1, §7). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "'retryPolicy':{'maxDeliveryAttempts':50}                        | maxDeliveryAttempts: 50 (expected: 1..30 in profile cloud)",
                "'retryPolicy':{'maxDeliveryAttempts':30}                        | -",
                "'retryPolicy':{'maxDeliveryAttempts':50},'profile':'edge'       | -",
                "'retryPolicy':{'maxDeliveryAttempts':50,'schedule':['PT1M']}    | -",
                "'retryPolicy':{'eventExpiryInMinutes':7200}                     | eventExpiryInMinutes: 7200 (expected: 1..1440 in profile cloud)",
                "'retryPolicy':{'eventTimeToLiveInMinutes':1441}                 | eventTimeToLiveInMinutes: 1441 (expected: 1..1440 in profile cloud)",
                "'destination':{'preferredBatchSizeInKilobytes':1033}            | preferredBatchSizeInKilobytes: 1033 (expected: 1..1024 in profile cloud)",
                "'labels':['none']                                               | -",
            })
    void a_profile_whose_ranges_a_subscription_leaves_is_a_conflict(String settings, @Nullable String misfit) {
        Topic created = topics.put("orders", json("{'profile':'edge'}"));
        fixture.subscriptions.put("orders", "sub-1", subscription(settings));
        if (misfit == null) {
            assertEquals(Optional.empty(), topics.put("orders", json("{}")).profile());
        } else {
            ManagementException e =
                    assertThrows(ManagementException.class, () -> topics.put("orders", json("{'profile':'cloud'}")));
            assertEquals(ManagementException.Kind.CONFLICT, e.kind());
            assertEquals("event subscription sub-1 does not fit the changed topic: " + misfit, e.getMessage());
            assertEquals(created, topics.get("orders"));
        }
    }

    @Test
    void a_profile_with_smaller_batches_than_a_subscription_has_is_a_conflict() {
        topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", subscription("'destination':{'maxEventsPerBatch':51}"));
        ManagementException e =
                assertThrows(ManagementException.class, () -> topics.put("orders", json("{'profile':'edge'}")));
        assertEquals(
                "event subscription sub-1 does not fit the changed topic: maxEventsPerBatch: 51 (expected: 1..50 in"
                        + " profile edge)",
                e.getMessage());
    }

    /** A body with these settings, batch settings being the destination's. */
    private static JsonNode subscription(String settings) {
        ObjectNode body = to("https://h/").deepCopy();
        ObjectNode given = json("{" + settings + "}").deepCopy();
        Optional.ofNullable(given.remove("destination"))
                .ifPresent(batch ->
                        ((ObjectNode) body.at("/properties/destination/properties")).setAll((ObjectNode) batch));
        ((ObjectNode) body.get("properties")).setAll(given);
        return body;
    }

    @Test
    void a_deleted_topic_takes_its_subscriptions_along() {
        topics.put("orders", json("{}"));
        topics.put("other", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", to("https://h/"));
        fixture.subscriptions.put("other", "sub-1", to("https://h/"));
        topics.delete("ORDERS");
        assertEquals(ManagementException.Kind.NOT_FOUND, kind(() -> topics.get("orders")));
        assertEquals(List.of(), fixture.stores.subscriptions().list("orders"));
        assertEquals(1, fixture.subscriptions.list("other").size());
        assertEquals("orders", fixture.changed.get(fixture.changed.size() - 1));
    }

    @Test
    void a_subscription_that_is_created_while_its_topic_is_deleted_goes_too() {
        topics.put("orders", json("{}"));
        fixture.stores.beforeWrite(() -> fixture.subscriptions.put("orders", "sub-1", to("https://h/")));
        topics.delete("orders");
        assertEquals(List.of(), fixture.stores.subscriptions().list("orders"));
    }

    @ParameterizedTest
    @CsvSource({"missing", "a/b", "''", "x"})
    void what_does_not_exist_is_not_found(String name) {
        for (Executable call : List.<Executable>of(
                () -> topics.get(name),
                () -> topics.listKeys(name),
                () -> topics.regenerateKey(name, json("{'keyName':'key1'}")),
                () -> topics.delete(name))) {
            assertEquals(ManagementException.Kind.NOT_FOUND, kind(call));
        }
    }

    @Test
    void a_refusing_storage_is_not_an_answer() {
        fixture.stores.refuse();
        assertThrows(StorageUnavailableException.class, () -> topics.put("orders", json("{}")));
    }

    private static ManagementException.Kind kind(Executable call) {
        return assertThrows(ManagementException.class, call).kind();
    }
}
