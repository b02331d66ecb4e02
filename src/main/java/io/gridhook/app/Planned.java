package io.gridhook.app;

/**
 * What a PUT would do, and what would be stored then.
 *
 * @param value the definition as it would be
 */
record Planned<T>(Change change, T value) {
    /** What becomes of what is stored. */
    enum Change {
        CREATED,
        UPDATED,
        UNCHANGED
    }

    static <T> Planned<T> create(T value) {
        return new Planned<>(Change.CREATED, value);
    }

    static <T> Planned<T> over(T old, T value) {
        return new Planned<>(value.equals(old) ? Change.UNCHANGED : Change.UPDATED, value);
    }
}
