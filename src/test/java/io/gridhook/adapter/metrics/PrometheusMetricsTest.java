package io.gridhook.adapter.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.Metrics.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviour §17.1: the names and dimensions, as Prometheus shows them. */
class PrometheusMetricsTest {
    private final PrometheusMetrics metrics = new PrometheusMetrics(3);

    @ParameterizedTest
    @EnumSource
    void every_counter_is_shown_with_its_labels(Counter counter) {
        String[] values = counter.labelNames().toArray(String[]::new);
        metrics.add(counter, 2, values);
        metrics.add(counter, 3, values);
        String labels = counter.labelNames().stream()
                .sorted()
                .map(name -> name + "=\"" + name + "\"")
                .collect(Collectors.joining(","));
        assertLine("# TYPE " + counter.wireName() + "_total counter");
        assertLine("# HELP " + counter.wireName() + "_total " + counter.help());
        assertLine(counter.wireName() + "_total{" + labels + "} 5.0");
    }

    @ParameterizedTest
    @EnumSource
    void every_timer_is_a_histogram_in_milliseconds(Timer timer) {
        String[] values = timer.labelNames().toArray(String[]::new);
        metrics.record(timer, Duration.ofMillis(15), values);
        metrics.record(timer, Duration.ofMinutes(5), values);
        String text = metrics.text();
        assertLine("# TYPE " + timer.wireName() + " histogram");
        assertTrue(text.contains("le=\"10.0\"} 0"), text);
        assertTrue(text.contains("le=\"20.0\"} 1"), text);
        assertTrue(text.contains("le=\"+Inf\"} 2"), text);
        assertTrue(text.matches("(?s).*" + timer.wireName() + "_sum\\{[^}]*} 300015\\.0\n.*"), text);
    }

    @Test
    void label_values_are_escaped() {
        metrics.add(Counter.PUBLISH_SUCCESS_COUNT, 1, "a\"b\\c\nd");
        assertLine("PublishSuccessCount_total{Topic=\"a\\\"b\\\\c\\nd\"} 1.0");
    }

    @Test
    void adding_nothing_shows_a_zero() {
        metrics.add(Counter.PUBLISH_SUCCESS_COUNT, 0, "t");
        assertLine("PublishSuccessCount_total{Topic=\"t\"} 0.0");
    }

    @Test
    void beyond_the_limit_labels_read_other_and_nothing_is_lost() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10; i++) {
                metrics.add(Counter.MATCHED_EVENT_COUNT, 1, "topic", "s" + i);
            }
        }
        for (int i = 0; i < 3; i++) {
            assertLine("MatchedEventCount_total{EventSubscriptionName=\"s" + i + "\",Topic=\"topic\"} 2.0");
        }
        assertLine("MatchedEventCount_total{EventSubscriptionName=\"other\",Topic=\"other\"} 14.0");
        assertFalse(metrics.text().contains("\"s3\""));
    }

    @Test
    void each_metric_has_its_own_limit() {
        IntStream.range(0, 5).forEach(i -> metrics.add(Counter.PUBLISH_SUCCESS_COUNT, 1, "t" + i));
        metrics.add(Counter.UNMATCHED_EVENT_COUNT, 1, "t4");
        assertLine("UnmatchedEventCount_total{Topic=\"t4\"} 1.0");
    }

    @Test
    void a_wrong_number_of_label_values_is_refused() {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> metrics.add(Counter.MATCHED_EVENT_COUNT, 1, "topic"))
                        .getMessage());
        assertEquals("MatchedEventCount: 1 label values (expected: 2)", message);
        assertThrows(
                IllegalArgumentException.class,
                () -> metrics.record(Timer.PUBLISH_SUCCESS_LATENCY, Duration.ZERO, "topic", "more"));
    }

    @Test
    void a_gauge_is_read_when_scraped_and_one_that_fails_has_no_sample() {
        long[] pending = {7};
        metrics.gauge(
                "PendingMessageCount",
                "Messages in a queue.",
                "Queue",
                Map.of("deliveries", () -> pending[0], "retries", () -> {
                    throw new IllegalStateException("storage is down");
                }));
        assertLine("PendingMessageCount{Queue=\"deliveries\"} 7.0");
        pending[0] = 8;
        assertLine("PendingMessageCount{Queue=\"deliveries\"} 8.0");
        assertFalse(metrics.text().contains("Queue=\"retries\""));
    }

    @Test
    void a_gauge_that_fails_throughout_leaves_the_rest_readable() {
        metrics.gauge("PendingMessageCount", "Messages in a queue.", "Queue", Map.of("retries", () -> {
            throw new IllegalStateException("storage is down");
        }));
        metrics.add(Counter.PUBLISH_SUCCESS_COUNT, 1, "t");
        assertLine("PublishSuccessCount_total{Topic=\"t\"} 1.0");
    }

    @Test
    void the_format_is_prometheus_text_0_0_4() {
        assertEquals("text/plain; version=0.0.4; charset=utf-8", metrics.contentType());
    }

    @Test
    void two_instances_share_nothing() {
        metrics.add(Counter.PUBLISH_SUCCESS_COUNT, 1, "t");
        assertFalse(new PrometheusMetrics().text().contains("PublishSuccessCount_total{"));
    }

    private void assertLine(String line) {
        String text = metrics.text();
        assertTrue(text.lines().anyMatch(line::equals), () -> line + "\nexpected in:\n" + text);
    }
}
