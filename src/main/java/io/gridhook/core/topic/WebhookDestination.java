package io.gridhook.core.topic;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a subscription's events go.
 *
 * @param type {@code WebHook}; or {@code AzureFunction}, which is delivered over HTTP under the Azure-resource code table; or {@code
 *     StorageQueue}
 * @param endpointUrl the full URL, its query string included, which may carry a secret; a queue's {@link StorageQueue#id}
 * @param maxEventsPerBatch as given; empty when not
 * @param preferredBatchSizeInKilobytes as given; empty when not
 * @param deliveryAttributes headers of its own, in their order
 * @param entra whose tokens it takes, if it is protected by Entra
 * @param signing what deliveries are signed with, if they are
 * @param queue of a {@code StorageQueue}, and of no other
 */
public record WebhookDestination(
        Type type,
        String endpointUrl,
        OptionalInt maxEventsPerBatch,
        OptionalInt preferredBatchSizeInKilobytes,
        List<DeliveryAttribute> deliveryAttributes,
        Optional<EntraApplication> entra,
        Optional<SigningSecrets> signing,
        Optional<StorageQueue> queue) {
    public WebhookDestination {
        deliveryAttributes = List.copyOf(deliveryAttributes);
        if (queue.isPresent() != (type == Type.STORAGE_QUEUE)) {
            throw new IllegalArgumentException(
                    "queue: " + queue + " (expected: one for a StorageQueue, and for no other)");
        }
    }

    /** One that is called over HTTP. */
    public WebhookDestination(
            Type type,
            String endpointUrl,
            OptionalInt maxEventsPerBatch,
            OptionalInt preferredBatchSizeInKilobytes,
            List<DeliveryAttribute> deliveryAttributes,
            Optional<EntraApplication> entra,
            Optional<SigningSecrets> signing) {
        this(
                type,
                endpointUrl,
                maxEventsPerBatch,
                preferredBatchSizeInKilobytes,
                deliveryAttributes,
                entra,
                signing,
                Optional.empty());
    }

    /** A queue, which takes one event a message, and nothing beside it. */
    public static WebhookDestination of(StorageQueue queue) {
        return new WebhookDestination(
                Type.STORAGE_QUEUE,
                queue.id(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(queue));
    }

    /** One whose requests are as Event Grid's are where nothing is asked for. */
    public WebhookDestination(
            Type type, String endpointUrl, OptionalInt maxEventsPerBatch, OptionalInt preferredBatchSizeInKilobytes) {
        this(
                type,
                endpointUrl,
                maxEventsPerBatch,
                preferredBatchSizeInKilobytes,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** {@code endpointType}. */
    public enum Type {
        WEB_HOOK("WebHook"),
        AZURE_FUNCTION("AzureFunction"),
        STORAGE_QUEUE("StorageQueue");

        private final String wireName;

        Type(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        /** Reads {@code endpointType} in any letter case and with stray blanks; empty for every other destination. */
        public static Optional<Type> parse(String text) {
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "webhook" -> Optional.of(WEB_HOOK);
                case "azurefunction" -> Optional.of(AZURE_FUNCTION);
                case "storagequeue" -> Optional.of(STORAGE_QUEUE);
                default -> Optional.empty();
            };
        }
    }

    /** The same destination, signed for by other secrets. */
    public WebhookDestination with(SigningSecrets secrets) {
        return new WebhookDestination(
                type,
                endpointUrl,
                maxEventsPerBatch,
                preferredBatchSizeInKilobytes,
                deliveryAttributes,
                entra,
                Optional.of(secrets),
                queue);
    }

    /** The URL without its query string, the part that is safe to show and log. */
    public String endpointBaseUrl() {
        int query = endpointUrl.indexOf('?');
        return query < 0 ? endpointUrl : endpointUrl.substring(0, query);
    }

    /** Where it goes, without what may be secret: the host of the URL, with its port if it names one, or a queue's account and name. */
    public String endpointHost() {
        if (queue.isPresent()) {
            return queue.get().accountName() + "/" + queue.get().queueName();
        }
        int from = endpointUrl.indexOf("://") + "://".length();
        int to = from;
        while (to < endpointUrl.length() && "/?#".indexOf(endpointUrl.charAt(to)) < 0) {
            to++;
        }
        return endpointUrl.substring(from, to);
    }

    /** Query strings carry secrets. */
    @Override
    public String toString() {
        return "WebhookDestination[" + type + ", " + endpointBaseUrl() + "]";
    }
}
