package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.trust.AttemptRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailedAttemptsTest {
    private final FailedAttempts failures = new FailedAttempts(new AttemptRules(2, 1), 3);

    private void add(int times, String source, Instant at) {
        for (int i = 0; i < times; i++) {
            failures.add(source, at);
        }
    }

    @Test
    void a_wait_ends_with_the_minute_that_began_with_the_first_failure() {
        add(1, "a", START);
        assertEquals(Optional.empty(), failures.waitOf("a", START));
        add(1, "a", START.plusSeconds(50));
        assertEquals(Optional.of(Duration.ofSeconds(10)), failures.waitOf("a", START.plusSeconds(50)));
        assertEquals(Optional.of(Duration.ofMillis(1)), failures.waitOf("a", START.plusMillis(59_999)));
        assertEquals(Optional.empty(), failures.waitOf("a", START.plusSeconds(60)));
        add(1, "a", START.plusSeconds(60));
        assertEquals(Optional.empty(), failures.waitOf("a", START.plusSeconds(60)));
        assertEquals(Optional.empty(), failures.waitOf("b", START.plusSeconds(50)));
    }

    /** The memory is bounded; what began last stays. */
    @Test
    void the_source_that_began_first_is_forgotten() {
        add(2, "a", START);
        add(2, "b", START);
        // Its new minute puts it behind b.
        add(2, "a", START.plusSeconds(60));
        add(2, "b", START.plusSeconds(59));
        add(2, "c", START.plusSeconds(61));
        add(2, "d", START.plusSeconds(61));
        Instant now = START.plusSeconds(59);
        assertEquals(Optional.empty(), failures.waitOf("b", now));
        for (String source : new String[] {"a", "c", "d"}) {
            assertTrue(failures.waitOf(source, now).isPresent(), source);
        }
    }

    @Test
    void accepted_credentials_are_bounded_by_their_last_use() {
        AcceptedCredentials accepted = new AcceptedCredentials(2);
        accepted.add("a");
        accepted.add("b");
        accepted.add("a");
        accepted.add("c");
        assertTrue(accepted.contain("a"));
        assertFalse(accepted.contain("b"));
        assertTrue(accepted.contain("c"));
    }
}
