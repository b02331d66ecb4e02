package io.gridhook.app;

import java.util.function.Function;

/** One task of a message when the message is settled: its result, or an attempt whose next step is decided by the settlement. */
sealed interface TaskReport permits Attempted, TaskResult {
    /** The position of the task in the pack. */
    int ordinal();

    /** The result, by {@code decide} where it is still to be decided. */
    TaskResult result(Function<Attempted, TaskResult> decide);
}
