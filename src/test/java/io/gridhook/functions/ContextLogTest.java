package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.ExecutionContext;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.NextStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Style §3.5: one line for each attempt, named fields in a fixed order. */
class ContextLogTest {
    private static final SubscriptionRef BILLING = new SubscriptionRef("orders", "to-billing", 7);

    private final List<LogRecord> records = new ArrayList<>();
    private final ContextLog log = new ContextLog(new Context());

    private final class Context implements ExecutionContext {
        @Override
        public Logger getLogger() {
            Logger logger = Logger.getAnonymousLogger();
            logger.setUseParentHandlers(false);
            logger.addHandler(new Handler() {
                @Override
                public void publish(LogRecord record) {
                    records.add(record);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            });
            return logger;
        }

        @Override
        public String getInvocationId() {
            return "invocation";
        }

        @Override
        public String getFunctionName() {
            return "Deliver";
        }
    }

    private String onlyLine(Level level) {
        assertEquals(1, records.size());
        assertEquals(level, records.get(0).getLevel());
        return records.get(0).getMessage();
    }

    private static DeliveryAttempt attempt(String eventId) {
        return new DeliveryAttempt(
                BILLING,
                eventId,
                "Order.Placed",
                "billing.example",
                3,
                DeliveryOutcome.BUSY,
                503,
                Duration.ofNanos(12_345_678),
                "",
                "a secret answer");
    }

    @Test
    void an_attempt_that_is_made_again_is_a_line() {
        log.attempt(attempt("e-1"), new NextStep.RetryAt(Instant.parse("2026-11-20T09:30:00.5Z")));
        assertEquals(
                "attempt topic=orders eventSubscription=to-billing eventId=e-1 attempt=3 outcome=Busy status=503"
                        + " durationMs=12 nextStep=retryAt(2026-11-20T09:30:00.500Z)",
                onlyLine(Level.INFO));
    }

    /** Above all an address that may not be called: nothing else would say so. */
    @Test
    void why_there_was_no_answer_is_in_the_line() {
        log.attempt(
                new DeliveryAttempt(
                        BILLING,
                        "e-1",
                        "Order.Placed",
                        "h",
                        1,
                        DeliveryOutcome.RESOLUTION_ERROR,
                        0,
                        Duration.ZERO,
                        "10.0.0.5 is private",
                        ""),
                new NextStep.Complete());
        assertEquals(
                "attempt topic=orders eventSubscription=to-billing eventId=e-1 attempt=1 outcome=ResolutionError status=0"
                        + " durationMs=0 detail=\"10.0.0.5 is private\" nextStep=complete",
                onlyLine(Level.INFO));
    }

    @Test
    void the_last_attempt_is_a_line() {
        log.attempt(attempt("e-1"), new NextStep.DeadLetter(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED));
        assertTrue(onlyLine(Level.INFO).endsWith(" nextStep=giveUp(MaxDeliveryAttemptsExceeded)"));
        records.clear();
        log.attempt(attempt("e-1"), new NextStep.Complete());
        assertTrue(onlyLine(Level.INFO).endsWith(" nextStep=complete"));
    }

    /** What went well costs a line only where somebody wants it. */
    @Test
    void a_log_of_failures_has_no_line_for_a_success() {
        ContextLog failures = new ContextLog(new Context().getLogger(), false);
        failures.attempt(attempt("e-1"), new NextStep.Complete());
        assertEquals(List.of(), records);
        failures.attempt(attempt("e-1"), new NextStep.RetryAt(Instant.EPOCH));
        assertTrue(onlyLine(Level.INFO).endsWith(" nextStep=retryAt(1970-01-01T00:00:00Z)"));
    }

    @Test
    void an_end_is_a_line() {
        log.ended(BILLING, "e-1", "dropped", "SubscriptionDeleted", "");
        assertEquals(
                "dropped topic=orders eventSubscription=to-billing eventId=e-1 reason=SubscriptionDeleted",
                onlyLine(Level.INFO));
        records.clear();
        log.ended(BILLING, "", "deadLettered", "TimeToLiveExceeded", "TO-BILLING/2026/1/2/3/x.json");
        assertEquals(
                "deadLettered topic=orders eventSubscription=to-billing eventId=\"\" reason=TimeToLiveExceeded"
                        + " blob=TO-BILLING/2026/1/2/3/x.json",
                onlyLine(Level.INFO));
    }

    @Test
    void trouble_of_ours_is_a_warning() {
        log.trouble("storage: does \"not\" answer", "tried again");
        assertEquals(
                "trouble what=\"storage: does \\\"not\\\" answer\" consequence=\"tried again\"",
                onlyLine(Level.WARNING));
    }

    /** Ids are the publisher's to choose: none may look like a field or a line of its own. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "abc-1_2:3/4        | abc-1_2:3/4",
                "two words          | \"two words\"",
                "x outcome=Delivered | \"x outcome=Delivered\"",
                "a=b                | \"a=b\"",
                "say \"hi\"         | \"say \\\"hi\\\"\"",
                "back\\slash        | back\\slash",
                "back\\ slash       | \"back\\\\ slash\"",
                "é                  | \"é\"",
                "😀                 | \"😀\"",
            })
    void an_id_that_is_more_than_a_word_is_quoted(String id, String value) {
        log.ended(BILLING, id, "dropped", "r", "");
        assertEquals(
                "dropped topic=orders eventSubscription=to-billing eventId=" + value + " reason=r",
                onlyLine(Level.INFO));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B, 0x7F, 0x85, 0x9B, 0x2028, 0x2029, 0x202E, 0xD800,
                0xDC00
            })
    void no_control_character_reaches_the_line(int character) {
        log.attempt(attempt("a" + (char) character + "attempt topic=x"), new NextStep.Complete());
        log.trouble("b" + (char) character + "c", "d" + (char) character);
        for (LogRecord record : records) {
            assertFalse(record.getMessage().indexOf(character) >= 0, record.getMessage());
            assertEquals(1, record.getMessage().lines().count());
        }
        assertTrue(records.get(0).getMessage().contains("eventId=\"a\uFFFDattempt topic=x\""));
    }

    @Test
    void a_value_has_a_bounded_length() {
        log.ended(BILLING, "x".repeat(256), "dropped", "r", "");
        log.ended(BILLING, "x".repeat(100_000), "dropped", "r", "");
        assertTrue(records.get(0).getMessage().contains("eventId=" + "x".repeat(256) + " "));
        assertTrue(records.get(1).getMessage().contains("eventId=\"" + "x".repeat(256) + "…\" "));
    }

    /** What the publisher wrote is not looked into: no placeholder of the logger's is filled in. */
    @Test
    void an_id_is_not_taken_for_a_format() {
        log.ended(BILLING, "{0}%s${x}", "dropped", "r", "");
        assertEquals(
                0, records.get(0).getParameters() == null ? 0 : records.get(0).getParameters().length);
        assertTrue(onlyLine(Level.INFO).contains("eventId={0}%s${x} "));
    }
}
