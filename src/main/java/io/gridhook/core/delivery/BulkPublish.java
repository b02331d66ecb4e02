package io.gridhook.core.delivery;

import java.util.UUID;

/**
 * A publish that does not fit one pack: a payload blob holds all of it, one message names the blob, and whoever receives the message
 * puts the packs.
 *
 * @param id of the publish; the packs' ids come from it
 * @param payloadName the blob, as {@link PackCodec#toBytes} wrote it
 * @param tasksPut how many deliveries, in order, were put in packs before
 * @param settledReceives see {@link DeliveryPack#settledReceives}
 */
public record BulkPublish(UUID id, String payloadName, int tasksPut, long settledReceives) {
    public BulkPublish {
        if (tasksPut < 0) {
            throw new IllegalArgumentException("tasksPut: " + tasksPut + " (expected: 0 or more)");
        }
    }

    /** The same publish, so far on. */
    public BulkPublish after(int newTasksPut, long newSettledReceives) {
        return new BulkPublish(id, payloadName, newTasksPut, newSettledReceives);
    }
}
