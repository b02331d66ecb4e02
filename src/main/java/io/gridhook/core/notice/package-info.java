/**
 * Notices: what Gridhook tells of its own subscriptions, as events that anyone can subscribe to. May depend on all of core; nothing in core
 * depends on it.
 */
@NullMarked
package io.gridhook.core.notice;

import org.jspecify.annotations.NullMarked;
