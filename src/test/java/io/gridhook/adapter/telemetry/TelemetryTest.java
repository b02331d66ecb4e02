package io.gridhook.adapter.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.PostTraces;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.Metrics;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import io.gridhook.port.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What OpenTelemetry is told, and that nothing is where there is none. */
class TelemetryTest {
    private static final int EVENTS = 1_000;
    /** The profile of the thread itself, and the loading of a class. */
    private static final int NOISE_BYTES = 8_192;

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build();

    private static String[] values(List<String> labelNames) {
        return labelNames.stream().map(name -> "a " + name).toArray(String[]::new);
    }

    private static String key(String name, Map<String, ?> labels) {
        return name + new TreeMap<>(labels);
    }

    private static Map<String, String> labels(List<String> names) {
        return names.stream().collect(Collectors.toMap(name -> name, name -> "a " + name));
    }

    /** Each of them, under the name and the dimensions that Prometheus shows. */
    @Test
    void every_metric_is_told_to_both() {
        PrometheusMetrics prometheus = new PrometheusMetrics();
        Metrics both = new Telemetry(sdk).beside(prometheus);
        for (Counter counter : Counter.values()) {
            both.add(counter, 3, values(counter.labelNames()));
        }
        for (Timer timer : Timer.values()) {
            both.record(timer, Duration.ofMillis(3), values(timer.labelNames()));
        }
        Collection<MetricData> told = reader.collectAllMetrics();
        Map<String, Object> byName = new TreeMap<>();
        told.forEach(metric -> metric.getData().getPoints().forEach(point -> {
            Map<String, Object> labels = new TreeMap<>();
            point.getAttributes().forEach((name, value) -> labels.put(name.getKey(), value));
            byName.put(key(metric.getName(), labels), metric.getDescription());
        }));
        Map<String, Object> expected = new TreeMap<>();
        Stream.of(Counter.values())
                .forEach(each -> expected.put(key(each.wireName(), labels(each.labelNames())), each.help()));
        Stream.of(Timer.values())
                .forEach(each -> expected.put(key(each.wireName(), labels(each.labelNames())), each.help()));
        assertEquals(expected, byName);
        String text = prometheus.text();
        Stream.of(Counter.values())
                .forEach(each -> assertTrue(
                        text.lines()
                                .anyMatch(line -> line.startsWith(each.wireName() + "_total{")
                                        && line.endsWith(" 3.0")
                                        && each.labelNames().stream()
                                                .allMatch(name -> line.contains(name + "=\"a " + name + "\""))),
                        each.wireName()));
        assertTrue(told.stream()
                .allMatch(each -> each.getInstrumentationScopeInfo().getName().equals("io.gridhook")));
    }

    /** A counter adds up; a timer is a histogram in milliseconds, with the bounds that Prometheus' has. */
    @Test
    void values_are_those_of_prometheus() {
        PrometheusMetrics prometheus = new PrometheusMetrics();
        Metrics both = new Telemetry(sdk).beside(prometheus);
        both.add(Counter.PUBLISH_SUCCESS_COUNT, 2, "orders");
        both.add(Counter.PUBLISH_SUCCESS_COUNT, 5, "orders");
        both.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.ofNanos(2_500_000), "orders");
        both.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.ofSeconds(90), "orders");
        Map<String, MetricData> told =
                reader.collectAllMetrics().stream().collect(Collectors.toMap(MetricData::getName, each -> each));
        assertEquals(
                7,
                Objects.requireNonNull(told.get("PublishSuccessCount"))
                        .getLongSumData()
                        .getPoints()
                        .iterator()
                        .next()
                        .getValue());
        MetricData latency = Objects.requireNonNull(told.get("PublishSuccessLatencyInMs"));
        HistogramPointData point =
                latency.getHistogramData().getPoints().iterator().next();
        assertEquals("ms", latency.getUnit());
        assertEquals(90_002.5, point.getSum());
        assertEquals(Timer.BOUNDS_MS, point.getBoundaries());
        assertEquals(List.of(0L, 0L, 1L), point.getCounts().subList(0, 3));
        String text = prometheus.text();
        assertTrue(text.contains("PublishSuccessCount_total{Topic=\"orders\"} 7.0"), text);
        assertTrue(text.contains("PublishSuccessLatencyInMs_sum{Topic=\"orders\"} 90002.5"), text);
        Timer.BOUNDS_MS.forEach(bound -> assertTrue(text.contains("le=\"" + bound + "\""), () -> bound + "\n" + text));
    }

    @Test
    void where_there_is_none_nothing_is_put_before_the_metrics_and_no_span_is_made() {
        PrometheusMetrics prometheus = new PrometheusMetrics();
        Telemetry none = new Telemetry(OpenTelemetry.noop());
        assertSame(prometheus, none.beside(prometheus));
        assertSame(Tracing.NONE, none.tracing());
        // Nobody sets one in this JVM.
        assertSame(Tracing.NONE, Telemetry.global().tracing());
        assertSame(prometheus, Telemetry.global().beside(prometheus));
        assertNotSame(Tracing.NONE, new Telemetry(sdk).tracing());
    }

    /** What tracing asks of the heap, on this thread, for a thousand publishes and as many attempts. */
    @Test
    void where_there_is_none_it_costs_no_memory() {
        Tracing tracing = new Telemetry(OpenTelemetry.noop()).tracing();
        EventSubscription subscription = new EventSubscription(
                "orders",
                "billing",
                1,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://h/", OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        List<Event> events = List.of();
        Answer answer = Answer.of(
                AttemptOutcome.Responded.of(200),
                ResolvedSubscription.of(subscription, Optional.empty(), RetryProfiles.standard()),
                1);
        Map<String, String> headers = Map.of("content-type", "application/json");
        Runnable work = () -> {
            for (int i = 0; i < EVENTS; i++) {
                Tracing.Publishing publishing = tracing.publish("orders", TraceContext.of(headers));
                publishing.accepted(1);
                Tracing.Attempt attempt = tracing.attempt(subscription, 1, events, PostTraces.NONE);
                attempt.ended(answer);
                if (publishing.context().isPresent() || attempt.context().isPresent()) {
                    throw new AssertionError("a trace");
                }
            }
        };
        work.run();
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        work.run();
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated <= NOISE_BYTES, () -> allocated + " bytes");
    }
}
