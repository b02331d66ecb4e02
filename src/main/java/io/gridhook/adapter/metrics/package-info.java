/**
 * This instance's counters as Prometheus text. May depend on ports and core; the only package that knows {@code io.prometheus}.
 */
@NullMarked
package io.gridhook.adapter.metrics;

import org.jspecify.annotations.NullMarked;
