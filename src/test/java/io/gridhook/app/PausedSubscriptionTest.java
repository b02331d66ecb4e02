package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.DeliveryState.Kind;
import io.gridhook.core.topic.EventSubscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A subscription that an operator holds back, from end to end over ports in memory: nothing is sent, nothing lost, nothing counted. */
class PausedSubscriptionTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final PipelineFixture world = new PipelineFixture();

    private void is(String name, Kind kind) {
        var stored = world.subscriptions.find("orders", name).orElseThrow();
        assertTrue(
                world.subscriptions.replace(stored.value().with(DeliveryState.of(kind, world.now())), stored.etag()));
    }

    private void isEverywhere(String name, Kind kind) {
        is(name, kind);
        world.pass(Catalog.AGE_MAX);
    }

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

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    @ParameterizedTest
    @CsvSource({"PAUSED, Paused, 320", "DISABLED, Disabled, 7"})
    void its_events_wait_untried_and_end_with_their_time_to_live(Kind kind, String outcome, int looks) {
        world.subscribe("billing", wanted().state(DeliveryState.of(kind, world.now())));
        world.published(2, 10);
        Instant published = world.now();
        assertEquals(List.of(), world.deliveries.bodies(), "put off at once");
        assertEquals(List.of("billing e0 0", "billing e1 0"), tasks(world.retries));
        world.forget();
        deliverUntil(() -> false);
        assertEquals(List.of(), world.posts);
        assertEquals(published.plus(DAY), world.now());
        int looked = world.calls("retries").size();
        assertTrue(looked >= looks - 2 && looked <= looks + 2, looked + " of " + looks);
        String letters = deadLetters();
        assertEquals(2, count(letters, "\"lastDeliveryOutcome\":\"" + outcome + "\""), letters);
        assertEquals(2, count(letters, "\"deadLetterReason\":\"TimeToLiveExceeded\""), letters);
        assertEquals(2, count(letters, "\"deliveryAttempts\":0"), letters);
    }

    @Test
    void what_was_published_before_waits_and_what_failed_keeps_its_attempts() {
        world.subscribe("billing");
        world.answers("billing", 503);
        world.published(1, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size());
        world.published(1, 10);
        isEverywhere("billing", Kind.PAUSED);
        assertTrue(world.invoke(world.deliveries));
        Instant paused = world.now();
        deliverUntil(() -> world.now().isAfter(paused.plus(Duration.ofHours(1))));
        assertEquals(1, world.posts.size());
        assertEquals(
                List.of("billing e0 0", "billing e0 1"),
                tasks(world.retries).stream().sorted().toList());
        world.answers("billing", 200);
        isEverywhere("billing", Kind.ACTIVE);
        Instant resumed = world.now();
        deliverUntil(() -> false);
        assertEquals(3, world.posts.size());
        assertTrue(world.now().isBefore(resumed.plus(Duration.ofMinutes(5))), world.now() + " after " + resumed);
        assertEquals(2L, world.counts.get("DeliverySuccessCount orders billing"));
    }

    @Test
    void what_is_under_way_ends_as_it_does() {
        world.subscribe("billing");
        world.hangs("billing");
        world.published(1, 10);
        var message = world.receive(world.deliveries);
        var ended = world.pipeline.deliverer().deliver(message, world.told());
        isEverywhere("billing", Kind.PAUSED);
        world.open.get(0).complete(AttemptOutcome.Responded.of(200));
        world.pass(Duration.ofSeconds(1));
        ended.join();
        deliverUntil(() -> false);
        assertEquals(1L, world.counts.get("DeliverySuccessCount orders billing"));
    }

    /** 5 seconds of the catalogue, as for any change. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"PAUSED", "DISABLED"})
    void it_is_in_force_on_an_instance_that_read_before(Kind kind) {
        world.subscribe("billing");
        world.published(1, 10);
        is("billing", kind);
        world.pass(Catalog.AGE_MAX.minusMillis(1));
        assertTrue(world.invoke(world.deliveries));
        assertEquals(1, world.posts.size(), "known as it was");
        world.pass(Duration.ofMillis(1));
        world.published(1, 10);
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(1, world.posts.size());
    }

    @Test
    void others_are_on_time_and_cost_no_attempt_of_it() {
        world.subscribe("billing", wanted().state(DeliveryState.of(Kind.PAUSED, world.now())));
        world.subscribe("audit");
        world.published(3, 10);
        assertTrue(world.invoke(world.deliveries));
        assertEquals(3, world.posts.size());
        assertEquals(List.of("billing e0 0", "billing e1 0", "billing e2 0"), tasks(world.retries));
        assertEquals(1, world.retries.bodies().size(), "one message for what waits together");
    }

    /** A payload is not read for what is not sent. */
    @Test
    void a_look_reads_no_payload() {
        world.subscribe("billing", wanted().state(DeliveryState.of(Kind.PAUSED, world.now())));
        world.published(1, 200_000);
        assertTrue(world.invoke(world.deliveries));
        world.forget();
        deliverUntil(() -> world.now().isAfter(PipelineFixture.START.plus(Duration.ofHours(2))));
        assertEquals(List.of(), world.calls("payloads"));
        isEverywhere("billing", Kind.ACTIVE);
        deliverUntil(() -> false);
        assertEquals(List.of("payloads.get"), world.calls("payloads"));
        assertEquals(1, world.posts.size());
    }

    /** 64 events show at once: one POST, then two, then eight, as each success doubles what may be under way. */
    @Test
    void it_is_let_in_one_by_one_on_an_instance_that_never_saw_it_paused() {
        world.subscribe("billing", wanted().state(DeliveryState.of(Kind.PAUSED, world.now())));
        world.published(64, 10);
        isEverywhere("billing", Kind.ACTIVE);
        world.hangs("billing");
        world.passUntilShown(world.retries);
        var message = world.receive(world.retries);
        var unused = world.newPipeline().retrier().deliver(message, world.told());
        for (int underWay : List.of(1, 2, 8)) {
            assertEquals(underWay, world.open.size());
            var answered = List.copyOf(world.open);
            world.open.clear();
            answered.forEach(post -> post.complete(AttemptOutcome.Responded.of(200)));
        }
        assertEquals(64, world.posts.size());
    }

    /** Once: what was let in slowly is not slowed down again, and a later pause is another. */
    @Test
    void it_is_let_in_slowly_once() {
        EventSubscription billing =
                world.subscribe("billing", wanted().state(DeliveryState.of(Kind.ACTIVE, world.now())));
        world.hangs("billing");
        var unused = world.publish(PipelineFixture.events(8, 10));
        var first = world.pipeline.deliverer().deliver(world.receive(world.deliveries), world.told());
        assertEquals(1, world.open.size(), billing + "");
        for (int i = 0; i < 8; i++) {
            world.open.get(i).complete(AttemptOutcome.Responded.of(200));
        }
        first.join();
        world.open.clear();
        unused = world.publish(PipelineFixture.events(8, 10));
        var second = world.pipeline.deliverer().deliver(world.receive(world.deliveries), world.told());
        assertEquals(8, world.open.size());
        world.open.forEach(post -> post.complete(AttemptOutcome.Responded.of(200)));
        second.join();
    }
}
