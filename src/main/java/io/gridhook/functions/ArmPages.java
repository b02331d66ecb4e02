package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.core.topic.ArmNameFilter;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Lists in pages (behaviour §13.1). The items are in the order of their keys, and a {@code nextLink} names the last key of its page: what
 * is created or deleted between two pages neither repeats nor hides another item.
 */
final class ArmPages {
    /** Behaviour §13.1. */
    private static final int TOP_MAX = 100;

    private static final int TOP_DEFAULT = 20;
    private static final String SKIP_TOKEN = "$skiptoken";

    private ArmPages() {}

    /**
     * What is listed.
     *
     * @param key unlike all others', in any letter case
     * @param name what {@code $filter} sees
     */
    record Item<T>(String key, String name, T value) {}

    static <T> HttpResponseMessage answer(ArmRequest request, List<Item<T>> all, Function<T, JsonNode> json) {
        int top = top(request);
        String after = after(request);
        Predicate<String> names =
                request.query("$filter").map(ArmNameFilter::parse).orElse(name -> true);
        List<Item<T>> rest = all.stream()
                .filter(item -> names.test(item.name()) && lower(item.key()).compareTo(after) > 0)
                .sorted(Comparator.comparing(item -> lower(item.key())))
                .limit(top + 1L)
                .toList();
        List<Item<T>> page = rest.subList(0, Math.min(top, rest.size()));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode value = answer.putArray("value");
        page.forEach(item -> value.add(json.apply(item.value())));
        if (rest.size() > page.size()) {
            answer.put(
                    "nextLink",
                    nextLink(request, lower(page.get(page.size() - 1).key())));
        }
        return JsonResponse.ok(request.message(), answer);
    }

    private static int top(ArmRequest request) {
        Optional<String> given = request.query("$top");
        try {
            int top = given.map(Integer::parseInt).orElse(TOP_DEFAULT);
            if (top >= 1 && top <= TOP_MAX) {
                return top;
            }
        } catch (NumberFormatException e) {
            // Answered below, like a number that is out of range.
        }
        throw new InvalidDefinitionException("$top: wrong (expected: 1.." + TOP_MAX + ")");
    }

    private static String after(ArmRequest request) {
        try {
            return request.query(SKIP_TOKEN)
                    .map(token -> new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
                    .orElse("");
        } catch (IllegalArgumentException e) {
            throw new InvalidDefinitionException(SKIP_TOKEN + ": wrong (expected: that of a nextLink)");
        }
    }

    private static String nextLink(ArmRequest request, String lastKey) {
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(lastKey.getBytes(StandardCharsets.UTF_8));
        StringBuilder link = new StringBuilder(request.baseUrl() + request.rawPath())
                .append("?api-version=")
                .append(request.version());
        request.query("$filter").ifPresent(filter -> link.append("&%24filter=").append(encoded(filter)));
        request.query("$top").ifPresent(top -> link.append("&%24top=").append(encoded(top)));
        return link.append("&%24skiptoken=").append(token).toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
