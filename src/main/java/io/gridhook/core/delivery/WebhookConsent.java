package io.gridhook.core.delivery;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An endpoint's consent in the headers of CloudEvents' abuse protection (behaviour §4.4), in the answer to OPTIONS or in a call of the
 * callback URL.
 */
public final class WebhookConsent {
    /** What we are called in handshakes and deliveries; existing receivers know Event Grid by it (behaviour §3.2). */
    public static final String ORIGIN = "eventgrid.azure.net";

    private static final String ALLOWED_ORIGIN = "WebHook-Allowed-Origin";
    private static final String ALLOWED_RATE = "WebHook-Allowed-Rate";
    private static final String ANY = "*";
    /** More digits than any rate that is reached. */
    private static final int RATE_DIGITS_MAX = 9;

    private WebhookConsent() {}

    /**
     * What the headers say; empty if no origin is named.
     *
     * @param headers by their names in lower case
     */
    public static Optional<HandshakeVerdict> read(Map<String, String> headers) {
        return header(headers, ALLOWED_ORIGIN)
                .map(origin -> origin.equals(ANY) || origin.equalsIgnoreCase(ORIGIN)
                        ? rated(headers)
                        : HandshakeVerdict.refused(
                                ALLOWED_ORIGIN + " names another origin (expected: " + ORIGIN + " or *)"));
    }

    private static HandshakeVerdict rated(Map<String, String> headers) {
        Optional<String> rate = header(headers, ALLOWED_RATE).filter(text -> !text.equals(ANY));
        if (rate.isEmpty()) {
            return HandshakeVerdict.agreed(OptionalInt.empty());
        }
        String digits = rate.get();
        if (!digits.matches("0*[1-9][0-9]{0," + (RATE_DIGITS_MAX - 1) + "}")) {
            return HandshakeVerdict.refused(ALLOWED_RATE + " is no rate (expected: 1.." + "9".repeat(RATE_DIGITS_MAX)
                    + " requests a minute, or *)");
        }
        return HandshakeVerdict.agreed(OptionalInt.of(Integer.parseInt(digits)));
    }

    private static Optional<String> header(Map<String, String> headers, String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }
}
