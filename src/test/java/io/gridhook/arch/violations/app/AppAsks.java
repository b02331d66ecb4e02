package io.gridhook.arch.violations.app;

import java.time.Instant;

/** Asks the clock. */
public final class AppAsks {
    Instant now() {
        return Instant.now();
    }
}
