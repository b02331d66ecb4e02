/**
 * The command line for operators: asks a Gridhook over HTTP, as anybody may, and prints what it says. A jar of its own, not staged with the
 * app; depends on nothing else of Gridhook.
 */
@NullMarked
package io.gridhook.ctl;

import org.jspecify.annotations.NullMarked;
