package io.gridhook.core.topic;

import java.util.Set;

/** {@code minimumTlsVersionAllowed}: accepted where Gridhook keeps it anyway, as it neither takes nor makes connections below 1.2. */
final class TlsVersion {
    private static final Set<String> KEPT = Set.of("1.0", "1.1", "1.2");

    private TlsVersion() {}

    static void check(JsonFields properties) {
        properties
                .text("minimumTlsVersionAllowed")
                .filter(version -> !KEPT.contains(version))
                .ifPresent(version -> {
                    throw JsonFields.wrong("minimumTlsVersionAllowed", version, "1.0, 1.1 or 1.2");
                });
    }
}
