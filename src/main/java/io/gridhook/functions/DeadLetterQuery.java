package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.redrive.LetterSelection;
import io.gridhook.core.redrive.RedriveRequestReader;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    private static final List<String> OF_LIST = List.of(
            "topic", "eventSubscription", "from", "to", "reason", "eventId", "$top", ManagementQuery.SKIP_TOKEN);
    private static final List<String> OF_ONE = List.of("topic", "eventSubscription", "blob", "index");

    /**
     * Reads it.
     *
     * @param now what is not told ends then
     * @throws InvalidDefinitionException if something is wrong; the message says what
     */
    static DeadLetterQuery of(HttpRequestMessage<?> request, Instant now) {
        ManagementQuery asked = new ManagementQuery(request, OF_LIST);
        Instant to = asked.time("to").orElse(now);
        Instant from = asked.time("from").orElse(to.minus(RedriveRequestReader.WINDOW));
        ManagementQuery.checkWindow(from, to);
        LetterSelection selection = new LetterSelection(
                from,
                to,
                asked.text("reason"),
                asked.text("eventId").map(Set::of).orElse(Set.of()),
                Optional.empty(),
                List.of());
        return new DeadLetterQuery(
                asked.required("topic"),
                asked.required("eventSubscription"),
                selection,
                asked.number("$top", 1, TOP_MAX, TOP_DEFAULT),
                asked.after(LetterPosition::parse),
                asked.link(from, to));
    }

    /** Where the one letter is that a call asks for. */
    static OfOne ofOne(HttpRequestMessage<?> request) {
        ManagementQuery asked = new ManagementQuery(request, OF_ONE);
        return new OfOne(
                new LetterSelection.Address(asked.required("blob"), asked.number("index", 0, Integer.MAX_VALUE, 0)),
                asked.required("topic"),
                asked.required("eventSubscription"));
    }

    /** One letter, and whose it is. */
    record OfOne(LetterSelection.Address address, String topic, String eventSubscription) {}

    String nextLink(LetterPosition next) {
        return ManagementQuery.nextLink(link, next.text());
    }
}
