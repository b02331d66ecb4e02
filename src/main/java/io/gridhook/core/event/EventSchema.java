package io.gridhook.core.event;

import java.util.Locale;
import java.util.Optional;

/** The shape in which a topic takes events (behaviour §11.1). */
public enum EventSchema {
    EVENT_GRID("EventGridSchema"),
    CLOUD_EVENT_V1_0("CloudEventSchemaV1_0"),
    CUSTOM("CustomEventSchema");

    private final String wireName;

    EventSchema(String wireName) {
        this.wireName = wireName;
    }

    /** The value of {@code inputSchema} in the management API. */
    public String wireName() {
        return wireName;
    }

    /** Reads {@code inputSchema} in any letter case and with stray blanks, as the editions print it; empty when it is none. */
    public static Optional<EventSchema> parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "eventgridschema" -> Optional.of(EVENT_GRID);
            case "cloudeventschemav1_0" -> Optional.of(CLOUD_EVENT_V1_0);
            case "customeventschema", "custominputschema", "customschema" -> Optional.of(CUSTOM);
            default -> Optional.empty();
        };
    }
}
