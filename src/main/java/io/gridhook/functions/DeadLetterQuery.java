package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.redrive.LetterSelection;
import io.gridhook.core.redrive.RedriveRequestReader;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a call of the dead letters asks for.
 *
 * @param top letters of an answer
 * @param after where the last answer ended
 * @param link the call itself, to be given a token to go on with
 */
record DeadLetterQuery(
        String topic,
        String eventSubscription,
        LetterSelection selection,
        int top,
        Optional<LetterPosition> after,
        String link) {
    /** Ours. */
    static final int TOP_MAX = 1_000;

    private static final int TOP_DEFAULT = 100;
    private static final String SKIP_TOKEN = "$skipToken";
    private static final List<String> OF_LIST =
            List.of("topic", "eventSubscription", "from", "to", "reason", "eventId", "$top", SKIP_TOKEN);
    private static final List<String> OF_ONE = List.of("topic", "eventSubscription", "blob", "index");

    /**
     * Reads it.
     *
     * @param now what is not told ends then
     * @throws InvalidDefinitionException if something is wrong; the message says what
     */
    static DeadLetterQuery of(HttpRequestMessage<?> request, Instant now) {
        checkNames(request, OF_LIST);
        Instant to = time(request, "to").orElse(now);
        Instant from = time(request, "from").orElse(to.minus(RedriveRequestReader.WINDOW));
        if (from.isAfter(to)) {
            throw new InvalidDefinitionException("from: " + from + " (expected: not after to, which is " + to + ")");
        }
        LetterSelection selection = new LetterSelection(
                from,
                to,
                text(request, "reason"),
                text(request, "eventId").map(Set::of).orElse(Set.of()),
                Optional.empty(),
                List.of());
        return new DeadLetterQuery(
                required(request, "topic"),
                required(request, "eventSubscription"),
                selection,
                number(request, "$top", 1, TOP_MAX, TOP_DEFAULT),
                after(request),
                link(request, from, to));
    }

    /** Where the one letter is that a call asks for. */
    static LetterSelection.Address address(HttpRequestMessage<?> request) {
        checkNames(request, OF_ONE);
        return new LetterSelection.Address(
                required(request, "blob"), number(request, "index", 0, Integer.MAX_VALUE, 0));
    }

    static String required(HttpRequestMessage<?> request, String name) {
        return text(request, name)
                .orElseThrow(() -> new InvalidDefinitionException(name + ": missing (expected: in the query)"));
    }

    /** A misspelt name would find what nobody asked for. */
    private static void checkNames(HttpRequestMessage<?> request, List<String> known) {
        for (String name : request.getQueryParameters().keySet()) {
            if (known.stream().noneMatch(name::equalsIgnoreCase)) {
                throw new InvalidDefinitionException(
                        Excerpt.of(name) + ": not known (expected: " + String.join(", ", known) + ")");
            }
        }
    }

    private static Optional<String> text(HttpRequestMessage<?> request, String name) {
        return ArmRequest.query(request, name).filter(text -> !text.isEmpty());
    }

    private static Optional<Instant> time(HttpRequestMessage<?> request, String name) {
        Optional<String> text = text(request, name);
        try {
            // A plus that was not encoded came as a blank.
            return text.map(each -> OffsetDateTime.parse(each.replace(' ', '+')).toInstant());
        } catch (DateTimeException e) {
            throw new InvalidDefinitionException(
                    name + ": " + Excerpt.of(text.orElse("")) + " (expected: a time such as 2026-11-20T09:30:00Z)");
        }
    }

    private static int number(HttpRequestMessage<?> request, String name, int min, int max, int unset) {
        Optional<String> given = text(request, name);
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

    private static Optional<LetterPosition> after(HttpRequestMessage<?> request) {
        Optional<String> given = text(request, SKIP_TOKEN);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<LetterPosition> position = LetterPosition.parse(
                    new String(Base64.getUrlDecoder().decode(given.get()), StandardCharsets.UTF_8));
            if (position.isPresent()) {
                return position;
            }
        } catch (IllegalArgumentException e) {
            // Answered below.
        }
        throw new InvalidDefinitionException(SKIP_TOKEN + ": wrong (expected: that of a nextLink)");
    }

    /** With the times as they are by now, so that all pages are of one window. */
    private static String link(HttpRequestMessage<?> request, Instant from, Instant to) {
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

    String nextLink(LetterPosition next) {
        byte[] token = next.text().getBytes(StandardCharsets.UTF_8);
        return link + Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
