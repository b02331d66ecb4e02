/**
 * Spans and metrics for the OpenTelemetry of this JVM, where an agent or an SDK has put one. May depend on ports and core; the only
 * package that knows {@code io.opentelemetry}.
 */
@NullMarked
package io.gridhook.adapter.telemetry;

import org.jspecify.annotations.NullMarked;
