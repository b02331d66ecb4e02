package io.gridhook.core.topic;

import io.gridhook.core.event.JsonPath;

/** A header of a subscription's own, on each of its deliveries: an element of {@code deliveryAttributeMappings} (behaviour §12). */
public sealed interface DeliveryAttribute {
    /** The header's name, as its author spelt it. */
    String name();

    /**
     * Always the same value.
     *
     * @param value printable ASCII, at most 4,096 characters
     * @param isSecret whether it is left out wherever the definition is shown
     */
    record Fixed(String name, String value, boolean isSecret) implements DeliveryAttribute {
        /** Values stay out of logs. */
        @Override
        public String toString() {
            return "Static[" + name + "]";
        }
    }

    /**
     * A value of the event's, and no header where it has none.
     *
     * @param sourceField where it stands in the event as it was published
     */
    record Dynamic(String name, JsonPath sourceField) implements DeliveryAttribute {}
}
