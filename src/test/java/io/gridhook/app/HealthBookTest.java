package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.HealthBook.Change;
import io.gridhook.app.HealthBook.Endpoint;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.Verdict;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decisions of behaviour §6.2 and §6.3, without clock or storage. */
class HealthBookTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final RetryPolicy OWN_SCHEDULE = policy(true);
    private static final Endpoint ENDPOINT = new Endpoint("shared", "own", OWN_SCHEDULE);

    private final HealthBook book = new HealthBook(ProbationRules.STANDARD);

    private static RetryPolicy policy(boolean ownSchedule) {
        return HealthWriterTest.subscription("s", "https://x", "cloud", ownSchedule)
                .retryPolicy();
    }

    /** A reading of "healthy", "passed" (its probation is over), "probation" and "disabled" states. */
    private void read(String shared, String own) {
        Map<String, Versioned<EndpointHealth>> states = new HashMap<>();
        state(shared).ifPresent(state -> states.put("shared", state));
        state(own).ifPresent(state -> states.put("own", state));
        book.keep(book.beginReading(), NOW, states);
    }

    private static Optional<Versioned<EndpointHealth>> state(String name) {
        return switch (name) {
            case "passed" -> Optional.of(until(NOW));
            case "probation" -> Optional.of(until(NOW.plusSeconds(10)));
            case "disabled" ->
                Optional.of(new Versioned<>(EndpointHealth.disabled(DeliveryOutcome.GENERIC_ERROR), "read"));
            default -> Optional.empty();
        };
    }

    private static Versioned<EndpointHealth> until(Instant until) {
        return new Versioned<>(new EndpointHealth(until, DeliveryOutcome.BUSY, 1), "read");
    }

    @ParameterizedTest
    @CsvSource({
        // shared, own, schedule of its own: refused for, or what is claimed
        "healthy,   healthy,   true,  admitted",
        "probation, healthy,   true,  PROBATION",
        "healthy,   probation, true,  PROBATION",
        "passed,    healthy,   true,  claims shared",
        "passed,    passed,    true,  claims shared own",
        "passed,    probation, true,  PROBATION",
        "probation, passed,    true,  PROBATION",
        "passed,    disabled,  true,  DISABLED",
        "passed,    disabled,  false, claims shared",
        "healthy,   disabled,  false, admitted",
    })
    void admission_by_what_is_known(String shared, String own, boolean ownSchedule, String expected) {
        read(shared, own);
        HealthBook.Answer answer = book.admission(new Endpoint("shared", "own", policy(ownSchedule)), NOW);
        String claims = answer.claims().stream().map(Change::key).collect(Collectors.joining(" "));
        assertEquals(
                expected,
                answer.admission()
                        .map(admission -> admission.match(admitted -> "admitted", refused -> refused.outcome()
                                .toString()))
                        .orElse("claims " + claims));
    }

    @ParameterizedTest
    @CsvSource({
        // shared, own, status, outcome, verdict: changes
        "healthy,   healthy,   200, DELIVERED,        DELIVERED, ''",
        "passed,    passed,    200, DELIVERED,        DELIVERED, delete shared delete own",
        "passed,    disabled,  200, DELIVERED,        DELIVERED, delete shared",
        "passed,    healthy,   400, BAD_REQUEST,      FINAL,     delete shared",
        "healthy,   healthy,   503, GENERIC_ERROR,    RETRY,     ''",
        "healthy,   healthy,   0,   RESOLUTION_ERROR, RETRY,     create shared",
        "probation, healthy,   0,   RESOLUTION_ERROR, RETRY,     ''",
        "passed,    healthy,   401, UNAUTHORIZED,     RETRY,     delete shared",
        "healthy,   healthy,   410, GENERIC_ERROR,    RETRY,     create own",
        "passed,    passed,    410, GENERIC_ERROR,    RETRY,     delete shared replace own",
        "healthy,   disabled,  410, GENERIC_ERROR,    RETRY,     ''",
    })
    void changes_after_a_result(
            String shared, String own, int status, DeliveryOutcome outcome, Verdict.Kind verdict, String expected) {
        read(shared, own);
        assertEquals(expected, said(after(Admission.Admitted.FREE, "e", status, outcome, verdict)));
    }

    /** The failed one is replaced by a longer probation; the other is given back, as nothing was learned of it. */
    @ParameterizedTest
    @CsvSource({
        "BUSY,         429, RETRY,     replace shared replace own, 2 1",
        "NOT_FOUND,    404, RETRY,     delete shared replace own,  2",
        "DELIVERED,    200, DELIVERED, delete shared delete own,   ''",
    })
    void changes_after_a_probe(
            DeliveryOutcome outcome, int status, Verdict.Kind verdict, String expected, String levels) {
        read("passed", "passed");
        Admission.Admitted probe = new Admission.Admitted(
                book.admission(ENDPOINT, NOW).claims().stream().map(this::probe).toList());
        List<Change> changes = after(probe, "e", status, outcome, verdict);
        assertEquals(expected, said(changes));
        assertEquals(
                levels,
                changes.stream()
                        .flatMap(change -> change.after().stream())
                        .map(state -> String.valueOf(state.level()))
                        .collect(Collectors.joining(" ")));
        read("passed", "passed");
        assertEquals(
                verdict == Verdict.Kind.DELIVERED || outcome == DeliveryOutcome.NOT_FOUND
                        ? said(changes).replace(" replace own", "")
                        : "",
                said(after(probe, "e", status, outcome, verdict)),
                "another instance changed it meanwhile");
    }

    private Admission.Probe probe(Change claim) {
        return new Admission.Probe(
                claim.key(),
                claim.before().orElseThrow().value(),
                book.applied(claim, Optional.of("claim")).orElseThrow().value());
    }

    @Test
    void a_streak_counts_distinct_events_and_ends_with_the_probation_it_led_to() {
        for (int i = 0; i < 9; i++) {
            fail("e" + i);
            assertEquals(List.of(), fail("e" + i));
        }
        assertEquals(9, book.failures("shared"));
        Change create = fail("e9").get(0);
        assertEquals("create shared", said(fail("e10")), "storage refused the first");
        assertEquals(10, book.failures("shared"), "no more than count");
        book.applied(create, Optional.of("1"));
        assertEquals(0, book.failures("shared"));
        assertEquals(List.of(), fail("e11"), "only a probe says something new");
    }

    @Test
    void a_streak_ends_where_another_instance_wrote_the_probation() {
        for (int i = 0; i < 9; i++) {
            fail("e" + i);
        }
        book.applied(fail("e9").get(0), Optional.empty());
        assertEquals(0, book.failures("shared"));
        assertEquals(Map.of(), book.states(), "what the other wrote must be read");
    }

    @Test
    void the_ramp_up_starts_once_where_another_instance_ended_a_probation() {
        read("probation", "healthy");
        assertFalse(book.admission(ENDPOINT, NOW).startsRampUp());
        read("healthy", "healthy");
        assertTrue(book.admission(ENDPOINT, NOW).startsRampUp());
        assertFalse(book.admission(ENDPOINT, NOW).startsRampUp());
    }

    @Test
    void the_ramp_up_that_a_success_starts_does_not_start_again() {
        read("probation", "healthy");
        book.admission(ENDPOINT, NOW);
        after(Admission.Admitted.FREE, "e", 200, DeliveryOutcome.DELIVERED, Verdict.Kind.DELIVERED)
                .forEach(change -> book.applied(change, Optional.empty()));
        assertFalse(book.admission(ENDPOINT, NOW).startsRampUp());
    }

    @Test
    void a_reading_never_replaces_a_later_one() {
        long earlier = book.beginReading();
        long later = book.beginReading();
        book.keep(later, NOW, Map.of());
        book.keep(earlier, NOW, Map.of("shared", until(NOW)));
        assertEquals(Map.of(), book.states());
    }

    @Test
    void a_reading_does_not_undo_a_write_that_ended_after_it_began() {
        Change create = after(Admission.Admitted.FREE, "e", 0, DeliveryOutcome.RESOLUTION_ERROR, Verdict.Kind.RETRY)
                .get(0);
        long before = book.beginReading();
        book.applied(create, Optional.of("1"));
        book.keep(before, NOW, Map.of());
        assertEquals(create.after(), Optional.ofNullable(book.states().get("shared")));
        book.keep(book.beginReading(), NOW, Map.of());
        assertEquals(Map.of(), book.states());
    }

    /** A claim and a management call, say: both are stored, but which came last? */
    @Test
    void after_two_writes_at_a_time_to_one_state_the_book_counts_as_old() {
        read("passed", "healthy");
        Change claim = book.admission(ENDPOINT, NOW).claims().get(0);
        book.applied(book.reset("shared"), Optional.empty());
        assertTrue(book.isYounger(HealthBook.AGE_MAX, NOW));
        book.applied(claim, Optional.of("1"));
        assertFalse(book.isYounger(HealthBook.AGE_MAX, NOW));
        assertEquals(Map.of(), book.states());
    }

    @ParameterizedTest
    @CsvSource({"0, true", "4999, true", "5000, false", "-1, false"})
    void a_reading_is_young_for_five_seconds_and_old_if_the_clock_was_set_back(long millis, boolean expected) {
        assertFalse(book.isYounger(HealthBook.AGE_MAX, NOW), "never read");
        read("healthy", "healthy");
        assertEquals(expected, book.isYounger(HealthBook.AGE_MAX, NOW.plusMillis(millis)));
    }

    @Test
    void a_reading_that_began_before_an_uncertain_write_is_old() {
        long before = book.beginReading();
        book.forget();
        book.keep(before, NOW, Map.of("shared", until(NOW)));
        assertEquals(1, book.states().size(), "newer than nothing");
        assertFalse(book.isYounger(HealthBook.AGE_MAX, NOW));
    }

    private List<Change> fail(String eventId) {
        return after(Admission.Admitted.FREE, eventId, 503, DeliveryOutcome.GENERIC_ERROR, Verdict.Kind.RETRY);
    }

    private List<Change> after(
            Admission.Admitted admission, String eventId, int status, DeliveryOutcome outcome, Verdict.Kind verdict) {
        Optional<Duration> none = Optional.empty();
        return book.after(ENDPOINT, admission, new HealthBook.Result(eventId, outcome, status, verdict, none), NOW);
    }

    private static String said(List<Change> changes) {
        return changes.stream()
                .map(change -> (change.isDelete() ? "delete " : change.before().isEmpty() ? "create " : "replace ")
                        + change.key())
                .collect(Collectors.joining(" "));
    }
}
