package io.gridhook.functions;

import io.gridhook.core.trust.AttemptRules;
import java.util.Optional;

/**
 * Who may publish and manage, beside who has the keys.
 *
 * @param managementReadKey opens what the management API shows, and changes nothing
 * @param entra absent: no Entra token is taken
 * @param attempts how often credentials may be wrong
 */
record TrustSettings(Optional<String> managementReadKey, Optional<EntraSettings> entra, AttemptRules attempts) {
    /** Ours: as good as no limit. */
    static final int FAILURES_MAX = 1_000_000;
    /** Ours: a front end, a gateway, a firewall, and some. */
    static final int PROXIES_MAX = 10;

    static TrustSettings from(SettingsReader reader) {
        return new TrustSettings(
                readKey(reader),
                EntraSettings.from(reader),
                new AttemptRules(
                        reader.number(
                                "GRIDHOOK_FAILED_ATTEMPTS", 1, FAILURES_MAX, AttemptRules.STANDARD.failuresPerMinute()),
                        reader.number("GRIDHOOK_PROXIES", 0, PROXIES_MAX, AttemptRules.STANDARD.proxies())));
    }

    private static Optional<String> readKey(SettingsReader reader) {
        String key = reader.text("GRIDHOOK_MANAGEMENT_READ_KEY", "", AppSettings.MANAGEMENT_KEY_RANGE);
        if (key.isEmpty()) {
            return Optional.empty();
        }
        AppSettings.checkManagementKey(reader, "GRIDHOOK_MANAGEMENT_READ_KEY", key);
        if (key.equals(reader.text("GRIDHOOK_MANAGEMENT_KEY", ""))) {
            reader.problem("GRIDHOOK_MANAGEMENT_READ_KEY: the management key (expected: another one)");
        }
        return Optional.of(key);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "TrustSettings[entra=" + entra.isPresent() + ", attempts=" + attempts + "]";
    }
}
