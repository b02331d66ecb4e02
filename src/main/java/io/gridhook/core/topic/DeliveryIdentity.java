package io.gridhook.core.topic;

import java.util.Optional;

/**
 * Reads {@code deliveryWithResourceIdentity} (behaviour §13.3) as the destination that it wraps. Its identity is the topic's own, which is
 * here the function app's, and that is what destinations are called with in any case; one that names another is refused.
 */
final class DeliveryIdentity {
    private static final String WRAPPER = "deliveryWithResourceIdentity";

    private DeliveryIdentity() {}

    static Optional<JsonFields> unwrapped(JsonFields properties) {
        Optional<JsonFields> wrapper = properties.object(WRAPPER);
        if (wrapper.isEmpty()) {
            return Optional.empty();
        }
        if (properties.value("destination").isPresent()) {
            throw new InvalidDefinitionException(WRAPPER + ": given beside destination (expected: one of the two)");
        }
        JsonFields fields = wrapper.get();
        fields.object("identity").ifPresent(DeliveryIdentity::check);
        JsonFields destination = fields.object("destination")
                .orElseThrow(() -> fields.missing("destination", "endpointType and properties"));
        fields.end();
        return Optional.of(destination);
    }

    private static void check(JsonFields identity) {
        identity.text("type")
                .filter(type -> !type.equalsIgnoreCase("SystemAssigned"))
                .ifPresent(type -> {
                    throw JsonFields.wrong(
                            WRAPPER + ".identity.type", type, "SystemAssigned, which is the function app's identity");
                });
        identity.refuseUnlessEmpty("userAssignedIdentity", "absent");
        identity.ignore("principalId", "tenantId");
        identity.end();
    }
}
