package io.gridhook.core.redrive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.retry.Range;
import io.gridhook.core.topic.FilterReader;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.core.topic.JsonFields;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The body that asks for a redrive, which is also how it is stored. */
public final class RedriveRequestReader {
    /** Ours: letters a second. */
    public static final Range RATE = new Range(1, 1_000, 100);
    /** Ours: what is not told begins so long ago. */
    public static final Duration WINDOW = Duration.ofDays(7);

    /** Ours: bounds what a redrive takes in storage, with those below. */
    private static final int EVENT_IDS_MAX = 100;

    private static final int LETTERS_MAX = 500;
    private static final int FILTER_CHARS_MAX = 65_536;
    private static final int TEXT_CHARS_MAX = 256;
    /** RFC 3339: years have four digits. What is stored is read again by the same rule. */
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z").plus(1, ChronoUnit.SECONDS);
    private static final Range INDEX = new Range(0, 1_000_000, 0);

    private RedriveRequestReader() {}

    /** Whether the body asks for a count alone. */
    public static boolean isDryRun(JsonNode json) {
        return JsonFields.of(json, "").flag("dryRun").orElse(false);
    }

    /**
     * Reads it.
     *
     * @param now what is not told ends then; nor is what is given ever later, as what is sent again and fails again must not be met again
     * @throws InvalidDefinitionException if something is wrong; the message says what
     */
    public static RedriveRequest read(JsonNode json, Instant now) {
        JsonFields fields = JsonFields.of(json, "");
        String topic = required(fields, "topic", "the topic's name");
        String eventSubscription = required(fields, "eventSubscription", "whose events");
        String to = fields.text("toEventSubscription", TEXT_CHARS_MAX)
                .filter(name -> !name.isEmpty())
                .orElse(eventSubscription);
        int rate = fields.whole("ratePerSecond", RATE).orElse(RATE.unset());
        fields.flag("dryRun");
        RedriveSource source = source(fields);
        Optional<JsonNode> filter = fields.value("filter");
        filter.map(node -> node.toString().length())
                .filter(chars -> chars > FILTER_CHARS_MAX)
                .ifPresent(chars -> {
                    throw JsonFields.wrong("filter", chars + " characters", "at most " + FILTER_CHARS_MAX);
                });
        LetterSelection selection = selection(fields, filter, now);
        fields.end();
        selection.reason().filter(reason -> source == RedriveSource.DELIVERED).ifPresent(reason -> {
            throw JsonFields.wrong("reason", reason, "none, as what was delivered has no reason");
        });
        return new RedriveRequest(
                source,
                topic,
                eventSubscription,
                to,
                selection,
                filter.map(JsonNode::toString).orElse(""),
                rate);
    }

    private static RedriveSource source(JsonFields fields) {
        String source = fields.text("source").orElse("");
        return source.isEmpty()
                ? RedriveSource.DEAD_LETTERS
                : RedriveSource.ofWireName(source)
                        .orElseThrow(() -> JsonFields.wrong("source", source, "deadLetters or delivered"));
    }

    private static String required(JsonFields fields, String name, String expected) {
        return fields.text(name, TEXT_CHARS_MAX)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> fields.missing(name, expected));
    }

    private static LetterSelection selection(JsonFields fields, Optional<JsonNode> filter, Instant now) {
        Instant given = time(fields, "to").orElse(now);
        Instant to = given.isAfter(now) ? now : given;
        Instant weekBefore = to.minus(WINDOW);
        Instant from = time(fields, "from").orElse(weekBefore.isBefore(FIRST) ? FIRST : weekBefore);
        if (from.isAfter(to)) {
            throw JsonFields.wrong("from", from.toString(), "not after to, which is " + to);
        }
        Set<String> eventIds = new LinkedHashSet<>(fields.texts("eventIds", EVENT_IDS_MAX, TEXT_CHARS_MAX));
        Optional<String> reason = fields.text("reason", TEXT_CHARS_MAX).filter(text -> !text.isEmpty());
        Optional<EventFilter> read = filter.map(node -> FilterReader.read(JsonFields.of(node, "filter")));
        List<LetterSelection.Address> letters = letters(fields);
        if (!letters.isEmpty() && (!eventIds.isEmpty() || reason.isPresent() || read.isPresent())) {
            throw new InvalidDefinitionException(
                    "letters: given with eventIds, reason or filter (expected: letters alone, or those without letters)");
        }
        return new LetterSelection(from, to, reason, eventIds, read, letters);
    }

    private static Optional<Instant> time(JsonFields fields, String name) {
        Optional<String> text = fields.text(name).filter(each -> !each.isEmpty());
        try {
            Optional<Instant> time = text.map(each -> OffsetDateTime.parse(each).toInstant());
            if (time.filter(each -> each.isBefore(FIRST) || !each.isBefore(END)).isPresent()) {
                throw JsonFields.wrong(name, text.orElse(""), "a time of the years 0001..9999");
            }
            return time;
        } catch (DateTimeException e) {
            throw JsonFields.wrong(name, text.orElse(""), "a time such as 2026-11-20T09:30:00Z");
        }
    }

    private static List<LetterSelection.Address> letters(JsonFields fields) {
        List<LetterSelection.Address> letters = new ArrayList<>();
        fields.value("letters").ifPresent(array -> {
            String expected = "an array of 0.." + LETTERS_MAX + " objects with blob and index";
            if (!array.isArray() || array.size() > LETTERS_MAX) {
                throw array.isArray()
                        ? JsonFields.wrong("letters", array.size() + " values", expected)
                        : JsonFields.wrong("letters", array, expected);
            }
            array.forEach(value -> {
                JsonFields letter = JsonFields.of(value, "letters");
                letters.add(new LetterSelection.Address(
                        required(letter, "blob", "<container>/<path>.json"),
                        letter.whole("index", INDEX).orElse(INDEX.unset())));
                letter.end();
            });
        });
        return letters;
    }

    /** As {@link #read} reads it again. */
    static ObjectNode write(RedriveRequest request, Optional<JsonNode> filter) {
        LetterSelection selection = request.selection();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("source", request.source().wireName())
                .put("topic", request.topic())
                .put("eventSubscription", request.eventSubscription())
                .put("toEventSubscription", request.toEventSubscription())
                .put("from", selection.from().toString())
                .put("to", selection.to().toString())
                .put("ratePerSecond", request.ratePerSecond());
        selection.reason().ifPresent(reason -> json.put("reason", reason));
        ArrayNode ids = json.putArray("eventIds");
        selection.eventIds().forEach(ids::add);
        ArrayNode letters = json.putArray("letters");
        selection.letters().forEach(letter -> letters.addObject()
                .put("blob", letter.blob())
                .put("index", letter.index()));
        filter.ifPresent(node -> json.set("filter", node));
        return json;
    }
}
