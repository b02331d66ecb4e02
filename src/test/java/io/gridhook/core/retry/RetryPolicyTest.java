package io.gridhook.core.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.retry.NextStep.Complete;
import io.gridhook.core.retry.NextStep.DeadLetter;
import io.gridhook.core.retry.NextStep.RetryAt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §2.1, steps 4 to 8, and the timeline of §2.2. */
class RetryPolicyTest {
    private static final Instant PUBLISHED = Instant.parse("2026-11-20T00:00:00Z");
    private static final Verdict FAILED = Verdict.retry(Duration.ofSeconds(10));
    private static final Optional<Duration> NOTHING_ASKED = Optional.empty();

    private static final Duration RETRY_AFTER_MAX = Duration.ofHours(4);

    private static RetryProfile profile(String name) {
        return RetryProfiles.standard().named(name).orElseThrow();
    }

    private static RetryPolicy policy(String name, int maxDeliveryAttempts, Duration timeToLive) {
        RetryProfile profile = profile(name);
        return new RetryPolicy(profile, profile.schedule(), maxDeliveryAttempts, timeToLive, false, RETRY_AFTER_MAX);
    }

    private static RetryPolicy own(Duration... steps) {
        return new RetryPolicy(
                profile("cloud"), new RetrySchedule(List.of(steps)), 30, Duration.ofDays(1), true, RETRY_AFTER_MAX);
    }

    private static Duration wait(RetryPolicy policy, Verdict verdict, Optional<Duration> asked, int attempt) {
        RetryAt retry = (RetryAt) policy.next(verdict, asked, attempt, PUBLISHED, 0);
        return Duration.between(PUBLISHED, retry.due());
    }

    @Test
    void a_delivered_event_is_done_even_at_the_last_attempt() {
        RetryPolicy policy = policy("cloud", 3, Duration.ofDays(1));
        assertEquals(new Complete(), policy.next(Verdict.DELIVERED, NOTHING_ASKED, 1, PUBLISHED, 0));
        assertEquals(new Complete(), policy.next(Verdict.DELIVERED, NOTHING_ASKED, 3, PUBLISHED, 0));
    }

    /** §2.1.8: {@code attempts >= maxDeliveryAttempts} is looked at after a failed attempt. */
    @ParameterizedTest
    @CsvSource({"1, 1, true", "2, 1, false", "2, 2, true", "30, 29, false", "30, 30, true", "3, 4, true"})
    void attempts_run_out_after_a_failed_one(int maxDeliveryAttempts, int attempt, boolean givesUp) {
        NextStep next = policy("cloud", maxDeliveryAttempts, Duration.ofDays(1))
                .next(FAILED, NOTHING_ASKED, attempt, PUBLISHED, 0);
        assertEquals(givesUp, next.equals(new DeadLetter(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED)));
        assertEquals(!givesUp, next instanceof RetryAt);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.MATCH_ANY,
            names = {"UNDELIVERABLE.*"})
    void a_final_answer_keeps_its_own_reason_at_every_attempt(DeadLetterReason reason) {
        for (int attempt : new int[] {1, 2, 30}) {
            assertEquals(
                    new DeadLetter(reason),
                    policy("cloud", 30, Duration.ofDays(1))
                            .next(Verdict.isFinal(reason), NOTHING_ASKED, attempt, PUBLISHED, 0));
        }
    }

    /** §2.1.6 and §20 row 6: a code's minimum is a floor, no addition. */
    @ParameterizedTest
    @CsvSource({
        // attempt, minimum, wait: step 1 is 10 s, step 2 30 s, step 3 1 min, step 5 10 min
        "1, PT10S, PT10S",
        "1, PT30S, PT30S",
        "1, PT5M,  PT5M",
        "2, PT30S, PT30S",
        "2, PT2M,  PT2M",
        "3, PT30S, PT1M",
        "5, PT5M,  PT10M",
        "4, PT5M,  PT5M",
        "99, PT5M, PT12H",
    })
    void the_longer_of_step_and_minimum_is_waited(int attempt, Duration minimum, Duration wait) {
        RetryPolicy policy = policy("cloud", 100, Duration.ofDays(1));
        assertEquals(wait, wait(policy, Verdict.retry(minimum), NOTHING_ASKED, attempt));
    }

    /** §2.3: the editions know no {@code Retry-After}. */
    @ParameterizedTest
    @ValueSource(strings = {"cloud", "cloud-2021", "cloud-2019", "edge", "kubernetes"})
    void an_editions_schedule_ignores_what_the_endpoint_asks_for(String name) {
        RetryPolicy policy = policy(name, 30, Duration.ofDays(1));
        assertEquals(wait(policy, FAILED, NOTHING_ASKED, 1), wait(policy, FAILED, Optional.of(Duration.ofHours(1)), 1));
    }

    /** DESIGN §5, row "custom". */
    @Test
    void a_schedule_of_ones_own_is_not_lengthened_by_a_codes_minimum() {
        RetryPolicy policy = own(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertEquals(Duration.ofSeconds(1), wait(policy, Verdict.retry(Duration.ofMinutes(5)), NOTHING_ASKED, 1));
        assertEquals(Duration.ofSeconds(2), wait(policy, Verdict.retry(Duration.ofMinutes(5)), NOTHING_ASKED, 2));
        assertEquals(Duration.ofSeconds(2), wait(policy, Verdict.retry(Duration.ofMinutes(5)), NOTHING_ASKED, 3));
    }

    /** DESIGN §5, row "custom": up to the longest probation. */
    @ParameterizedTest
    @CsvSource({
        "PT0S,    PT10S",
        "PT9S,    PT10S",
        "PT11S,   PT11S",
        "PT4H,    PT4H",
        "PT4H1S,  PT4H",
        "PT8760H, PT4H",
    })
    void a_schedule_of_ones_own_waits_as_long_as_the_endpoint_asks_for(Duration asked, Duration wait) {
        assertEquals(wait, wait(own(Duration.ofSeconds(10)), FAILED, Optional.of(asked), 1));
    }

    @Test
    void a_step_longer_than_four_hours_is_not_shortened_by_retry_after() {
        assertEquals(Duration.ofHours(6), wait(own(Duration.ofHours(6)), FAILED, Optional.of(Duration.ofHours(5)), 1));
    }

    /** §2.1.7: expired at the time to live exactly, counted from the publish. */
    @Test
    void an_event_expires_when_an_attempt_is_due_at_or_after_its_time_to_live() {
        RetryPolicy policy = policy("cloud", 30, Duration.ofMinutes(7));
        assertFalse(policy.isExpired(PUBLISHED, PUBLISHED));
        assertFalse(policy.isExpired(PUBLISHED, PUBLISHED.plusSeconds(7 * 60).minusNanos(1)));
        assertTrue(policy.isExpired(PUBLISHED, PUBLISHED.plusSeconds(7 * 60)));
    }

    /** §2.1.7: nothing but the attempt limit is looked at after an attempt, so the slot past the time to live is still taken. */
    @Test
    void time_to_live_is_not_looked_at_after_an_attempt() {
        RetryPolicy policy = policy("cloud", 30, Duration.ofMinutes(7));
        Instant now = PUBLISHED.plus(Duration.ofMinutes(400));
        assertEquals(new RetryAt(now.plus(Duration.ofMinutes(10))), policy.next(FAILED, NOTHING_ASKED, 5, now, 0));
    }

    /** §2.2 and the arithmetic of §2.4: when attempts are due, answered at once, until the slot that finds the event expired. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud      | 30 | 1440 | PT0S PT10S PT40S PT1M40S PT6M40S PT16M40S PT46M40S PT1H46M40S PT4H46M40S"
                        + " PT10H46M40S PT22H46M40S expired@PT34H46M40S",
                // The documented example: ten attempts allowed, six fit.
                "cloud      | 10 | 30   | PT0S PT10S PT40S PT1M40S PT6M40S PT16M40S expired@PT46M40S",
                "cloud      | 30 | 7    | PT0S PT10S PT40S PT1M40S PT6M40S expired@PT16M40S",
                "cloud      | 30 | 1    | PT0S PT10S PT40S expired@PT1M40S",
                "cloud      | 1  | 1440 | PT0S given up",
                "cloud-2021 | 3  | 1440 | PT0S PT10S PT40S given up",
                "edge       | 30 | 30   | PT0S PT1M PT11M PT21M expired@PT31M",
                "edge       | 30 | 120  | PT0S PT1M PT11M PT21M PT31M PT41M PT51M PT1H1M PT1H11M PT1H21M PT1H31M PT1H41M"
                        + " PT1H51M expired@PT2H1M",
                "kubernetes | 3  | 30   | PT0S PT1M PT11M given up",
            })
    void attempts_fall_on_the_documented_timeline(String name, int attempts, int minutes, String timeline) {
        assertEquals(timeline, timeline(policy(name, attempts, Duration.ofMinutes(minutes))));
    }

    /** §2.2, last line: why 30 was picked. */
    @Test
    void the_2019_edition_makes_its_thirty_attempts_within_a_day() {
        String timeline = timeline(policy("cloud-2019", 30, Duration.ofMinutes(1_440)));
        assertTrue(timeline.endsWith(" PT23H46M40S given up"), timeline);
        assertEquals(30 + 2, timeline.split(" ", -1).length);
    }

    private static String timeline(RetryPolicy policy) {
        List<String> seen = new ArrayList<>();
        Instant now = PUBLISHED;
        for (int attempt = 1; ; attempt++) {
            Duration elapsed = Duration.between(PUBLISHED, now);
            if (policy.isExpired(PUBLISHED, now)) {
                return String.join(" ", seen) + " expired@" + elapsed;
            }
            seen.add(elapsed.toString());
            if (!(policy.next(FAILED, NOTHING_ASKED, attempt, now, 0) instanceof RetryAt retry)) {
                return String.join(" ", seen) + " given up";
            }
            now = retry.due();
        }
    }

    /** §1, row "Jitter". */
    @ParameterizedTest
    @CsvSource({
        // attempt, chance, wait: a tenth of the step, a minute at most
        "1, 0,      PT10S",
        "1, 0.5,    PT10.5S",
        "1, 0.9999, PT10.999S",
        "4, 0.5,    PT5M15S",
        "10, 0.5,   PT12H30S",
        "10, 0.9999999, PT12H59.999S",
    })
    void jitter_adds_up_to_a_tenth_and_up_to_a_minute(int attempt, double chance, Duration wait) {
        RetryAt retry = (RetryAt)
                policy("cloud", 30, Duration.ofDays(1)).next(FAILED, NOTHING_ASKED, attempt, PUBLISHED, chance);
        assertEquals(wait, Duration.between(PUBLISHED, retry.due()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"edge", "kubernetes"})
    void the_local_editions_know_no_jitter(String name) {
        assertEquals(
                new RetryAt(PUBLISHED.plusSeconds(60)),
                policy(name, 30, Duration.ofDays(1)).next(FAILED, NOTHING_ASKED, 1, PUBLISHED, 0.999));
    }

    /** A property over seeds: whatever chance says, never early, and at most the share late. */
    @Test
    void jitter_is_never_early_and_at_most_its_share() {
        for (long seed = 1; seed <= 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double share = random.nextDouble();
            Duration most = Duration.ofMillis(random.nextInt(100_000));
            Duration wait = Duration.ofMillis(random.nextLong(1_000, 3_000_000_000L));
            Duration added = new Jitter(share, most).of(wait, random.nextDouble());
            assertFalse(added.isNegative(), () -> "early by " + added);
            assertTrue(added.compareTo(most) <= 0 && added.toMillis() <= wait.toMillis() * share, "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.001, 1.001, Double.NaN})
    void a_share_of_jitter_is_between_nothing_and_all(double share) {
        assertThrows(IllegalArgumentException.class, () -> new Jitter(share, Duration.ZERO));
    }

    @Test
    void a_policy_has_at_least_one_attempt() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> policy("cloud", 0, Duration.ofDays(1)));
        assertEquals("maxDeliveryAttempts: 0 (expected: 1 or more)", refused.getMessage());
    }
}
