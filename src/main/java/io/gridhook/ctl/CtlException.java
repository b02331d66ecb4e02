package io.gridhook.ctl;

/** Ends a call: one sentence for people, and an exit code for scripts. */
final class CtlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    /** The answer's status; 0 where there was no answer. */
    private final int status;

    private CtlException(ExitCode exitCode, int status, String message) {
        super(message);
        this.exitCode = exitCode;
        this.status = status;
    }

    static CtlException usage(String message) {
        return new CtlException(ExitCode.USAGE, 0, message);
    }

    static CtlException refused(int status, String message) {
        return new CtlException(ExitCode.REFUSED, status, message);
    }

    static CtlException unreachable(String message) {
        return new CtlException(ExitCode.UNREACHABLE, 0, message);
    }

    static CtlException unknown(String message) {
        return new CtlException(ExitCode.UNKNOWN, 0, message);
    }

    ExitCode exitCode() {
        return exitCode;
    }

    /** Whether the same call may do better in a moment. */
    boolean isPassing() {
        return exitCode == ExitCode.UNREACHABLE || status == 429 || status >= 500;
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
