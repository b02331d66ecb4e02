package io.gridhook.core.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One entry of a dead-letter blob (behaviour §5.3): the event as it was published, and why it was given up. What was delivered, and is kept
 * to be sent again, has the same format but for the reason.
 *
 * @param event the event; its schema decides the shape of the record
 * @param deadLetterReason behaviour §5.4; {@code ""} if it was delivered, and the field is left out then
 * @param deliveryAttempts how many were made, 0 or more
 * @param lastDeliveryOutcome behaviour §6.1
 * @param lastHttpStatusCode of the last answer, if there was one
 * @param publishTime when the event was accepted
 * @param lastDeliveryAttemptTime empty if there was no attempt; the field is left out then (behaviour §20, row 18)
 */
public record DeadLetterRecord(
        Event event,
        String deadLetterReason,
        int deliveryAttempts,
        String lastDeliveryOutcome,
        OptionalInt lastHttpStatusCode,
        Instant publishTime,
        Optional<Instant> lastDeliveryAttemptTime) {
    private static final int FIELDS_SIZE = 384;
    /** Ours: more than the fields and a custom event's envelope take, whose attributes are a publisher's to choose. */
    static final int FIELDS_MAX = 64 * 1024;

    /** CloudEvents allows lower-case names only. A CloudEvent that brings one of these loses it to ours. */
    static final Set<String> CLOUD_EVENT_FIELDS = Set.of(
            "deadletterreason",
            "deliveryattempts",
            "lastdeliveryoutcome",
            "lasthttpstatuscode",
            "publishtime",
            "lastdeliveryattempttime");

    public DeadLetterRecord {
        if (deliveryAttempts < 0) {
            throw new IllegalArgumentException("deliveryAttempts: " + deliveryAttempts + " (expected: 0 or more)");
        }
    }

    /** The same of another event. */
    public DeadLetterRecord with(Event other) {
        return new DeadLetterRecord(
                other,
                deadLetterReason,
                deliveryAttempts,
                lastDeliveryOutcome,
                lastHttpStatusCode,
                publishTime,
                lastDeliveryAttemptTime);
    }

    /** The record as it stands in the blob. The event's own bytes are copied, not written anew. */
    public JsonText toJson() {
        return switch (event.schema()) {
            case EVENT_GRID -> appended(withoutBrace(event.json()));
            case CLOUD_EVENT_V1_0 -> appendedLowerCase(withoutOurFields(event.json()));
            case CUSTOM -> {
                JsonOutput out = Envelopes.eventGridFields(event);
                writeFields(out);
                yield out.member("data", event.json()).raw("}").text();
            }
        };
    }

    /** The blob: an array of records. */
    public static JsonText array(List<JsonText> records) {
        return JsonArrays.of(records);
    }

    private JsonText appended(JsonOutput out) {
        writeFields(out);
        return out.raw("}").text();
    }

    private void writeFields(JsonOutput out) {
        if (!deadLetterReason.isEmpty()) {
            out.member("deadLetterReason", deadLetterReason);
        }
        out.member("deliveryAttempts", deliveryAttempts).member("lastDeliveryOutcome", lastDeliveryOutcome);
        lastHttpStatusCode.ifPresent(status -> out.member("lastHttpStatusCode", status));
        out.member("publishTime", Timestamps.iso(publishTime));
        lastDeliveryAttemptTime.ifPresent(time -> out.member("lastDeliveryAttemptTime", Timestamps.iso(time)));
    }

    private JsonText appendedLowerCase(JsonOutput out) {
        if (!deadLetterReason.isEmpty()) {
            out.member("deadletterreason", deadLetterReason);
        }
        out.member("deliveryattempts", deliveryAttempts).member("lastdeliveryoutcome", lastDeliveryOutcome);
        lastHttpStatusCode.ifPresent(status -> out.member("lasthttpstatuscode", status));
        out.member("publishtime", Timestamps.iso(publishTime));
        lastDeliveryAttemptTime.ifPresent(time -> out.member("lastdeliveryattempttime", Timestamps.iso(time)));
        return out.raw("}").text();
    }

    private static JsonOutput withoutBrace(JsonText json) {
        return new JsonOutput(json.length() + FIELDS_SIZE).raw(json.slice(0, json.length() - 1));
    }

    private static JsonOutput withoutOurFields(JsonText json) {
        List<StoredEvent.Member> members = StoredEvent.members(json);
        List<JsonText> kept = new ArrayList<>();
        for (StoredEvent.Member member : members) {
            if (!CLOUD_EVENT_FIELDS.contains(member.name())) {
                kept.add(member.json());
            }
        }
        if (kept.size() == members.size()) {
            return withoutBrace(json);
        }
        JsonOutput out = new JsonOutput(json.length() + FIELDS_SIZE).raw("{");
        for (int i = 0; i < kept.size(); i++) {
            out.raw(i == 0 ? "" : ",").raw(kept.get(i));
        }
        return out;
    }
}
