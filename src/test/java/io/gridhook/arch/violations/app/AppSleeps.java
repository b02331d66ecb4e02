package io.gridhook.arch.violations.app;

import java.util.concurrent.TimeUnit;

/** Waits for the clock. */
final class AppSleeps {
    void thread() throws InterruptedException {
        Thread.sleep(1);
    }

    void timeUnit() throws InterruptedException {
        TimeUnit.DAYS.sleep(1);
    }
}
