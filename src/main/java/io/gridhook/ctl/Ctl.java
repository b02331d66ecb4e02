package io.gridhook.ctl;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line for operators: {@code java -jar gridhook-ctl.jar}. */
@Command(
        name = "gridhook-ctl",
        description = "Asks a Gridhook what became of its events, and tells it what to do.",
        synopsisSubcommandLabel = "<command>",
        subcommands = {
            HealthCommand.class,
            OverviewCommand.class,
            SettingsCommand.class,
            TopicsCommand.class,
            SubscriptionsCommand.class,
            ActionCommand.Pause.class,
            ActionCommand.Resume.class,
            ActionCommand.Disable.class,
            ActionCommand.Enable.class,
            TestEventCommand.class,
            WhyCommand.class,
            DeliveriesCommand.class,
            LedgerCommand.class,
            DeadLettersCommand.class,
            RedriveCommand.class
        },
        footerHeading =
                "%nThe management key comes from --key-file, else from GRIDHOOK_KEY; a token of Entra's from GRIDHOOK_TOKEN."
                        + "%nIt is no option, as others on this machine would see it in the list of processes.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:refused by the server, or what was asked for failed",
            "2:wrong usage",
            "3:the server is not reachable",
            "4:a redrive that was followed did not complete",
            "5:the answer was lost: what was to be changed may or may not have been"
        })
public final class Ctl {
    @Option(
            names = "--url",
            paramLabel = "<url>",
            scope = ScopeType.INHERIT,
            description = "where Gridhook is (default: GRIDHOOK_URL, else http://localhost:7071)")
    private @Nullable String url;

    @Option(
            names = "--key-file",
            paramLabel = "<file>",
            scope = ScopeType.INHERIT,
            description = "a file that holds the management key")
    private @Nullable Path keyFile;

    @Option(
            names = "--insecure",
            scope = ScopeType.INHERIT,
            description = "send the key over plain http to another machine too")
    private boolean insecure;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "print the server's JSON, for programs")
    private boolean json;

    @Option(names = "--help", usageHelp = true, scope = ScopeType.INHERIT, description = "print this and end")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    private final World world;

    private Ctl(World world) {
        this.world = world;
    }

    /** Ends the process with an {@link ExitCode}. */
    public static void main(String[] args) {
        World world = new World(
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                System.getenv(),
                isTerminal(),
                duration -> Thread.sleep(duration.toMillis()));
        System.exit(run(world, args));
    }

    /** Since JDK 22 there is a console in any case, which knows itself what it is. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** UTF-8 whatever the platform has, as the server's words are. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** The exit code. */
    static int run(World world, String... args) {
        int code = commandLine(world).execute(args);
        world.out().flush();
        world.err().flush();
        return code;
    }

    static CommandLine commandLine(World world) {
        return new CommandLine(new Ctl(world))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setUsageHelpWidth(100)
                // An event's id may begin with an at sign.
                .setExpandAtFiles(false)
                .setOut(writer(world.out()))
                .setErr(writer(world.err()))
                .setExecutionExceptionHandler((failure, line, result) -> ended(world, failure))
                .setParameterExceptionHandler((wrong, args) -> {
                    world.err()
                            .println("gridhook-ctl: " + Shown.text(String.valueOf(wrong.getMessage()))
                                    + " (see --help)");
                    return ExitCode.USAGE.code();
                });
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static int ended(World world, Exception failure) throws Exception {
        if (failure instanceof CtlException known) {
            world.err().println("gridhook-ctl: " + Shown.text(known.getMessage()));
            return known.exitCode().code();
        }
        throw failure;
    }

    World world() {
        return world;
    }

    /**
     * The Gridhook that is meant.
     *
     * @throws CtlException if it is not told well, or would be sent a key that others can read
     */
    Server server() {
        String given = Optional.ofNullable(url).orElseGet(() -> world.variable(ServerUrl.VARIABLE));
        ServerUrl server = ServerUrl.of(given.isBlank() ? ServerUrl.DEFAULT : given);
        Optional<Credential> credential = Credential.find(Optional.ofNullable(keyFile), world);
        if (credential.isPresent() && server.isOpenToStrangers() && !insecure) {
            throw CtlException.usage("--url: http would show the key to whoever is on the way"
                    + " (expected: https; or --insecure, if that is meant)");
        }
        return new Server(server, credential);
    }

    boolean wantsJson() {
        return json;
    }
}
