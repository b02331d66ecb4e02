/**
 * Topics and event subscriptions: the definitions that users write, validated. May depend on events, filters and retries.
 */
@NullMarked
package io.gridhook.core.topic;

import org.jspecify.annotations.NullMarked;
