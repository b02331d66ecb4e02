/**
 * The entry points that the Functions host calls, and what wires them. They translate and delegate. May depend on everything but local.
 */
@NullMarked
package io.gridhook.functions;

import org.jspecify.annotations.NullMarked;
