package io.gridhook.app;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The invocations of one queue's messages that wait for answers. While they are few, each waits as long as its patience lasts, which
 * saves the transactions of a hand-off. When they are many, the host would soon receive nothing more (functions-runtime §2), and an
 * endpoint that hangs would be everybody's wait: then the one that has waited longest hands off what is open, after {@link #LEAST}.
 */
final class Invocations {
    /** Ours: half of host.json's {@code newBatchThreshold}, up to which the host goes on receiving; the rest is for those in a hurry. */
    static final int MANY = 8;
    /** Ours: an endpoint that answers in less never costs a hand-off. */
    static final Duration LEAST = Duration.ofMillis(100);

    private final int many;
    /** In the order in which they began. */
    private final Set<DeliveryRound> patient = new LinkedHashSet<>();

    /** {@code many}: when more than so many wait, 1 or more. */
    Invocations(int many) {
        this.many = many;
    }

    void begin(DeliveryRound round) {
        Optional<DeliveryRound> longest = Optional.empty();
        synchronized (this) {
            patient.add(round);
            if (patient.size() > many) {
                longest = patient.stream().findFirst();
                longest.ifPresent(patient::remove);
            }
        }
        longest.ifPresent(DeliveryRound::hurry);
    }

    synchronized void end(DeliveryRound round) {
        patient.remove(round);
    }
}
