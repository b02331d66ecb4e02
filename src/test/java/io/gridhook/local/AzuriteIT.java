package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.storage.StorageConnection;
import io.gridhook.adapter.storage.StorageDeliveryQueue;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.adapter.storage.StorageSetup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installing, starting and ending the storage emulator. */
class AzuriteIT {
    private final Path installation = Azurite.install(Path.of(""), line -> {});

    @Test
    void is_installed_once() {
        List<String> progress = new ArrayList<>();
        assertEquals(installation, Azurite.install(Path.of(""), progress::add));
        assertEquals(List.of(), progress);
    }

    @Test
    void answers_at_the_ports_it_names_until_it_is_closed() {
        Azurite azurite = Azurite.start(installation, Optional.empty(), Azurite.Ports.FREE);
        try (azurite) {
            assertTrue(Azurite.listens(azurite.ports()));
        }
        assertFalse(Azurite.listens(azurite.ports()));
        assertTrue(ProcessHandle.of(azurite.pid()).isEmpty());
    }

    @Test
    void a_taken_port_is_named() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Azurite.Ports ports = new Azurite.Ports(0, taken.getLocalPort(), 0);
            AzuriteException e =
                    assertThrows(AzuriteException.class, () -> Azurite.start(installation, Optional.empty(), ports));
            assertTrue(e.toString().contains(Integer.toString(taken.getLocalPort())), e.toString());
        }
    }

    @Test
    void ends_with_its_data_saved_when_whoever_started_it_is_gone(@TempDir Path data) throws Exception {
        List<String> command = Azurite.command(installation, Optional.of(data), Azurite.Ports.FREE);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        put(new Azurite(process, new AzuriteOutput(process).awaitListening()));
        // Closes its input and its output, as the parent's death does.
        process.destroy();
        assertTrue(process.waitFor(15, TimeUnit.SECONDS));
        assertEquals(1, waitingAt(data));
    }

    @Test
    void keeps_its_data_over_a_restart(@TempDir Path data) {
        try (Azurite azurite = Azurite.start(installation, Optional.of(data), Azurite.Ports.FREE)) {
            put(azurite);
        }
        assertEquals(1, waitingAt(data));
    }

    @Test
    void waits_for_the_last_one_to_leave_its_directory(@TempDir Path data) throws Exception {
        Azurite first = Azurite.start(installation, Optional.of(data), Azurite.Ports.FREE);
        put(first);
        Thread closing = new Thread(first::close);
        closing.start();
        assertEquals(1, waitingAt(data));
        closing.join();
    }

    private long waitingAt(Path data) {
        try (Azurite azurite = Azurite.start(installation, Optional.of(data), Azurite.Ports.FREE)) {
            return deliveries(azurite).approximateMessageCount();
        }
    }

    private static void put(Azurite azurite) {
        new StorageSetup(connection(azurite)).createMissing();
        deliveries(azurite).put("body", Duration.ofHours(1));
    }

    private static StorageDeliveryQueue deliveries(Azurite azurite) {
        return new StorageDeliveryQueue(connection(azurite), StorageNames.DELIVERIES);
    }

    private static StorageConnection connection(Azurite azurite) {
        return StorageConnection.from(
                Map.of("AzureWebJobsStorage", azurite.connectionString())::get, transaction -> {});
    }
}
