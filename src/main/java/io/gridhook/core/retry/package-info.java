/**
 * When to try again and when to stop: schedules, profiles and the decision after an attempt, all as data. Depends on nothing of
 * ours.
 */
@NullMarked
package io.gridhook.core.retry;

import org.jspecify.annotations.NullMarked;
