package io.gridhook.core.event;

import java.util.Map;

/**
 * The part of a publish request that carries events.
 *
 * @param contentType the {@code Content-Type} header, {@code ""} when absent
 * @param headers all request headers, names in lower case (CloudEvents binary mode reads {@code ce-*})
 * @param text the body as the Functions host hands it over: decoded UTF-8, no byte order mark
 */
public record PublishedBody(String contentType, Map<String, String> headers, String text) {
    public PublishedBody {
        headers = Map.copyOf(headers);
    }
}
