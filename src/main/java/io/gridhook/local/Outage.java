package io.gridhook.local;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Logs that something does not answer once when that starts and once when it ends, not at every try. */
final class Outage {
    private final Logger logger;
    private final String what;
    private boolean going;

    Outage(Logger logger, String what) {
        this.logger = logger;
        this.what = what;
    }

    synchronized void failed(RuntimeException cause) {
        if (!going) {
            going = true;
            logger.log(Level.WARNING, what + " does not answer; tried again until it does", cause);
        }
    }

    synchronized void succeeded() {
        if (going) {
            going = false;
            logger.info(what + " answers again");
        }
    }
}
