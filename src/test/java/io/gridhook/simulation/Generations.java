package io.gridhook.simulation;

import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.topic.DeadLetterDestination;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the generations of subscriptions are called in a simulation: the first like its subscription, a later one not. */
final class Generations {
    private final Map<Long, String> called = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private long last;

    /** A generation of a subscription that is called like it. */
    long next(String name) {
        return next(name, name);
    }

    /** The same generation may have several numbers: of those who make it, one succeeds. */
    long next(String calledSo, String name) {
        last++;
        called.put(last, calledSo);
        names.put(calledSo, name);
        return last;
    }

    String called(SubscriptionRef subscription) {
        return called.getOrDefault(subscription.generation(), subscription.name());
    }

    /** The subscription's name. */
    String nameOf(String calledSo) {
        return names.getOrDefault(calledSo, calledSo);
    }

    /** Which generation has that container for itself: one that is made later has. */
    Optional<String> inContainer(DeadLetterDestination destination) {
        return Optional.of(destination.blobContainerName()).filter(names::containsKey);
    }
}
