package io.gridhook.functions;

import io.gridhook.core.delivery.SubscriptionRef;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the delivery log really writes, for whoever looks for its lines. */
public final class DeliveryLogLines extends Handler {
    private final List<String> lines = new ArrayList<>();

    private DeliveryLogLines() {}

    /** A line for each of these ends of an event, and for each of these troubles. */
    public static List<String> of(List<String> ends, List<String> troubles) {
        DeliveryLogLines written = new DeliveryLogLines();
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(written);
        ContextLog log = new ContextLog(logger, true);
        ends.forEach(end -> log.ended(new SubscriptionRef("orders", "billing", 1), "e-1", end, "r", "blob"));
        troubles.forEach(trouble -> log.trouble("it", trouble));
        return written.lines;
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
