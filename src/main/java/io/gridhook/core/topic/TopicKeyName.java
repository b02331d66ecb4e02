package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** One of a topic's two access keys. */
public enum TopicKeyName {
    KEY1,
    KEY2;

    private static final String EXPECTED = "key1 or key2";

    /**
     * Reads the body of a {@code regenerateKey} (behaviour §13.1).
     *
     * @throws InvalidDefinitionException if it is not {@code {"keyName": "key1"}} or {@code {"keyName": "key2"}}, in any letter case
     */
    public static TopicKeyName read(JsonNode json) {
        JsonFields body = JsonFields.of(json, "");
        String name = body.text("keyName").orElseThrow(() -> body.missing("keyName", EXPECTED));
        body.end();
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "key1" -> KEY1;
            case "key2" -> KEY2;
            default -> throw JsonFields.wrong("keyName", name, EXPECTED);
        };
    }
}
