/**
 * The delivery log: what was tried for which event and what came of it, as rows, as the batches in which they are stored, and as the
 * answer to "did it arrive, and if not, why?". May depend on {@code core.delivery}, {@code core.filter}, {@code core.retry} and
 * {@code core.event}.
 */
@NullMarked
package io.gridhook.core.history;

import org.jspecify.annotations.NullMarked;
