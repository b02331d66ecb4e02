package io.gridhook.app;

import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.EventSubscription;

/** Which secret headers a stored subscription has, that a definition without their values may keep. */
final class StoredHeaders {
    private StoredHeaders() {}

    static boolean has(EventSubscription subscription, String name) {
        return subscription.destination().deliveryAttributes().stream()
                .anyMatch(attribute -> attribute.name().equalsIgnoreCase(name)
                        && attribute instanceof DeliveryAttribute.Fixed fixed
                        && fixed.isSecret());
    }
}
