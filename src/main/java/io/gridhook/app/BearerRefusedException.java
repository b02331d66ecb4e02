package io.gridhook.app;

/** An Entra token that does not count. The message repeats nothing of it. */
final class BearerRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    enum Kind {
        /** It is no token of the tenant for this app. */
        WRONG,
        /** It was one. */
        EXPIRED,
        /** It cannot be judged now, by no fault of its bearer. */
        UNAVAILABLE
    }

    private final Kind kind;

    BearerRefusedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    BearerRefusedException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
