package io.gridhook.core.delivery;

import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.Event;
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.DeliveryAttributeRules;
import io.gridhook.core.topic.WebhookDestination;
import java.util.List;
import java.util.stream.Stream;

/** The headers that a subscription's author asked for (behaviour §12). */
public final class DeliveryAttributes {
    private DeliveryAttributes() {}

    /** Those that say the same on every request, a validation's too. */
    public static List<Header> fixed(WebhookDestination destination) {
        return destination.deliveryAttributes().stream()
                .flatMap(attribute -> attribute instanceof DeliveryAttribute.Fixed fixed
                        ? Stream.of(new Header(fixed.name(), fixed.value()))
                        : Stream.empty())
                .toList();
    }

    /**
     * Those that an event gives their values. Ours, as Event Grid does not say what a batch does (behaviour §7): only events that give
     * the same share a POST. A value that no header can have is left out, as it could end the header and begin another.
     */
    public static List<Header> dynamic(WebhookDestination destination, Event event) {
        return destination.deliveryAttributes().stream()
                .flatMap(attribute -> attribute instanceof DeliveryAttribute.Dynamic dynamic
                        ? header(dynamic, event)
                        : Stream.empty())
                .toList();
    }

    private static Stream<Header> header(DeliveryAttribute.Dynamic attribute, Event event) {
        return attribute.sourceField().scalarIn(event.json()).filter(DeliveryAttributeRules::isValue).stream()
                .map(value -> new Header(attribute.name(), value));
    }
}
