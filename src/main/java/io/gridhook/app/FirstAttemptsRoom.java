package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.Packer;
import io.gridhook.core.delivery.SubscriptionRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The packs whose first attempts are in progress on this instance, with limits on their number, deliveries and bytes. An empty room
 * admits any pack; the last eighth of each limit is for subscriptions that have few deliveries in progress.
 */
final class FirstAttemptsRoom {
    /** Gridhook's choice: as many as {@link Permits.Limits#STANDARD} permits, as more deliveries would wait for permits and be handed off. */
    private static final int DELIVERIES_MAX = 1_024;
    /** Gridhook's choice: a subscription with more deliveries than this leaves the last eighth to others. */
    private static final int FEW = 16;
    /** Gridhook's choice: the payloads are in memory at the same time. */
    private static final long BYTES_MAX = 32L * 1024 * 1024;

    private final int packsMax;

    /** Guarded by this, as are all below. */
    private int packs;

    private int deliveries;
    private long bytes;
    /** Deliveries in progress, for each subscription that has any. */
    private final Map<SubscriptionRef, Integer> deliveriesOf = new HashMap<>();

    private boolean isStopping;

    /** What one pack takes. Its own room guards it. */
    static final class Share {
        private final int deliveries;
        private final long bytes;
        private final Map<SubscriptionRef, Integer> bySubscription = new HashMap<>();
        private boolean isTaken;

        Share(List<DeliveryTask> tasks) {
            this.deliveries = tasks.size();
            this.bytes = Packer.sentBytesOf(tasks);
            tasks.forEach(task -> bySubscription.merge(task.subscription(), 1, Integer::sum));
        }
    }

    FirstAttemptsRoom(int packsMax) {
        this.packsMax = packsMax;
    }

    /** Admits no pack from now on. */
    synchronized void stop() {
        isStopping = true;
    }

    /** Whether the pack is admitted; {@link #leave} gives its share back. */
    synchronized boolean enter(Share share) {
        if (isStopping || packs >= packsMax || (packs > 0 && !hasRoom(share))) {
            return false;
        }
        share.isTaken = true;
        packs++;
        deliveries += share.deliveries;
        bytes += share.bytes;
        share.bySubscription.forEach((each, count) -> deliveriesOf.merge(each, count, Integer::sum));
        return true;
    }

    /** Gives the share back. Idempotent. */
    synchronized void leave(Share share) {
        if (share.isTaken) {
            share.isTaken = false;
            packs--;
            deliveries -= share.deliveries;
            bytes -= share.bytes;
            share.bySubscription.forEach((each, count) ->
                    deliveriesOf.computeIfPresent(each, (key, before) -> before > count ? before - count : null));
        }
    }

    /** Whether nothing is taken. */
    synchronized boolean isEmpty() {
        return packs == 0 && deliveries == 0 && bytes == 0 && deliveriesOf.isEmpty();
    }

    private boolean hasRoom(Share share) {
        int taken = deliveries + share.deliveries;
        long bytesTaken = bytes + share.bytes;
        boolean isNearlyFull = taken > part(DELIVERIES_MAX) || bytesTaken > part(BYTES_MAX) || packs >= part(packsMax);
        return taken <= DELIVERIES_MAX
                && bytesTaken <= BYTES_MAX
                && (!isNearlyFull || share.bySubscription.entrySet().stream().allMatch(this::isModest));
    }

    /** All but an eighth. */
    private static long part(long room) {
        return room - room / 8;
    }

    /** Without this, one endpoint that hangs would take the whole room. */
    private boolean isModest(Map.Entry<SubscriptionRef, Integer> wanted) {
        int before = deliveriesOf.getOrDefault(wanted.getKey(), 0);
        return before == 0 || before + wanted.getValue() <= FEW;
    }
}
