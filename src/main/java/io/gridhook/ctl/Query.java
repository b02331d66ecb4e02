package io.gridhook.ctl;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A path with what is asked for. */
final class Query {
    private final String path;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    /** {@code path} is encoded already. */
    Query(String path) {
        this.path = path;
    }

    /** Adds a parameter that was given. */
    Query with(String name, @Nullable Object value) {
        if (value != null) {
            parameters.put(name, value.toString());
        }
        return this;
    }

    /** The same path with another query, as it is in a URL. */
    String withRaw(String rawQuery) {
        return path + "?" + rawQuery;
    }

    /** One part of a path, or a value: whatever it holds, it stays one. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String subscription(String topic, String eventSubscription) {
        return "/topics/" + encoded(topic) + "/eventSubscriptions/" + encoded(eventSubscription);
    }

    @Override
    public String toString() {
        String query = parameters.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? path : withRaw(query);
    }
}
