package io.gridhook.local;

import java.time.Duration;

/** Runs tasks now or later, many at a time; tests bring their own time. */
interface Scheduler {
    /** A task that was asked for later. */
    interface Pending {
        /** It does not run any more, unless it runs already. */
        void cancel();
    }

    void execute(Runnable task);

    Pending after(Duration delay, Runnable task);
}
