package io.gridhook.functions;

import java.util.List;

/** Settings with which the app cannot start. The message lists all that is wrong with them, and no secret. */
public final class WrongSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final boolean mayPass;

    WrongSettingsException(List<String> problems, boolean mayPass) {
        super("wrong settings: " + String.join("; ", problems));
        this.mayPass = mayPass;
    }

    /** Whether nothing is wrong but what the platform may still put right: references that it has not resolved. */
    boolean mayPass() {
        return mayPass;
    }
}
