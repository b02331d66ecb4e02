package io.gridhook.functions;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings of the IoT Edge module (behaviour §14), which a manifest of that module may hold. All but the broker's limits count in
 * profile {@code edge} alone. What Gridhook does not do there is refused at the start, never passed over in silence.
 *
 * @param maxDeliveryAttempts attempts of a subscription that sets none
 * @param eventTimeToLive time to live of a subscription that sets none
 * @param moduleKeys open everything; empty but in profile {@code edge}
 * @param allowHttp whether endpoints may be plain http
 * @param logsSuccesses whether attempts that delivered are logged
 */
record EdgeSettings(
        int maxDeliveryAttempts,
        Duration eventTimeToLive,
        Set<String> moduleKeys,
        boolean allowHttp,
        boolean logsSuccesses) {

    /** Flags that can only be what Gridhook does, and what it does instead. */
    private static final Map<String, Only> FIXED = new TreeMap<>(Map.of(
            "inbound__clientAuth__clientCert__enabled",
            new Only(false, "client certificates are not read: use sasKeys"),
            "outbound__clientAuth__clientCert__enabled",
            new Only(false, "no certificate is shown to endpoints: sign deliveries instead"),
            "outbound__webhook__skipServerCertValidation",
            new Only(false, "certificates are always checked"),
            "outbound__webhook__allowUnknownCA",
            new Only(false, "name a trust store in JAVA_TOOL_OPTIONS"),
            "outbound__eventgrid__httpsOnly",
            new Only(true, "there is no EventGrid destination"),
            "outbound__eventgrid__allowInvalidHostnames",
            new Only(false, "there is no EventGrid destination")));

    /** Behaviour §7 and §14: what the module's names begin with. */
    private static final Set<String> PREFIXES =
            Set.of("api__", "broker__", "brokers__", "inbound__", "metrics__", "outbound__");

    /**
     * May be set whether they are read or not. Behaviour §14: how the module took certificates, which has its own switch in {@link
     * #FIXED}; where the server's came from, which may be empty; its keys, where they are switched off; the broker's limits, where they are
     * set under their other name as well.
     */
    private static final Set<String> UNREAD = Set.of(
            "brokers__defaultEventTimeToLiveInSeconds",
            "brokers__defaultMaxDeliveryAttempts",
            "inbound__clientAuth__sasKeys__key1",
            "inbound__clientAuth__sasKeys__key2",
            "inbound__serverAuth__serverCert__source",
            "inbound__clientAuth__clientCert__source",
            "inbound__clientAuth__clientCert__allowUnknownCA",
            "outbound__clientAuth__clientCert__source",
            "outbound__clientAuth__clientCert__allowUnknownCA");

    EdgeSettings {
        moduleKeys = Set.copyOf(moduleKeys);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "EdgeSettings[moduleKeys=" + moduleKeys.size() + "]";
    }

    private record Only(boolean value, String why) {}

    static EdgeSettings from(SettingsReader reader, boolean edge) {
        if (edge) {
            FIXED.forEach((name, only) -> refuseOther(reader, name, only));
            reader.oneOf("metrics__reporterType", "prometheus", Set.of("prometheus"));
            // The image's start script makes ports of it; that a value is wrong can be said here as well.
            reader.oneOf(
                    "inbound__serverAuth__tlsPolicy", "strict", new TreeSet<>(Set.of("strict", "enabled", "disabled")));
            refuseDeviceCertificate(reader);
            reader.owns(PREFIXES, UNREAD);
        }
        return new EdgeSettings(
                reader.number(
                        List.of("broker__defaultMaxDeliveryAttempts", "brokers__defaultMaxDeliveryAttempts"),
                        1,
                        1_000,
                        30),
                Duration.ofSeconds(reader.number(
                        List.of("broker__defaultEventTimeToLiveInSeconds", "brokers__defaultEventTimeToLiveInSeconds"),
                        1,
                        604_800,
                        7_200)),
                edge ? moduleKeys(reader) : Set.of(),
                edge && !reader.flag("outbound__webhook__httpsOnly", true),
                edge && reader.flag("broker__logDeliverySuccess", false));
    }

    private static void refuseOther(SettingsReader reader, String name, Only only) {
        reader.flag(name, only.value);
        if (reader.text(name, "").equalsIgnoreCase(Boolean.toString(!only.value))) {
            reader.problem(name + ": " + !only.value + " (expected: " + only.value + ", as " + only.why + ")");
        }
    }

    /** The module fetched it from the device's security daemon. */
    private static void refuseDeviceCertificate(SettingsReader reader) {
        String name = "inbound__serverAuth__serverCert__source";
        if (reader.isSet(name)) {
            reader.problem(name + ": " + reader.text(name, "")
                    + " (expected: not set; Kestrel__Certificates__Default__Path names a certificate)");
        }
    }

    /** Behaviour §14: the module's keys count only when SAS keys are enabled. Ours: they are no weaker than the management key. */
    private static Set<String> moduleKeys(SettingsReader reader) {
        if (!reader.flag("inbound__clientAuth__sasKeys__enabled", false)) {
            return Set.of();
        }
        String key1 = reader.text("inbound__clientAuth__sasKeys__key1", "");
        String key2 = reader.text("inbound__clientAuth__sasKeys__key2", key1);
        if (key1.isBlank()) {
            reader.problem("inbound__clientAuth__sasKeys__key1: empty (expected: a key, as sasKeys are enabled)");
            return Set.of();
        }
        AppSettings.checkManagementKey(reader, "inbound__clientAuth__sasKeys__key1", key1);
        if (key1.equals(key2)) {
            return Set.of(key1);
        }
        AppSettings.checkManagementKey(reader, "inbound__clientAuth__sasKeys__key2", key2);
        return Set.of(key1, key2);
    }
}
