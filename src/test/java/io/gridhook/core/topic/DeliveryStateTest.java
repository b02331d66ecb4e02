package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryStateTest {
    private static final Instant BEFORE = Instant.parse("2026-11-20T10:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-20T11:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "ACTIVE,   PAUSE,   PAUSED",
        "PAUSED,   PAUSE,   same",
        "DISABLED, PAUSE,   enable first",
        "ACTIVE,   RESUME,  same",
        "PAUSED,   RESUME,  ACTIVE",
        "DISABLED, RESUME,  enable first",
        "ACTIVE,   DISABLE, DISABLED",
        "PAUSED,   DISABLE, DISABLED",
        "DISABLED, DISABLE, same",
        "ACTIVE,   ENABLE,  same",
        "PAUSED,   ENABLE,  resume first",
        "DISABLED, ENABLE,  ACTIVE",
    })
    void a_change_is_idempotent_and_undoes_only_its_opposite(
            DeliveryState.Kind kind, DeliveryChange change, String expected) {
        DeliveryState state = DeliveryState.of(kind, BEFORE);
        Optional<DeliveryState> changed = change.of(state, NOW);
        if (expected.equals("same")) {
            assertSame(state, changed.orElseThrow());
        } else if (expected.endsWith("first")) {
            assertEquals(Optional.empty(), changed);
            assertEquals(expected, change.first().wireName() + " first");
        } else {
            assertEquals(DeliveryState.of(DeliveryState.Kind.valueOf(expected), NOW), changed.orElseThrow());
        }
    }

    @ParameterizedTest
    @CsvSource({"ACTIVE, ACTIVE", "PAUSED, PAUSED", "DISABLED, ACTIVE"})
    void a_save_enables_and_does_not_resume(DeliveryState.Kind kind, DeliveryState.Kind saved) {
        DeliveryState state = DeliveryState.of(kind, BEFORE);
        assertEquals(DeliveryState.of(saved, kind == saved ? BEFORE : NOW), state.saved(NOW));
    }

    @ParameterizedTest
    @CsvSource({"pause, PAUSE", "PAUSE, PAUSE", "Resume, RESUME", "disable, DISABLE", "enable, ENABLE", "stop,", "'',"})
    void it_is_asked_for_by_name(String name, DeliveryChange change) {
        assertEquals(Optional.ofNullable(change), DeliveryChange.of(name));
    }

    /** All that waits is looked at at the same times, so that it is merged, and none of it after more than five minutes. */
    @Test
    void what_waits_is_looked_at_within_five_minutes_at_few_times() {
        long times = LongStream.range(0, 3_600)
                .mapToObj(second -> {
                    Instant now = BEFORE.plusSeconds(second);
                    Instant next = DeliveryState.lookAgain(now);
                    Duration wait = Duration.between(now, next);
                    assertTrue(
                            wait.compareTo(Duration.ofSeconds(30)) >= 0 && wait.compareTo(Duration.ofMinutes(5)) <= 0,
                            now + " to " + next);
                    return next;
                })
                .distinct()
                .count();
        assertEquals(14, times);
    }

    @Test
    void only_what_was_let_go_lately_is_active_since() {
        Duration window = Duration.ofMinutes(10);
        DeliveryState resumed = DeliveryState.of(DeliveryState.Kind.ACTIVE, BEFORE);
        assertTrue(resumed.isActiveSince(window, BEFORE.plus(window).minusMillis(1)));
        assertFalse(resumed.isActiveSince(window, BEFORE.plus(window)));
        assertFalse(DeliveryState.of(DeliveryState.Kind.PAUSED, BEFORE).isActiveSince(window, BEFORE));
        assertFalse(DeliveryState.ACTIVE.isActiveSince(window, BEFORE));
    }

    @Test
    void who_holds_back_is_known() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new DeliveryState(DeliveryState.Kind.PAUSED, Optional.empty(), Optional.of(NOW)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DeliveryState(
                        DeliveryState.Kind.ACTIVE, Optional.of(DeliveryState.Cause.OPERATOR), Optional.of(NOW)));
    }
}
