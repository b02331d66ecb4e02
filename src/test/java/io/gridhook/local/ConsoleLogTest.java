package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ConsoleLogTest {
    private final ConsoleLog.LineFormatter formatter = new ConsoleLog.LineFormatter();

    @Test
    void a_record_is_one_line_whatever_it_holds() {
        LogRecord entry = entry(Level.WARNING, "two\r\nlines\tand {0}");
        entry.setParameters(new Object[] {"a parameter"});
        assertEquals(
                "2026-11-20T12:00:00Z WARN Function.Deliver.User two lines and a parameter\n", formatter.format(entry));
    }

    @Test
    void an_exception_is_its_chain_of_causes() {
        LogRecord entry = entry(Level.SEVERE, "failed");
        entry.setThrown(new IllegalStateException("outer", new IllegalArgumentException("inner\nline")));
        String line = formatter.format(entry);
        assertTrue(line.startsWith("2026-11-20T12:00:00Z ERROR Function.Deliver.User failed: "), line);
        assertTrue(line.contains("IllegalStateException: outer at io.gridhook.local.ConsoleLogTest."), line);
        assertTrue(line.contains("caused by java.lang.IllegalArgumentException: inner line at "), line);
        assertEquals(line.length() - 1, line.indexOf('\n'));
    }

    private static LogRecord entry(Level level, String message) {
        LogRecord entry = new LogRecord(level, message);
        entry.setLoggerName("Function.Deliver.User");
        entry.setInstant(Instant.parse("2026-11-20T12:00:00Z"));
        return entry;
    }
}
