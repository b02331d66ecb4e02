package io.gridhook.core.delivery;

/** {@code lastDeliveryOutcome} (behaviour §6.1), and {@link #DELIVERED} for a success. */
public enum DeliveryOutcome {
    DELIVERED(1, "Delivered"),
    BAD_REQUEST(2, "BadRequest"),
    UNAUTHORIZED(3, "Unauthorized"),
    FORBIDDEN(4, "Forbidden"),
    NOT_FOUND(5, "NotFound"),
    TIMED_OUT(6, "TimedOut"),
    PAYLOAD_TOO_LARGE(7, "PayloadTooLarge"),
    BUSY(8, "Busy"),
    SOCKET_ERROR(9, "SocketError"),
    RESOLUTION_ERROR(10, "ResolutionError"),
    GENERIC_ERROR(11, "GenericError"),
    /** No attempt was made: the destination is in probation. */
    PROBATION(12, "Probation"),
    /** No attempt was made: the endpoint answered 410 or an operator disabled it, until it is enabled or saved again. */
    DISABLED(13, "Disabled"),
    /** No attempt was made: the endpoint has not agreed to receive events (behaviour §4). */
    NOT_VALIDATED(14, "NotValidated"),
    /** No attempt was made: the endpoint takes no more requests a minute than it got. */
    RATE_LIMITED(15, "RateLimited"),
    /** No attempt was made: Entra gives no token that the endpoint asks for (behaviour §18). */
    TOKEN_UNAVAILABLE(16, "TokenUnavailable"),
    /** No attempt was made: an operator paused the subscription. In a pack of its own version ({@link PackCodec}). */
    PAUSED(17, "Paused");

    private final int code;
    private final String wireName;

    DeliveryOutcome(int code, String wireName) {
        this.code = code;
        this.wireName = wireName;
    }

    /** The number in a pack; never reused. */
    public int code() {
        return code;
    }

    /** The text in a dead-letter record, a metric and a log line. */
    public String wireName() {
        return wireName;
    }

    /** The outcome with this number in a pack. */
    public static DeliveryOutcome ofCode(int code) {
        for (DeliveryOutcome outcome : values()) {
            if (outcome.code == code) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("delivery outcome: " + code + " (expected: 1.." + values().length + ")");
    }
}
