package io.gridhook.local;

import io.gridhook.functions.WorkerConsole;
import java.io.PrintStream;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The console's log: one line for each entry, {@code time level category message}, with the categories of the real host. What is logged
 * outside an invocation is of {@code Host.Function.Console}, as the worker prints it there.
 */
final class ConsoleLog extends Handler {
    private static final String WORKER = "Host.Function.Console";

    /** The host's and the invocations' own. Held, as a logger that nobody holds forgets its level. */
    private static final List<Logger> CATEGORIES = List.of(Logger.getLogger("Host"), Logger.getLogger("Function"));

    private final PrintStream out;
    private final Formatter formatter = new LineFormatter();

    private ConsoleLog(PrintStream out) {
        this.out = out;
    }

    /** Makes this the only output of java.util.logging. */
    static void install(PrintStream out) {
        WorkerConsole.replaceOutput(new ConsoleLog(out));
        CATEGORIES.forEach(category -> category.setLevel(Level.INFO));
    }

    @Override
    public void publish(LogRecord entry) {
        out.print(formatter.format(entry));
        out.flush();
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {}

    /** One line; an exception is its chain of causes, each with the place it was thrown at. */
    static final class LineFormatter extends Formatter {
        /** Causes shown; a chain may be a ring. */
        private static final int CAUSES_MAX = 5;

        @Override
        public String format(LogRecord entry) {
            StringBuilder line = new StringBuilder(160);
            line.append(entry.getInstant()).append(' ').append(WorkerConsole.levelName(entry.getLevel()));
            if (CATEGORIES.stream().noneMatch(each -> isOf(each.getName(), entry.getLoggerName()))) {
                return line.append(' ' + WORKER + ' ').append(WorkerConsole.line(entry)) + "\n";
            }
            line.append(' ').append(entry.getLoggerName()).append(' ').append(formatMessage(entry));
            @Nullable Throwable cause = entry.getThrown();
            for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
                line.append(i == 0 ? ": " : " caused by ").append(cause);
                StackTraceElement[] frames = cause.getStackTrace();
                line.append(frames.length == 0 ? "" : " at " + frames[0]);
                cause = cause.getCause();
            }
            return line.toString().replaceAll("\\p{Cntrl}+", " ") + "\n";
        }

        private static boolean isOf(String category, @Nullable String logger) {
            return logger != null && logger.startsWith(category + ".");
        }
    }
}
