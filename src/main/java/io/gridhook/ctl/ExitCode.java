package io.gridhook.ctl;

/** How a call ends, for scripts; the numbers stay. */
enum ExitCode {
    DONE(0),
    /** The server refused, or what was asked for failed. */
    REFUSED(1),
    USAGE(2),
    UNREACHABLE(3),
    /** A redrive that was followed is {@code Cancelled} or {@code Failed}. */
    NOT_COMPLETED(4),
    /** What was to be changed may or may not have been: the answer was lost. */
    UNKNOWN(5);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
