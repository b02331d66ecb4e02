package io.gridhook.app;

import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.concurrency.ModelCheck;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import java.time.Instant;
import java.util.Optional;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** A change is seen by every reader that begins after it: no load that began before it brings the old entry back. */
public class CatalogInterleavings {
    private static final RetryProfiles PROFILES = RetryProfiles.standard();
    private static final TopicKeys KEYS = new TopicKeys("one", "two");

    private final InMemoryTopicStore topics = new InMemoryTopicStore();
    private final Catalog catalog = new Catalog(topics, new InMemorySubscriptionStore(), PROFILES, () -> Instant.EPOCH);

    public CatalogInterleavings() {
        topics.create(new Topic("orders", EventSchema.EVENT_GRID, InputSchemaMapping.NONE, Optional.empty(), KEYS));
    }

    @Operation
    public boolean read() {
        return catalog.topic("orders").topic().isPresent();
    }

    @Operation
    public void delete() {
        topics.delete("orders");
        catalog.changed("orders");
    }

    @Test
    void a_load_does_not_undo_a_change() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.")
                .threads("read() read()", "delete() read()")
                .holds();
    }

    @Test
    void a_load_that_two_readers_make_does_not_undo_a_change() {
        ModelCheck.of(getClass())
                .ignoring("io.gridhook.core.")
                .withAtomicCollections()
                .threads("read()", "read()", "delete() read()")
                .holds();
    }
}
