/**
 * What is on its way: tasks, packs and their wire format, requests, outcomes and what they mean. May depend on all of core.
 */
@NullMarked
package io.gridhook.core.delivery;

import org.jspecify.annotations.NullMarked;
