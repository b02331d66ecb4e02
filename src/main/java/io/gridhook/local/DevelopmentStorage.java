package io.gridhook.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The storage of a run: the account that the settings name, an Azurite that runs already, or one of our own. */
final class DevelopmentStorage implements AutoCloseable {
    static final String CONNECTION_SETTING = "AzureWebJobsStorage";
    static final String EMULATOR = "UseDevelopmentStorage=true";

    /** Where {@link AzuriteData} writes which process uses the data. */
    private static final String PID_FILE = "azurite.pid";

    /** How long the Azurite of a killed run may take to save its data: its own limit is 10 s. */
    private static final long ORPHAN_SECONDS = 15;

    private final LocalSettings settings;
    private final String description;
    private final @Nullable Azurite azurite;

    private DevelopmentStorage(LocalSettings settings, String description, @Nullable Azurite azurite) {
        this.settings = settings;
        this.description = description;
        this.azurite = azurite;
    }

    /** Whether the settings leave it to us: no account is named, neither by connection string nor by identity. */
    static boolean isEmulated(LocalSettings settings) {
        String connection = settings.find(CONNECTION_SETTING).orElse("").trim();
        boolean named = !connection.isEmpty() && !connection.equalsIgnoreCase(EMULATOR);
        return !named && !settings.hasAny(CONNECTION_SETTING + "__");
    }

    /**
     * Finds it or starts it.
     *
     * @throws AzuriteException if Azurite cannot be installed or started
     */
    static DevelopmentStorage start(LocalSettings settings, LocalHostOptions options, Consumer<String> progress) {
        if (!isEmulated(settings)) {
            return new DevelopmentStorage(settings, "the account of " + CONNECTION_SETTING, null);
        }
        Azurite.Ports ports = options.azuritePorts();
        awaitOrphan(options.data());
        if (ports.equals(Azurite.Ports.DEFAULT) && Azurite.listens(ports)) {
            LocalSettings emulated = settings.with(CONNECTION_SETTING, EMULATOR);
            return new DevelopmentStorage(emulated, "Azurite, which ran already on 10000-10002", null);
        }
        Path installation = Azurite.install(options.project(), progress);
        createDirectory(options.data());
        Azurite azurite = Azurite.start(installation, Optional.of(options.data()), ports);
        return new DevelopmentStorage(
                settings.with(CONNECTION_SETTING, azurite.connectionString()),
                "Azurite, data in " + options.data(),
                azurite);
    }

    /** The settings, with the connection string to use. */
    LocalSettings settings() {
        return settings;
    }

    String description() {
        return description;
    }

    @Override
    public void close() {
        if (azurite != null) {
            azurite.close();
        }
    }

    private static void createDirectory(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new LocalHostException("--data: " + directory + " cannot be created (" + e.getMessage() + ")", e);
        }
    }

    /** The Azurite of a run that was killed still listens while it ends; it must not be taken for one that stays. */
    private static void awaitOrphan(Path data) {
        Optional<ProcessHandle> orphan = pid(data)
                .flatMap(ProcessHandle::of)
                .filter(process -> commandContains(process, "node"))
                .filter(process -> process.parent()
                        .filter(parent -> commandContains(parent, "java"))
                        .isEmpty());
        if (orphan.isPresent()) {
            try {
                orphan.get().onExit().get(ORPHAN_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException e) {
                throw new LocalHostException(
                        "Azurite of an earlier run, process " + orphan.get().pid() + ": does not end; end it first", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LocalHostException("interrupted while the Azurite of an earlier run ends", e);
            }
        }
    }

    private static boolean commandContains(ProcessHandle process, String text) {
        return process.info()
                .command()
                .filter(command -> command.contains(text))
                .isPresent();
    }

    private static Optional<Long> pid(Path data) {
        try {
            return Optional.of(
                    Long.valueOf(Files.readString(data.resolve(PID_FILE)).strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
