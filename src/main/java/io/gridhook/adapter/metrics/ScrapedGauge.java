package io.gridhook.adapter.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;

/** A gauge with one label whose values are asked for when it is scraped. A value that fails then is left out. */
final class ScrapedGauge implements Collector {
    private final String name;
    private final String help;
    private final String labelName;
    private final Map<String, DoubleSupplier> valueByLabel;

    ScrapedGauge(String name, String help, String labelName, Map<String, DoubleSupplier> valueByLabel) {
        this.name = name;
        this.help = help;
        this.labelName = labelName;
        this.valueByLabel = Map.copyOf(valueByLabel);
    }

    @Override
    public String getPrometheusName() {
        return name;
    }

    @Override
    public MetricSnapshot collect() {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        valueByLabel.forEach((label, source) -> ask(source)
                .ifPresent(value -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of(labelName, label))
                        .value(value)
                        .build())));
        return gauge.build();
    }

    /** The boundary at which a source that fails becomes a sample that is absent. */
    private static OptionalDouble ask(DoubleSupplier source) {
        try {
            return OptionalDouble.of(source.getAsDouble());
        } catch (RuntimeException e) {
            return OptionalDouble.empty();
        }
    }
}
