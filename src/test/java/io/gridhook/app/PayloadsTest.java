package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.RETENTION;
import static io.gridhook.app.PipelineFixture.START;
import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.delivery.PayloadNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
}
