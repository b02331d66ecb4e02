/**
 * Who is who: what a publisher shows to prove that it may publish, read and checked; and which endpoints may be
 * called. Depends on nothing of ours.
 */
@NullMarked
package io.gridhook.core.trust;

import org.jspecify.annotations.NullMarked;
