/**
 * Sending dead letters again: what is asked for, how far it has come, and its text in storage. May depend on {@code core.delivery},
 * {@code core.event}, {@code core.filter} and {@code core.topic}.
 */
@NullMarked
package io.gridhook.core.redrive;

import org.jspecify.annotations.NullMarked;
