package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.app.Ledger;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** The ledger as JSON, with what can be said of the events that are not accounted for. */
final class LedgerReport {
    private final Optional<Ledger> ledger;
    private final Map<String, DoubleSupplier> pending;

    /** {@code pending}: deliveries that wait in each queue, which storage is asked for. */
    LedgerReport(Optional<Ledger> ledger, Map<String, DoubleSupplier> pending) {
        this.ledger = ledger;
        this.pending = Map.copyOf(pending);
    }

    /**
     * Accepted and not ended.
     *
     * @throws IllegalStateException while deliveries wait, or without a ledger: then nobody can say
     */
    double unaccounted() {
        if (pendingDeliveries() > 0) {
            throw new IllegalStateException("deliveries wait");
        }
        return LedgerCounts.sum(ledger.orElseThrow(() -> new IllegalStateException("no ledger"))
                        .total())
                .open();
    }

    private double pendingDeliveries() {
        return pending.values().stream()
                .mapToDouble(DoubleSupplier::getAsDouble)
                .sum();
    }

    /**
     * What was counted, and what waits.
     *
     * @param counts empty where no ledger is kept
     * @param pending deliveries that wait, by queue
     */
    record Reading(Optional<Map<LedgerRow.Subscription, LedgerCounts>> counts, SortedMap<String, Double> pending) {
        private double waiting() {
            return pending.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        /** Of one subscription; nothing was counted of one that is not there. */
        Optional<LedgerCounts> of(String topic, String name) {
            return counts.map(each -> each.getOrDefault(new LedgerRow.Subscription(topic, name), LedgerCounts.NONE));
        }
    }

    /**
     * All of it, as it is now.
     *
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer
     */
    Reading read() {
        Optional<Map<LedgerRow.Subscription, LedgerCounts>> counts = ledger.map(Ledger::total);
        SortedMap<String, Double> waiting = new TreeMap<>();
        pending.forEach((queue, count) -> waiting.put(queue, count.getAsDouble()));
        return new Reading(counts, waiting);
    }

    /** Empty where no ledger is kept. */
    Optional<ObjectNode> json() {
        return ledger.isEmpty() ? Optional.empty() : json(read());
    }

    private static Optional<ObjectNode> json(Reading reading) {
        return reading.counts().map(counts -> {
            ObjectNode json = total(reading, counts);
            putSubscriptions(json, counts);
            return json;
        });
    }

    /** The total of a reading, and what is not accounted for. */
    static Optional<ObjectNode> total(Reading reading) {
        return reading.counts().map(counts -> total(reading, counts));
    }

    private static ObjectNode total(Reading reading, Map<LedgerRow.Subscription, LedgerCounts> counts) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        double waiting = reading.waiting();
        LedgerCounts sum = LedgerCounts.sum(counts);
        write(json.putObject("total"), sum).put("pendingEstimate", Math.round(waiting));
        if (waiting == 0) {
            json.put("unaccounted", sum.open());
        } else {
            json.putNull("unaccounted");
        }
        json.put(
                "error",
                "Counts that a killed instance had not written are missing: its last 5 minutes, or its last 100. An end that was"
                        + " repeated after a crash is counted twice.");
        return json;
    }

    private static void putSubscriptions(ObjectNode json, Map<LedgerRow.Subscription, LedgerCounts> total) {
        var subscriptions = json.putArray("value");
        total.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<LedgerRow.Subscription, LedgerCounts> entry) ->
                                entry.getKey().topic())
                        .thenComparing(entry -> entry.getKey().name()))
                .forEach(entry -> write(
                        subscriptions
                                .addObject()
                                .put("topic", entry.getKey().topic())
                                .put("eventSubscription", entry.getKey().name()),
                        entry.getValue()));
    }

    /** Adds counts to {@code json}. */
    static ObjectNode write(ObjectNode json, LedgerCounts counts) {
        json.put("accepted", counts.accepted())
                .put("delivered", counts.delivered())
                .put("deadLettered", counts.deadLettered());
        ObjectNode dropped = json.putObject("dropped");
        counts.dropped().forEach(dropped::put);
        return json.put("open", counts.open());
    }
}
