package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RememberedTest {
    private static final int TEXTS_MAX = 4_096;

    private final List<String> asked = new ArrayList<>();
    private final Remembered<Integer> lengths = new Remembered<>(text -> {
        asked.add(text);
        if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return text.length();
    });

    @Test
    void a_text_is_worked_out_once() {
        assertEquals(3, lengths.of("abc"));
        assertEquals(3, lengths.of("abc"));
        assertEquals(2, lengths.of("ab"));
        assertEquals(List.of("abc", "ab"), asked);
    }

    @Test
    void a_long_text_is_worked_out_each_time() {
        String text = "x".repeat(1_025);
        assertEquals(1_025, lengths.of(text));
        assertEquals(1_025, lengths.of(text));
        assertEquals(2, asked.size());
    }

    @Test
    void a_failure_is_not_remembered() {
        assertThrows(IllegalArgumentException.class, () -> lengths.of(""));
        assertThrows(IllegalArgumentException.class, () -> lengths.of(""));
        assertEquals(2, asked.size());
    }

    @Test
    void what_was_asked_for_least_lately_is_forgotten_first() {
        lengths.of("first");
        lengths.of("second");
        lengths.of("first");
        for (int i = 0; i < TEXTS_MAX - 1; i++) {
            lengths.of("n" + i);
        }
        asked.clear();
        lengths.of("first");
        lengths.of("second");
        assertEquals(List.of("second"), asked);
    }
}
