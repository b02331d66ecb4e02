/**
 * The local host: runs the function classes on this machine, over Azurite. May depend on functions.
 */
@NullMarked
package io.gridhook.local;

import org.jspecify.annotations.NullMarked;
