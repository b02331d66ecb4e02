package io.gridhook.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.topic.DeadLetterDestination;
import org.junit.jupiter.api.Test;

/** What every dead-letter store does (behaviour §5). */
public abstract class DeadLetterStoreContract {
    private static final String NAME = "BILLING/2026/11/20/7/11111111-1111-1111-1111-111111111111.json";

    /** The store under test. */
    protected abstract DeadLetterStore store();

    /** A container that is there, empty at first. */
    protected abstract DeadLetterDestination existing();

    /** A container that is not there. */
    protected abstract DeadLetterDestination missing();

    /** The content of a blob in {@link #existing}. */
    protected abstract byte[] read(String name);

    @Test
    void a_blob_is_written_under_its_name() {
        assertEquals(DeadLetterStore.Result.WRITTEN, store().write(existing(), NAME, "[{}]".getBytes(UTF_8)));
        assertEquals("[{}]", new String(read(NAME), UTF_8));
    }

    @Test
    void a_repeated_write_replaces_the_blob() {
        store().write(existing(), NAME, "[{\"id\":1}]".getBytes(UTF_8));
        assertEquals(DeadLetterStore.Result.WRITTEN, store().write(existing(), NAME, "[]".getBytes(UTF_8)));
        assertEquals("[]", new String(read(NAME), UTF_8));
    }

    @Test
    void a_missing_container_is_told() {
        assertEquals(
                DeadLetterStore.Result.DESTINATION_NOT_FOUND, store().write(missing(), NAME, "[]".getBytes(UTF_8)));
    }
}
