package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.TopicStore;
import io.gridhook.port.TopicStoreContract;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableTopicStoreIT extends TopicStoreContract {
    private static final Topic TOPIC = new Topic(
            "orders",
            EventSchema.EVENT_GRID,
            InputSchemaMapping.NONE,
            Optional.empty(),
            new TopicKeys("first key", "second key"));

    private final String table = SharedAzurite.newTable();
    private final TopicStore store = store(table, 1);

    @Override
    protected TopicStore store() {
        return store;
    }

    @Test
    void keys_are_stored_sealed() {
        store.create(TOPIC);
        String stored = SharedAzurite.connection()
                .table(table)
                .getEntity("topic", "orders")
                .getProperties()
                .toString();
        assertFalse(stored.contains("first key"), stored);
        assertTrue(stored.contains("v1:"), stored);
    }

    @Test
    void what_another_key_sealed_is_unavailable_and_not_missing() {
        store.create(TOPIC);
        TopicStore other = store(table, 2);
        assertThrows(StorageUnavailableException.class, () -> other.find("orders"));
        assertThrows(StorageUnavailableException.class, other::list);
    }

    /** An exchange of keys, as the sweep does it: what is stored is sealed anew, and needs the old key no more. */
    @Test
    void what_an_old_key_sealed_is_sealed_anew() {
        store.create(TOPIC);
        AesGcmSecrets secrets = new AesGcmSecrets(key(2), List.of(key(1)));
        TableTopicStore exchanged = store(table, secrets);
        assertEquals(1, exchanged.rewrite(secrets::isOutdated));
        assertEquals(0, exchanged.rewrite(secrets::isOutdated));
        assertEquals(TOPIC, store(table, 2).find("orders").orElseThrow().value());
        assertThrows(StorageUnavailableException.class, () -> store.find("orders"));
    }

    @Test
    void what_no_key_opens_is_told_after_the_others_were_sealed_anew() {
        store(table, 3).create(TOPIC);
        store.create(new Topic(
                "zebras", EventSchema.EVENT_GRID, InputSchemaMapping.NONE, Optional.empty(), new TopicKeys("1", "2")));
        AesGcmSecrets secrets = new AesGcmSecrets(key(2), List.of(key(1)));
        TableTopicStore exchanged = store(table, secrets);
        assertThrows(StorageUnavailableException.class, () -> exchanged.rewrite(secrets::isOutdated));
        assertTrue(store(table, 2).find("zebras").isPresent());
    }

    @Test
    void a_table_that_is_gone_is_no_topic_that_is_gone() {
        TopicStore gone = store(SharedAzurite.uniqueName("missing"), 1);
        assertThrows(StorageUnavailableException.class, () -> gone.find("orders"));
        assertThrows(StorageUnavailableException.class, gone::list);
        assertThrows(StorageUnavailableException.class, () -> gone.create(TOPIC));
        assertThrows(StorageUnavailableException.class, () -> gone.replace(TOPIC, "W/\"datetime'x'\""));
        assertThrows(StorageUnavailableException.class, () -> gone.delete("orders"));
    }

    private static TopicStore store(String table, int key) {
        return store(table, new AesGcmSecrets(key(key), List.of()));
    }

    private static TableTopicStore store(String table, AesGcmSecrets secrets) {
        return new TableTopicStore(
                SharedAzurite.connection(), table, new DefinitionCodec(secrets::seal, secrets::open));
    }

    private static String key(int first) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) first;
        return Base64.getEncoder().encodeToString(bytes);
    }
}
