package io.gridhook.core.topic;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads {@code deadLetterDestination}, or what {@code deadLetterWithResourceIdentity} wraps (behaviour §5.1, §13.3): blobs are written
 * with the function app's own identity in either case.
 */
final class DeadLetterDestinationReader {
    /** Storage's own rule for account names, at the end of an ARM id. */
    private static final Pattern ACCOUNT_ID = Pattern.compile("(?i:/\\P{Cntrl}{1,400}/storageAccounts)/[a-z0-9]{3,24}");
    /** Storage's own rule for container names; the length is checked beside it. */
    private static final Pattern CONTAINER = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private static final int CONTAINER_CHARS_MIN = 3;
    private static final int CONTAINER_CHARS_MAX = 63;

    private final DeadLetterDestinations allowed;

    DeadLetterDestinationReader(DeadLetterDestinations allowed) {
        this.allowed = allowed;
    }

    Optional<DeadLetterDestination> read(JsonFields properties) {
        Optional<JsonFields> plain = properties.object("deadLetterDestination");
        Optional<JsonFields> wrapped = properties.object("deadLetterWithResourceIdentity");
        if (plain.isPresent() && wrapped.isPresent()) {
            throw new InvalidDefinitionException(
                    "deadLetterWithResourceIdentity: given beside deadLetterDestination (expected: one of the two)");
        }
        Optional<JsonFields> unwrapped = wrapped.map(DeadLetterDestinationReader::unwrap);
        return plain.or(() -> unwrapped).map(this::destination);
    }

    /** A wrapper around nothing would be a dead-letter destination that its author believes in and nobody writes to. */
    private static JsonFields unwrap(JsonFields wrapper) {
        JsonFields destination = wrapper.object("deadLetterDestination")
                .orElseThrow(() -> wrapper.missing("deadLetterDestination", "endpointType and properties"));
        wrapper.ignore("identity");
        wrapper.end();
        return destination;
    }

    private DeadLetterDestination destination(JsonFields destination) {
        String type = destination.text("endpointType").orElse("missing");
        if (!type.equalsIgnoreCase("StorageBlob")) {
            throw JsonFields.wrong("deadLetterDestination.endpointType", type, "StorageBlob");
        }
        JsonFields properties = destination
                .object("properties")
                .orElseThrow(() -> destination.missing("properties", "resourceId and blobContainerName"));
        String account = properties.text("resourceId").orElse("missing");
        if (!ACCOUNT_ID.matcher(account).matches()) {
            throw JsonFields.wrong("resourceId", account, "the ARM id of a storage account, /…/storageAccounts/<name>");
        }
        String container = properties.text("blobContainerName").orElse("missing");
        if (container.length() < CONTAINER_CHARS_MIN
                || container.length() > CONTAINER_CHARS_MAX
                || !CONTAINER.matcher(container).matches()) {
            throw JsonFields.wrong("blobContainerName", container, "3..63 of a-z 0-9 and single hyphens between them");
        }
        properties.end();
        destination.end();
        DeadLetterDestination read = new DeadLetterDestination(account, container);
        allowed.refusal(read).ifPresent(refusal -> {
            throw new InvalidDefinitionException(refusal);
        });
        return read;
    }
}
