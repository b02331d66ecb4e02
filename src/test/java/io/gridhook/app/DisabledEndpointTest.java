package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.topic.EventSubscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * An endpoint that answers 410, from end to end over ports in memory: nothing more is sent to it, nothing of it is lost, and saving its
 * subscription again brings it back.
 */
class DisabledEndpointTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final PipelineFixture world = new PipelineFixture();
    private final EventSubscription billing =
            world.subscribe("billing", wanted().schedule(Duration.ofSeconds(10), Duration.ofHours(1)));

    /** Delivers all that shows until {@code enough}, or nothing is left. */
    private void deliverUntil(BooleanSupplier enough) {
        while (!enough.getAsBoolean() && world.retries.nextVisibleAt().isPresent()) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
        }
    }

    private String deadLetters() {
        while (world.deadLetters.nextVisibleAt().isPresent()) {
            world.passUntilShown(world.deadLetters);
            assertTrue(world.invoke(world.deadLetters));
        }
        StringBuilder text = new StringBuilder();
        world.deadLetterStore.blobs().values().forEach(blob -> text.append(new String(blob, StandardCharsets.UTF_8)));
        return text.toString();
    }

    @Test
    void its_events_wait_untried_and_are_dead_lettered_when_their_time_ends() {
        world.answers("billing", 410);
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        world.published(1, 10);
        assertEquals(List.of(), world.deliveries.bodies(), "put off at once");
        assertEquals(1, world.posts.size());
        world.forget();
        Instant published = world.now();
        deliverUntil(() -> false);
        assertEquals(List.of(), world.posts);
        assertEquals(published.plus(DAY), world.now());
        String letters = deadLetters();
        assertEquals(2, letters.split("\"lastDeliveryOutcome\":\"Disabled\"", -1).length - 1, letters);
        assertEquals(2, letters.split("\"deadLetterReason\":\"TimeToLiveExceeded\"", -1).length - 1, letters);
    }

    @Test
    void it_is_counted_and_said_once() {
        world.answers("billing", 410);
        world.published(3, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1L, world.counts.get("EndpointDisabledCount orders billing"));
        assertEquals(
                List.of("trouble: the endpoint of event subscription billing of topic orders answered 410 Gone and is"
                        + " disabled: its events wait, and are dead-lettered when their time to live ends, unless it is"
                        + " saved again"),
                world.log.stream().filter(line -> line.startsWith("trouble")).toList());
        Map<String, Double> unhealthy = new HashMap<>();
        world.pipeline.health().unhealthy().forEach((state, count) -> unhealthy.put(state, count.getAsDouble()));
        assertEquals(Map.of("Disabled", 1.0, "Probation", 0.0), unhealthy);
    }

    @Test
    void after_a_fresh_start_new_events_are_sent_at_once_and_waiting_ones_within_the_longest_probation() {
        world.answers("billing", 410);
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        deliverUntil(() -> world.now().isAfter(PipelineFixture.START.plus(Duration.ofHours(5))));
        world.answers("billing", 200);
        world.pipeline.health().reset(billing);
        world.forget();
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size());
        Instant saved = world.now();
        deliverUntil(() -> false);
        assertEquals(2, world.posts.size());
        assertTrue(world.now().isBefore(saved.plus(Duration.ofHours(4)).plusSeconds(1)), world.now() + "");
        assertEquals(List.of(), tasks(world.retries));
        assertEquals("", deadLetters());
    }

    @Test
    void subscriptions_of_an_edition_go_on_as_the_edition_does() {
        PipelineFixture edition = new PipelineFixture();
        edition.subscribe("billing");
        edition.answers("billing", 410);
        edition.published(1, 10);
        assertTrue(edition.invoke(edition.deliveries));
        edition.passUntilShown(edition.retries);
        assertTrue(edition.invoke(edition.retries));
        assertEquals(2, edition.posts.size());
        assertEquals(List.of("billing e0 2"), tasks(edition.retries));
    }
}
