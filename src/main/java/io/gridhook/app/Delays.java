package io.gridhook.app;

import io.gridhook.port.DeliveryQueue;
import java.time.Duration;
import java.time.Instant;

/** How long a message is hidden for what is due at some time: whole seconds, never early, and at most 7 days at a hop. */
final class Delays {
    private Delays() {}

    static Duration until(Instant due, Instant now) {
        Duration delay = Duration.between(now, due);
        if (delay.isNegative() || delay.isZero()) {
            return Duration.ZERO;
        }
        Duration whole = Duration.ofSeconds(delay.plusNanos(999_999_999).toSeconds());
        return whole.compareTo(DeliveryQueue.HIDDEN_MAX) > 0 ? DeliveryQueue.HIDDEN_MAX : whole;
    }
}
