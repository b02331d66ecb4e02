package io.gridhook.app;

import io.gridhook.port.Metrics;
import java.time.Duration;

/** Counts nothing. */
final class NoMetrics implements Metrics {
    @Override
    public void add(Counter counter, long amount, String... labelValues) {}

    @Override
    public void record(Timer timer, Duration duration, String... labelValues) {}
}
