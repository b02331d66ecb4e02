package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads dead-letter blobs (behaviour §5.3): our own back to the bytes that were published, and Event Grid's, which have the same fields in
 * another order. Whoever may write to the container may have put anything there, so all of it is checked.
 */
public final class DeadLetterReader {
    /** Ours: twice what the largest pack there is becomes. */
    public static final int BLOB_BYTES_MAX = 8 * 1024 * 1024;

    /** RFC 3339: years have four digits. */
    private static final int YEAR_MAX = 9999;

    private static final Set<String> FIELDS = Set.of(
            "deadLetterReason",
            "deliveryAttempts",
            "lastDeliveryOutcome",
            "lastHttpStatusCode",
            "publishTime",
            "lastDeliveryAttemptTime");
    /** Of a custom event's envelope, in the order of {@link EventAttributes}. */
    private static final List<String> ENVELOPE =
            List.of("id", "topic", "eventType", "subject", "eventTime", "dataVersion");

    private final EventSchema schema;
    private final Set<String> fields;

    private DeadLetterReader(EventSchema schema) {
        this.schema = schema;
        this.fields = schema == EventSchema.CLOUD_EVENT_V1_0 ? DeadLetterRecord.CLOUD_EVENT_FIELDS : FIELDS;
    }

    /**
     * One entry of a blob.
     *
     * @param record what it says
     * @param json the entry itself
     */
    public record Stored(DeadLetterRecord record, JsonText json) {}

    /** One top-level member; {@code text} is its value where that is a scalar and looked at. */
    private record Member(String name, String text, int from, int valueFrom, int to) {}

    /**
     * The entries of a blob, in its order.
     *
     * @param schema of the events in it
     * @throws InvalidEventException if it is no array of dead letters of that schema
     */
    public static List<Stored> read(JsonText blob, EventSchema schema) {
        DeadLetterReader reader = new DeadLetterReader(schema);
        List<Stored> letters = new ArrayList<>();
        try (JsonCursor cursor = JsonCursor.overLetters(blob)) {
            expect(cursor.next(), JsonToken.START_ARRAY);
            for (JsonToken token = cursor.next(); token != JsonToken.END_ARRAY; token = cursor.next()) {
                expect(token, JsonToken.START_OBJECT);
                letters.add(reader.letter(cursor, blob));
            }
            cursor.expectEnd();
        }
        return letters;
    }

    private static void expect(JsonToken found, JsonToken expected) {
        if (found != expected) {
            throw Invalid.json(Invalid.tokenName(found) + " (expected: " + Invalid.tokenName(expected) + ")");
        }
    }

    private Stored letter(JsonCursor cursor, JsonText blob) {
        int from = cursor.start();
        List<Member> members = new ArrayList<>();
        while (cursor.next() != JsonToken.END_OBJECT) {
            int at = cursor.start();
            String name = cursor.name();
            boolean isText = cursor.next().isScalarValue() && isLookedAt(name);
            int valueFrom = cursor.start();
            String text = isText ? cursor.text() : "";
            cursor.skip();
            members.add(new Member(name, text, at, valueFrom, cursor.end()));
        }
        JsonText json = cursor.slice(from, cursor.end());
        if (json.length() > PublishRules.EVENT_BYTES_MAX + DeadLetterRecord.FIELDS_MAX) {
            throw Invalid.tooLarge("event: " + json.length() + " bytes");
        }
        return new Stored(record(members, blob, from, json), json);
    }

    private boolean isLookedAt(String name) {
        return fields.contains(name) || (schema == EventSchema.CUSTOM && ENVELOPE.contains(name));
    }

    private DeadLetterRecord record(List<Member> members, JsonText blob, int from, JsonText json) {
        Map<String, String> values = new HashMap<>();
        members.forEach(member -> values.put(member.name(), member.text()));
        Event event = event(members, values, blob, from, json);
        if (event.attributes().id().isEmpty()) {
            throw Invalid.json("id: missing (expected: an event's)");
        }
        return new DeadLetterRecord(
                event,
                field(values, "deadLetterReason"),
                number(values, "deliveryAttempts").orElse(0),
                field(values, "lastDeliveryOutcome"),
                number(values, "lastHttpStatusCode"),
                time(values, "publishTime").orElseThrow(() -> Invalid.json("publishTime: missing")),
                time(values, "lastDeliveryAttemptTime"));
    }

    private Event event(List<Member> members, Map<String, String> values, JsonText blob, int from, JsonText json) {
        if (schema == EventSchema.CUSTOM) {
            Member data = members.stream()
                    .filter(member -> member.name().equals("data"))
                    .findFirst()
                    .orElseThrow(() -> Invalid.json("data: missing (expected: the custom event)"));
            String[] found =
                    ENVELOPE.stream().map(name -> values.getOrDefault(name, "")).toArray(String[]::new);
            return new Event(
                    schema,
                    blob.slice(data.valueFrom(), data.to()),
                    new EventAttributes(found[0], found[1], found[2], found[3], found[4], found[5]));
        }
        boolean isCloudEvent = values.containsKey("specversion");
        if (isCloudEvent != (schema == EventSchema.CLOUD_EVENT_V1_0)) {
            throw Invalid.json(
                    "specversion: " + (isCloudEvent ? "given" : "missing") + " (expected: " + schema.wireName() + ")");
        }
        JsonText published = withoutFields(members, blob, from, json);
        try {
            return new Event(schema, published, EventReader.attributes(schema, published));
        } catch (IllegalArgumentException e) {
            throw Invalid.json("event: " + e.getMessage());
        }
    }

    /** What was published: as it was, where the fields of the dead letter are its end; where they are not, put together from the others. */
    private JsonText withoutFields(List<Member> members, JsonText blob, int from, JsonText json) {
        int kept = members.size();
        while (kept > 0 && fields.contains(members.get(kept - 1).name())) {
            kept--;
        }
        boolean areLast = members.subList(0, kept).stream().noneMatch(member -> fields.contains(member.name()));
        if (areLast && kept == members.size()) {
            return json;
        }
        JsonOutput out = new JsonOutput(json.length());
        if (areLast && kept > 0) {
            int comma = members.get(kept).from() - 1;
            while (blob.byteAt(comma) != ',') {
                comma--;
            }
            return out.raw(blob.slice(from, comma)).raw("}").text();
        }
        out.raw("{");
        boolean isFirst = true;
        for (Member member : members) {
            if (!fields.contains(member.name())) {
                out.raw(isFirst ? "" : ",").raw(blob.slice(member.from(), member.to()));
                isFirst = false;
            }
        }
        return out.raw("}").text();
    }

    /** CloudEvents' names are in lower case. */
    private String field(Map<String, String> values, String name) {
        String spelt = schema == EventSchema.CLOUD_EVENT_V1_0 ? name.toLowerCase(Locale.ROOT) : name;
        return values.getOrDefault(spelt, "");
    }

    private OptionalInt number(Map<String, String> values, String name) {
        String text = field(values, name);
        try {
            return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Math.max(0, Integer.parseInt(text)));
        } catch (NumberFormatException e) {
            throw Invalid.json(Invalid.value(name, text, "a whole number"));
        }
    }

    private Optional<Instant> time(Map<String, String> values, String name) {
        String text = field(values, name);
        try {
            if (text.isEmpty()) {
                return Optional.empty();
            }
            OffsetDateTime time = OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC);
            if (time.getYear() < 1 || time.getYear() > YEAR_MAX) {
                throw Invalid.json(Invalid.value(name, text, "a year of 0001..9999"));
            }
            return Optional.of(time.toInstant());
        } catch (DateTimeException e) {
            throw Invalid.json(Invalid.value(name, text, "an ISO-8601 date and time"));
        }
    }
}
