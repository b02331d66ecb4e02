package io.gridhook.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviour §5.3. */
class DeadLetterReaderTest {
    private static final Instant PUBLISHED = Instant.parse("2026-11-20T09:30:00.123456700Z");
    private static final Instant TRIED = Instant.parse("2026-11-20T09:31:00Z");

    private static Event event(EventSchema schema) {
        return switch (schema) {
            case EVENT_GRID ->
                of(
                        schema,
                        "{ \"id\" : \"1\", \"eventType\":\"t\",\"subject\":\"s\",\"eventTime\":\"2026-11-20T00:00:00Z\",\n"
                                + "\"data\":{\"n\":1.10,\"u\":\"\\u00e9é\\ud83d\"},\"dataVersion\":\"1\",\"topic\":\"/a/orders\" }");
            case CLOUD_EVENT_V1_0 ->
                of(
                        schema,
                        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/x\",\"type\":\"t\", \"other\" : 7 ,\"data\":[ 1e3 ]}");
            case CUSTOM ->
                new Event(
                        schema,
                        JsonText.of("{ \"my\" : [1.50] }"),
                        new EventAttributes("1", "/a/orders", "t", "s", "2026-11-20T00:00:00Z", "1"));
        };
    }

    private static Event of(EventSchema schema, String json) {
        JsonText text = JsonText.of(json);
        return new Event(schema, text, EventReader.attributes(schema, text));
    }

    private static DeadLetterRecord record(Event event) {
        return new DeadLetterRecord(
                event, "TimeToLiveExceeded", 3, "Busy", OptionalInt.of(503), PUBLISHED, Optional.of(TRIED));
    }

    /** To the byte: a receiver that remembers what it got, or checks a signature, must not see another event. */
    @ParameterizedTest
    @EnumSource
    void our_own_letters_are_read_back_as_they_were_published(EventSchema schema) {
        DeadLetterRecord record = record(event(schema));
        DeadLetterRecord untried = new DeadLetterRecord(
                event(schema), "TimeToLiveExceeded", 0, "Probation", OptionalInt.empty(), PUBLISHED, Optional.empty());
        JsonText blob = DeadLetterRecord.array(List.of(record.toJson(), untried.toJson()));
        List<DeadLetterReader.Stored> read = DeadLetterReader.read(blob, schema);
        assertEquals(
                List.of(record, untried),
                read.stream().map(DeadLetterReader.Stored::record).toList());
        assertEquals(event(schema).json(), read.get(0).record().event().json());
        assertEquals(record.toJson(), read.get(0).json());
    }

    /** The documentation's own record of a custom event has the fields before {@code data}. */
    @Test
    void event_grids_letters_are_read_whatever_their_order() {
        String letter = "[ {\"id\":\"9\",\"deadLetterReason\":\"MaxDeliveryAttemptsExceeded\",\"deliveryAttempts\":1 ,"
                + "\"lastDeliveryOutcome\":\"NotFound\",\"publishTime\":\"2020-08-13T17:18:14.0265758Z\","
                + " \"eventType\":\"t\" ,\"subject\":\"s\",\"topic\":\"/x/orders\",\"eventTime\":\"2020-08-13T17:18:13Z\","
                + "\"data\":{\"deadLetterReason\":\"mine\"}} ]";
        DeadLetterRecord read = DeadLetterReader.read(JsonText.of(letter), EventSchema.EVENT_GRID)
                .get(0)
                .record();
        assertEquals(
                "{\"id\":\"9\",\"eventType\":\"t\",\"subject\":\"s\",\"topic\":\"/x/orders\","
                        + "\"eventTime\":\"2020-08-13T17:18:13Z\",\"data\":{\"deadLetterReason\":\"mine\"}}",
                read.event().json().toString());
        assertEquals("MaxDeliveryAttemptsExceeded", read.deadLetterReason());
        assertEquals(1, read.deliveryAttempts());
        assertEquals(Instant.parse("2020-08-13T17:18:14.026575800Z"), read.publishTime());
        assertEquals(Optional.empty(), read.lastDeliveryAttemptTime());
    }

    @Test
    void blanks_before_the_fields_are_not_part_of_the_event() {
        String letter = "[{\"id\":\"9\" , \"deadLetterReason\" : \"x\",\"publishTime\":\"2020-08-13T17:18:14Z\" }]";
        assertEquals(
                "{\"id\":\"9\" }",
                DeadLetterReader.read(JsonText.of(letter), EventSchema.EVENT_GRID)
                        .get(0)
                        .record()
                        .event()
                        .json()
                        .toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EVENT_GRID | ''",
                "EVENT_GRID | {}",
                "EVENT_GRID | [",
                "EVENT_GRID | [1]",
                "EVENT_GRID | [{}]",
                "EVENT_GRID | [] []",
                "EVENT_GRID | [{\"id\":\"1\"}]",
                "EVENT_GRID | [{\"id\":\"1\",\"publishTime\":\"yesterday\"}]",
                "EVENT_GRID | [{\"id\":\"1\",\"publishTime\":\"+999999999-12-31T23:59:59-18:00\"}]",
                "EVENT_GRID | [{\"id\":\"1\",\"publishTime\":\"+10000-01-01T00:00:00Z\"}]",
                "EVENT_GRID | [{\"id\":\"1\",\"publishTime\":\"0001-01-01T00:00:00+01:00\"}]",
                "EVENT_GRID | [{\"id\":\"\",\"publishTime\":\"2026-11-20T09:30:00Z\"}]",
                "EVENT_GRID | [{\"id\":{},\"publishTime\":\"2026-11-20T09:30:00Z\"}]",
                "EVENT_GRID | [{\"id\":\"1\",\"deliveryAttempts\":1e9,\"publishTime\":\"2026-11-20T09:30:00Z\"}]",
                "EVENT_GRID | [{\"publishTime\":\"2026-11-20T09:30:00Z\"}]",
                "EVENT_GRID | [{\"id\":\"1\",\"specversion\":\"1.0\",\"publishTime\":\"2026-11-20T09:30:00Z\"}]",
                "CLOUD_EVENT_V1_0 | [{\"id\":\"1\",\"publishtime\":\"2026-11-20T09:30:00Z\"}]",
                "CLOUD_EVENT_V1_0 | [{\"id\":\"1\",\"specversion\":\"1.0\",\"publishTime\":\"2026-11-20T09:30:00Z\"}]",
                "CUSTOM | [{\"id\":\"1\",\"publishTime\":\"2026-11-20T09:30:00Z\"}]"
            })
    void what_is_no_dead_letter_is_refused(EventSchema schema, String blob) {
        assertThrows(InvalidEventException.class, () -> DeadLetterReader.read(JsonText.of(blob), schema), blob);
    }

    /** Nesting of 1,000 is what a publish may have. */
    @ParameterizedTest
    @EnumSource
    void the_deepest_events_are_read_back(EventSchema schema) {
        int inside = schema == EventSchema.CUSTOM ? 1_000 : 999;
        String data = "[".repeat(inside) + "]".repeat(inside);
        Event event =
                switch (schema) {
                    case EVENT_GRID -> of(schema, "{\"id\":\"1\",\"data\":" + data + ",\"topic\":\"/a/orders\"}");
                    case CLOUD_EVENT_V1_0 ->
                        of(
                                schema,
                                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/x\",\"type\":\"t\",\"data\":"
                                        + data + "}");
                    case CUSTOM ->
                        new Event(schema, JsonText.of(data), new EventAttributes("1", "/a/orders", "t", "s", "", "1"));
                };
        JsonText blob = DeadLetterRecord.array(List.of(record(event).toJson()));
        assertEquals(
                List.of(record(event)),
                DeadLetterReader.read(blob, schema).stream()
                        .map(DeadLetterReader.Stored::record)
                        .toList());
    }

    /** A slice keeps all of the text that it is of. */
    @Test
    void a_copied_event_has_bytes_of_its_own() {
        byte[] bytes = "[{}]".getBytes(StandardCharsets.UTF_8);
        Event slice = new Event(
                EventSchema.CUSTOM, JsonText.of(bytes, 1, 3), new EventAttributes("1", "/a/orders", "t", "s", "", "1"));
        Event copy = slice.copied();
        assertEquals(slice, copy);
        bytes[1] = 'x';
        assertEquals("{}", copy.json().toString());
    }

    @Test
    void hostile_blobs_are_refused() {
        String deep = "[{\"id\":\"1\",\"data\":" + "[".repeat(2_000) + "]".repeat(2_000)
                + ",\"publishTime\":\"2026-11-20T09:30:00Z\"}]";
        assertThrows(
                InvalidEventException.class, () -> DeadLetterReader.read(JsonText.of(deep), EventSchema.EVENT_GRID));
        byte[] notUtf8 = {'[', '"', (byte) 0xC3, '"', ']'};
        assertThrows(
                InvalidEventException.class, () -> DeadLetterReader.read(JsonText.of(notUtf8), EventSchema.EVENT_GRID));
        String large =
                "[{\"id\":\"1\",\"data\":\"" + "x".repeat(1_200_000) + "\",\"publishTime\":\"2026-11-20T09:30:00Z\"}]";
        assertThrows(
                InvalidEventException.class, () -> DeadLetterReader.read(JsonText.of(large), EventSchema.EVENT_GRID));
    }
}
