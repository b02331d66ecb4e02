package io.gridhook.core.delivery;

import io.gridhook.core.event.DeadLetterRecord;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.retry.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;

/** Name and content of dead-letter blobs (behaviour §5.2, §5.3). */
public final class DeadLetterBlobs {
    private DeadLetterBlobs() {}

    /**
     * {@code <SUBSCRIPTION>/<year>/<month>/<day>/<hour>/<guid>.json}: the name in upper case, the time in UTC and not zero-padded. The
     * same pack and subscription give the same name whenever it is asked for: time and guid come from what is written.
     *
     * @param tasks those of this subscription in the pack, one or more
     */
    public static String name(UUID packId, SubscriptionRef subscription, List<DeliveryTask> tasks) {
        return name(
                packId,
                subscription,
                tasks.stream()
                        .map(DeadLetterBlobs::lastTouched)
                        .max(Comparator.naturalOrder())
                        .orElseThrow(() -> new IllegalArgumentException("tasks: 0 (expected: 1 or more)")));
    }

    /** The same of what has an id and a time of its own. */
    public static String name(UUID id, SubscriptionRef subscription, Instant time) {
        OffsetDateTime last = time.atOffset(ZoneOffset.UTC);
        UUID guid = UUID.nameUUIDFromBytes(
                (id + "/" + subscription.topic() + "/" + subscription.name() + "/" + subscription.generation())
                        .getBytes(StandardCharsets.UTF_8));
        return subscription.name().toUpperCase(Locale.ROOT) + "/" + last.getYear() + "/" + last.getMonthValue() + "/"
                + last.getDayOfMonth() + "/" + last.getHour() + "/" + guid + ".json";
    }

    /** One record: the event and why it was given up, if it was. */
    public static JsonText record(DeliveryTask task, Event event) {
        TaskState state = task.state();
        return new DeadLetterRecord(
                        event,
                        state.reason().map(DeadLetterReason::wireName).orElse(""),
                        state.attempts(),
                        state.lastOutcome().map(DeliveryOutcome::wireName).orElse(""),
                        state.lastHttpStatus() == 0 ? OptionalInt.empty() : OptionalInt.of(state.lastHttpStatus()),
                        task.event().publishTime(),
                        state.lastAttemptTime())
                .toJson();
    }

    /** The blob's content: an array of records. */
    public static JsonText content(List<JsonText> records) {
        return DeadLetterRecord.array(records);
    }

    private static Instant lastTouched(DeliveryTask task) {
        return task.state().lastAttemptTime().orElse(task.event().publishTime());
    }
}
