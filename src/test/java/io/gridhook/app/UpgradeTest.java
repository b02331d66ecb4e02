package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.EventSchema;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An upgrade and a rollback, with instances of both versions on the same queues: the new one reads what the old one wrote, the old one
 * puts off what it does not know, and nothing is lost. The old version is this code. The new one is this code behind queues that
 * say {@code G9} where it says {@code G1}, as the first version to come with a format of its own would.
 */
class UpgradeTest {
    private static final Duration UNKNOWN_VERSION_WAIT = Duration.ofMinutes(5);
    private static final Pattern EVENT_ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final int EVENTS = 30;
    /** Ours: a bound on what happens, far above what does. */
    private static final int STEPS_MAX = 20_000;

    private final PipelineFixture world = new PipelineFixture();
    private final Pipeline older = world.newPipeline();
    private final Pipeline newer = world.newPipeline(newerPorts(world.ports));
    private final Set<String> delivered = new TreeSet<>();

    /** Writes the newer format, whatever is put. */
    private record NewerQueue(DeliveryQueue queue) implements DeliveryQueue {
        @Override
        public Receipt put(String body, Duration visibleAfter) {
            return queue.put(newer(body), visibleAfter);
        }

        @Override
        public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
            return queue.update(receipt, newer(body), visibleAfter);
        }

        @Override
        public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
            return queue.hide(receipt, visibleAfter);
        }

        @Override
        public boolean delete(Receipt receipt) {
            return queue.delete(receipt);
        }

        @Override
        public List<QueueMessage> receive(int most, Duration lease) {
            return queue.receive(most, lease);
        }

        @Override
        public long approximateMessageCount() {
            return queue.approximateMessageCount();
        }

        private static String newer(String body) {
            return body.replaceFirst("^G1\\.", "G9.");
        }
    }

    private static Ports newerPorts(Ports ports) {
        return new Ports(
                new NewerQueue(ports.deliveries()),
                new NewerQueue(ports.retries()),
                new NewerQueue(ports.deadLetters()),
                ports.payloads(),
                ports.topics(),
                ports.subscriptions(),
                ports.health(),
                ports.deadLetterStore(),
                ports.poison(),
                ports.webhooks(),
                ports.queues(),
                ports.tokens(),
                ports.metrics(),
                ports.clock(),
                ports.ids(),
                ports.chance(),
                ports.timers(),
                ports.executor(),
                ports.log());
    }

    /** The newer version's host hands it what it can read: both formats. */
    private boolean byNewer(InMemoryDeliveryQueue queue, QueueMessage message) {
        return world.invoke(
                newer,
                queue,
                new QueueMessage(
                        message.receipt(), message.body().replaceFirst("^G9\\.", "G1."), message.dequeueCount()));
    }

    private boolean byOlder(InMemoryDeliveryQueue queue, QueueMessage message) {
        return world.invoke(older, queue, message);
    }

    private void publish(Pipeline instance, int number) {
        world.publish(
                        instance,
                        PipelineFixture.body(
                                "[" + PipelineFixture.event("e" + number, 10 + (number % 7) * 9_000) + "]"))
                .join();
    }

    /**
     * Messages as released versions wrote them, which nobody writes anew ({@code PackCodecTest}): each delivery whose subscription is still
     * there is posted, with the event as it was published.
     */
    @ParameterizedTest
    @CsvSource({
        "message-1-pack, https://to-billing",
        "message-2-pack, https://audit",
        "message-1-traces-pack, https://to-billing",
    })
    void this_version_delivers_what_released_ones_wrote(String stored, String endpoint) throws IOException {
        Duration[] once = {Duration.ofDays(30)};
        // Subscriptions of the seventh generation, as the messages ask for.
        IntStream.range(0, 6).forEach(i -> world.subscribe("before-" + i));
        if (endpoint.equals("https://audit")) {
            world.topic("shops/", EventSchema.EVENT_GRID);
            world.subscribe("shops/berlin", "audit", wanted().neverExpiring(once));
        } else {
            world.subscribe("orders", "to-billing", wanted().neverExpiring(once));
        }
        world.deliveries.put(stored(stored), Duration.ZERO);
        world.pass(Duration.ofHours(15));
        assertTrue(byOlder(world.deliveries, world.receive(world.deliveries)));
        assertEquals(
                List.of(endpoint),
                world.posts.stream().map(WebhookRequest::endpointUrl).distinct().toList(),
                () -> "log: " + world.log);
        String body = world.posts.get(0).body().toString();
        assertTrue(body.contains("\"id\":\"g-1\"") && body.contains("é€😀") && body.contains("1E400"), body);
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(0, world.poison.bodies().size());
    }

    private static String stored(String name) throws IOException {
        return Files.readString(Path.of("src/test/resources/compatibility", name + ".txt"), StandardCharsets.US_ASCII)
                .strip();
    }

    /** Each time it comes, for as long as it takes; then it is delivered as if nothing had been. */
    @Test
    void the_old_version_puts_off_what_the_new_one_wrote_until_that_is_there_again() {
        world.subscribe("billing");
        publish(newer, 1);
        List<String> bodies = world.deliveries.bodies();
        assertTrue(bodies.get(0).startsWith("G9."), bodies.get(0));
        Instant rolledBack = world.now();
        while (world.now().isBefore(rolledBack.plus(Duration.ofDays(1)))) {
            world.forget();
            assertTrue(byOlder(world.deliveries, world.receive(world.deliveries)));
            assertEquals(List.of(), world.posts);
            assertEquals(bodies, world.deliveries.bodies());
            assertEquals(UNKNOWN_VERSION_WAIT, world.hidden(world.deliveries));
            assertEquals(1L, world.counts.get("DeferredMessageCount deliveries UnknownVersion"));
            world.passUntilShown(world.deliveries);
        }
        assertEquals(0, world.poison.bodies().size());
        assertTrue(byNewer(world.deliveries, world.receive(world.deliveries)));
        assertEquals(1, world.posts.size());
        assertEquals(List.of(), world.deliveries.bodies());
    }

    /** Its retries and dead letters are the newer's too, and wait for it in the same way. */
    @ParameterizedTest
    @ValueSource(ints = {200, 500, 400})
    void what_the_new_version_began_ends_there_whatever_the_old_one_receives_meanwhile(int status) {
        world.subscribe("billing", wanted().schedule(Duration.ofMinutes(1)).attempts(2, 1_440));
        world.answers("billing", status);
        publish(newer, 1);
        int steps = 0;
        while (!allQueues().stream().allMatch(queue -> queue.bodies().isEmpty())) {
            InMemoryDeliveryQueue queue = nextToShow();
            world.passUntilShown(queue);
            QueueMessage message = world.receive(queue);
            assertTrue(++steps % 2 == 0 ? byNewer(queue, message) : byOlder(queue, message));
            assertTrue(steps < 100, "it ends");
        }
        assertEquals(status == 200 ? 0 : 1, world.deadLetterStore.blobs().size());
        assertEquals(0, world.poison.bodies().size());
    }

    /**
     * A rolling upgrade, and its rollback: both publish, and chance says which of the two receives what shows. Then one version is left, and
     * the other's messages end with it or wait for the other to come back.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothing_is_lost_while_both_versions_run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        world.subscribe("billing");
        world.subscribe("failing", wanted().schedule(Duration.ofMinutes(1)).attempts(3, 1_440));
        world.answers("failing", 500);
        for (int i = 0; i < EVENTS; i++) {
            publish(random.nextBoolean() ? newer : older, i);
            step(random.nextBoolean());
        }
        for (int i = 0; i < EVENTS; i++) {
            step(random.nextBoolean());
        }
        // Rolled back: only the old one is there. It ends all that is its own, a day's time to live and a probation's
        // end included.
        Instant rolledBack = world.now();
        while (isThere("G1.") && world.now().isBefore(rolledBack.plus(Duration.ofDays(2)))) {
            step(false);
        }
        assertFalse(isThere("G1."));
        // Upgraded for good.
        for (int i = 0; i < STEPS_MAX && isBusy(); i++) {
            step(true);
        }
        assertFalse(isBusy());
        Set<String> all =
                new TreeSet<>(IntStream.range(0, EVENTS).mapToObj(i -> "e" + i).toList());
        assertEquals(all, delivered);
        assertEquals(all, deadLettered());
        assertEquals(0, world.poison.bodies().size());
    }

    /** One receive of what shows next, by one of the two. */
    private void step(boolean isNewer) {
        if (!isBusy()) {
            return;
        }
        InMemoryDeliveryQueue queue = nextToShow();
        world.passUntilShown(queue);
        QueueMessage message = world.receive(queue);
        assertTrue(isNewer ? byNewer(queue, message) : byOlder(queue, message));
        for (WebhookRequest post : world.posts) {
            if (post.endpointUrl().equals("https://billing")) {
                delivered.addAll(ids(post.body().toString()));
            }
        }
        world.forget();
    }

    private Set<String> deadLettered() {
        Set<String> ids = new TreeSet<>();
        world.deadLetterStore
                .blobs()
                .values()
                .forEach(blob -> ids.addAll(ids(new String(blob, StandardCharsets.UTF_8))));
        return ids;
    }

    private static List<String> ids(String json) {
        return EVENT_ID.matcher(json).results().map(each -> each.group(1)).toList();
    }

    private List<InMemoryDeliveryQueue> allQueues() {
        return List.of(world.deliveries, world.retries, world.deadLetters);
    }

    private boolean isThere(String prefix) {
        return allQueues().stream().flatMap(queue -> queue.bodies().stream()).anyMatch(body -> body.startsWith(prefix));
    }

    private boolean isBusy() {
        return allQueues().stream().anyMatch(queue -> !queue.bodies().isEmpty());
    }

    private InMemoryDeliveryQueue nextToShow() {
        return allQueues().stream()
                .filter(queue -> queue.nextVisibleAt().isPresent())
                .min((one, other) -> one.nextVisibleAt()
                        .orElseThrow()
                        .compareTo(other.nextVisibleAt().orElseThrow()))
                .orElseThrow();
    }

    /** A newer payload behind a message that is readable: our own trouble, told as such; nothing is called gone. */
    @Test
    void a_payload_of_a_newer_format_is_come_back_to() {
        world.payloads.put("2026-11-20/09/newer", new byte[] {9, 1, 2, 3});
        world.deliveries.put(
                PackCodec.encode(new BulkPublish(new UUID(1, 2), "2026-11-20/09/newer", 0, 0)), Duration.ZERO);
        List<String> bodies = world.deliveries.bodies();
        QueueMessage message = world.receive(world.deliveries);
        assertThrows(IllegalArgumentException.class, () -> byOlder(world.deliveries, message));
        assertEquals(bodies, world.deliveries.bodies(), "the host shows it again, as the invocation failed");
        assertEquals(0, world.poison.bodies().size());
    }
}
