package io.gridhook.functions;

import io.gridhook.app.ManagementFixture;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What operators do, over a {@link ManagementFixture}, with the lines that were logged of it. */
final class FixtureActions {
    final List<String> lines = new CopyOnWriteArrayList<>();
    final SubscriptionActions actions;

    FixtureActions(ManagementFixture fixture) {
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        this.actions = new SubscriptionActions(fixture.subscriptions, fixture.testEvents, logger);
    }

    static SubscriptionActions of(ManagementFixture fixture) {
        return new FixtureActions(fixture).actions;
    }
}
