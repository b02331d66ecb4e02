package io.gridhook.core.topic;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What headers of a subscription's own may be called, and say (behaviour §12). */
public final class DeliveryAttributeRules {
    /** Behaviour §12. */
    static final int COUNT_MAX = 10;
    /** Behaviour §12, in bytes. */
    static final int VALUE_BYTES_MAX = 4_096;
    /** Ours; Event Grid documents none. */
    static final int NAME_CHARS_MAX = 128;

    static final String NAME_EXPECTED = "an HTTP header's name, 1.." + NAME_CHARS_MAX
            + " of A-Z a-z 0-9 !#$%&'*+-.^_`|~, that does not begin with aeg-";
    static final String VALUE_EXPECTED = "at most " + VALUE_BYTES_MAX + " bytes, printable ASCII";

    /** RFC 9110 §5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1," + NAME_CHARS_MAX + "}");

    private static final Pattern VALUE = Pattern.compile("[ -~]{0," + VALUE_BYTES_MAX + "}");

    /**
     * Ours: those that say where a request goes or ends and how a connection goes on, which is the transport's to say (RFC 9110 §7.6.1);
     * those that Gridhook itself sends; those of Standard Webhooks and of the CloudEvents handshake.
     */
    private static final Set<String> TAKEN = Set.of(
            "accept-encoding",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "origin",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "webhook-id",
            "webhook-request-callback",
            "webhook-request-origin",
            "webhook-request-rate",
            "webhook-signature",
            "webhook-timestamp");

    private DeliveryAttributeRules() {}

    static boolean isName(String name) {
        return TOKEN.matcher(name).matches() && !name.toLowerCase(Locale.ROOT).startsWith("aeg-");
    }

    static boolean isTaken(String name) {
        return TAKEN.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether a header can have it as its value: neither too long nor with a character that could begin another. */
    public static boolean isValue(String value) {
        return VALUE.matcher(value).matches();
    }
}
