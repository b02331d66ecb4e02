package io.gridhook.app;

import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.history.Fate;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.topic.ResolvedSubscription;
import io.gridhook.core.topic.Topic;
import io.gridhook.port.StorageUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Says what became of an event: one answer for each subscription of the topics it was published to, as far as the log tells. */
public final class EventFates {
    /** Ours: rows that one answer is made of; an event has one for each subscription and attempt. */
    static final int ROWS_MAX = 5_000;
    /** Ours: calls of the log for one answer, each of which is bounded itself. */
    static final int CALLS_MAX = 4;

    private final DeliveryLookup lookup;
    private final Catalog catalog;
    private final HealthWriter health;

    public EventFates(DeliveryLookup lookup, Catalog catalog, HealthWriter health) {
        this.lookup = lookup;
        this.catalog = catalog;
        this.health = health;
    }

    /**
     * One subscription's answer.
     *
     * @param isGone whether there is no such subscription any more
     * @param health present if its endpoint is left alone now
     */
    public record One(
            String topic, String eventSubscription, boolean isGone, Fate fate, Optional<EndpointHealth> health) {}

    /**
     * All of them.
     *
     * @param value by topic and name
     * @param eventType {@code ""} if it is not known
     * @param searchedFrom how far back the log was read, if not as far as was asked for
     * @param unreadable batches of the log that are damaged or of a newer version
     */
    public record Answer(List<One> value, String eventType, Optional<Instant> searchedFrom, int unreadable) {
        public Answer {
            value = List.copyOf(value);
        }
    }

    /**
     * What became of the event.
     *
     * @param topic whose subscriptions are asked about; empty: those of the topics that the log knows the event of
     * @throws ManagementException if the topic does not exist, and the log knows nothing of it
     * @throws StorageUnavailableException if storage does not answer or refuses
     */
    public Answer of(String eventId, Optional<String> topic, Instant from, Instant to) {
        List<HistoryRow> rows = new ArrayList<>();
        Optional<DeliveryLookup.Position> next = Optional.empty();
        int unreadable = 0;
        int calls = 0;
        do {
            DeliveryLookup.Page page = lookup.find(
                    new DeliveryLookup.Query(Optional.of(eventId), topic, Optional.empty(), Optional.empty(), from, to),
                    ROWS_MAX,
                    next);
            rows.addAll(page.rows());
            unreadable += page.unreadable();
            next = page.next();
            calls++;
        } while (next.isPresent() && rows.size() < ROWS_MAX && calls < CALLS_MAX);
        return new Answer(
                fates(topic, rows), type(rows), next.map(position -> HistoryBatch.time(position.key())), unreadable);
    }

    private List<One> fates(Optional<String> topic, List<HistoryRow> rows) {
        Map<String, List<HistoryRow>> byTopic = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        topic.ifPresent(name -> byTopic.put(name, new ArrayList<>()));
        rows.forEach(row ->
                byTopic.computeIfAbsent(row.topic(), key -> new ArrayList<>()).add(row));
        List<One> fates = new ArrayList<>();
        byTopic.forEach((name, known) -> fates.addAll(fatesOf(name, known)));
        return fates;
    }

    private List<One> fatesOf(String topic, List<HistoryRow> rows) {
        Catalog.Entry entry = catalog.topic(topic);
        if (entry.topic().isEmpty() && rows.isEmpty()) {
            throw new ManagementException(
                    ManagementException.Kind.NOT_FOUND, "The topic '" + Excerpt.of(topic) + "' does not exist.");
        }
        String name = entry.topic().map(Topic::name).orElse(topic);
        Map<String, Optional<ResolvedSubscription>> subscriptions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        rows.forEach(row -> row.subscriptions().forEach(each -> subscriptions.put(each, Optional.empty())));
        for (ResolvedSubscription each : entry.subscriptions()) {
            // The key that is there stays as the log spells it; the spelling of the definition is the one to show.
            subscriptions.remove(each.subscription().name());
            subscriptions.put(each.subscription().name(), Optional.of(each));
        }
        List<One> fates = new ArrayList<>();
        subscriptions.forEach((each, resolved) -> fates.add(
                new One(name, each, resolved.isEmpty(), Fate.of(each, rows), resolved.flatMap(health::inProbation))));
        return fates;
    }

    private static String type(List<HistoryRow> rows) {
        return rows.stream()
                .map(row -> row.match(
                        attempted -> attempted.attempt().eventType(), ended -> "", HistoryRow.Published::eventType))
                .filter(type -> !type.isEmpty())
                .findFirst()
                .orElse("");
    }
}
