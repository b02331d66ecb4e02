package io.gridhook.core.delivery;

import static io.gridhook.core.delivery.Tasks.PUBLISHED;
import static io.gridhook.core.delivery.Tasks.SUBSCRIPTION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that are made once, and found again after a crash: payloads, packs, and dead-letter blobs (behaviour §5.2, §5.3). */
class DeliveryNamesTest {
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    private static DeliveryTask tried(String time) {
        return Tasks.task(Tasks.inline(Tasks.eventGrid("1")), SUBSCRIPTION)
                .with(TaskState.NEW
                        .attempted(Instant.parse(time), DeliveryOutcome.NOT_FOUND, 404)
                        .givenUp(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED));
    }

    private static String blob(UUID packId, SubscriptionRef ref, DeliveryTask... tasks) {
        return DeadLetterBlobs.name(packId, ref, List.of(tasks));
    }

    private static String folder(String blob) {
        return blob.substring(0, blob.lastIndexOf('/'));
    }

    /** §5.2: upper case; UTC, without zeros in front. */
    @ParameterizedTest
    @CsvSource({
        "2019-08-08T05:59:59.9999999Z, TO-BILLING/2019/8/8/5",
        "2026-12-31T23:00:00Z,         TO-BILLING/2026/12/31/23",
        "2026-01-01T00:00:00Z,         TO-BILLING/2026/1/1/0",
    })
    void a_dead_letter_blob_is_named_by_subscription_and_hour(String lastAttempt, String folder) {
        String name = blob(ID, SUBSCRIPTION, tried(lastAttempt));
        assertEquals(folder, folder(name));
        assertTrue(name.endsWith(".json"), name);
        UUID.fromString(name.substring(folder.length() + 1, name.length() - ".json".length()));
    }

    @Test
    void the_hour_is_that_of_the_last_attempt_of_all() {
        assertEquals(
                "TO-BILLING/2026/11/21/9",
                folder(blob(
                        ID,
                        SUBSCRIPTION,
                        tried("2026-11-20T10:00:00Z"),
                        tried("2026-11-21T09:00:00Z"),
                        tried("2026-11-20T23:00:00Z"))));
    }

    @Test
    void an_event_that_was_never_tried_counts_by_its_publish_time() {
        DeliveryTask untried = Tasks.task(Tasks.inline(Tasks.eventGrid("1")), SUBSCRIPTION);
        assertEquals("TO-BILLING/2026/11/20/9", folder(blob(ID, SUBSCRIPTION, untried)));
    }

    @Test
    void a_repeated_write_has_the_same_name_and_another_write_has_another() {
        DeliveryTask task = tried("2026-11-20T10:00:00Z");
        String name = blob(ID, SUBSCRIPTION, task);
        assertEquals(name, blob(ID, SUBSCRIPTION, task));
        Set<String> names = Set.of(
                name,
                blob(new UUID(1, 2), SUBSCRIPTION, task),
                blob(ID, new SubscriptionRef("orders", "to-billing", 8), task),
                blob(ID, new SubscriptionRef("orders-2", "to-billing", 7), task),
                blob(ID, new SubscriptionRef("orders", "to-shipping", 7), task));
        assertEquals(5, names.size());
    }

    @Test
    void nothing_has_no_blob() {
        assertThrows(IllegalArgumentException.class, () -> blob(ID, SUBSCRIPTION));
    }

    /** §5.3; the shapes of the other schemas are {@code DeadLetterRecordTest}'s. */
    @Test
    void a_record_says_what_is_known() {
        DeliveryTask task = tried("2026-11-20T10:00:00.1234567Z");
        String event = Tasks.eventGrid("1").json().toString();
        assertEquals(
                "[" + event.substring(0, event.length() - 1)
                        + ",\"deadLetterReason\":\"MaxDeliveryAttemptsExceeded\",\"deliveryAttempts\":1,"
                        + "\"lastDeliveryOutcome\":\"NotFound\",\"lastHttpStatusCode\":404,"
                        + "\"publishTime\":\"2026-11-20T09:36:44.1234567Z\","
                        + "\"lastDeliveryAttemptTime\":\"2026-11-20T10:00:00.1234567Z\"}]",
                DeadLetterBlobs.content(List.of(DeadLetterBlobs.record(task, Tasks.eventGrid("1"))))
                        .toString());
    }

    /** §20 row 18. */
    @Test
    void a_record_of_an_event_never_tried_leaves_out_what_there_is_not() {
        DeliveryTask task = Tasks.task(Tasks.inline(Tasks.eventGrid("1")), SUBSCRIPTION)
                .with(TaskState.NEW.givenUp(DeadLetterReason.TIME_TO_LIVE_EXCEEDED));
        String record = DeadLetterBlobs.record(task, Tasks.eventGrid("1")).toString();
        assertTrue(record.contains("\"deliveryAttempts\":0"), record);
        assertFalse(record.contains("lastHttpStatusCode") || record.contains("lastDeliveryAttemptTime"), record);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z,         2026-01-02/03",
        "2026-12-31T23:59:59.9999999Z, 2026-12-31/23",
        "0001-01-01T00:00:00Z,         0001-01-01/00",
    })
    void a_payload_is_named_by_the_hour_and_the_publish(Instant written, String hour) {
        String name = PayloadNames.of(written, ID);
        assertEquals(hour + "/" + ID, name);
        assertEquals(Instant.parse(hour.replace("/", "T") + ":00:00Z"), PayloadNames.written(name));
    }

    @Test
    void names_of_payloads_sort_by_age() {
        Instant now = Instant.parse("2026-11-20T09:36:44Z");
        Duration retention = Duration.ofDays(14);
        String oldest = PayloadNames.oldest(now, retention);
        for (int hours = 0; hours < 24 * 20; hours++) {
            Instant written = now.minus(Duration.ofHours(hours));
            boolean deleted = PayloadNames.of(written, ID).compareTo(oldest) < 0;
            // Kept through the whole of the hour that holds the limit.
            assertEquals(hours > 14 * 24, deleted, "written at " + written);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "name", "2026-11-20", "2026-11-20 09/x", "2026-13-20/09/x"})
    void what_names_no_payload_is_said_not_to(String name) {
        assertThrows(DateTimeParseException.class, () -> PayloadNames.written(name));
    }

    @Test
    void every_part_of_a_pack_has_an_id_of_its_own() {
        DeliveryPack pack = DeliveryPack.of(ID, PUBLISHED, Tasks.tasks(10, 200));
        Set<UUID> ids = new HashSet<>();
        ids.add(ID);
        for (int part = 1; part < 1 << 10; part++) {
            List<Integer> ordinals = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                if ((part >> i & 1) == 1) {
                    ordinals.add(i);
                }
            }
            assertTrue(ids.add(pack.childId("retry", ordinals)), "retry " + ordinals);
            assertTrue(ids.add(pack.childId("deadletter", ordinals)), "deadletter " + ordinals);
            assertEquals(pack.childId("retry", ordinals), pack.settledAfter(5).childId("retry", ordinals));
        }
        // The same part one attempt later is the part of another pack.
        DeliveryPack next = DeliveryPack.of(pack.childId("retry", List.of(0)), PUBLISHED, pack.tasks());
        assertTrue(ids.add(next.childId("retry", List.of(0))));
        // 1 and 12 are not 11 and 2.
        assertTrue(ids.add(pack.childId("retry", List.of(1, 12))) && ids.add(pack.childId("retry", List.of(11, 2))));
    }

    @Test
    void a_reference_names_one_generation_in_any_letter_case() {
        EventSubscription subscription = Tasks.subscription(
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID);
        assertEquals(new SubscriptionRef("orders", "to-Billing", 7), SubscriptionRef.of(subscription));
        assertTrue(new SubscriptionRef("Orders", "TO-billing", 7).names(subscription));
        assertFalse(new SubscriptionRef("orders", "to-Billing", 8).names(subscription));
        assertFalse(new SubscriptionRef("orders", "to-shipping", 7).names(subscription));
        assertFalse(new SubscriptionRef("others", "to-Billing", 7).names(subscription));
    }
}
