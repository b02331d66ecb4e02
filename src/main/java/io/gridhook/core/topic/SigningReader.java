package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.trust.SigningSecret;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Reads {@code signing}, Gridhook's own property of a destination: {@code {}} signs with a secret that is made for it or that it has
 * already, {@code {"secret": "whsec_…"}} with that one alone.
 */
public final class SigningReader {
    static final String SCHEME = "StandardWebhooks";
    /** Ours: a day to bring a secret to every receiver. */
    private static final Duration OVERLAP_UNSET = Duration.ofDays(1);
    /** Ours: two secrets that are always valid are no rotation. */
    private static final Duration OVERLAP_MAX = Duration.ofDays(30);

    /**
     * What a {@code rotateSigningSecret} asks for.
     *
     * @param secret the new one; empty: one is made
     * @param overlap how long the one before goes on signing
     */
    public record Rotation(Optional<SigningSecret> secret, Duration overlap) {}

    private SigningReader() {}

    static Optional<SigningSecrets> read(JsonFields properties, SecretSource secrets) {
        properties.value("signing").filter(given -> !given.isObject()).ifPresent(given -> {
            // Without the value, which may be the secret.
            throw new InvalidDefinitionException("signing: not an object (expected: {} or {\"secret\": \"whsec_…\"})");
        });
        return properties.object("signing").map(signing -> {
            signing.text("scheme")
                    .filter(scheme -> !scheme.equalsIgnoreCase(SCHEME))
                    .ifPresent(scheme -> {
                        throw JsonFields.wrong("signing.scheme", scheme, SCHEME);
                    });
            SigningSecrets read = secret(signing)
                    .map(given -> kept(given, secrets))
                    .or(secrets::signing)
                    .orElseGet(() -> SigningSecrets.of(secrets.fresh().get()));
            signing.end();
            return read;
        });
    }

    /** Whoever sends back what there is changes nothing. */
    private static SigningSecrets kept(SigningSecret given, SecretSource secrets) {
        return secrets.signing()
                .filter(stored -> stored.current().equals(given))
                .orElseGet(() -> SigningSecrets.of(given));
    }

    /**
     * Reads the body of a {@code rotateSigningSecret}: {@code secret} and {@code overlap}, an ISO-8601 duration; both may be absent.
     *
     * @throws InvalidDefinitionException if it is none
     */
    public static Rotation rotation(JsonNode json) {
        JsonFields body = JsonFields.of(json, "");
        Rotation rotation = new Rotation(secret(body), overlap(body));
        body.end();
        return rotation;
    }

    private static Optional<SigningSecret> secret(JsonFields fields) {
        // Here, as JsonFields repeats what is wrong.
        return fields.value("secret").map(given -> {
            try {
                return new SigningSecret(given.isTextual() ? given.textValue().strip() : "");
            } catch (IllegalArgumentException e) {
                throw new InvalidDefinitionException(String.valueOf(e.getMessage()));
            }
        });
    }

    private static Duration overlap(JsonFields body) {
        String text = body.text("overlap").orElse(OVERLAP_UNSET.toString());
        try {
            Duration overlap = Duration.parse(text);
            if (!overlap.isNegative() && overlap.compareTo(OVERLAP_MAX) <= 0) {
                return overlap;
            }
        } catch (DateTimeParseException e) {
            // said below, together with what is out of range
        }
        throw JsonFields.wrong("overlap", text, "an ISO-8601 duration of " + Duration.ZERO + ".." + OVERLAP_MAX);
    }
}
