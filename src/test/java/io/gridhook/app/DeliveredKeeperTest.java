package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.packs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveRequestReader;
import io.gridhook.core.redrive.RedriveState;
import io.gridhook.core.redrive.SomeRedrives;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 8, point 4: what was delivered can be sent again where it is kept, which no delivery waits for. */
class DeliveredKeeperTest {
    private static final DeadLetterDestination DELIVERED =
            new DeadLetterDestination("/storageAccounts/account", "delivered");
    private static final String FOLDER = "account/delivered/BILLING/2026/11/20/9/";

    private final RedriveFixture fixture = new RedriveFixture();
    private final PipelineFixture world = fixture.world;
    private DeliveredKeeper keeper = keeper(Runnable::run);
    private Pipeline pipeline = world.newPipeline(keeper);

    private DeliveredKeeper keeper(Executor executor) {
        Ports ports = world.ports;
        return new DeliveredKeeper(
                Optional.of(DELIVERED),
                ports.deadLetterStore(),
                ports.metrics(),
                ports.clock(),
                ports.ids(),
                ports.timers(),
                executor);
    }

    private void delivered(int count, int dataLength) {
        world.publish(pipeline, PipelineFixture.events(count, dataLength)).join();
        while (!world.deliveries.bodies().isEmpty()) {
            assertTrue(world.invoke(pipeline, world.deliveries, world.receive(world.deliveries)));
        }
    }

    private void passSeconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            world.pass(Duration.ofSeconds(1));
        }
    }

    private Map<String, String> blobs() {
        Map<String, String> blobs = new TreeMap<>();
        world.deadLetterStore
                .blobs()
                .forEach((name, content) -> blobs.put(name, new String(content, StandardCharsets.UTF_8)));
        return blobs;
    }

    private RedriveJob replay(String more) {
        DeadLetters letters = fixture.letters(Optional.of(DELIVERED));
        Redrives redrives = new Redrives(fixture.store, fixture.queue, letters, world.ports.ids(), world::now);
        RedriveWorker worker = new RedriveWorker(world.ports, fixture.queue, fixture.store, letters);
        RedriveJob job = redrives.begin(
                RedriveRequestReader.read(
                        SomeRedrives.json(
                                "{'topic':'orders','eventSubscription':'billing','source':'delivered'" + more + "}"),
                        world.now()),
                "key");
        while (!fixture.queue.bodies().isEmpty()) {
            fixture.work(worker);
        }
        return redrives.find(job.id());
    }

    /** Some events wait a minute for company; many, for ten seconds; what fills a blob goes at once. */
    @ParameterizedTest
    @CsvSource({"1, 49, 0", "1, 61, 1", "19, 49, 0", "20, 11, 1", "499, 0, 0", "500, 0, 1", "1001, 0, 2", "1001, 61, 3"
    })
    void events_of_a_subscription_share_a_blob(int events, int seconds, int blobs) {
        world.subscribe("billing");
        for (int left = events; left > 0; left -= 250) {
            delivered(Math.min(left, 250), 10);
        }
        passSeconds(seconds);
        assertEquals(blobs, blobs().size());
        blobs().keySet().forEach(name -> assertTrue(name.startsWith(FOLDER), name));
    }

    @Test
    void a_blob_is_a_dead_letters_without_a_reason() {
        world.subscribe("billing");
        delivered(1, 3);
        passSeconds(61);
        String content = blobs().values().iterator().next();
        assertTrue(
                content.endsWith(
                        ",\"deliveryAttempts\":1,\"lastDeliveryOutcome\":\"Delivered\",\"lastHttpStatusCode\":200,"
                                + "\"publishTime\":\"2026-11-20T09:30:00.0000000Z\","
                                + "\"lastDeliveryAttemptTime\":\"2026-11-20T09:30:00.0000000Z\"}]"),
                content);
        assertFalse(content.contains("deadLetterReason"), content);
    }

    @Test
    void what_was_delivered_is_sent_again_to_another_subscription() {
        world.subscribe("billing");
        delivered(50, 10);
        passSeconds(11);
        world.subscribe("audit");
        RedriveJob job = replay(",'toEventSubscription':'audit'");
        assertEquals(RedriveState.COMPLETED, job.state());
        assertEquals(50, job.progress().sent());
        assertEquals(RedriveFixture.ids(50), fixture.waiting());
        List<DeliveryPack> packs = packs(world.deliveries);
        packs.forEach(pack -> pack.tasks()
                .forEach(task -> assertEquals("audit", task.subscription().name())));
    }

    /** Their bytes are in a payload blob, and at hand only while they are delivered. */
    @Test
    void a_large_event_is_kept_with_its_bytes() {
        world.subscribe("billing");
        delivered(2, 100_000);
        passSeconds(61);
        assertTrue(blobs().values().iterator().next().contains("x".repeat(100_000)));
        assertEquals(2, replay("").progress().sent());
    }

    /** What the replay delivers is kept too, and later than it. */
    @Test
    void a_replay_does_not_meet_itself() {
        world.subscribe("billing");
        delivered(3, 10);
        passSeconds(61);
        assertEquals(3, replay("").progress().sent());
        while (!world.deliveries.bodies().isEmpty()) {
            world.passUntilShown(world.deliveries);
            assertTrue(world.invoke(pipeline, world.deliveries, world.receive(world.deliveries)));
        }
        passSeconds(71);
        assertEquals(2, blobs().size());
        assertEquals(6, replay("").progress().sent());
    }

    @Test
    void what_was_not_delivered_is_not_kept() {
        world.subscribe("billing");
        world.answers("billing", 500);
        delivered(30, 10);
        passSeconds(61);
        assertEquals(Map.of(), blobs());
    }

    @Test
    void a_refused_write_is_tried_again_and_then_left_out_and_no_delivery_fails() {
        world.subscribe("billing");
        world.refuse("blobs.write");
        delivered(30, 10);
        assertEquals(30L, world.counts.get("DeliveredEventCount orders billing"));
        passSeconds(100);
        assertFalse(world.counts.containsKey("DeliveredLeftOutCount Refused"), world.counts.toString());
        world.refuse(step -> false);
        passSeconds(61);
        assertEquals(1, blobs().size(), "the same blob");
        world.refuse("blobs.write");
        delivered(30, 10);
        passSeconds(200);
        assertEquals(30L, world.counts.get("DeliveredLeftOutCount Refused"));
        assertEquals(0, keeper.save(Duration.ofSeconds(1)));
    }

    @Test
    void an_error_in_a_write_is_followed_by_another_write() {
        boolean[] isOutOfMemory = {true};
        world.refuse(step -> {
            if (isOutOfMemory[0] && step.equals("blobs.write")) {
                throw new OutOfMemoryError("Java heap space");
            }
            return false;
        });
        world.subscribe("billing");
        delivered(30, 10);
        passSeconds(11);
        assertEquals(Map.of(), blobs());
        isOutOfMemory[0] = false;
        passSeconds(11);
        assertEquals(1, blobs().size());
        assertEquals(0, keeper.save(Duration.ZERO));
    }

    @Test
    void what_has_no_container_is_left_out_at_once() {
        world.subscribe("billing");
        world.deadLetterStore.setMissing(DELIVERED, true);
        delivered(30, 10);
        passSeconds(11);
        assertEquals(30L, world.counts.get("DeliveredLeftOutCount NoContainer"));
    }

    /** While storage takes nothing. */
    @Test
    void what_waits_is_bounded() {
        world.subscribe("billing");
        world.refuse("blobs.write");
        for (int i = 0; i < 41; i++) {
            delivered(250, 900_000 / 250);
        }
        assertTrue(world.counts.getOrDefault("DeliveredLeftOutCount Full", 0L) > 0, world.counts.toString());
        assertEquals(41L * 250, world.counts.get("DeliveredEventCount orders billing"));
    }

    @Test
    void without_a_thread_it_is_tried_later() {
        boolean[] isThere = {false};
        keeper = keeper(task -> {
            if (!isThere[0]) {
                throw new RejectedExecutionException("no thread");
            }
            task.run();
        });
        pipeline = world.newPipeline(keeper);
        world.subscribe("billing");
        delivered(250, 10);
        delivered(250, 10);
        passSeconds(11);
        delivered(1, 10);
        assertEquals(Map.of(), blobs());
        isThere[0] = true;
        passSeconds(11);
        assertEquals(1, blobs().size());
    }

    @Test
    void all_is_written_at_the_end_as_far_as_there_is_time() {
        world.subscribe("billing");
        world.subscribe("audit");
        delivered(3, 10);
        assertEquals(6, keeper.save(Duration.ZERO));
        assertEquals(0, keeper.save(Duration.ofSeconds(1)));
        assertEquals(2, blobs().size());
    }

    @Test
    void a_replay_is_refused_where_nothing_is_kept() {
        world.subscribe("billing");
        ManagementException refusal =
                assertThrows(ManagementException.class, () -> fixture.begin(",'source':'delivered'"));
        assertEquals(ManagementException.Kind.INVALID, refusal.kind());
        assertEquals(
                "source: delivered (expected: deadLetters, as what was delivered is not kept: GRIDHOOK_KEEP_DELIVERED is off)",
                refusal.getMessage());
    }

    @Test
    void hours_that_are_older_than_the_retention_are_deleted() {
        world.subscribe("billing");
        delivered(1, 10);
        passSeconds(61);
        world.pass(Duration.ofHours(2));
        delivered(1, 10);
        passSeconds(61);
        DeliveredSweep sweep = new DeliveredSweep(world.deadLetterStore, DELIVERED, Duration.ofDays(1), world::now);
        world.pass(Duration.ofHours(21));
        sweep.sweep();
        assertEquals(2, blobs().size(), "an hour is deleted when its end is old enough");
        world.pass(Duration.ofHours(2));
        sweep.sweep();
        assertEquals(1, blobs().size());
        assertFalse(blobs().keySet().iterator().next().startsWith(FOLDER), blobs().toString());
        world.pass(DeliveredSweep.EVERY.multipliedBy(2));
        sweep.sweep();
        assertEquals(Map.of(), blobs());
    }

    /** Each look at a folder is a transaction. */
    @Test
    void old_hours_are_looked_for_once_in_an_hour() {
        int[] looks = {0};
        DeadLetterArchive counting = (DeadLetterArchive) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DeadLetterArchive.class}, (proxy, method, arguments) -> {
                    looks[0]++;
                    return method.invoke(world.deadLetterStore, arguments);
                });
        DeliveredSweep sweep = new DeliveredSweep(counting, DELIVERED, Duration.ofDays(1), world::now);
        for (int minutes = 0; minutes < 120; minutes += 5) {
            sweep.sweep();
            world.pass(Duration.ofMinutes(5));
        }
        assertEquals(2, looks[0]);
    }
}
