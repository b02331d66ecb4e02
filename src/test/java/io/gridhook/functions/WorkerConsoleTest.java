package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** What the host makes of the worker's two streams: an entry for each line, of a level that it guesses. */
class WorkerConsoleTest {
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger GRIDHOOK = Logger.getLogger("gridhook");

    private final List<Handler> before = List.of(ROOT.getHandlers());
    private final Level levelBefore = ROOT.getLevel();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void install() {
        WorkerConsole.install(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        for (Handler each : ROOT.getHandlers()) {
            ROOT.removeHandler(each);
        }
        before.forEach(ROOT::addHandler);
        ROOT.setLevel(levelBefore);
    }

    /** The entries that the host makes: level and text (WorkerProcess of host 4.1037). */
    private List<String> entries() {
        List<String> entries = new ArrayList<>();
        lines(out).forEach(line -> entries.add("Information " + line));
        lines(err).forEach(line -> entries.add(guessed(line.toLowerCase(Locale.ROOT)) + " " + line));
        return entries;
    }

    private static List<String> lines(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static String guessed(String line) {
        if (line.contains("warn")) {
            return "Warning";
        }
        return line.contains("error") || line.contains("fail") || line.contains("severe") ? "Error" : "Information";
    }

    @ParameterizedTest
    @CsvSource({
        "INFO,    Information, eventId=order-42,                      INFO gridhook: eventId=order-42",
        "INFO,    Information, eventId=error-warn-fail,               INFO gridhook: eventId=error-warn-fail",
        "INFO,    Information, outcome=UndeliverableDueToClientError, INFO gridhook: outcome=UndeliverableDueToClientError",
        "WARNING, Warning,     eventId=error,                         WARN gridhook: eventId=error",
        "WARNING, Warning,     storage is slow,                       WARN gridhook: storage is slow",
        "SEVERE,  Error,       the app cannot start,                  ERROR gridhook: the app cannot start",
        "SEVERE,  Error,       topic=Warnings eventId=warn,           ERROR gridhook: topic=\\u0057arnings eventId=\\u0077arn",
    })
    void an_entry_keeps_its_level_whatever_words_it_has(String level, String seen, String message, String text) {
        GRIDHOOK.log(Level.parse(level), message);
        assertEquals(List.of(seen + " " + text), entries());
    }

    @ParameterizedTest
    @CsvSource({"INFO, Information", "WARNING, Warning", "SEVERE, Error"})
    void an_exception_and_line_ends_stay_in_one_entry(String level, String seen) {
        GRIDHOOK.log(
                Level.parse(level),
                "two\r\nlines\u0085\u2028",
                new IllegalStateException("outer", new Exception("a\nwarning")));
        List<String> entries = entries();
        assertEquals(1, entries.size(), entries.toString());
        String entry = entries.get(0);
        assertTrue(entry.startsWith(seen + " "), entry);
        assertTrue(
                entry.contains(" gridhook: two\\r\\nlines\\u0085\\u2028\\njava.lang.IllegalStateException: outer\\n"),
                entry);
        assertTrue(entry.contains("\\n\\tat io.gridhook.functions.WorkerConsoleTest."), entry);
        assertTrue(entry.contains("Caused by: java.lang.Exception: a\\n"), entry);
    }

    @Test
    void what_is_below_information_is_left_out() {
        GRIDHOOK.fine("nothing");
        assertEquals(List.of(), entries());
    }

    /** By SLF4J, as the Azure SDK does. */
    @Test
    void a_librarys_warning_is_seen_and_its_information_is_not() {
        org.slf4j.Logger sdk = LoggerFactory.getLogger("org.sample.Sdk");
        sdk.info("a token came");
        sdk.warn("it is tried again: {}", "error");
        sdk.error("it is given up");
        assertEquals(
                List.of(
                        "Warning WARN org.sample.Sdk: it is tried again: error",
                        "Error ERROR org.sample.Sdk: it is given up"),
                entries());
    }

    @Test
    void a_message_with_braces_stays_as_it_is() {
        LogRecord entry = new LogRecord(Level.INFO, "{0} of {1}");
        entry.setLoggerName("gridhook");
        assertEquals("INFO gridhook: {0} of {1}", WorkerConsole.line(entry));
    }
}
