package io.gridhook.app;

import java.util.Optional;

/**
 * What a management call brought to prove that it may, as it came.
 *
 * @param key the header {@code aeg-sas-key}, as on IoT Edge
 * @param authorization the header {@code Authorization}
 * @param forwardedFor the header {@code X-Forwarded-For}
 */
public record ManagerCredentials(Optional<String> key, Optional<String> authorization, Optional<String> forwardedFor) {
    /** They stay out of logs. */
    @Override
    public String toString() {
        return "ManagerCredentials[hidden]";
    }
}
