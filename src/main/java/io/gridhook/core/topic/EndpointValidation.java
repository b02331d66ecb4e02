package io.gridhook.core.topic;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Whether an endpoint has agreed to receive events (behaviour §4). Only what has agreed, or need not, is sent anything.
 *
 * @param state as it was written; {@link #stateAt} says what it is by now
 * @param code of the handshake whose validation URL counts or has counted; it is no secret
 * @param until when an agreement that is awaited counts no more; present while one is
 * @param allowedRate how many requests a minute the endpoint takes ({@code WebHook-Allowed-Rate}); empty for any number
 */
public record EndpointValidation(State state, Optional<UUID> code, Optional<Instant> until, OptionalInt allowedRate) {
    /** {@code provisioningState}, as far as an endpoint has a say in it. */
    public enum State {
        /** No handshake was made: the profile makes none, the destination needs none, it was switched off, or there was none yet. */
        NOT_REQUIRED("Succeeded"),
        SUCCEEDED("Succeeded"),
        /** The endpoint was reached; now somebody is to open the validation URL. */
        AWAITING_MANUAL_ACTION("AwaitingManualAction"),
        /** Nobody did in time. */
        FAILED("Failed");

        private final String wireName;

        State(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    public static final EndpointValidation NOT_REQUIRED =
            new EndpointValidation(State.NOT_REQUIRED, Optional.empty(), Optional.empty(), OptionalInt.empty());

    public EndpointValidation {
        if (until.isPresent() != (state == State.AWAITING_MANUAL_ACTION)) {
            throw new IllegalArgumentException("until: " + until + " (expected: present while awaited, not else)");
        }
        if (allowedRate.isPresent() && allowedRate.getAsInt() < 1) {
            throw new IllegalArgumentException("allowedRate: " + allowedRate.getAsInt() + " (expected: 1 or more)");
        }
    }

    /** The endpoint agreed in the handshake itself. */
    public static EndpointValidation succeeded(OptionalInt allowedRate) {
        return new EndpointValidation(State.SUCCEEDED, Optional.empty(), Optional.empty(), allowedRate);
    }

    /** Somebody has until {@code until} to open the validation URL of the handshake {@code code}. */
    public static EndpointValidation awaiting(UUID code, Instant until) {
        return new EndpointValidation(
                State.AWAITING_MANUAL_ACTION, Optional.of(code), Optional.of(until), OptionalInt.empty());
    }

    /** Somebody opened the validation URL; it stays known, as it counts once. */
    public EndpointValidation confirmed(OptionalInt rate) {
        return new EndpointValidation(State.SUCCEEDED, code, Optional.empty(), rate);
    }

    /** Nobody opened it in time. */
    public EndpointValidation failed() {
        return new EndpointValidation(State.FAILED, code, Optional.empty(), OptionalInt.empty());
    }

    /** What it is at {@code now}: time may have run out before anybody wrote that down. */
    public State stateAt(Instant now) {
        return isOverdue(now) ? State.FAILED : state;
    }

    /** Whether an agreement was awaited, and time has run out. */
    public boolean isOverdue(Instant now) {
        return until.filter(end -> !now.isBefore(end)).isPresent();
    }

    /** Whether events may go to the endpoint. */
    public boolean allowsDelivery() {
        return state == State.NOT_REQUIRED || state == State.SUCCEEDED;
    }

    /** Whether {@code other} is the code of its handshake. */
    public boolean isOf(UUID other) {
        return code.filter(other::equals).isPresent();
    }
}
