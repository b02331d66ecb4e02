package io.gridhook.functions;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this process logs outside invocations, in the form that the Functions host reads as one entry with the right level. The host takes
 * each line that the worker prints for an entry of {@code Host.Function.Console}: one of standard output is Information; one of standard
 * error is a Warning if "warn" is anywhere in it, else an Error if "error", "fail" or "severe" is, else Information (host 4.1037,
 * WorkerProcess). It gives lines with the prefix {@code LanguageWorkerConsoleLog} to the platform's log, which operators do not see.
 */
public final class WorkerConsole extends Handler {
    private static final Pattern ESCAPED = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");
    private static final Pattern ESCAPED_IN_ERROR = Pattern.compile(ESCAPED + "|[wW](?=[aA][rR][nN])");
    private static final Formatter MESSAGES = new SimpleFormatter();

    /**
     * Libraries tell warnings and errors, the app information too. Three loggers of the Azure SDK are off: its clients log each exception
     * that they throw, a missing row and a lost race included, and the app tells those that matter; its transport warns of each request
     * that has a body, as the JDK's client sets the Content-Length itself. Held, as a logger that nobody holds forgets its level.
     */
    private static final Map<Logger, Level> LEVELS = Map.of(
            Logger.getLogger(""), Level.WARNING,
            Logger.getLogger("gridhook"), Level.INFO,
            Logger.getLogger("com.azure.core.http.jdk.httpclient"), Level.OFF,
            Logger.getLogger("com.azure.data.tables"), Level.OFF,
            Logger.getLogger("com.azure.storage.common.implementation.StorageImplUtils"), Level.OFF);

    private final PrintStream out;
    private final PrintStream err;

    private WorkerConsole(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Makes this process's console the only output of java.util.logging. The worker's own loggers pass it by. */
    static void install() {
        install(System.out, System.err);
    }

    static void install(PrintStream out, PrintStream err) {
        replaceOutput(new WorkerConsole(out, err));
    }

    /** Makes a handler the only output of java.util.logging, at the levels that {@link WorkerConsole} has. */
    public static void replaceOutput(Handler handler) {
        LEVELS.forEach(Logger::setLevel);
        Logger root = Logger.getLogger("");
        for (Handler each : root.getHandlers()) {
            root.removeHandler(each);
        }
        root.addHandler(handler);
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            PrintStream stream = entry.getLevel().intValue() < Level.WARNING.intValue() ? out : err;
            stream.println(line(entry));
        }
    }

    /**
     * An entry's one line, without its end: {@code level logger: message}, then the stack trace. Control characters are escaped as in Java.
     * So is the first letter of "warn" in an error, which the host would take for a warning.
     */
    public static String line(LogRecord entry) {
        String text = levelName(entry.getLevel()) + ' ' + entry.getLoggerName() + ": " + MESSAGES.formatMessage(entry);
        if (entry.getThrown() != null) {
            StringWriter trace = new StringWriter();
            entry.getThrown().printStackTrace(new PrintWriter(trace, true));
            text += '\n' + trace.toString().stripTrailing();
        }
        Pattern escaped = entry.getLevel().intValue() < Level.SEVERE.intValue() ? ESCAPED : ESCAPED_IN_ERROR;
        return escaped.matcher(text)
                .replaceAll(
                        match -> Matcher.quoteReplacement(escape(match.group().charAt(0))));
    }

    /** As the host calls them. */
    public static String levelName(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    private static String escape(char character) {
        return switch (character) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u%04x", (int) character);
        };
    }

    @Override
    public void flush() {
        out.flush();
        err.flush();
    }

    @Override
    public void close() {}
}
