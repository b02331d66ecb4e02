package io.gridhook.core.delivery;

import java.util.Map;

/**
 * What an endpoint answered to a {@link HandshakeRequest}.
 *
 * @param outcome whether it answered at all, and with which status
 * @param headers the response's by their names in lower case, the first of each name; empty if there was no response
 * @param body the response's, as UTF-8; empty if there was none, and cut off after {@link #BODY_BYTES_MAX}
 */
public record HandshakeAnswer(AttemptOutcome outcome, Map<String, String> headers, String body) {
    /** Ours: many times what {@code {"validationResponse":"…"}} takes. */
    public static final int BODY_BYTES_MAX = 16 * 1024;

    public HandshakeAnswer {
        headers = Map.copyOf(headers);
    }

    /** The endpoint's own words are nobody else's business. */
    @Override
    public String toString() {
        return "HandshakeAnswer[" + outcome + "]";
    }
}
