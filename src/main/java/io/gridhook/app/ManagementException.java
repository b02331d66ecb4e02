package io.gridhook.app;

import io.gridhook.core.event.InvalidEventException;

/** A management call that cannot be done, by no fault of the app. */
public final class ManagementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /** The call asks for more than is allowed. */
        INVALID,
        /** Its body, or an event in it, is larger than it may be. */
        TOO_LARGE,
        /** What it names does not exist. */
        NOT_FOUND,
        /** It contradicts what is there, or was made at the same time as others. */
        CONFLICT
    }

    private final Kind kind;

    public ManagementException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public Kind kind() {
        return kind;
    }

    /** Events of a call that are not such as their topic takes. */
    public static ManagementException invalid(InvalidEventException e) {
        Kind kind = e.kind() == InvalidEventException.Kind.PAYLOAD_TOO_LARGE ? Kind.TOO_LARGE : Kind.INVALID;
        return new ManagementException(kind, String.valueOf(e.getMessage()));
    }

    static ManagementException noTopic(String name) {
        return new ManagementException(Kind.NOT_FOUND, "topic: " + name + " does not exist");
    }

    static ManagementException noSubscription(String topic, String name) {
        return new ManagementException(
                Kind.NOT_FOUND, "eventSubscription: " + name + " does not exist on topic " + topic);
    }

    static ManagementException changedMeanwhile(String what) {
        return new ManagementException(
                Kind.CONFLICT, what + ": changed by others at the same time (expected: another try to succeed)");
    }
}
