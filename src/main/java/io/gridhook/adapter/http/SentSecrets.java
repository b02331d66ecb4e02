package io.gridhook.adapter.http;

import io.gridhook.core.delivery.WebhookRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** Takes out of an answer what it repeats of the request's headers and its URL's query: some of them are secrets. */
final class SentSecrets {
    /** Ours: shorter ones are no secrets, and stand everywhere by chance. */
    private static final int CHARS_MIN = 8;

    private static final String MASK = "***";

    private SentSecrets() {}

    /** For the answer to {@code request}; nothing is looked at before there is one to show. */
    static UnaryOperator<String> of(WebhookRequest request) {
        return text -> without(text, secrets(request));
    }

    /** The longest first, as one may stand in another. A header of several words is as secret as each of them. */
    private static List<String> secrets(WebhookRequest request) {
        List<String> secrets = new ArrayList<>();
        for (WebhookRequest.Header header : request.headers()) {
            if (!header.name().equalsIgnoreCase("content-type")) {
                secrets.add(header.value());
                secrets.addAll(List.of(header.value().split("[ ,;=]+", -1)));
            }
        }
        int query = request.endpointUrl().indexOf('?');
        if (query >= 0) {
            String text = request.endpointUrl().substring(query + 1);
            secrets.add(text);
            secrets.addAll(List.of(text.split("[&=]", -1)));
        }
        secrets.removeIf(secret -> secret.length() < CHARS_MIN);
        secrets.sort(Comparator.comparingInt(String::length).reversed());
        return secrets;
    }

    private static String without(String text, List<String> secrets) {
        String shown = text;
        for (String secret : secrets) {
            shown = shown.replace(secret, MASK);
        }
        return withoutCutOne(shown, secrets);
    }

    /** The text is a beginning: it may end within a secret. */
    private static String withoutCutOne(String text, List<String> secrets) {
        for (String secret : secrets) {
            for (int length = Math.min(secret.length() - 1, text.length()); length >= CHARS_MIN / 2; length--) {
                if (text.regionMatches(text.length() - length, secret, 0, length)) {
                    return text.substring(0, text.length() - length) + MASK;
                }
            }
        }
        return text;
    }
}
