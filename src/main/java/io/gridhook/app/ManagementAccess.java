package io.gridhook.app;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/** Who may manage: whoever presents one of the accepted keys as {@code aeg-sas-key}, as on IoT Edge. */
public final class ManagementAccess {
    /** The request header, in the lower case in which the Functions host hands headers over. */
    public static final String HEADER = "aeg-sas-key";

    private final Set<String> acceptedKeys;

    /**
     * Access for these keys.
     *
     * @param acceptedKeys the management key and, in the profile {@code edge}, the module's; none: nobody may manage
     * @throws IllegalArgumentException if a key is blank, which would let everybody in
     */
    public ManagementAccess(Set<String> acceptedKeys) {
        if (acceptedKeys.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("management key: blank (expected: a secret)");
        }
        this.acceptedKeys = Set.copyOf(acceptedKeys);
    }

    /** Whether {@code presentedKey} is one of the keys; takes the same time wherever it differs. */
    public boolean allows(String presentedKey) {
        byte[] presented = presentedKey.getBytes(StandardCharsets.UTF_8);
        boolean allowed = false;
        for (String key : acceptedKeys) {
            allowed |= MessageDigest.isEqual(key.getBytes(StandardCharsets.UTF_8), presented);
        }
        return allowed;
    }
}
