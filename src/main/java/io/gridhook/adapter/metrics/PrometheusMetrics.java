package io.gridhook.adapter.metrics;

import io.gridhook.port.Metrics;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.datapoints.DataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.StatefulMetric;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * {@link Metrics} in memory, shown as Prometheus text format 0.0.4. Names are Event Grid's (behaviour §17.1), to which Prometheus'
 * rules add {@code _total} for counters: {@code DeliverySuccessCount_total}. Timers are histograms in milliseconds, as their names
 * say, with {@code _bucket}, {@code _sum} and {@code _count}; those, unlike quantiles, add up over instances.
 *
 * <p>A metric keeps at most {@value #SERIES_MAX} combinations of label values; what comes after them is counted with every label
 * reading {@code other}, so that totals stay right.
 */
public final class PrometheusMetrics implements Metrics {
    /** Combinations of label values per metric; about 1 KB each for a timer. */
    static final int SERIES_MAX = 10_000;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
    private final Map<Counter, Series<io.prometheus.metrics.core.metrics.Counter>> counters =
            new EnumMap<>(Counter.class);
    private final Map<Timer, Series<Histogram>> timers = new EnumMap<>(Timer.class);

    /** A metric and the bound on its label values. */
    private record Series<M extends StatefulMetric<? extends DataPoint, ?>>(M metric, SeriesLimit limit) {}

    public PrometheusMetrics() {
        this(SERIES_MAX);
    }

    PrometheusMetrics(int seriesMax) {
        for (Counter counter : Counter.values()) {
            counters.put(
                    counter,
                    new Series<>(
                            register(counter),
                            limit(counter.wireName(), counter.labelNames().size(), seriesMax)));
        }
        for (Timer timer : Timer.values()) {
            timers.put(
                    timer,
                    new Series<>(
                            register(timer),
                            limit(timer.wireName(), timer.labelNames().size(), seriesMax)));
        }
    }

    private static SeriesLimit limit(String name, int labels, int seriesMax) {
        return new SeriesLimit(name, labels, seriesMax);
    }

    private io.prometheus.metrics.core.metrics.Counter register(Counter counter) {
        return io.prometheus.metrics.core.metrics.Counter.builder()
                .name(counter.wireName())
                .help(counter.help())
                .labelNames(counter.labelNames().toArray(String[]::new))
                .withoutExemplars()
                .register(registry);
    }

    private Histogram register(Timer timer) {
        return Histogram.builder()
                .name(timer.wireName())
                .help(timer.help())
                .labelNames(timer.labelNames().toArray(String[]::new))
                .classicOnly()
                .classicUpperBounds(Timer.BOUNDS_MS.stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray())
                .withoutExemplars()
                .register(registry);
    }

    @Override
    public void add(Counter counter, long amount, String... labelValues) {
        Series<io.prometheus.metrics.core.metrics.Counter> series = Objects.requireNonNull(counters.get(counter));
        series.metric().labelValues(series.limit().admit(labelValues)).inc(amount);
    }

    @Override
    public void record(Timer timer, Duration duration, String... labelValues) {
        Series<Histogram> series = Objects.requireNonNull(timers.get(timer));
        series.metric().labelValues(series.limit().admit(labelValues)).observe(duration.toNanos() / 1e6);
    }

    /**
     * Adds a gauge that is read when it is scraped, on the scraping thread.
     *
     * @param name its name, which no other metric has
     * @param help one sentence
     * @param labelName the one label's name
     * @param valueByLabel what to ask for each label value; one that throws has no sample in that scrape
     */
    public void gauge(String name, String help, String labelName, Map<String, DoubleSupplier> valueByLabel) {
        registry.register(new ScrapedGauge(name, help, labelName, valueByLabel));
    }

    /** What was counted under all labels together, by the counters' names. No gauge is read. */
    public Map<String, Double> totals() {
        Map<String, Double> totals = new TreeMap<>();
        counters.forEach((counter, series) -> totals.put(
                counter.wireName(),
                series.metric().collect().getDataPoints().stream()
                        .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                        .sum()));
        return totals;
    }

    /**
     * How many durations were in which bucket, under all labels together.
     *
     * @param upTo the buckets' upper bounds in milliseconds, rising; the last is infinity
     * @param counts of each bucket alone, not of those before it
     */
    public record Durations(List<Double> upTo, List<Long> counts) {
        public Durations {
            upTo = List.copyOf(upTo);
            counts = List.copyOf(counts);
        }
    }

    /** The durations, by the timers' names. */
    public Map<String, Durations> durations() {
        Map<String, Durations> durations = new TreeMap<>();
        timers.forEach((timer, series) ->
                durations.put(timer.wireName(), durations(series.metric().collect())));
        return durations;
    }

    private static Durations durations(HistogramSnapshot histogram) {
        List<Double> upTo = new ArrayList<>(Timer.BOUNDS_MS);
        upTo.add(Double.POSITIVE_INFINITY);
        Long[] counts = new Long[upTo.size()];
        Arrays.fill(counts, 0L);
        histogram.getDataPoints().forEach(point -> {
            for (int i = 0; i < counts.length; i++) {
                counts[i] += point.getClassicBuckets().getCount(i);
            }
        });
        return new Durations(upTo, List.of(counts));
    }

    /** All metrics as Prometheus text. */
    public String text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException("the metrics do not fit into memory", e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The media type of {@link #text}. */
    public String contentType() {
        return writer.getContentType();
    }
}
