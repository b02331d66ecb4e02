package io.gridhook.core.topic;

/** A call that ARM itself refuses, before Event Grid sees it. */
public final class ArmRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    /**
     * A refusal.
     *
     * @param status of HTTP
     * @param code ARM's
     */
    public ArmRefusedException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    /** Never absent. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
