/**
 * Reads definitions as Azure exports them, to be made here. May depend on {@code core.topic} and {@code core.event}.
 */
@NullMarked
package io.gridhook.core.migrate;

import org.jspecify.annotations.NullMarked;
