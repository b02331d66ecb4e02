/**
 * Benchmarks: {@code mvn -Pbench verify}. Each process has its part: this one publishes and counts; Azurite, the local host and the
 * receiver run beside it.
 */
@NullMarked
package io.gridhook.bench;

import org.jspecify.annotations.NullMarked;
