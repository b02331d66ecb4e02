package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.body;
import static io.gridhook.app.PipelineFixture.event;
import static io.gridhook.app.PipelineFixture.tasks;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.port.QueueMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 5, point 2: events of one subscription that meet on one instance share a POST, whatever message they are of, and each message
 * ends as it would alone. The endpoint has one place here, which an event that nobody cares for holds until {@link #answerFirst}.
 */
class SharedPostTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"(\\w+)\"");

    private final PipelineFixture world = new PipelineFixture(Runnable::run, new Permits.Limits(1, 64, 64));
    private final List<CompletableFuture<Void>> invocations = new ArrayList<>();

    private void subscribe(PipelineFixture.Wanted wanted) {
        world.subscribe("billing", wanted);
        world.hangs("billing");
    }

    /** A message of its own, which is delivered at once. */
    private void delivered(String... ids) {
        world.publish(body("["
                        + String.join(
                                ",", Stream.of(ids).map(id -> event(id, 10)).toList()) + "]"))
                .join();
        receive(world.deliveries);
    }

    private void receive(InMemoryDeliveryQueue queue) {
        deliver(queue, world.receive(queue));
    }

    private void deliver(InMemoryDeliveryQueue queue, QueueMessage message) {
        Deliverer deliverer = queue == world.deliveries ? world.pipeline.deliverer() : world.pipeline.retrier();
        CompletableFuture<Void> invocation = deliverer.deliver(message, world.told());
        // What the host does after it.
        invocations.add(invocation.thenRun(() -> queue.delete(message.receipt())));
    }

    private void answerFirst() {
        world.open.get(0).complete(Responded.of(200));
    }

    /** The ids of each POST's events. */
    private List<List<String>> posted() {
        return world.posts.stream()
                .map(post -> ID.matcher(post.body().toString())
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList())
                .toList();
    }

    private static String count(WebhookRequest post) {
        return post.headers().stream()
                .filter(header -> header.name().equals("aeg-delivery-count"))
                .map(WebhookRequest.Header::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_waits_for_a_place_goes_together_and_what_finds_one_goes_at_once() {
        subscribe(wanted().batches(10));
        delivered("first");
        assertEquals(List.of(List.of("first")), posted());
        delivered("a1", "a2");
        delivered("b");
        delivered("c");
        answerFirst();
        assertEquals(List.of(List.of("first"), List.of("a1", "a2", "b", "c")), posted());
        world.open.get(1).complete(Responded.of(200));
        assertTrue(invocations.stream().allMatch(CompletableFuture::isDone));
        assertEquals(List.of(), world.deliveries.bodies());
        assertEquals(List.of(), world.calls("retries"));
    }

    @Test
    void a_subscription_without_batching_shares_nothing() {
        subscribe(wanted());
        delivered("first");
        delivered("a");
        delivered("b");
        answerFirst();
        world.open.get(1).complete(Responded.of(200));
        assertEquals(List.of(List.of("first"), List.of("a"), List.of("b")), posted());
    }

    /** Behaviour §7: a hard cap. */
    @Test
    void no_more_share_a_post_than_the_cap_allows() {
        subscribe(wanted().batches(3));
        delivered("first");
        delivered("a1", "a2");
        delivered("b1", "b2");
        delivered("c");
        answerFirst();
        world.open.get(1).complete(Responded.of(200));
        assertEquals(List.of(List.of("first"), List.of("a1", "a2", "c"), List.of("b1", "b2")), posted());
    }

    /** Behaviour §7: a retried event may be batched with others; the header says the most. */
    @Test
    void a_retry_and_a_new_event_share_a_post() {
        subscribe(wanted().batches(10));
        delivered("first");
        world.open.get(0).complete(Responded.of(500));
        world.passUntilShown(world.retries);
        delivered("holder");
        receive(world.retries);
        delivered("fresh");
        world.open.get(1).complete(Responded.of(200));
        assertEquals(List.of("first", "fresh"), posted().get(2));
        assertEquals("1", count(world.posts.get(2)));
        world.open.get(2).complete(Responded.of(500));
        assertEquals(List.of("billing fresh 1", "billing first 2"), tasks(world.retries));
    }

    /** All or none; each message writes down what is its own, at the price that it would have alone. */
    @Test
    void a_shared_failure_is_written_by_each_message_for_itself() {
        subscribe(wanted().batches(10));
        delivered("first");
        delivered("a");
        delivered("b");
        world.forget();
        answerFirst();
        world.open.get(1).complete(Responded.of(500));
        assertEquals(List.of("billing a 1", "billing b 1"), tasks(world.retries));
        assertEquals(List.of("retries.put", "retries.put"), world.queueCalls());
        assertEquals(List.of(), world.deliveries.bodies());
    }

    @Test
    void a_message_whose_settlement_fails_comes_back_alone() {
        subscribe(wanted().batches(10));
        delivered("first");
        world.open.get(0).complete(Responded.of(500));
        world.passUntilShown(world.retries);
        delivered("holder");
        QueueMessage lost = world.receive(world.retries);
        deliver(world.retries, lost);
        delivered("other");
        // Its lease runs out, and somebody else has it.
        world.retries.hide(lost.receipt(), Duration.ofMinutes(10));
        world.open.get(1).complete(Responded.of(200));
        world.open.get(2).complete(Responded.of(500));
        assertEquals(
                List.of(false, false, true, false),
                invocations.stream()
                        .map(CompletableFuture::isCompletedExceptionally)
                        .toList());
        assertTrue(invocations.stream().allMatch(CompletableFuture::isDone));
        assertEquals(List.of("billing other 1", "billing first 1"), tasks(world.retries));
        assertEquals(List.of(), world.deliveries.bodies());
    }

    @Test
    void each_message_is_handed_off_and_settled_on_its_own() {
        subscribe(wanted().batches(10));
        delivered("first");
        delivered("a");
        delivered("b");
        answerFirst();
        world.forget();
        world.pass(Pipeline.Settings.PATIENCE);
        assertTrue(invocations.stream().allMatch(CompletableFuture::isDone));
        assertEquals(List.of("billing a 1", "billing b 1"), tasks(world.retries));
        world.open.get(1).complete(Responded.of(200));
        assertEquals(List.of(), world.retries.bodies());
    }

    /** The exchange is the others' as well. */
    @Test
    void one_that_gives_up_its_wait_takes_no_answer_from_the_others() {
        subscribe(wanted().batches(10));
        delivered("first");
        delivered("a");
        delivered("b");
        answerFirst();
        int[] puts = {0};
        world.refuse(step -> step.equals("retries.put") && puts[0]++ == 0);
        world.pass(Pipeline.Settings.PATIENCE);
        assertEquals(List.of("billing b 1"), tasks(world.retries), "the hand-off of a failed");
        world.pass(Duration.ofSeconds(30));
        assertEquals(2, world.retries.bodies().size());
        assertFalse(world.open.get(1).isDone(), "b still waits for a late answer");
        world.open.get(1).complete(Responded.of(200));
        assertEquals(List.of("billing a 1"), tasks(world.retries));
    }

    @Test
    void an_end_of_the_instance_leaves_each_message_its_own_attempt() {
        subscribe(wanted().batches(10));
        delivered("first");
        delivered("a");
        delivered("b");
        answerFirst();
        CompletableFuture<Void> idle = world.pipeline.stop();
        world.pipeline.giveUp();
        assertTrue(idle.isDone() && world.open.get(1).isCancelled());
        assertEquals(
                List.of("billing a 1", "billing b 1"),
                tasks(world.retries).stream().sorted().toList());
    }

    /** What nobody took by the end of the patience is put off, and in nobody's way. */
    @Test
    void what_was_put_off_is_taken_by_nobody() {
        subscribe(wanted().batches(10));
        delivered("first");
        delivered("a");
        world.pass(Pipeline.Settings.PATIENCE);
        answerFirst();
        delivered("b");
        assertEquals(List.of(List.of("first"), List.of("b")), posted());
        assertEquals(List.of("billing a 0"), tasks(world.retries));
    }

    /** Two copies of one message are no batch. */
    @Test
    void no_event_goes_twice_in_one_post() {
        subscribe(wanted().batches(10));
        delivered("first");
        world.publish(body("[" + event("a", 10) + "]")).join();
        QueueMessage message = world.receive(world.deliveries);
        deliver(world.deliveries, message);
        deliver(world.deliveries, message);
        answerFirst();
        assertEquals(List.of(List.of("first"), List.of("a")), posted());
    }

    /** Ours: a bad event is not to take new ones with it. */
    @Test
    void what_failed_twice_shares_no_post_with_what_did_not() {
        subscribe(wanted().batches(10));
        delivered("bad");
        world.open.get(0).complete(Responded.of(500));
        world.passUntilShown(world.retries);
        receive(world.retries);
        world.open.get(1).complete(Responded.of(500));
        world.passUntilShown(world.retries);
        delivered("holder");
        receive(world.retries);
        delivered("fresh");
        world.open.get(2).complete(Responded.of(200));
        world.open.get(3).complete(Responded.of(200));
        assertEquals(List.of(List.of("bad"), List.of("fresh")), posted().subList(3, 5));
    }

    /** Ours, under a schedule of the subscription's own: no attempt is counted for the batches, and one for what was given up. */
    @Test
    void a_batch_that_is_too_large_is_split_until_its_events_are_alone() {
        subscribe(wanted().batches(10).schedule(Duration.ofMinutes(1)));
        delivered("a", "b", "c");
        world.open.get(0).complete(Responded.of(413));
        world.open.get(1).complete(Responded.of(200));
        world.open.get(2).complete(Responded.of(413));
        assertTrue(invocations.get(0).isDone());
        assertEquals(List.of(List.of("a", "b", "c"), List.of("a", "b"), List.of("c")), posted());
        assertEquals(
                List.of("0", "0", "0"),
                world.posts.stream().map(SharedPostTest::count).toList());
        assertEquals(List.of("billing c 1"), tasks(world.deadLetters));
        assertEquals(List.of(), world.retries.bodies());
    }

    /** Each by its own round; the halves may share POSTs again, of half the size. */
    @Test
    void what_was_too_large_together_goes_apart() {
        subscribe(wanted().batches(10).schedule(Duration.ofMinutes(1)));
        delivered("first");
        delivered("a");
        delivered("b");
        delivered("c");
        delivered("d");
        answerFirst();
        assertEquals(List.of("a", "b", "c", "d"), posted().get(1));
        world.open.get(1).complete(Responded.of(413));
        for (int post = 2; post < world.open.size(); post++) {
            world.open.get(post).complete(Responded.of(200));
        }
        List<List<String>> halves = posted().subList(2, posted().size());
        assertTrue(halves.stream().allMatch(ids -> ids.size() <= 2), halves::toString);
        assertEquals(
                List.of("a", "b", "c", "d"),
                halves.stream().flatMap(List::stream).sorted().toList());
        assertTrue(invocations.stream().allMatch(CompletableFuture::isDone));
    }

    /** Else a batch for which there is no place when it is split would be sent whole again, and be too large again, for ever. */
    @Test
    void a_half_that_finds_no_place_is_an_attempt_and_smaller_next_time() {
        subscribe(wanted().batches(4).schedule(Duration.ofMinutes(1)));
        delivered("a", "b", "c", "d");
        world.open.get(0).complete(Responded.of(413));
        assertEquals(List.of("a", "b"), posted().get(1));
        world.pass(Pipeline.Settings.PATIENCE);
        assertEquals(
                List.of("billing a 1", "billing b 1", "billing c 1", "billing d 1"),
                tasks(world.retries).stream().sorted().toList());
        world.open.get(1).complete(Responded.of(200));
        world.passUntilShown(world.retries);
        receive(world.retries);
        assertEquals(List.of("c", "d"), posted().get(2));
        assertEquals("1", count(world.posts.get(2)));
        assertEquals(List.of(), world.deadLetters.bodies());
    }

    /** The editions give it up, or retry it, as a whole. */
    @ParameterizedTest
    @ValueSource(ints = {413, 400})
    void an_edition_splits_nothing(int status) {
        subscribe(wanted().batches(10));
        delivered("a", "b");
        world.open.get(0).complete(Responded.of(status));
        assertEquals(1, world.posts.size());
        assertEquals(List.of("billing a 1", "billing b 1"), tasks(world.deadLetters));
    }

    /** Nobody waits any more who could send the halves at once. */
    @Test
    void a_batch_that_was_handed_off_is_split_at_its_next_attempt() {
        subscribe(wanted().batches(10).schedule(Duration.ofMinutes(1)));
        delivered("a", "b");
        world.pass(Pipeline.Settings.PATIENCE);
        world.open.get(0).complete(Responded.of(413));
        assertEquals(List.of("billing a 1", "billing b 1"), tasks(world.retries));
        assertEquals(List.of(), world.deadLetters.bodies());
        world.passUntilShown(world.retries);
        receive(world.retries);
        world.open.get(1).complete(Responded.of(413));
        world.open.get(2).complete(Responded.of(200));
        world.open.get(3).complete(Responded.of(200));
        assertEquals(List.of(List.of("a", "b"), List.of("a", "b"), List.of("a"), List.of("b")), posted());
        assertEquals(List.of(), world.retries.bodies());
    }
}
