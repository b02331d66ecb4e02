package io.gridhook.core.retry;

/** Why an event was given up: {@code deadLetterReason} of its record, {@code DropReason} where it is dropped (behaviour §5.4). */
public enum DeadLetterReason {
    MAX_DELIVERY_ATTEMPTS_EXCEEDED(1, "MaxDeliveryAttemptsExceeded"),
    TIME_TO_LIVE_EXCEEDED(2, "TimeToLiveExceeded"),
    /** The only value ever seen for a 400. */
    UNDELIVERABLE_DUE_TO_HTTP_BAD_REQUEST(3, "UndeliverableDueToHttpBadRequest"),
    /** Any other final 4xx. */
    UNDELIVERABLE_DUE_TO_CLIENT_ERROR(4, "UndeliverableDueToClientError");

    private final int code;
    private final String wireName;

    DeadLetterReason(int code, String wireName) {
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

    /** The reason with this number in a pack. */
    public static DeadLetterReason ofCode(int code) {
        for (DeadLetterReason reason : values()) {
            if (reason.code == code) {
                return reason;
            }
        }
        throw new IllegalArgumentException("dead-letter reason: " + code + " (expected: 1.." + values().length + ")");
    }
}
