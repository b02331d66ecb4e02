package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.app.DeliveryLookup;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
    private static final List<String> PARAMETERS = List.of(
            "eventId", "topic", "eventSubscription", "outcome", "from", "to", "$top", ManagementQuery.SKIP_TOKEN);

    /**
     * Reads it.
     *
     * @param now what is not told ends then
     * @param retention what is not told begins so long ago
     * @throws InvalidDefinitionException if something is wrong; the message says what
     */
    static HistoryQuery of(HttpRequestMessage<?> request, Instant now, Duration retention) {
        ManagementQuery asked = new ManagementQuery(request, PARAMETERS);
        Instant from = asked.time("from").orElse(now.minus(retention));
        Instant to = asked.time("to").orElse(now);
        ManagementQuery.checkWindow(from, to);
        DeliveryLookup.Query query = new DeliveryLookup.Query(
                asked.text("eventId"), asked.text("topic"), asked.text("eventSubscription"), outcome(asked), from, to);
        int top = asked.number("$top", 1, TOP_MAX, TOP_DEFAULT);
        return new HistoryQuery(query, top, asked.after(HistoryQuery::position), asked.link(from, to));
    }

    private static Optional<String> outcome(ManagementQuery asked) {
        Optional<String> given = asked.text("outcome");
        List<String> known = new ArrayList<>(List.of("deadLettered", "dropped", "published"));
        Arrays.stream(DeliveryOutcome.values()).map(DeliveryOutcome::wireName).forEach(known::add);
        if (given.isPresent() && known.stream().noneMatch(given.get()::equalsIgnoreCase)) {
            throw new InvalidDefinitionException(
                    "outcome: " + Excerpt.of(given.get()) + " (expected: one of " + String.join(", ", known) + ")");
        }
        return given;
    }

    private static Optional<DeliveryLookup.Position> position(String token) {
        String[] parts = token.split(":", -1);
        int rows = parts.length == 2 ? Integer.parseInt(parts[1]) : -1;
        return rows >= 0 && HistoryBatch.isKey(parts[0])
                ? Optional.of(new DeliveryLookup.Position(parts[0], rows))
                : Optional.empty();
    }

    String nextLink(DeliveryLookup.Position next) {
        return ManagementQuery.nextLink(link, next.key() + ":" + next.rows());
    }
}
