package io.gridhook.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A running Azurite, the storage emulator. It ends when it is closed or this JVM ends, however that happens. Its data, when on disk, is
 * saved every 5 s and when it ends.
 */
public final class Azurite implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String ACCOUNT = "devstoreaccount1";
    /** The emulator's key, public and the same everywhere (Azurite's README). */
    private static final String ACCOUNT_KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final int CONNECT_MILLIS = 500;
    private static final long CLOSE_SECONDS = 15;

    /** Where the three services listen; 0 stands for any free port. */
    public record Ports(int blob, int queue, int table) {
        /** Those of {@code UseDevelopmentStorage=true}. */
        public static final Ports DEFAULT = new Ports(10_000, 10_001, 10_002);

        public static final Ports FREE = new Ports(0, 0, 0);
    }

    private final Process process;
    private final Ports ports;

    Azurite(Process process, Ports ports) {
        this.process = process;
        this.ports = ports;
    }

    /**
     * Installs the pinned Azurite below {@code .gridhook} of the project if it is not there yet; takes about half a minute then.
     *
     * @param projectDir where {@code src/main/azurite} is
     * @param progress gets a line now and then while it installs, none otherwise
     * @return what to give to {@link #start}
     * @throws AzuriteException if npm is missing or fails
     */
    public static Path install(Path projectDir, Consumer<String> progress) {
        return new AzuriteInstallation(projectDir).install(progress);
    }

    /** Whether something answers at all three ports. */
    public static boolean listens(Ports ports) {
        return IntStream.of(ports.blob(), ports.queue(), ports.table()).allMatch(Azurite::listens);
    }

    /**
     * Starts Azurite and waits until it answers.
     *
     * @param data where its data lies; empty: in memory
     * @throws AzuriteException if Node is missing, a port is taken, the data is in use, or it does not answer within a minute
     */
    public static Azurite start(Path installation, Optional<Path> data, Ports ports) {
        data.ifPresent(AzuriteData::awaitUnused);
        Process process = launch(command(installation, data, ports));
        try {
            Ports bound = new AzuriteOutput(process).awaitListening();
            data.ifPresent(directory -> AzuriteData.markUsed(directory, process.pid()));
            return new Azurite(process, bound);
        } catch (AzuriteException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** For {@code AzureWebJobsStorage}. */
    public String connectionString() {
        return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + ACCOUNT_KEY
                + ";BlobEndpoint=" + endpoint(ports.blob())
                + ";QueueEndpoint=" + endpoint(ports.queue())
                + ";TableEndpoint=" + endpoint(ports.table()) + ";";
    }

    public Ports ports() {
        return ports;
    }

    public long pid() {
        return process.pid();
    }

    /** Lets it save its data and waits for its end. */
    @Override
    public void close() {
        try {
            // It ends with its input; destroy() would cut off what it prints as well.
            process.getOutputStream().close();
            if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    static List<String> command(Path installation, Optional<Path> data, Ports ports) {
        List<String> command = new ArrayList<>(List.of(
                "node",
                installation.resolve(AzuriteInstallation.SCRIPT).toString(),
                "--silent",
                "--skipApiVersionCheck",
                "--disableTelemetry"));
        command.addAll(List.of("--blobHost", HOST, "--blobPort", Integer.toString(ports.blob())));
        command.addAll(List.of("--queueHost", HOST, "--queuePort", Integer.toString(ports.queue())));
        command.addAll(List.of("--tableHost", HOST, "--tablePort", Integer.toString(ports.table())));
        command.addAll(data.map(directory -> List.of("--location", directory.toString()))
                .orElse(List.of("--inMemoryPersistence")));
        return command;
    }

    private static Process launch(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new AzuriteException("node: not found on the PATH (expected: Node.js 20 or later, for Azurite)", e);
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String endpoint(int port) {
        return "http://" + HOST + ":" + port + "/" + ACCOUNT;
    }
}
