package io.gridhook.local;

import io.gridhook.port.Receipt;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The leases of all running messages, by the receipt that their functions were bound to. */
final class Leases {
    private final Map<Receipt, MessageLease> byBoundReceipt = new ConcurrentHashMap<>();

    void add(Receipt bound, MessageLease lease) {
        byBoundReceipt.put(bound, lease);
    }

    void remove(Receipt bound) {
        byBoundReceipt.remove(bound);
    }

    Optional<MessageLease> find(Receipt bound) {
        return Optional.ofNullable(byBoundReceipt.get(bound));
    }
}
