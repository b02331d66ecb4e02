package io.gridhook.app;

import io.gridhook.core.event.Event;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRow.NotMatched;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the delivery log says of the events of one request: which subscriptions each goes to, and why not to the others. The filters are
 * asked clause by clause, as a dry run does, which takes many times as long as matching: so only so many are.
 */
final class PublishedRows {
    /** Ours: of one topic and event. What is beyond is not named. */
    static final int SUBSCRIPTIONS_MAX = 100;
    /** Ours: of one request. Events beyond it have no row. */
    static final int FILTERS_MAX = 10_000;

    private final Instant now;
    private final List<HistoryRow> rows = new ArrayList<>();
    private int filters;

    PublishedRows(Instant now) {
        this.now = now;
    }

    /** The next event; {@code entries} are the topics it was published to. */
    void add(Event event, List<Catalog.Entry> entries) {
        entries.forEach(entry -> add(event, entry));
    }

    private void add(Event event, Catalog.Entry entry) {
        List<ResolvedSubscription> live = entry.subscriptions().stream()
                .filter(each -> each.subscription().takesEvents(now))
                .toList();
        if (entry.topic().isEmpty() || filters >= FILTERS_MAX) {
            return;
        }
        List<String> matched = new ArrayList<>();
        List<NotMatched> notMatched = new ArrayList<>();
        live.stream().limit(SUBSCRIPTIONS_MAX).forEach(each -> {
            String name = each.subscription().name();
            List<FailedClause> failed = each.filter().failedClauses(event);
            if (failed.isEmpty()) {
                matched.add(name);
            } else {
                notMatched.add(new NotMatched(name, failed.get(0)));
            }
        });
        filters += matched.size() + notMatched.size() + 1;
        rows.add(new HistoryRow.Published(
                now,
                entry.topic().get().name(),
                event.attributes().id(),
                event.attributes().type(),
                matched,
                notMatched,
                live.size() > SUBSCRIPTIONS_MAX));
    }

    List<HistoryRow> rows() {
        return rows;
    }
}
