package io.gridhook.adapter.telemetry;

import io.gridhook.port.Metrics;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Tells another {@link Metrics} and OpenTelemetry the same, under the same names (Event Grid's, behaviour §17.1), with the dimensions as
 * attributes. How many combinations of these are kept is for the SDK to bound.
 */
final class OpenTelemetryMetrics implements Metrics {
    private final Metrics first;
    private final Map<Counter, LongCounter> counters = new EnumMap<>(Counter.class);
    private final Map<Timer, DoubleHistogram> timers = new EnumMap<>(Timer.class);

    OpenTelemetryMetrics(Metrics first, Meter meter) {
        this.first = first;
        for (Counter counter : Counter.values()) {
            counters.put(
                    counter,
                    meter.counterBuilder(counter.wireName())
                            .setDescription(counter.help())
                            .build());
        }
        for (Timer timer : Timer.values()) {
            timers.put(
                    timer,
                    meter.histogramBuilder(timer.wireName())
                            .setDescription(timer.help())
                            .setUnit("ms")
                            .setExplicitBucketBoundariesAdvice(Timer.BOUNDS_MS)
                            .build());
        }
    }

    @Override
    public void add(Counter counter, long amount, String... labelValues) {
        first.add(counter, amount, labelValues);
        Objects.requireNonNull(counters.get(counter)).add(amount, attributes(counter.labelNames(), labelValues));
    }

    @Override
    public void record(Timer timer, Duration duration, String... labelValues) {
        first.record(timer, duration, labelValues);
        Objects.requireNonNull(timers.get(timer))
                .record(duration.toNanos() / 1e6, attributes(timer.labelNames(), labelValues));
    }

    /** The first of the two has checked that there is a value for each name. */
    private static Attributes attributes(List<String> names, String... values) {
        AttributesBuilder attributes = Attributes.builder();
        for (int i = 0; i < values.length; i++) {
            attributes.put(names.get(i), values[i]);
        }
        return attributes.build();
    }
}
