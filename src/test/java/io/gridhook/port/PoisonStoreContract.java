package io.gridhook.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every poison store does. */
public abstract class PoisonStoreContract {
    /** The store under test, one for each test, empty at first. */
    protected abstract PoisonStore store();

    /** What it holds, by {@code queue/messageId}. */
    protected abstract Map<String, String> kept();

    @Test
    void a_message_is_kept_under_its_queue_and_id() {
        store().keep("deliveries", "id-1", "not <a> päck");
        store().keep("retries", "id-1", "nor this");
        assertEquals(Map.of("deliveries/id-1", "not <a> päck", "retries/id-1", "nor this"), kept());
    }

    @Test
    void a_repeated_call_keeps_one() {
        store().keep("deliveries", "id-1", "first");
        store().keep("deliveries", "id-1", "second");
        assertEquals(Map.of("deliveries/id-1", "second"), kept());
    }
}
