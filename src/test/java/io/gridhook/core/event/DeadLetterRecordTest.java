package io.gridhook.core.event;

import static io.gridhook.core.event.Publishing.CLOUD_EVENT;
import static io.gridhook.core.event.Publishing.EVENT_GRID_EVENT;
import static io.gridhook.core.event.Publishing.MAPPING;
import static io.gridhook.core.event.Publishing.NEW_ID;
import static io.gridhook.core.event.Publishing.TOPIC_ID;
import static io.gridhook.core.event.Publishing.cloudEvent;
import static io.gridhook.core.event.Publishing.custom;
import static io.gridhook.core.event.Publishing.eventGrid;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Behaviour §5.3: three shapes, exact casing. */
final class DeadLetterRecordTest {
    private static final Instant PUBLISHED = Instant.parse("2020-08-13T17:18:14.0265758Z");
    private static final Instant LAST = Instant.parse("2020-08-13T17:18:14.0465788Z");
    private static final String FIELDS = "\"deadLetterReason\":\"MaxDeliveryAttemptsExceeded\",\"deliveryAttempts\":1,"
            + "\"lastDeliveryOutcome\":\"NotFound\",\"lastHttpStatusCode\":404,"
            + "\"publishTime\":\"2020-08-13T17:18:14.0265758Z\","
            + "\"lastDeliveryAttemptTime\":\"2020-08-13T17:18:14.0465788Z\"";
    private static final String LOWER_CASE =
            "\"deadletterreason\":\"MaxDeliveryAttemptsExceeded\",\"deliveryattempts\":1,"
                    + "\"lastdeliveryoutcome\":\"NotFound\",\"lasthttpstatuscode\":404,"
                    + "\"publishtime\":\"2020-08-13T17:18:14.0265758Z\","
                    + "\"lastdeliveryattempttime\":\"2020-08-13T17:18:14.0465788Z\"";

    private static String written(Event event) {
        return new DeadLetterRecord(
                        event,
                        "MaxDeliveryAttemptsExceeded",
                        1,
                        "NotFound",
                        OptionalInt.of(404),
                        PUBLISHED,
                        Optional.of(LAST))
                .toJson()
                .toString();
    }

    private static String neverAttempted(Event event) {
        return new DeadLetterRecord(
                        event, "TimeToLiveExceeded", 0, "Probation", OptionalInt.empty(), PUBLISHED, Optional.empty())
                .toJson()
                .toString();
    }

    private static String opened(JsonText json) {
        String text = json.toString();
        return text.substring(0, text.length() - 1);
    }

    @Test
    void event_grid_records_end_in_camel_case_fields() {
        Event event =
                eventGrid(EVENT_GRID_EVENT.replace("}", ", \"data\": 1.0 }")).get(0);
        assertEquals(opened(event.json()) + "," + FIELDS + "}", written(event));
    }

    @Test
    void cloud_events_records_end_in_lower_case_fields() {
        Event event = cloudEvent(CLOUD_EVENT.replace("}", ", \"data\": 1.0 }"));
        assertEquals(opened(event.json()) + "," + LOWER_CASE + "}", written(event));
        assertEquals(event.attributes(), cloudEvent(written(event)).attributes());
    }

    @Test
    void custom_records_are_an_envelope_with_the_original_as_data() {
        String original = "{\"mySubject\":\"s\", \"n\":1.0}";
        Event event = custom("[" + original + "]", MAPPING);
        assertEquals(
                "{\"id\":\"" + NEW_ID + "\",\"eventTime\":\"2026-11-20T09:36:44.1234567Z\",\"eventType\":\"X\","
                        + "\"dataVersion\":\"1.0\",\"metadataVersion\":\"1\",\"topic\":\"" + TOPIC_ID
                        + "\",\"subject\":\"s\"," + FIELDS + ",\"data\":" + original + "}",
                written(event));
    }

    @Test
    void what_did_not_happen_is_left_out() {
        Event event = eventGrid(EVENT_GRID_EVENT).get(0);
        assertEquals(
                opened(event.json()) + ",\"deadLetterReason\":\"TimeToLiveExceeded\",\"deliveryAttempts\":0,"
                        + "\"lastDeliveryOutcome\":\"Probation\",\"publishTime\":\"2020-08-13T17:18:14.0265758Z\"}",
                neverAttempted(event));
    }

    /** A dead letter that is published again and dies again. */
    @Test
    void a_cloud_event_with_our_names_loses_them_to_ours() {
        String original = "{\"publishtime\":\"x\" , \"specversion\":\"1.0\",\"id\" : \"1\",\"deliveryattempts\":99,"
                + "\"source\":\"/s\",\"type\":\"t\",\"data\": {\"publishtime\":1.0},\"lasthttpstatuscode\":1 }";
        String rest = "{\"specversion\":\"1.0\",\"id\" : \"1\",\"source\":\"/s\",\"type\":\"t\","
                + "\"data\": {\"publishtime\":1.0}";
        assertEquals(rest + "," + LOWER_CASE + "}", written(cloudEvent(original)));
        assertEquals(written(cloudEvent(original)), written(cloudEvent(written(cloudEvent(original)))));
    }

    @Test
    void a_blob_is_an_array_of_records() {
        assertEquals("[]", DeadLetterRecord.array(List.of()).toString());
        assertEquals(
                "[{},{ }]",
                DeadLetterRecord.array(List.of(JsonText.of("{}"), JsonText.of("{ }")))
                        .toString());
    }

    @Test
    void attempts_cannot_be_negative() {
        Event event = cloudEvent(CLOUD_EVENT);
        assertThrows(
                IllegalArgumentException.class,
                () -> new DeadLetterRecord(event, "r", -1, "o", OptionalInt.empty(), PUBLISHED, Optional.empty()));
    }
}
