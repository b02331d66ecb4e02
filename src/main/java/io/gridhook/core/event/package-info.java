/**
 * Events as they are published and delivered: one reader per input schema, one writer per delivery schema, and the bytes kept as
 * they came. May depend on nothing else of ours.
 */
@NullMarked
package io.gridhook.core.event;

import org.jspecify.annotations.NullMarked;
