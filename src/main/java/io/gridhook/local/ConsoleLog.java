package io.gridhook.local;

import java.io.PrintStream;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The console's log: one line for each record, {@code time level logger message}. */
final class ConsoleLog extends Handler {
    private final PrintStream out;
    private final Formatter formatter = new LineFormatter();

    private ConsoleLog(PrintStream out) {
        this.out = out;
    }

    /** Makes this the only output of java.util.logging. */
    static void install(PrintStream out) {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.setLevel(Level.INFO);
        root.addHandler(new ConsoleLog(out));
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
            line.append(entry.getInstant()).append(' ').append(level(entry.getLevel()));
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

        private static String level(Level level) {
            if (level.intValue() >= Level.SEVERE.intValue()) {
                return "ERROR";
            }
            return level.equals(Level.WARNING) ? "WARN" : level.getName().toUpperCase(Locale.ROOT);
        }
    }
}
