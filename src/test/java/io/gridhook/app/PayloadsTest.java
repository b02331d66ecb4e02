package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.RETENTION;
import static io.gridhook.app.PipelineFixture.START;
import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.delivery.PayloadNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DESIGN §2, "payload blobs": deleted by age alone, and what is held longer is rewritten. */
class PayloadsTest {
    private static final Duration MARGIN = Duration.ofDays(2);
    /** The hour in which {@link PipelineFixture#START} is: what a name says. */
    private static final Instant WRITTEN = Instant.parse("2026-11-20T09:00:00Z");

    private final PipelineFixture world = new PipelineFixture();
    private final Payloads payloads =
            new Payloads(world.ports.payloads(), RETENTION, world.ports.clock(), () -> new UUID(7, 7));

    /** One large event for two subscriptions. */
    private List<DeliveryTask> published() {
        world.subscribe("billing");
        world.subscribe("shipping");
        world.published(1, 100_000);
        world.forget();
        return packs(world.deliveries).get(0).tasks();
    }

    @ParameterizedTest
    @CsvSource({"PT-0.000001S, false", "PT0S, true", "PT1H, true"})
    void a_payload_is_rewritten_if_it_might_be_swept_before_it_is_due(Duration fromLimit, boolean rewritten) {
        List<DeliveryTask> tasks = published();
        world.pass(Duration.ofDays(1));
        List<DeliveryTask> kept =
                payloads.keptUntil(tasks, WRITTEN.plus(RETENTION).minus(MARGIN).plus(fromLimit));
        assertEquals(rewritten ? List.of("payloads.get", "payloads.put") : List.of(), world.calls, "read and put once");
        if (!rewritten) {
            assertEquals(tasks, kept);
            return;
        }
        PackedEvent event = kept.get(0).event();
        Kept payload = (Kept) event.payload();
        assertEquals("2026-11-21/09/" + new UUID(7, 7), payload.name());
        assertSame(event, kept.get(1).event(), "still held once");
        assertEquals(START, event.publishTime());
        assertEquals(
                payloads.reader(tasks).read(tasks.get(0).event()),
                payloads.reader(kept).read(event));
        assertEquals(tasks.get(0).subscription(), kept.get(0).subscription());
        assertEquals(2, world.payloads.names().size());
    }

    @Test
    void what_is_in_the_message_needs_no_keeping() {
        world.subscribe("billing");
        world.published(1, 10);
        world.forget();
        List<DeliveryTask> tasks = packs(world.deliveries).get(0).tasks();
        assertSame(
                tasks.get(0).event(),
                payloads.keptUntil(tasks, START.plus(Duration.ofDays(9_000)))
                        .get(0)
                        .event());
        assertEquals(List.of(), world.calls);
    }

    /** Whoever receives it next says that it is gone. */
    @Test
    void what_is_gone_stays_named() {
        List<DeliveryTask> tasks = published();
        world.payloads.deleteBefore("9999");
        assertEquals(tasks, payloads.keptUntil(tasks, START.plus(RETENTION)));
    }

    /** A month of waiting, with the sweep every day: the event is still there. */
    @Test
    void an_event_that_waits_longer_than_payloads_are_kept_is_delivered() {
        world.subscribe("billing", wanted().neverExpiring(Duration.ofDays(30)));
        world.published(1, 100_000);
        String first = world.payloads.names().iterator().next();
        world.answers("billing", 503);
        assertTrue(world.invoke(world.deliveries));
        world.answers("billing", 200);
        for (int day = 0; day < 30; day++) {
            world.pass(Duration.ofDays(1));
            world.payloads.deleteBefore(PayloadNames.oldest(world.now(), RETENTION));
            if (!world.retries.nextVisibleAt().orElseThrow().isAfter(world.now())) {
                assertTrue(world.invoke(world.retries));
            }
        }
        assertEquals(2, world.posts.size());
        assertEquals(world.posts.get(0).body(), world.posts.get(1).body());
        assertNotEquals(first, world.payloads.names().iterator().next());
        assertEquals(List.of(), world.retries.bodies());
    }

    /** What a damaged message or blob says is found missing; it is never a fault that comes back with the message for ever. */
    @ParameterizedTest
    @CsvSource({
        "0, 1", // the first byte of the pack
        "0, 100000", // the whole blob, as far as it is there
        "1, 99999999",
        "50, 2147483647",
        "99999, 10",
        "100000, 1",
        "2147483647, 2147483647",
        "9223372036854775800, 7"
    })
    void where_the_blob_holds_no_event_it_is_gone(long offset, int length) {
        DeliveryTask task = published().get(0);
        Kept event = (Kept) task.event().payload();
        DeliveryTask damaged = kept(task, new Kept(event.name(), offset, length));
        assertEquals(Optional.empty(), payloads.reader(List.of(damaged)).read(damaged.event()));
        Payloads.Reader both = payloads.reader(List.of(task, damaged));
        assertTrue(both.read(task.event()).isPresent(), "the others are as they were");
        assertEquals(Optional.empty(), both.read(damaged.event()));
    }

    /** Dense reads take a slice of what was read; a blob that was cut off has none. */
    @Test
    void what_a_blob_has_lost_is_gone_and_the_rest_is_read() {
        world.subscribe("billing");
        world.published(100, 1_024);
        DeliveryPack pack = packs(world.deliveries).get(0);
        Kept last = (Kept) pack.tasks().get(99).event().payload();
        byte[] content = world.payloads.get(last.name()).orElseThrow();
        world.payloads.put(last.name(), Arrays.copyOf(content, (int) last.offset() + last.length() - 1));
        Payloads.Reader reader = payloads.reader(pack.tasks());
        assertEquals(
                99,
                pack.tasks().stream()
                        .filter(task -> reader.read(task.event()).isPresent())
                        .count());
        world.payloads.put(last.name(), new byte[] {1});
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(100L, world.counts.get("DroppedEventCount orders billing PayloadMissing"));
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "0, -1", "9223372036854775807, 1", "9223372036854775800, 8"})
    void a_place_that_no_blob_has_is_refused(long offset, int length) {
        assertThrows(IllegalArgumentException.class, () -> new Kept("2026-11-20/09/a", offset, length));
    }

    private static DeliveryTask kept(DeliveryTask task, Kept kept) {
        return task.with(new PackedEvent(kept, task.event().publishTime()));
    }
}
