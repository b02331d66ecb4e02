package io.gridhook.local;

import io.gridhook.port.StorageUnavailableException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLContext;

/** Runs the function app on this machine: {@code mvn compile exec:java}. */
public final class LocalHost {
    private static final int FAILED = 1;
    private static final String HOST_NAME = "WEBSITE_HOSTNAME";

    private final LocalApp.Factory factory;
    private final Path project;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    LocalHost(
            LocalApp.Factory factory, Path project, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.factory = factory;
        this.project = project;
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
    }

    /** Runs until it is stopped; ends the process with code 1 if it cannot start. */
    public static void main(String[] args) {
        JdkServerProperties.apply();
        Thread.currentThread().setContextClassLoader(LocalHost.class.getClassLoader());
        ConsoleLog.install(System.out);
        Path project = Path.of("").toAbsolutePath();
        int code = new LocalHost(new GridhookApp(), project, System.getenv(), System.out, System.err).run(args);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs until it is stopped; the process's exit code. What is wrong is one sentence on the error stream. */
    int run(String... args) {
        try {
            Optional<LocalHostOptions> options = CommandLineOptions.parse(project, out, args);
            if (options.isPresent()) {
                Running running = start(options.get());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running), "gridhook-stop"));
                running.await();
            }
            return 0;
        } catch (LocalHostException | AzuriteException e) {
            err.println("Gridhook: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    /**
     * Starts it; it is ready when this returns.
     *
     * @throws LocalHostException if it cannot start; what was started till then is ended
     * @throws AzuriteException if Azurite is why
     */
    Running start(LocalHostOptions options) {
        Running running = new Running();
        try {
            start(options, running);
            return running;
        } catch (StorageUnavailableException e) {
            running.close();
            throw new LocalHostException(
                    "storage does not answer (" + e.getMessage() + "); check AzureWebJobsStorage", e);
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    private void start(LocalHostOptions options, Running running) {
        HostJson hostJson = HostJson.read(
                options.project().resolve("host.json"), Runtime.getRuntime().availableProcessors());
        LocalSettings given = LocalSettings.read(options.project().resolve("local.settings.json"), environment);
        LocalHttpServer http = running.http(LocalHttpServer.http(options.port()));
        LocalSettings settings = withHostName(given, http.port());
        CompletableFuture<DevelopmentStorage> storage = startStorage(options, settings, running);
        Optional<LocalHttpServer> https = https(options, running);
        Leases leases = new Leases();
        LocalApp app = createApp(appSettings(options, settings, storage), leases);
        running.app(app.life());
        HostedFunctions hosted = new HostedFunctions(app, hostJson, settings, leases, options.lease(), running);
        DevelopmentStorage ready = join(storage);
        app.setUpStorage().run();
        http.start(hosted.http());
        https.ifPresent(server -> server.start(hosted.http()));
        hosted.startPumps();
        out.print(new Banner(running, hosted.functions(), hostJson.routePrefix()).text(ready.description()));
        https.ifPresent(
                server -> out.println("Clients trust " + new LocalCertificate(tlsDirectory(options)).pem() + "\n"));
        out.println(app.firstSteps().apply(URI.create("http://localhost:" + running.port())));
        out.flush();
    }

    /** As Core Tools say it. */
    private static LocalSettings withHostName(LocalSettings settings, int port) {
        return settings.find(HOST_NAME).isPresent() ? settings : settings.with(HOST_NAME, "localhost:" + port);
    }

    /** In a thread of its own, so that classes load meanwhile. */
    private CompletableFuture<DevelopmentStorage> startStorage(
            LocalHostOptions options, LocalSettings settings, Running running) {
        CompletableFuture<DevelopmentStorage> storage = CompletableFuture.supplyAsync(
                () -> DevelopmentStorage.start(settings, options, out::println),
                task -> HostThreads.named("gridhook-storage-").newThread(task).start());
        running.onClose(() -> storage.handle((started, failure) -> Optional.ofNullable(started))
                .join()
                .ifPresent(DevelopmentStorage::close));
        return storage;
    }

    /** The app's settings; where Azurite's ports are the usual ones they are known before it runs. */
    private static LocalSettings appSettings(
            LocalHostOptions options, LocalSettings settings, CompletableFuture<DevelopmentStorage> storage) {
        if (!DevelopmentStorage.isEmulated(settings)) {
            return settings;
        }
        return options.azuritePorts().equals(Azurite.Ports.DEFAULT)
                ? settings.with(DevelopmentStorage.CONNECTION_SETTING, DevelopmentStorage.EMULATOR)
                : join(storage).settings();
    }

    private LocalApp createApp(LocalSettings settings, Leases leases) {
        try {
            return factory.create(settings, queue -> new LeasedQueue(queue, leases));
        } catch (IllegalArgumentException e) {
            throw new LocalHostException("settings: " + e.getMessage(), e);
        }
    }

    private static DevelopmentStorage join(CompletableFuture<DevelopmentStorage> storage) {
        try {
            return storage.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static Optional<LocalHttpServer> https(LocalHostOptions options, Running running) {
        if (options.httpsPort().isEmpty()) {
            return Optional.empty();
        }
        int port = options.httpsPort().getAsInt();
        SSLContext tls = new LocalCertificate(tlsDirectory(options)).tls();
        return Optional.of(running.https(LocalHttpServer.https(port, tls)));
    }

    private static Path tlsDirectory(LocalHostOptions options) {
        return options.project().resolve(".gridhook").resolve("tls");
    }

    private void stop(Running running) {
        out.println("Gridhook: stopping");
        running.close();
    }
}
