package io.gridhook.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How to run the local host.
 *
 * @param port where HTTP is served; 0 for any free port
 * @param httpsPort where TLS is served as well, if it is; 0 for any free port
 * @param lease how long a received message is hidden, renewed at half; what a killed run held goes on after it. 1 s to 7 days
 * @param project the directory with host.json and local.settings.json
 * @param data where Azurite keeps its data
 * @param azuritePorts where Azurite listens; 0 for free ports
 */
public record LocalHostOptions(
        int port, OptionalInt httpsPort, Duration lease, Path project, Path data, Azurite.Ports azuritePorts) {
    /** Core Tools' port. */
    public static final int PORT_DEFAULT = 7071;

    /**
     * Ours: the default of {@code GRIDHOOK_FIRST_ATTEMPT_LEASE}, so that what a killed run held goes on within a minute. The real host's
     * is ten minutes.
     */
    public static final Duration LEASE_DEFAULT = Duration.ofMinutes(1);

    private static final Duration LEASE_MIN = Duration.ofSeconds(1);
    private static final Duration LEASE_MAX = Duration.ofDays(7);
    private static final int PORT_MAX = 65_535;

    public LocalHostOptions {
        expectPort("--port", port);
        httpsPort.ifPresent(value -> expectPort("--https-port", value));
        expectPort("--azurite-blob-port", azuritePorts.blob());
        expectPort("--azurite-queue-port", azuritePorts.queue());
        expectPort("--azurite-table-port", azuritePorts.table());
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            throw new LocalHostException("--lease: " + lease + " (expected: " + LEASE_MIN + ".." + LEASE_MAX + ")");
        }
    }

    /** The defaults for the project in a directory. */
    public static LocalHostOptions of(Path project) {
        return new LocalHostOptions(
                PORT_DEFAULT,
                OptionalInt.empty(),
                LEASE_DEFAULT,
                project,
                project.resolve(".gridhook").resolve("data"),
                Azurite.Ports.DEFAULT);
    }

    private static void expectPort(String option, int port) {
        if (port < 0 || port > PORT_MAX) {
            throw new LocalHostException(option + ": " + port + " (expected: 0.." + PORT_MAX + ")");
        }
    }
}
