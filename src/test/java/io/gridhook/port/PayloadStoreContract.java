package io.gridhook.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every payload store does. */
public abstract class PayloadStoreContract {
    /** The store under test, one for each test, empty at first. */
    protected abstract PayloadStore store();

    @Test
    void a_payload_is_read_as_it_was_written() {
        byte[] content = new byte[256];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) i;
        }
        store().put("2026-11-20/07/a", content);
        assertArrayEquals(content, store().get("2026-11-20/07/a").orElseThrow());
    }

    @Test
    void a_part_of_a_payload_is_read_by_its_place() {
        store().put("2026-11-20/07/a", "0123456789".getBytes(UTF_8));
        assertEquals("345", text(store().get("2026-11-20/07/a", 3, 3)));
        assertEquals("0123456789", text(store().get("2026-11-20/07/a", 0, 10)));
        assertEquals("9", text(store().get("2026-11-20/07/a", 9, 1)));
    }

    @Test
    void a_part_that_ends_behind_the_payload_is_what_there_is() {
        store().put("2026-11-20/07/a", "0123456789".getBytes(UTF_8));
        assertEquals("89", text(store().get("2026-11-20/07/a", 8, 5)));
        assertEquals(Optional.empty(), store().get("2026-11-20/07/a", 10, 1));
        assertEquals(Optional.empty(), store().get("2026-11-20/07/a", 5_000_000_000L, 7));
    }

    @Test
    void there_is_nothing_where_nothing_was_written() {
        assertEquals(Optional.empty(), store().get("2026-11-20/07/a"));
        assertEquals(Optional.empty(), store().get("2026-11-20/07/a", 0, 1));
    }

    @Test
    void a_second_write_replaces_the_first() {
        store().put("2026-11-20/07/a", "first".getBytes(UTF_8));
        store().put("2026-11-20/07/a", "second".getBytes(UTF_8));
        assertEquals("second", text(store().get("2026-11-20/07/a")));
    }

    @Test
    void what_is_older_is_deleted_and_counted() {
        for (String name : new String[] {"2026-11-19/23/z", "2026-11-20/06/b", "2026-11-20/07/a", "2026-11-20/10/a"}) {
            store().put(name, name.getBytes(UTF_8));
        }
        assertEquals(2, store().deleteBefore("2026-11-20/07"));
        assertEquals(Optional.empty(), store().get("2026-11-19/23/z"));
        assertEquals(Optional.empty(), store().get("2026-11-20/06/b"));
        assertEquals("2026-11-20/07/a", text(store().get("2026-11-20/07/a")));
        assertEquals("2026-11-20/10/a", text(store().get("2026-11-20/10/a")));
        assertEquals(0, store().deleteBefore("2026-11-20/07"));
    }

    private static String text(Optional<byte[]> content) {
        return new String(content.orElseThrow(), UTF_8);
    }
}
