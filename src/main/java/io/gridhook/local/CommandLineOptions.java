package io.gridhook.local;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the local host. */
@Command(
        name = "mvn compile exec:java -Dexec.args=...",
        description = "Runs Gridhook on this machine, over Azurite or the account that AzureWebJobsStorage names.")
final class CommandLineOptions {
    @Option(names = "--port", paramLabel = "<port>", description = "HTTP port; 0 for any free one (default: 7071)")
    private int port = LocalHostOptions.PORT_DEFAULT;

    @Option(
            names = "--https-port",
            paramLabel = "<port>",
            description = "serve TLS there as well, self-made certificate")
    private @Nullable Integer httpsPort;

    @Option(
            names = "--lease",
            paramLabel = "<duration>",
            description = "how long a killed run's messages stay hidden (default: PT1M; the real host's: PT10M)")
    private Duration lease = LocalHostOptions.LEASE_DEFAULT;

    @Option(names = "--data", paramLabel = "<dir>", description = "Azurite's data (default: .gridhook/data)")
    private @Nullable Path data;

    @Option(names = "--azurite-blob-port", paramLabel = "<port>", description = "default: 10000")
    private int azuriteBlobPort = Azurite.Ports.DEFAULT.blob();

    @Option(names = "--azurite-queue-port", paramLabel = "<port>", description = "default: 10001")
    private int azuriteQueuePort = Azurite.Ports.DEFAULT.queue();

    @Option(names = "--azurite-table-port", paramLabel = "<port>", description = "default: 10002")
    private int azuriteTablePort = Azurite.Ports.DEFAULT.table();

    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean help;

    private CommandLineOptions() {}

    /**
     * Reads the arguments; empty if they ask for help, which is printed.
     *
     * @throws LocalHostException if an argument is unknown or out of its range
     */
    static Optional<LocalHostOptions> parse(Path project, PrintStream out, String... args) {
        CommandLineOptions options = new CommandLineOptions();
        CommandLine commandLine = new CommandLine(options);
        try {
            commandLine.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw new LocalHostException(e.getMessage() + " (see --help)", e);
        }
        if (options.help) {
            commandLine.usage(out);
            return Optional.empty();
        }
        return Optional.of(options.in(project));
    }

    private LocalHostOptions in(Path project) {
        Path dataDirectory = data == null ? LocalHostOptions.of(project).data() : project.resolve(data);
        return new LocalHostOptions(
                port,
                httpsPort == null ? OptionalInt.empty() : OptionalInt.of(httpsPort),
                lease,
                project,
                dataDirectory,
                new Azurite.Ports(azuriteBlobPort, azuriteQueuePort, azuriteTablePort));
    }
}
