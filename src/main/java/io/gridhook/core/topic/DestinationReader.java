package io.gridhook.core.topic;

import io.gridhook.core.retry.RetryProfile;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads {@code destination} (behaviour §13.3, §14). */
final class DestinationReader {
    /** Ours: what servers and proxies commonly take, and a definition can hold. */
    private static final int URL_CHARS_MAX = 2_048;

    private static final String SUPPORTED = "WebHook, or AzureFunction with an endpointUrl";

    private final boolean allowHttp;

    DestinationReader(boolean allowHttp) {
        this.allowHttp = allowHttp;
    }

    WebhookDestination read(JsonFields destination, JsonFields properties, RetryProfile profile, SecretSource secrets) {
        WebhookDestination.Type type = type(destination);
        List<DeliveryAttribute> attributes = DeliveryAttributeReader.read(properties, secrets);
        WebhookDestination read = new WebhookDestination(
                type,
                endpointUrl(properties, type),
                properties.whole("maxEventsPerBatch", profile.maxEventsPerBatch()),
                properties.whole("preferredBatchSizeInKilobytes", profile.preferredBatchSizeInKilobytes()),
                attributes,
                EntraApplicationReader.read(properties, type, attributes),
                SigningReader.read(properties, secrets));
        TlsVersion.check(properties);
        properties.ignore("endpointBaseUrl", "resourceId");
        properties.end();
        destination.end();
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
                            case AZURE_FUNCTION ->
                                "the function's URL, as events are delivered over HTTP; a resourceId"
                                        + " alone is not supported)";
                        }));
        if (given.length() > URL_CHARS_MAX) {
            throw new InvalidDefinitionException(
                    "endpointUrl: " + given.length() + " characters (expected: at most " + URL_CHARS_MAX + ")");
        }
        check(given);
        return given;
    }

    private void check(String given) {
        Optional<URI> parsed = parse(given);
        String scheme = parsed.map(URI::getScheme).orElse("");
        if (!scheme.toLowerCase(Locale.ROOT).matches(allowHttp ? "https?" : "https")) {
            throw wrong(given, allowHttp ? "an absolute URL, http or https" : "an absolute https URL");
        }
        URI url = parsed.orElseThrow();
        if (url.getHost() == null || url.getHost().isEmpty() || url.getPort() == 0 || url.getPort() > 65_535) {
            throw wrong(given, "a host, and a port in 1..65535 if any");
        }
        if (url.getRawUserInfo() != null) {
            throw new InvalidDefinitionException("endpointUrl: has user info (expected: none)");
        }
        if (url.getRawFragment() != null) {
            throw wrong(given, "no fragment");
        }
    }

    private static Optional<URI> parse(String given) {
        try {
            boolean ascii = given.chars().allMatch(c -> c < 128);
            return ascii ? Optional.of(new URI(given)) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Shows the URL up to its query string, user info or fragment, which may be secrets. */
    private static InvalidDefinitionException wrong(String given, String expected) {
        return JsonFields.wrong("endpointUrl", given.split("[?#@]", 2)[0], expected);
    }
}
