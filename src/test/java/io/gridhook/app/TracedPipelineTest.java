package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.event;
import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.telemetry.Telemetry;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.event.PublishedBody;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The spans of a pipeline, by OpenTelemetry's own SDK: their parents, from publish over the queue to the endpoint. */
class TracedPipelineTest {
    private static final String TRACE = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String CAME = "00-" + TRACE + "-00000000000000a1-01";

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();
    /** What runs later, where a test wants that; else at once. */
    private final Deque<Runnable> later = new ArrayDeque<>();

    private boolean isLater;
    private final PipelineFixture world = new PipelineFixture(this::execute);
    private final Pipeline instance = world.newPipeline(world.ports.with(new Telemetry(sdk).tracing()));

    private void execute(Runnable task) {
        if (isLater) {
            later.add(task);
        } else {
            task.run();
        }
    }

    private void publish(Map<String, String> headers, String events) {
        world.publish(instance, new PublishedBody("application/json", headers, events))
                .join();
    }

    private void deliver() {
        assertTrue(world.invoke(instance, world.deliveries, world.receive(world.deliveries)));
    }

    private void retry() {
        world.passUntilShown(world.retries);
        assertTrue(world.invoke(instance, world.retries, world.receive(world.retries)));
    }

    private List<SpanData> spans(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private static String attributes(SpanData span) {
        Map<String, Object> sorted = new TreeMap<>();
        span.getAttributes().forEach((key, value) -> sorted.put(key.getKey(), value));
        return sorted.toString();
    }

    private static String traceparent(WebhookRequest post) {
        return post.headers().stream()
                .filter(header -> header.name().equals("traceparent"))
                .map(WebhookRequest.Header::value)
                .findFirst()
                .orElse("");
    }

    private static String asParent(SpanData span) {
        // Of a root the SDK says as well that its trace id is random (level 2).
        return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-"
                + span.getSpanContext().getTraceFlags().asHex();
    }

    @Test
    void a_publish_is_the_parent_of_each_attempt_and_each_attempt_of_its_post() {
        world.subscribe("billing", wanted().schedule(Duration.ofMinutes(1)));
        world.answers("billing", 503);
        publish(Map.of("traceparent", CAME, "tracestate", "a=1"), "[" + event("e1", 10) + "]");
        deliver();
        world.answers("billing", 200);
        retry();

        SpanData publish = spans("publish orders").get(0);
        assertEquals(SpanKind.SERVER, publish.getKind());
        assertEquals(TRACE, publish.getTraceId());
        assertEquals("00000000000000a1", publish.getParentSpanId());
        assertTrue(publish.getParentSpanContext().isRemote());
        assertEquals(
                "{messaging.destination.name=orders, messaging.operation.name=publish, messaging.operation.type=send,"
                        + " messaging.system=gridhook}",
                attributes(publish));

        List<SpanData> attempts = spans("deliver orders");
        assertEquals(2, attempts.size());
        for (int i = 0; i < 2; i++) {
            SpanData attempt = attempts.get(i);
            assertEquals(SpanKind.CLIENT, attempt.getKind());
            assertEquals(TRACE, attempt.getTraceId());
            assertEquals(publish.getSpanId(), attempt.getParentSpanId(), "attempt " + i);
            assertEquals(List.of(), attempt.getLinks());
            assertEquals(asParent(attempt), traceparent(world.posts.get(i)));
            assertEquals(
                    "a=1",
                    world.posts.get(i).headers().stream()
                            .filter(header -> header.name().equals("tracestate"))
                            .findFirst()
                            .orElseThrow()
                            .value());
        }
        assertEquals(
                "{error.type=Busy, gridhook.delivery.attempt=1, gridhook.delivery.outcome=Busy,"
                        + " http.response.status_code=503, messaging.destination.name=orders,"
                        + " messaging.destination.subscription.name=billing, messaging.message.id=e1,"
                        + " messaging.operation.name=deliver, messaging.operation.type=deliver, messaging.system=gridhook,"
                        + " server.address=billing}",
                attributes(attempts.get(0)));
        assertEquals(StatusCode.ERROR, attempts.get(0).getStatus().getStatusCode());
        assertEquals(
                "{gridhook.delivery.attempt=2, gridhook.delivery.outcome=Delivered, http.response.status_code=200,"
                        + " messaging.destination.name=orders, messaging.destination.subscription.name=billing,"
                        + " messaging.message.id=e1, messaging.operation.name=deliver, messaging.operation.type=deliver,"
                        + " messaging.system=gridhook, server.address=billing}",
                attributes(attempts.get(1)));
        assertEquals(StatusCode.UNSET, attempts.get(1).getStatus().getStatusCode());
    }

    @Test
    void without_a_caller_the_publish_is_the_root() {
        world.subscribe("billing");
        publish(Map.of(), "[" + event("e1", 10) + "," + event("e2", 10) + "]");
        deliver();
        SpanData publish = spans("publish orders").get(0);
        assertFalse(publish.getParentSpanContext().isValid());
        assertTrue(attributes(publish).contains("messaging.batch.message_count=2"), attributes(publish));
        assertEquals(
                List.of(publish.getSpanId(), publish.getSpanId()),
                spans("deliver orders").stream().map(SpanData::getParentSpanId).toList());
    }

    /** As the Java agent has it, which makes a span of each function call out of what the host says. */
    @Test
    void the_span_of_the_call_comes_before_the_header() {
        world.subscribe("billing");
        Span call = sdk.getTracer("agent").spanBuilder("call").startSpan();
        Context.current()
                .with(call)
                .wrap(() -> {
                    publish(Map.of("traceparent", CAME), "[" + event("e1", 10) + "]");
                    // An attempt is part of what its events are part of, whoever's thread it is made on.
                    deliver();
                })
                .run();
        SpanData publish = spans("publish orders").get(0);
        assertEquals(call.getSpanContext().getSpanId(), publish.getParentSpanId());
        assertEquals(publish.getSpanId(), spans("deliver orders").get(0).getParentSpanId());
    }

    /** One POST of three publishes: a trace of its own, with a link to each, and that is what the endpoint is told. */
    @Test
    void a_batch_of_several_traces_has_links() {
        world.subscribe("batched", wanted().batches(10));
        isLater = true;
        for (int i = 0; i < 3; i++) {
            var unused = world.publish(
                    instance, new PublishedBody("application/json", Map.of(), "[" + event("e" + i, 10) + "]"));
        }
        while (!later.isEmpty()) {
            later.remove().run();
        }
        isLater = false;
        deliver();
        SpanData attempt = spans("deliver orders").get(0);
        assertFalse(attempt.getParentSpanContext().isValid());
        List<String> publishes =
                spans("publish orders").stream().map(SpanData::getSpanId).toList();
        assertEquals(3, publishes.size());
        assertEquals(
                publishes,
                attempt.getLinks().stream()
                        .map(LinkData::getSpanContext)
                        .map(each -> each.getSpanId())
                        .toList());
        assertTrue(attributes(attempt).contains("messaging.batch.message_count=3"), attributes(attempt));
        assertEquals(asParent(attempt), traceparent(world.posts.get(world.posts.size() - 1)));
    }

    @Test
    void a_batch_of_one_trace_is_part_of_it() {
        world.subscribe("batched", wanted().batches(10));
        publish(Map.of("traceparent", CAME), "[" + event("e1", 10) + "," + event("e2", 10) + "]");
        deliver();
        SpanData attempt = spans("deliver orders").get(0);
        assertEquals(spans("publish orders").get(0).getSpanId(), attempt.getParentSpanId());
        assertEquals(List.of(), attempt.getLinks());
        assertTrue(attributes(attempt).contains("messaging.batch.message_count=2"), attributes(attempt));
    }

    /** It ends when the exchange does: a late answer counts. */
    @Test
    void the_span_of_a_slow_endpoint_ends_with_its_answer() {
        world.subscribe("slow", wanted().schedule(Duration.ofMinutes(1)));
        world.hangs("slow");
        publish(Map.of(), "[" + event("e1", 10) + "]");
        CompletableFuture<Void> invocation =
                instance.deliverer().deliver(world.receive(world.deliveries), world.told());
        world.pass(Pipeline.Settings.PATIENCE);
        assertTrue(invocation.isDone());
        assertEquals(List.of(), spans("deliver orders"));
        world.open.get(0).complete(AttemptOutcome.Responded.of(200));
        SpanData attempt = spans("deliver orders").get(0);
        assertTrue(attributes(attempt).contains("outcome=Delivered"), attributes(attempt));
    }

    @Test
    void a_fault_of_ours_ends_the_span() {
        world.subscribe("billing");
        world.hangs("billing");
        publish(Map.of(), "[" + event("e1", 10) + "]");
        CompletableFuture<Void> invocation =
                instance.deliverer().deliver(world.receive(world.deliveries), world.told());
        world.open.get(0).completeExceptionally(new IllegalStateException("https://secret"));
        assertTrue(invocation.isDone());
        SpanData attempt = spans("deliver orders").get(0);
        assertTrue(attributes(attempt).contains("error.type=java.lang.IllegalStateException"), attributes(attempt));
        assertFalse(attempt.toString().contains("secret"), attempt.toString());
    }

    /** An agent may have anything plugged into it. */
    @Test
    void a_span_that_cannot_be_ended_delays_nobody() {
        OpenTelemetrySdk broken = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(new BrokenProcessor())
                        .build())
                .build();
        Pipeline other = world.newPipeline(world.ports.with(new Telemetry(broken).tracing()));
        world.subscribe("billing");
        world.published(1, 10);
        CompletableFuture<Void> invocation = other.deliverer().deliver(world.receive(world.deliveries), world.told());
        assertEquals(1, world.posts.size());
        assertTrue(invocation.isDone());
        assertEquals(List.of("billing e0 attempt 1 Delivered -> complete"), world.log);
    }

    private static final class BrokenProcessor implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            throw new IllegalStateException("a processor's fault");
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }

    @Test
    void a_refused_publish_is_an_error() {
        assertThrows(InvalidEventException.class, () -> publish(Map.of("traceparent", CAME), "[{}]"));
        assertThrows(PublishRefusedException.class, () -> instance.publisher()
                .publish(
                        "orders",
                        PublisherCredentials.ofKey(Optional.of("another")),
                        new PublishedBody("application/json", Map.of(), "[]")));
        List<SpanData> refused = spans("publish orders");
        assertEquals(2, refused.size());
        refused.forEach(span -> {
            assertEquals(StatusCode.ERROR, span.getStatus().getStatusCode());
            assertTrue(attributes(span).contains("error.type="), attributes(span));
        });
    }

    /** Callers may spell what they like; a span's name is of few. */
    @Test
    void an_unknown_topic_has_no_span() {
        assertThrows(PublishRefusedException.class, () -> instance.publisher()
                .publish(
                        "made-up",
                        PublisherCredentials.ofKey(Optional.empty()),
                        new PublishedBody("application/json", Map.of(), "[]")));
        assertEquals(List.of(), exporter.getFinishedSpanItems());
    }
}
