/**
 * Which events a subscription wants. May depend on {@code core.event}.
 */
@NullMarked
package io.gridhook.core.filter;

import org.jspecify.annotations.NullMarked;
