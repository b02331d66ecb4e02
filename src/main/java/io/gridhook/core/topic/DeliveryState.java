package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether events go to the endpoint of a subscription, as far as somebody has decided that. Ours; no edition knows it. Whatever it is,
 * events are matched, accepted and kept up to their time to live.
 *
 * @param kind what was decided
 * @param cause by whom; empty while it is active
 * @param changedAt since when; empty for what was never changed, and where nobody wrote it down
 */
public record DeliveryState(Kind kind, Optional<Cause> cause, Optional<Instant> changedAt) {
    /** {@code deliveryState}. */
    public enum Kind {
        /** Events are sent. */
        ACTIVE("Active"),
        /** Nothing is sent until it is resumed; a PUT does not do that. */
        PAUSED("Paused"),
        /** Nothing is sent until it is enabled; saving the subscription does that too. */
        DISABLED("Disabled");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /** {@code deliveryStateReason}. */
    public enum Cause {
        /** A call of the management API. */
        OPERATOR("Operator"),
        /** The endpoint answered 410. */
        ENDPOINT_GONE("EndpointGone");

        private final String wireName;

        Cause(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /** Of what nobody has changed. */
    public static final DeliveryState ACTIVE = new DeliveryState(Kind.ACTIVE, Optional.empty(), Optional.empty());

    /** What the endpoint brought about by a 410. */
    public static final DeliveryState GONE =
            new DeliveryState(Kind.DISABLED, Optional.of(Cause.ENDPOINT_GONE), Optional.empty());

    /** Ours: how often what waits for a paused subscription is looked at, at the same times for all of it, so that it is merged. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(270);

    /** Ours: a message that shows early, or on a clock that is slow, must not be looked at twice. With the above it makes 5 minutes. */
    private static final Duration LOOK_AFTER = Duration.ofSeconds(30);

    public DeliveryState {
        if (cause.isPresent() == (kind == Kind.ACTIVE)) {
            throw new IllegalArgumentException("cause: " + cause + " (expected: present unless it is active)");
        }
    }

    /** As an operator has it at {@code now}. */
    public static DeliveryState of(Kind kind, Instant now) {
        return new DeliveryState(kind, byOperator(kind), Optional.of(now));
    }

    private static Optional<Cause> byOperator(Kind kind) {
        return Optional.of(Cause.OPERATOR).filter(cause -> kind != Kind.ACTIVE);
    }

    public boolean isPaused() {
        return kind == Kind.PAUSED;
    }

    public boolean isDisabled() {
        return kind == Kind.DISABLED;
    }

    /** Whether it was resumed or enabled less than {@code window} before {@code now}. */
    public boolean isActiveSince(Duration window, Instant now) {
        return kind == Kind.ACTIVE
                && changedAt.filter(since -> now.isBefore(since.plus(window))).isPresent();
    }

    /** When what waits for a paused subscription is looked at next: 30 seconds to 5 minutes after {@code now}. */
    public static Instant lookAgain(Instant now) {
        long every = LOOK_EVERY.toMillis();
        long soonest = now.plus(LOOK_AFTER).toEpochMilli();
        return Instant.ofEpochMilli(-Math.floorDiv(-soonest, every) * every);
    }

    /** What follows from saving the subscription anew, at {@code now}. */
    DeliveryState saved(Instant now) {
        return isDisabled() ? of(Kind.ACTIVE, now) : this;
    }

    /** As the management API shows it, among a subscription's {@code properties}. */
    void show(ObjectNode properties) {
        properties.put("deliveryState", kind.wireName());
        cause.ifPresent(by -> properties.put("deliveryStateReason", by.wireName()));
        changedAt.ifPresent(since -> properties.put("deliveryStateChangedAt", since.toString()));
    }

    /** As it is stored with its subscription; empty for what was never changed. */
    Optional<ObjectNode> write() {
        if (changedAt.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(JsonNodeFactory.instance
                .objectNode()
                .put("kind", kind.name())
                .put("changedAt", changedAt.get().toString()));
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     * @throws java.time.format.DateTimeParseException if its time is none
     */
    static DeliveryState read(JsonNode json) {
        return of(
                Kind.valueOf(json.path("kind").asText()),
                Instant.parse(json.path("changedAt").asText()));
    }
}
