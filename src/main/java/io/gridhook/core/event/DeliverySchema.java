package io.gridhook.core.event;

import java.util.Locale;
import java.util.Optional;

/** The shape in which a subscription gets events (behaviour §11.1). */
public enum DeliverySchema {
    EVENT_GRID("EventGridSchema"),
    CLOUD_EVENT_V1_0("CloudEventSchemaV1_0"),
    CUSTOM_INPUT("CustomInputSchema");

    private final String wireName;

    DeliverySchema(String wireName) {
        this.wireName = wireName;
    }

    /** The value of {@code eventDeliverySchema} in the cloud's management API; IoT Edge writes {@code CustomEventSchema} for the last. */
    public String wireName() {
        return wireName;
    }

    /** Reads {@code eventDeliverySchema} in any letter case, spelling and with stray blanks, as the editions print it. */
    public static Optional<DeliverySchema> parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "eventgridschema" -> Optional.of(EVENT_GRID);
            case "cloudeventschemav1_0" -> Optional.of(CLOUD_EVENT_V1_0);
            case "customeventschema", "custominputschema", "customschema" -> Optional.of(CUSTOM_INPUT);
            default -> Optional.empty();
        };
    }
}
