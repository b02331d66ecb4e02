/**
 * What the application needs from the world, named for the need. May depend on core.
 */
@NullMarked
package io.gridhook.port;

import org.jspecify.annotations.NullMarked;
