package io.gridhook.core.topic;

import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.trust.EndpointGuard;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** Reads {@code destination} (behaviour §13.3, §14). */
final class DestinationReader {
    /** Ours: what servers and proxies commonly take, and a definition can hold. */
    private static final int URL_CHARS_MAX = 2_048;

    private static final String SUPPORTED = "WebHook, AzureFunction with an endpointUrl, or StorageQueue";

    private final EndpointGuard endpoints;
    private final WebhookApplications applications;
    private final StorageQueueReader queues;

    DestinationReader(EndpointGuard endpoints, WebhookApplications applications, QueueDestinations queues) {
        this.queues = new StorageQueueReader(queues);
        this.endpoints = endpoints;
        this.applications = applications;
    }

    WebhookDestination read(JsonFields destination, JsonFields properties, RetryProfile profile, SecretSource secrets) {
        WebhookDestination.Type type = type(destination);
        WebhookDestination read = type == WebhookDestination.Type.STORAGE_QUEUE
                ? queues.read(properties)
                : readEndpoint(type, properties, profile, secrets);
        properties.end();
        destination.end();
        return read;
    }

    private WebhookDestination readEndpoint(
            WebhookDestination.Type type, JsonFields properties, RetryProfile profile, SecretSource secrets) {
        List<DeliveryAttribute> attributes = DeliveryAttributeReader.read(properties, secrets);
        WebhookDestination read = new WebhookDestination(
                type,
                endpointUrl(properties, type),
                properties.whole("maxEventsPerBatch", profile.maxEventsPerBatch()),
                properties.whole("preferredBatchSizeInKilobytes", profile.preferredBatchSizeInKilobytes()),
                attributes,
                EntraApplicationReader.read(properties, type, attributes, applications),
                SigningReader.read(properties, secrets));
        TlsVersion.check(properties);
        properties.ignore("endpointBaseUrl", "resourceId");
        return read;
    }

    private static WebhookDestination.Type type(JsonFields destination) {
        String given = destination
                .text("endpointType")
                .orElseThrow(
                        () -> new InvalidDefinitionException("endpointType: missing (expected: " + SUPPORTED + ")"));
        return WebhookDestination.Type.parse(given)
                .orElseThrow(() -> JsonFields.wrong("endpointType", given, SUPPORTED));
    }

    private String endpointUrl(JsonFields properties, WebhookDestination.Type type) {
        String given = properties
                .text("endpointUrl")
                .orElseThrow(() -> new InvalidDefinitionException("endpointUrl: missing (expected: "
                        + switch (type) {
                            case WEB_HOOK -> "the webhook's URL)";
                            case AZURE_FUNCTION -> AzureFunctionId.expectedUrl(properties.text("resourceId")) + ")";
                            case STORAGE_QUEUE -> throw new IllegalStateException("a queue has no endpointUrl");
                        }));
        if (given.length() > URL_CHARS_MAX) {
            throw new InvalidDefinitionException(
                    "endpointUrl: " + given.length() + " characters (expected: at most " + URL_CHARS_MAX + ")");
        }
        check(given);
        return given;
    }

    private void check(String given) {
        try {
            endpoints.check(given);
        } catch (IllegalArgumentException e) {
            throw new InvalidDefinitionException(String.valueOf(e.getMessage()));
        }
        if (given.indexOf('#') >= 0) {
            throw wrong(given, "no fragment");
        }
        try {
            var unused = new URI(given);
        } catch (URISyntaxException e) {
            throw wrong(given, "in path and query the characters of a URL, others percent-encoded");
        }
    }

    /** Shows the URL up to its query string or fragment, which may be secrets. */
    private static InvalidDefinitionException wrong(String given, String expected) {
        return JsonFields.wrong("endpointUrl", given.split("[?#]", 2)[0], expected);
    }
}
