package io.gridhook.adapter.telemetry;

import io.gridhook.port.Metrics;
import io.gridhook.port.Tracing;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.TracerProvider;

/** An OpenTelemetry as ports. One that does nothing costs nothing: it is known by that, and never called. */
public final class Telemetry {
    /** What the spans and metrics say that they come from: the instrumentation scope. */
    static final String SCOPE = "io.gridhook";

    private final OpenTelemetry openTelemetry;

    public Telemetry(OpenTelemetry openTelemetry) {
        this.openTelemetry = openTelemetry;
    }

    /** That of this JVM: a Java agent's, or an SDK's that configures itself; asked for once, when the app is made. */
    public static Telemetry global() {
        return new Telemetry(GlobalOpenTelemetry.get());
    }

    /** Spans, or what only passes traces on. */
    public Tracing tracing() {
        TracerProvider provider = openTelemetry.getTracerProvider();
        return isSame(provider, TracerProvider.noop()) ? Tracing.NONE : new OpenTelemetryTracing(provider.get(SCOPE));
    }

    /** {@code first}, and the same told to OpenTelemetry as far as it listens. */
    public Metrics beside(Metrics first) {
        MeterProvider provider = openTelemetry.getMeterProvider();
        return isSame(provider, MeterProvider.noop()) ? first : new OpenTelemetryMetrics(first, provider.get(SCOPE));
    }

    @SuppressWarnings("ReferenceEquality") // There is one that does nothing, and others have no equality.
    private static boolean isSame(Object provider, Object noop) {
        return provider == noop;
    }
}
