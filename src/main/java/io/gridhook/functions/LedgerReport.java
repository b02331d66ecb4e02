package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.app.Ledger;
import io.gridhook.core.delivery.LedgerCounts;
import io.gridhook.core.delivery.LedgerRow;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
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

    /** Empty where no ledger is kept. */
    Optional<ObjectNode> json() {
        return ledger.map(each -> json(each.total()));
    }

    private ObjectNode json(Map<LedgerRow.Subscription, LedgerCounts> total) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        double waiting = pendingDeliveries();
        LedgerCounts sum = LedgerCounts.sum(total);
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
        return json;
    }

    private static ObjectNode write(ObjectNode json, LedgerCounts counts) {
        json.put("accepted", counts.accepted())
                .put("delivered", counts.delivered())
                .put("deadLettered", counts.deadLettered());
        ObjectNode dropped = json.putObject("dropped");
        counts.dropped().forEach(dropped::put);
        return json.put("open", counts.open());
    }
}
