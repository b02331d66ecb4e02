/**
 * The use cases: publish, deliver, dead-letter, manage. Acts through ports and leaves decisions to core.
 */
@NullMarked
package io.gridhook.app;

import org.jspecify.annotations.NullMarked;
