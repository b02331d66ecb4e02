package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** DESIGN §2, "Slow answers": what becomes of a hand-off's message, step by step. */
class HandedOffTest {
    private static final AttemptOutcome OK = AttemptOutcome.Responded.of(200);

    private static CompletableFuture<Void> deliver(PipelineFixture world) {
        return world.pipeline.deliverer().deliver(world.receive(world.deliveries), world.told());
    }

    /** Its message stands; the others are not to be sent again for it. */
    @Test
    void one_that_cannot_be_settled_does_not_fail_an_invocation_that_waits_for_others() {
        PipelineFixture world = new PipelineFixture();
        List.of("first", "second").forEach(world::subscribe);
        List.of("first", "second").forEach(world::hangs);
        world.published(1, 10);
        CompletableFuture<Void> invocation = deliver(world);
        AtomicInteger puts = new AtomicInteger();
        world.refuse(step -> step.equals("retries.put") && puts.incrementAndGet() > 1);
        world.pass(Pipeline.Settings.PATIENCE);
        assertEquals(List.of("first e0 1"), tasks(world.retries));
        world.refuse("retries.delete");
        world.open.get(0).complete(OK);
        assertFalse(invocation.isDone());
        assertTrue(world.log.get(world.log.size() - 1).contains("its message stands"), world.log::toString);
        world.open.get(1).complete(OK);
        assertTrue(invocation.isDone() && !invocation.isCompletedExceptionally());
        assertEquals(List.of("first e0 1"), tasks(world.retries));
    }

    /** Behaviour §2.1.9: else an event would be dead-lettered while its late answer is still waited for. */
    @Test
    void an_event_whose_time_ends_before_its_retry_is_given_up_only_when_no_late_answer_can_come() {
        PipelineFixture world = new PipelineFixture();
        world.subscribe("late", wanted().attempts(30, 1));
        world.hangs("late");
        world.published(1, 10);
        world.pass(Duration.ofSeconds(25));
        CompletableFuture<Void> invocation = deliver(world);
        world.pass(Pipeline.Settings.PATIENCE);
        assertTrue(invocation.isDone());
        assertEquals(Duration.ofMinutes(3).plusSeconds(2), world.hidden(world.retries));
        world.pass(Duration.ofMinutes(2));
        world.open.get(0).complete(OK);
        assertEquals(List.of(), world.retries.bodies());
        assertEquals(List.of(), world.deadLetters.bodies());
    }

    /** An endpoint is slow when its POST takes longer than the patience, also where nobody had that long. */
    @Test
    void one_that_was_handed_off_early_shows_that_its_endpoint_is_slow_as_soon_as_others_do() {
        PipelineFixture world = new PipelineFixture(Runnable::run, new Permits.Limits(128, 1_024, 1));
        world.subscribe("hangs");
        world.hangs("hangs");
        List<CompletableFuture<Void>> invocations = new ArrayList<>();
        for (int i = 0; i <= Dispatch.MANY; i++) {
            world.published(1, 10);
            invocations.add(deliver(world));
        }
        world.pass(Dispatch.LEAST);
        world.open.subList(1, world.open.size()).forEach(answer -> answer.complete(OK));
        assertTrue(invocations.stream().allMatch(CompletableFuture::isDone));
        world.pass(Pipeline.Settings.PATIENCE);
        world.forget();
        world.published(1, 10);
        assertTrue(deliver(world).isDone(), "put off, as the one slow place is taken");
        assertEquals(List.of(), world.posts);
    }

    /** A hand-off of many takes its time, and costs two transactions for each of them. */
    @Test
    void what_is_answered_while_others_are_handed_off_needs_no_message() {
        Deque<Runnable> soon = new ArrayDeque<>();
        PipelineFixture world = new PipelineFixture(soon::add);
        List.of("first", "second").forEach(world::subscribe);
        List.of("first", "second").forEach(world::hangs);
        CompletableFuture<Void> accepted = world.publish(PipelineFixture.events(1, 10));
        runAll(soon);
        accepted.join();
        CompletableFuture<Void> invocation = deliver(world);
        world.refuse(step -> {
            if (step.equals("retries.put")) {
                world.open.get(1).complete(OK);
            }
            return false;
        });
        world.pass(Pipeline.Settings.PATIENCE);
        runAll(soon);
        assertTrue(invocation.isDone());
        assertEquals(List.of("first e0 1"), tasks(world.retries));
        assertEquals(List.of("retries.put"), world.calls("retries"));
    }

    private static void runAll(Deque<Runnable> tasks) {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }
}
