package io.gridhook.adapter.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.PayloadStore;
import io.gridhook.port.PayloadStoreContract;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlobPayloadStoreIT extends PayloadStoreContract {
    private final PayloadStore store = new BlobPayloadStore(SharedAzurite.connection(), SharedAzurite.newContainer());

    @Override
    protected PayloadStore store() {
        return store;
    }

    @Test
    void deleting_ends_in_time_and_goes_on_at_the_next_call() {
        PayloadStore hasty =
                new BlobPayloadStore(SharedAzurite.connection(), SharedAzurite.newContainer(), Duration.ZERO);
        List.of("2026-11-20/07/a", "2026-11-20/07/b", "2026-11-20/08/c").forEach(name -> hasty.put(name, new byte[1]));
        assertEquals(1, hasty.deleteBefore("2026-11-20/08"));
        assertEquals(1, hasty.deleteBefore("2026-11-20/08"));
        assertEquals(0, hasty.deleteBefore("2026-11-20/08"));
        assertTrue(hasty.get("2026-11-20/08/c").isPresent());
    }

    @Test
    void a_container_that_is_gone_is_no_payload_that_is_gone() {
        PayloadStore gone = new BlobPayloadStore(SharedAzurite.connection(), SharedAzurite.uniqueName("missing"));
        assertThrows(StorageUnavailableException.class, () -> gone.put("2026-11-20/07/a", new byte[1]));
        assertThrows(StorageUnavailableException.class, () -> gone.get("2026-11-20/07/a"));
        assertThrows(StorageUnavailableException.class, () -> gone.get("2026-11-20/07/a", 0, 1));
        assertThrows(StorageUnavailableException.class, () -> gone.deleteBefore("2026-11-20/07"));
    }
}
