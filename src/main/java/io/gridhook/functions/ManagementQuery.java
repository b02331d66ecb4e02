package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The query of a call that lists something of a time, page after page. All of it throws {@link InvalidDefinitionException} where
 * something is wrong; the message says what.
 */
final class ManagementQuery {
    static final String SKIP_TOKEN = "$skipToken";

    private final HttpRequestMessage<?> request;

    /** Of a call with these parameters; a misspelt name would find what nobody asked for. */
    ManagementQuery(HttpRequestMessage<?> request, List<String> known) {
        this.request = request;
        for (String name : request.getQueryParameters().keySet()) {
            if (known.stream().noneMatch(name::equalsIgnoreCase)) {
                throw new InvalidDefinitionException(
                        Excerpt.of(name) + ": not known (expected: " + String.join(", ", known) + ")");
            }
        }
    }

    Optional<String> text(String name) {
        return ArmRequest.query(request, name).filter(text -> !text.isEmpty());
    }

    String required(String name) {
        return text(name)
                .orElseThrow(() -> new InvalidDefinitionException(name + ": missing (expected: in the query)"));
    }

    Optional<Instant> time(String name) {
        Optional<String> text = text(name);
        try {
            // A plus that was not encoded came as a blank.
            return text.map(each -> OffsetDateTime.parse(each.replace(' ', '+')).toInstant());
        } catch (DateTimeException e) {
            throw new InvalidDefinitionException(
                    name + ": " + Excerpt.of(text.orElse("")) + " (expected: a time such as 2026-11-20T09:30:00Z)");
        }
    }

    /** A number from {@code min} to {@code max}; {@code unset} if there is none. */
    int number(String name, int min, int max, int unset) {
        Optional<String> given = text(name);
        try {
            int number = given.map(Integer::parseInt).orElse(unset);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Answered below, like a number that is out of range.
        }
        throw new InvalidDefinitionException(
                name + ": " + Excerpt.of(given.orElse("")) + " (expected: " + min + ".." + max + ")");
    }

    static void checkWindow(Instant from, Instant to) {
        if (from.isAfter(to)) {
            throw new InvalidDefinitionException("from: " + from + " (expected: not after to, which is " + to + ")");
        }
    }

    /** Where the last answer ended, as {@code parse} reads what {@link #nextLink} was given. */
    <P> Optional<P> after(Function<String, Optional<P>> parse) {
        Optional<String> given = text(SKIP_TOKEN);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<P> position =
                    parse.apply(new String(Base64.getUrlDecoder().decode(given.get()), StandardCharsets.UTF_8));
            if (position.isPresent()) {
                return position;
            }
        } catch (IllegalArgumentException e) {
            // Answered below.
        }
        throw new InvalidDefinitionException(SKIP_TOKEN + ": wrong (expected: that of a nextLink)");
    }

    /** The call itself, to be given a token to go on with; with the times as they are by now, so that all pages are of one window. */
    String link(Instant from, Instant to) {
        TreeMap<String, String> query = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        query.putAll(request.getQueryParameters());
        query.put("from", from.toString());
        query.put("to", to.toString());
        query.remove(SKIP_TOKEN);
        StringBuilder link = new StringBuilder(CalledUrl.base(request))
                .append(CalledUrl.of(request).getRawPath())
                .append('?');
        query.forEach((name, value) ->
                link.append(encoded(name)).append('=').append(encoded(value)).append('&'));
        return link.append(encoded(SKIP_TOKEN)).append('=').toString();
    }

    static String nextLink(String link, String position) {
        return link + Base64.getUrlEncoder().withoutPadding().encodeToString(position.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
