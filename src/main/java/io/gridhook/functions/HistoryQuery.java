package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.app.DeliveryLookup;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a call of the delivery log asks for.
 *
 * @param top rows of an answer
 * @param after where the last answer ended
 * @param link the call itself, to be given a token to go on with
 */
record HistoryQuery(DeliveryLookup.Query query, int top, Optional<DeliveryLookup.Position> after, String link) {
    /** Ours. */
    static final int TOP_MAX = 1_000;

    private static final int TOP_DEFAULT = 100;
    private static final String SKIP_TOKEN = "$skipToken";
    private static final List<String> PARAMETERS =
            List.of("eventId", "topic", "eventSubscription", "outcome", "from", "to", "$top", SKIP_TOKEN);

    /**
     * Reads it.
     *
     * @param now what is not told ends then
     * @param retention what is not told begins so long ago
     * @throws InvalidDefinitionException if something is wrong; the message says what
     */
    static HistoryQuery of(HttpRequestMessage<?> request, Instant now, Duration retention) {
        checkNames(request);
        Instant from = time(request, "from").orElse(now.minus(retention));
        Instant to = time(request, "to").orElse(now);
        if (from.isAfter(to)) {
            throw new InvalidDefinitionException("from: " + from + " (expected: not after to, which is " + to + ")");
        }
        DeliveryLookup.Query query = new DeliveryLookup.Query(
                text(request, "eventId"),
                text(request, "topic"),
                text(request, "eventSubscription"),
                outcome(request),
                from,
                to);
        return new HistoryQuery(query, top(request), after(request), link(request, from, to));
    }

    /** A misspelt name would find what nobody asked for. */
    private static void checkNames(HttpRequestMessage<?> request) {
        for (String name : request.getQueryParameters().keySet()) {
            if (PARAMETERS.stream().noneMatch(name::equalsIgnoreCase)) {
                throw new InvalidDefinitionException(
                        Excerpt.of(name) + ": not known (expected: " + String.join(", ", PARAMETERS) + ")");
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

    private static Optional<String> outcome(HttpRequestMessage<?> request) {
        Optional<String> given = text(request, "outcome");
        List<String> known = new ArrayList<>(List.of("deadLettered", "dropped", "published"));
        Arrays.stream(DeliveryOutcome.values()).map(DeliveryOutcome::wireName).forEach(known::add);
        if (given.isPresent() && known.stream().noneMatch(given.get()::equalsIgnoreCase)) {
            throw new InvalidDefinitionException(
                    "outcome: " + Excerpt.of(given.get()) + " (expected: one of " + String.join(", ", known) + ")");
        }
        return given;
    }

    private static int top(HttpRequestMessage<?> request) {
        Optional<String> given = text(request, "$top");
        try {
            int top = given.map(Integer::parseInt).orElse(TOP_DEFAULT);
            if (top >= 1 && top <= TOP_MAX) {
                return top;
            }
        } catch (NumberFormatException e) {
            // Answered below, like a number that is out of range.
        }
        throw new InvalidDefinitionException(
                "$top: " + Excerpt.of(given.orElse("")) + " (expected: 1.." + TOP_MAX + ")");
    }

    private static Optional<DeliveryLookup.Position> after(HttpRequestMessage<?> request) {
        Optional<String> given = text(request, SKIP_TOKEN);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        try {
            String[] parts =
                    new String(Base64.getUrlDecoder().decode(given.get()), StandardCharsets.UTF_8).split(":", -1);
            int rows = parts.length == 2 ? Integer.parseInt(parts[1]) : -1;
            if (rows >= 0 && HistoryBatch.isKey(parts[0])) {
                return Optional.of(new DeliveryLookup.Position(parts[0], rows));
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

    String nextLink(DeliveryLookup.Position next) {
        String token = next.key() + ":" + next.rows();
        return link + Base64.getUrlEncoder().withoutPadding().encodeToString(token.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
