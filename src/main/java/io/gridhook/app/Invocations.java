package io.gridhook.app;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The invocations of one queue's messages that wait for answers, and first attempts that are made at once. While they are few, each waits
 * as long as its patience lasts, which saves the transactions of a hand-off. When they are many, the host would soon receive nothing more
 * (functions-runtime §2), and an endpoint that hangs would be everybody's wait: then the one that has waited longest hands off what is
 * open, after {@link #LEAST}. First attempts take no place of the host's; but what they have delivered would be delivered again if the
 * process died before they end.
 */
final class Invocations {
    /** Ours: half of host.json's {@code newBatchThreshold}, up to which the host goes on receiving; the rest is for those in a hurry. */
    static final int MANY = 8;
    /** Ours: an endpoint that answers in less never costs a hand-off. */
    static final Duration LEAST = Duration.ofMillis(100);

    /** In the order in which they began. */
    private final Set<DeliveryRound> patient = new LinkedHashSet<>();

    void begin(DeliveryRound round) {
        Optional<DeliveryRound> longest = Optional.empty();
        synchronized (this) {
            patient.add(round);
            if (patient.size() > MANY) {
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
