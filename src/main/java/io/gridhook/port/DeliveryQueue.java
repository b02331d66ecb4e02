package io.gridhook.port;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One durable queue with hidden messages, as a Storage queue has them. At least once, in no order; messages never expire by
 * themselves. Every method throws {@link StorageUnavailableException} when storage does not answer or refuses; a put or an update may
 * have happened all the same.
 */
public interface DeliveryQueue {
    /** The most bytes a body may have: 64 KiB of ASCII. */
    int BODY_BYTES_MAX = 65_536;

    /** The longest a message may stay hidden at a time: 7 days. */
    Duration HIDDEN_MAX = Duration.ofDays(7);

    /**
     * Puts a message that shows after {@code visibleAfter}, zero to {@link #HIDDEN_MAX}. It is durable when this returns.
     *
     * @return a receipt that is good until the message is first received or updated
     * @throws IllegalArgumentException if the body is too long or the delay out of range
     */
    Receipt put(String body, Duration visibleAfter);

    /**
     * Replaces the content of a message and hides it for {@code visibleAfter} from now, in one atomic step; its dequeue count stays.
     *
     * @return the new receipt, or empty if {@code receipt} is stale or the message gone: somebody else owns it, so stop
     */
    Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter);

    /** Like {@link #update}, with the content left as it is. */
    Optional<Receipt> hide(Receipt receipt, Duration visibleAfter);

    /** Ends a message. False if {@code receipt} is stale or the message gone, which is no error: somebody else owns or ended it. */
    boolean delete(Receipt receipt);

    /** Up to {@code most} (1 to 32) visible messages, hidden from others for {@code lease}. */
    List<QueueMessage> receive(int most, Duration lease);

    /** How many messages there are, hidden ones included; approximate. */
    long approximateMessageCount();
}
