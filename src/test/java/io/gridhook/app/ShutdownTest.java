package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.packs;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Issue 3, point 5: a shutdown stops taking work, finishes or hands off what is in flight, and loses nothing. */
class ShutdownTest {
    private final PipelineFixture world = new PipelineFixture();

    private CompletableFuture<Void> deliver() {
        return world.pipeline.deliverer().deliver(world.receive(world.deliveries), world.told());
    }

    @Test
    void an_open_exchange_is_handed_off_at_once_and_an_answer_in_time_ends_it() {
        world.subscribe("slow");
        world.hangs("slow");
        world.published(1, 10);
        CompletableFuture<Void> invocation = deliver();
        assertFalse(invocation.isDone());
        CompletableFuture<Void> idle = world.pipeline.stop();
        assertTrue(invocation.isDone(), "without waiting for the patience");
        assertEquals(List.of("slow e0 1"), tasks(world.retries));
        assertFalse(idle.isDone());
        world.open.get(0).complete(Responded.of(200));
        assertTrue(idle.isDone());
        assertEquals(List.of(), tasks(world.retries));
    }

    @Test
    void what_is_given_up_counts_as_an_attempt_that_timed_out() {
        world.subscribe("hangs");
        world.hangs("hangs");
        world.published(1, 10);
        assertFalse(deliver().isDone());
        world.forget();
        CompletableFuture<Void> idle = world.pipeline.stop();
        world.pipeline.giveUp();
        assertTrue(world.open.get(0).isCancelled() && idle.isDone());
        assertEquals(List.of("hangs e0 1"), tasks(world.retries));
        assertEquals(List.of("hangs e0 attempt 1 TimedOut -> retry after PT40S"), world.log);
        assertEquals(List.of(), world.calls("health"), "it says nothing of the endpoint");
    }

    /** One message for both: the one answered is not sent again. */
    @Test
    void what_was_answered_is_written_down_when_the_rest_is_given_up() {
        world.subscribe("mixed");
        world.hangs("mixed");
        world.published(2, 10);
        assertFalse(deliver().isDone());
        CompletableFuture<Void> idle = world.pipeline.stop();
        assertEquals(List.of("mixed e0 1", "mixed e1 1"), tasks(world.retries));
        world.open.get(0).complete(Responded.of(200));
        world.pipeline.giveUp();
        assertTrue(idle.isDone());
        assertEquals(List.of("mixed e1 1"), tasks(world.retries));
    }

    /** Storage did not take the hand-off, but takes what the attempt came to. */
    @Test
    void what_could_not_be_handed_off_is_settled_when_it_is_given_up() {
        world.subscribe("hangs");
        world.hangs("hangs");
        world.published(1, 10);
        CompletableFuture<Void> invocation = deliver();
        world.refuse("retries.put");
        CompletableFuture<Void> idle = world.pipeline.stop();
        assertFalse(invocation.isDone() || idle.isDone());
        world.refuseNothing();
        world.pipeline.giveUp();
        assertTrue(invocation.isDone() && idle.isDone());
        assertEquals(List.of("hangs e0 1"), tasks(world.retries));
    }

    @Test
    void what_is_received_after_the_stop_is_left_to_others_without_an_attempt() {
        world.subscribe("billing");
        world.published(1, 10);
        assertTrue(world.pipeline.stop().isDone());
        world.forget();
        assertTrue(world.invoke(world.deliveries));
        assertEquals(List.of(), world.posts);
        assertEquals(List.of("billing e0 0"), tasks(world.deliveries));
        assertEquals(Duration.ofSeconds(1), world.hidden(world.deliveries));
        assertEquals(List.of("deliveries.update"), world.queueCalls());
    }

    /** DESIGN §1.3: an attempt that we make late is made all the same, also when one instance leaves it to another. */
    @Test
    void what_is_left_to_others_loses_no_time_to_live() {
        world.subscribe("billing", wanted().attempts(30, 60));
        world.answers("billing", 500);
        world.published(1, 10);
        world.invoke(world.deliveries);
        world.pass(Duration.ofMinutes(59));
        assertTrue(world.pipeline.stop().isDone());
        assertTrue(world.invoke(world.retries));
        assertEquals(
                PipelineFixture.START.plusSeconds(10),
                packs(world.retries).get(0).due());
        assertEquals(List.of("billing e0 1"), tasks(world.retries));
    }

    /** Publishes that share a write, and those in line for the next, when nothing is written any more. */
    @Test
    void every_publisher_in_line_is_told() {
        List<Runnable> tasks = new ArrayList<>();
        GroupCommit<String> commits = new GroupCommit<>(
                new GroupCommit.Limits(2, 10, 100, 1, Duration.ofSeconds(10)), items -> {}, world::now, task -> {
                    if (!tasks.isEmpty()) {
                        throw new RejectedExecutionException("shut down");
                    }
                    tasks.add(task);
                });
        CompletableFuture<Void> written = commits.submit("first", 1, 2);
        List<CompletableFuture<Void>> waiting =
                List.of(commits.submit("second", 1, 2), commits.submit("third", 1, 2), commits.submit("fourth", 1, 2));
        tasks.get(0).run();
        assertTrue(written.isDone() && !written.isCompletedExceptionally());
        waiting.forEach(each -> assertTrue(each.isCompletedExceptionally()));
    }
}
