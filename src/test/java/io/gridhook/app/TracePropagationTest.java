package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.event;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.topic.DeliveryAttribute;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 8, point 3: the trace of a publish is the parent of the POST, with no OpenTelemetry in between. */
class TracePropagationTest {
    private static final String A = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a1-01";
    private static final String A2 = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a2-01";
    private static final String B = "00-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb-00000000000000b1-00";
    private static final int LARGE = 100_000;

    /** What runs later, where a test wants that; else at once. */
    private final Deque<Runnable> later = new ArrayDeque<>();

    private boolean isLater;
    private final PipelineFixture world = new PipelineFixture(this::execute);

    private void execute(Runnable task) {
        if (isLater) {
            later.add(task);
        } else {
            task.run();
        }
    }

    private static PublishedBody request(String traceparent, String json) {
        return request(traceparent, "", json);
    }

    private static PublishedBody request(String traceparent, String tracestate, String json) {
        Map<String, String> headers = new HashMap<>();
        if (!traceparent.isEmpty()) {
            headers.put("traceparent", traceparent);
        }
        if (!tracestate.isEmpty()) {
            headers.put("tracestate", tracestate);
        }
        return new PublishedBody("application/json", headers, json);
    }

    private static String events(int first, int count, int length) {
        return "["
                + String.join(
                        ",",
                        IntStream.range(first, first + count)
                                .mapToObj(i -> event("e" + i, length))
                                .toList())
                + "]";
    }

    /** The values of a header, one for each POST; {@code -} for none. */
    private List<String> posted(String name) {
        return world.posts.stream().map(post -> header(post, name)).toList();
    }

    private static String header(WebhookRequest post, String name) {
        List<String> values = post.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(WebhookRequest.Header::value)
                .toList();
        assertTrue(values.size() <= 1, () -> name + ": " + values);
        return values.isEmpty() ? "-" : values.get(0);
    }

    private void deliver() {
        while (!world.deliveries.bodies().isEmpty()) {
            assertTrue(world.invoke(world.deliveries));
        }
    }

    /** At once, by the trigger, from a blob, and in packs of a publish that is larger than one. */
    @ParameterizedTest
    @CsvSource({"1, 10, 0", "1, 10, 1", "3, 10, 0", "1, 100000, 0", "1, 100000, 1", "3, 40000, 0", "900, 1000, 0"})
    void every_post_is_told_the_trace_of_its_publish(int count, int length, int atOnce) {
        world.subscribe("billing");
        Pipeline instance = world.newPipelineAtOnce(atOnce);
        world.publish(instance, request(A, "vendor=1,other=2", events(0, count, length)))
                .join();
        deliver();
        assertEquals(count, world.posts.size());
        assertEquals(List.of(A), posted("traceparent").stream().distinct().toList());
        assertEquals(
                List.of("vendor=1,other=2"),
                posted("tracestate").stream().distinct().toList());
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "'', vendor=1",
        "00-AAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a1-01, vendor=1",
    })
    void no_post_is_told_what_no_publish_said(String traceparent, String tracestate) {
        world.subscribe("billing");
        world.publish(request(traceparent, tracestate, events(0, 2, 10))).join();
        deliver();
        assertEquals(List.of("-", "-"), posted("traceparent"));
        assertEquals(List.of("-", "-"), posted("tracestate"));
    }

    @Test
    void a_state_that_breaks_the_rules_leaves_the_parent() {
        world.subscribe("billing");
        world.publish(request(A, "no state", events(0, 1, 10))).join();
        deliver();
        assertEquals(List.of(A), posted("traceparent"));
        assertEquals(List.of("-"), posted("tracestate"));
    }

    /** Publishes that share a pack keep their traces apart, through a retry as well. */
    @Test
    void publishes_that_share_a_message_keep_their_traces() {
        world.subscribe("billing", wanted().schedule(Duration.ofMinutes(1)));
        world.publish(request("", events(9, 1, 10))).join();
        deliver();
        world.forget();
        isLater = true;
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        answers.add(world.publish(request(A, events(0, 2, 10))));
        answers.add(world.publish(request("", events(2, 1, 10))));
        answers.add(world.publish(request(B, "b=1", events(3, 1, 10))));
        answers.add(world.publish(request(A, events(4, 1, 10))));
        while (!later.isEmpty()) {
            later.remove().run();
        }
        isLater = false;
        answers.forEach(CompletableFuture::join);
        assertEquals(List.of("deliveries.put"), world.queueCalls());
        world.answers("billing", 500);
        deliver();
        Map<String, String> byEvent = new HashMap<>();
        world.posts.forEach(post -> byEvent.put(id(post), header(post, "traceparent")));
        Map<String, String> expected = Map.of("e0", A, "e1", A, "e2", "-", "e3", B, "e4", A);
        assertEquals(expected, byEvent);
        world.forget();
        world.answers("billing", 200);
        while (!world.retries.bodies().isEmpty()) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
        }
        assertEquals(5, world.posts.size());
        world.posts.forEach(post -> {
            assertEquals(expected.get(id(post)), header(post, "traceparent"));
            assertEquals(id(post).equals("e3") ? "b=1" : "-", header(post, "tracestate"));
            assertEquals("1", header(post, "aeg-delivery-count"));
        });
    }

    private static String id(WebhookRequest post) {
        return post.body().toString().replaceFirst(".*?\"id\":\"([^\"]+)\".*", "$1");
    }

    /** The message that stands for an open exchange has it too. */
    @Test
    void what_was_handed_off_is_retried_with_it() {
        world.subscribe("slow", wanted().schedule(Duration.ofMinutes(1)));
        world.hangs("slow");
        world.publish(request(A, events(0, 1, 10))).join();
        CompletableFuture<Void> invocation =
                world.pipeline.deliverer().deliver(world.receive(world.deliveries), world.told());
        world.pass(Pipeline.Settings.PATIENCE);
        assertTrue(invocation.isDone());
        world.forget();
        world.passUntilShown(world.retries);
        CompletableFuture<Void> again =
                world.newPipeline().retrier().deliver(world.receive(world.retries), world.told());
        assertEquals(List.of(A), posted("traceparent"));
        assertTrue(!again.isDone());
    }

    /** A large event's blob is written anew before age takes it, and its message with it. */
    @Test
    void what_waits_for_days_keeps_it() {
        Duration[] step = {Duration.ofDays(20)};
        world.subscribe("billing", wanted().neverExpiring(step));
        world.answers("billing", 500);
        world.publish(request(A, "a=1", events(0, 1, LARGE))).join();
        deliver();
        world.forget();
        world.answers("billing", 200);
        while (world.posts.isEmpty()) {
            world.passUntilShown(world.retries);
            assertTrue(world.invoke(world.retries));
        }
        assertEquals(List.of(A), posted("traceparent"));
        assertEquals(List.of("a=1"), posted("tracestate"));
    }

    @ParameterizedTest
    @CsvSource({
        // One publish; two of one trace: the first is the parent.
        "A-A, A",
        "A-A2, A",
        "A2-A, A2",
        // Two traces, or none among them: a request has one parent, so this has none.
        "A-B, -",
        "A-none, -",
        "none-A, -",
    })
    void a_batch_has_the_trace_that_its_events_share(String publishes, String parent) {
        Map<String, String> traces = Map.of("A", A, "A2", A2, "B", B, "none", "", "-", "-");
        world.subscribe("batched", wanted().batches(10));
        world.publish(request("", events(9, 1, 10))).join();
        deliver();
        world.forget();
        isLater = true;
        String[] each = publishes.split("-", -1);
        for (int i = 0; i < each.length; i++) {
            var unused = world.publish(request(traces.getOrDefault(each[i], ""), events(i, 1, 10)));
        }
        while (!later.isEmpty()) {
            later.remove().run();
        }
        isLater = false;
        deliver();
        assertEquals(List.of(traces.getOrDefault(parent, "")), posted("traceparent"));
    }

    /** Event Grid's users have to set these themselves (behaviour §21): who does, means it. */
    @ParameterizedTest
    @CsvSource({
        "traceparent, mine, -",
        "TraceParent, mine, -",
        "tracestate,  00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a1-01, mine",
        "x-trace,     00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a1-01, a=1",
    })
    void a_header_of_the_subscriptions_own_stays(String name, String traceparent, String tracestate) {
        world.subscribe("billing", wanted().headers(new DeliveryAttribute.Fixed(name, "mine", false)));
        world.publish(request(A, "a=1", events(0, 1, 10))).join();
        deliver();
        assertEquals(List.of(traceparent), posted("traceparent"));
        assertEquals(List.of(tracestate), posted("tracestate"));
    }

    /** The dynamic one that they use, where an event has no value for it. */
    @Test
    void a_header_of_the_subscriptions_own_without_a_value_leaves_room() {
        world.subscribe(
                "billing",
                wanted().headers(new DeliveryAttribute.Dynamic(
                        "traceparent", JsonPath.parse("data.traceparent").orElseThrow())));
        world.publish(request(A, events(0, 1, 10))).join();
        deliver();
        assertEquals(List.of(A), posted("traceparent"));
    }

    /** An event's own attributes win, and are what its retries have; what breaks the rules is as good as none. */
    @ParameterizedTest
    @CsvSource({
        "00-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb-00000000000000b1-00, 00-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb-00000000000000b1-00,"
                + " own=1",
        "nonsense, 00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00000000000000a1-01, a=1",
    })
    void a_cloud_event_may_be_of_another_trace(String own, String traceparent, String tracestate) {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        world.subscribe("clouds", "billing", wanted().schedule(Duration.ofMinutes(1)));
        world.answers("billing", 500);
        String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"traceparent\":\"" + own
                + "\",\"tracestate\":\"own=1\"}";
        world.pipeline
                .publisher()
                .publish(
                        "clouds",
                        PublisherCredentials.ofKey(Optional.of(PipelineFixture.KEY)),
                        request(A, "a=1", event))
                .join();
        deliver();
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(world.retries));
        assertEquals(List.of(traceparent, traceparent), posted("traceparent"));
        assertEquals(List.of(tracestate, tracestate), posted("tracestate"));
    }
}
