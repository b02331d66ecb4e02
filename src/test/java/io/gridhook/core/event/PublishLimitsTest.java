package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.CLOUD_EVENT;
import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.json;
import static io.gridhook.core.event.Publishing.refusal;
import static io.gridhook.core.event.Publishing.rules;
import static io.gridhook.core.event.Publishing.structured;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §9.3, in UTF-8 bytes; vector 17 of §23. */
final class PublishLimitsTest {
    private static final PublishRules RULES = rules(EventSchema.EVENT_GRID);

    /** An event of exactly {@code bytes} UTF-8 bytes, mostly of {@code letter}. */
    private static String event(int bytes, String letter) {
        String start = EVENT_GRID_EVENT.substring(0, EVENT_GRID_EVENT.length() - 1) + ",\"data\":\"";
        int free = bytes - start.length() - 2;
        int width = letter.getBytes(StandardCharsets.UTF_8).length;
        return start + letter.repeat(free / width) + "x".repeat(free % width) + "\"}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "😀"})
    void an_event_may_have_1049600_bytes(String letter) {
        Event event = EventReader.read(json("[" + event(1_049_600, letter) + "]"), RULES)
                .get(0);
        String data = StoredEvent.data(event.json()).orElseThrow().toString();
        assertTrue(event(1_049_600, letter).endsWith(data + "}"));
        String refused = refusal(Kind.PAYLOAD_TOO_LARGE, json("[" + event(1_049_601, letter) + "]"), RULES);
        assertEquals("event: 1049601 bytes (expected: at most 1049600) (event at index 0)", refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "😀"})
    void a_request_may_have_1536000_bytes(String letter) {
        String two = "[" + event(1_000_000, letter) + "," + event(535_997, letter) + "]";
        assertEquals(1_536_000, two.getBytes(StandardCharsets.UTF_8).length);
        assertEquals(2, EventReader.read(json(two), RULES).size());
        String refused = refusal(Kind.PAYLOAD_TOO_LARGE, json(two + " "), RULES);
        assertEquals("The maximum size (1536000) has been exceeded.", refused);
    }

    @Test
    void a_request_may_have_5000_events() {
        List<String> most = Collections.nCopies(5_000, EVENT_GRID_EVENT);
        assertEquals(5_000, EventReader.read(json(most.toString()), RULES).size());
        List<String> more = Collections.nCopies(5_001, EVENT_GRID_EVENT);
        refusal(Kind.PAYLOAD_TOO_LARGE, json(more.toString()), RULES);
    }

    @Test
    void binary_mode_has_the_same_limit_for_an_event() {
        Map<String, String> headers = Map.of("ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s", "ce-type", "t");
        PublishedBody body = new PublishedBody("application/json", headers, "\"" + "x".repeat(1_049_600) + "\"");
        refusal(Kind.PAYLOAD_TOO_LARGE, body, rules(EventSchema.CLOUD_EVENT_V1_0));
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 100_000})
    void nesting_beyond_the_parser_is_the_publishers_mistake(int depth) {
        String deep = "[".repeat(depth) + "]".repeat(depth);
        String refused =
                refusal(structured(CLOUD_EVENT.replace("}", ",\"data\":" + deep + "}")), EventSchema.CLOUD_EVENT_V1_0);
        assertTrue(refused.startsWith("JSON beyond the limits"), refused);
    }

    @Test
    void names_beyond_the_parser_are_the_publishers_mistake() {
        String name = "x".repeat(60_000);
        refusal(json("[{\"" + name + "\":1}]"), EventSchema.EVENT_GRID);
    }

    @Test
    void numbers_beyond_the_parser_are_the_publishers_mistake() {
        String number = "1" + "0".repeat(5_000);
        String text = CLOUD_EVENT.replace("}", ",\"n\":" + number + "}");
        String refused = refusal(structured(text), EventSchema.CLOUD_EVENT_V1_0);
        assertTrue(refused.startsWith("JSON beyond the limits"), refused);
    }
}
