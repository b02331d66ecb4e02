package io.gridhook.core.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.history.HistoryRow.Attempted;
import io.gridhook.core.history.HistoryRow.Ended;
import io.gridhook.core.history.HistoryRow.NotMatched;
import io.gridhook.core.history.HistoryRow.Published;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.NextStep;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A row as a JSON object, as it is stored. What says nothing is left out. */
final class HistoryJson {
    private static final String KIND = "kind";
    private static final String ATTEMPT = "attempt";
    private static final String END = "end";
    private static final String PUBLISH = "publish";

    private HistoryJson() {}

    static ObjectNode of(HistoryRow row) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("time", row.time().toString());
        json.put("topic", row.topic());
        json.put("id", row.eventId());
        return row.match(
                attempted -> attempt(json.put(KIND, ATTEMPT), attempted),
                ended -> end(json.put(KIND, END), ended),
                published -> publish(json.put(KIND, PUBLISH), published));
    }

    private static ObjectNode attempt(ObjectNode json, Attempted row) {
        DeliveryAttempt attempt = row.attempt();
        subscription(json, attempt.subscription());
        json.put("type", attempt.eventType());
        json.put("endpoint", attempt.endpointHost());
        json.put("attempt", attempt.attempt());
        json.put("outcome", attempt.outcome().code());
        json.put("status", attempt.httpStatus());
        json.put("ms", attempt.duration().toMillis());
        putText(json, "detail", attempt.detail());
        putText(json, "response", attempt.response());
        return row.next()
                .match(() -> json, due -> json.put("due", due.toString()), reason -> json.put("giveUp", reason.code()));
    }

    private static ObjectNode end(ObjectNode json, Ended row) {
        subscription(json, row.subscription());
        json.put("kept", row.isKept());
        json.put("reason", row.reason());
        putText(json, "blob", row.blob());
        return json;
    }

    private static ObjectNode publish(ObjectNode json, Published row) {
        json.put("type", row.eventType());
        ArrayNode matched = json.putArray("matched");
        row.matched().forEach(matched::add);
        ArrayNode notMatched = json.putArray("notMatched");
        row.notMatched().forEach(each -> notMatched
                .addArray()
                .add(each.eventSubscription())
                .add(each.clause().clause())
                .add(each.clause().key())
                .add(each.clause().value())
                .add(each.clause().expected()));
        return json.put("cut", row.isCut());
    }

    private static void subscription(ObjectNode json, SubscriptionRef ref) {
        json.put("name", ref.name());
        json.put("generation", ref.generation());
    }

    private static void putText(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    /** The row, or empty if it is none that is known: a newer version's, say. */
    static Optional<HistoryRow> read(JsonNode json) {
        try {
            return readKnown(json);
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<HistoryRow> readKnown(JsonNode json) {
        return switch (json.path(KIND).asText()) {
            case ATTEMPT -> Optional.of(readAttempt(json));
            case END ->
                Optional.of(new Ended(
                        time(json, "time"),
                        readSubscription(json),
                        text(json, "id"),
                        json.path("kept").asBoolean(),
                        text(json, "reason"),
                        json.path("blob").asText()));
            case PUBLISH ->
                Optional.of(new Published(
                        time(json, "time"),
                        text(json, "topic"),
                        text(json, "id"),
                        text(json, "type"),
                        readTexts(json.path("matched")),
                        readNotMatched(json.path("notMatched")),
                        json.path("cut").asBoolean()));
            default -> Optional.empty();
        };
    }

    private static HistoryRow readAttempt(JsonNode json) {
        DeliveryAttempt attempt = new DeliveryAttempt(
                readSubscription(json),
                text(json, "id"),
                text(json, "type"),
                text(json, "endpoint"),
                json.path("attempt").asInt(),
                DeliveryOutcome.ofCode(json.path("outcome").asInt()),
                json.path("status").asInt(),
                Duration.ofMillis(json.path("ms").asLong()),
                json.path("detail").asText(),
                json.path("response").asText());
        return new Attempted(time(json, "time"), attempt, readNext(json));
    }

    private static NextStep readNext(JsonNode json) {
        if (json.has("due")) {
            return new NextStep.RetryAt(time(json, "due"));
        }
        return json.has("giveUp")
                ? new NextStep.DeadLetter(
                        DeadLetterReason.ofCode(json.path("giveUp").asInt()))
                : new NextStep.Complete();
    }

    private static SubscriptionRef readSubscription(JsonNode json) {
        return new SubscriptionRef(
                text(json, "topic"), text(json, "name"), json.path("generation").asLong());
    }

    private static List<NotMatched> readNotMatched(JsonNode array) {
        List<NotMatched> read = new ArrayList<>();
        for (JsonNode each : array) {
            List<String> texts = readTexts(each);
            if (texts.size() != 5) {
                throw new IllegalArgumentException("notMatched: " + texts.size() + " texts (expected: 5)");
            }
            read.add(new NotMatched(
                    texts.get(0), new FailedClause(texts.get(1), texts.get(2), texts.get(3), texts.get(4))));
        }
        return read;
    }

    private static List<String> readTexts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static String text(JsonNode json, String name) {
        JsonNode text = json.path(name);
        if (!text.isTextual()) {
            throw new IllegalArgumentException(name + ": no text");
        }
        return text.textValue();
    }

    private static Instant time(JsonNode json, String name) {
        return Instant.parse(text(json, name));
    }
}
