package io.gridhook.simulation;

import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.SubscriptionStore;
import java.time.InstantSource;
import java.util.Optional;

/** What may stand between the app and its ports, so that it does what it should not: the simulation must notice. */
class Variant {
    /** Nothing. */
    static final Variant NONE = new Variant();

    DeliveryQueue queue(String name, DeliveryQueue queue) {
        return queue;
    }

    PayloadStore payloads(PayloadStore payloads, InstantSource clock) {
        return payloads;
    }

    SubscriptionStore subscriptions(SubscriptionStore subscriptions, InstantSource clock) {
        return subscriptions;
    }

    HealthStore health(HealthStore health) {
        return health;
    }

    PoisonStore poison(PoisonStore poison) {
        return poison;
    }

    /** What a process tells its counts to. */
    Metrics metrics(Metrics metrics, Life life) {
        return metrics;
    }

    /** Where they are kept, and swept; empty for nowhere. */
    Optional<LedgerStore> ledger() {
        return Optional.empty();
    }

    RedriveStore redrives(RedriveStore redrives) {
        return redrives;
    }

    /** Where what was delivered is kept; empty for nowhere. */
    Optional<DeadLetterStore> delivered() {
        return Optional.empty();
    }

    /** The delivery log; empty for none. */
    Optional<DeliveryHistory> history() {
        return Optional.empty();
    }
}
