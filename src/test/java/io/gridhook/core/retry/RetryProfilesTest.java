package io.gridhook.core.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The editions' numbers, straight from the side-by-side table of behaviour §1 and the classification table of §2.3. */
class RetryProfilesTest {
    private static final RetryProfiles STANDARD = RetryProfiles.standard();

    private static RetryProfile profile(String name) {
        return STANDARD.named(name).orElseThrow();
    }

    /** Behaviour §1, row "Retry schedule": the waits after attempts 1 to 12. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud      | 10S 30S 1M 5M 10M 30M 1H 3H 6H 12H 12H 12H",
                "cloud-2021 | 10S 30S 1M 5M 10M 30M 1H 3H 6H 12H 12H 12H",
                "cloud-2019 | 10S 30S 1M 5M 10M 30M 1H 1H 1H 1H 1H 1H",
                "edge       | 1M 10M 10M 10M 10M 10M 10M 10M 10M 10M 10M 10M",
                "kubernetes | 1M 10M 10M 10M 10M 10M 10M 10M 10M 10M 10M 10M",
            })
    void every_edition_has_its_schedule(String name, String waits) {
        List<Duration> expected = List.of(waits.split(" ", -1)).stream()
                .map(wait -> Duration.parse("PT" + wait))
                .toList();
        assertEquals(
                expected,
                IntStream.rangeClosed(1, 12)
                        .mapToObj(attempt -> profile(name).schedule().after(attempt))
                        .toList());
    }

    /** Behaviour §1, rows "Response timeout", "Max attempts", "TTL" and "Batching"; §7 for the batch ranges. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud      | PT30S | 1..30/30   | 1..1440/1440  | 1440 | 1..5000/1 | 1..1024/64",
                "cloud-2021 | PT30S | 1..30/30   | 1..1440/1440  | 1440 | 1..5000/1 | 1..1024/64",
                "cloud-2019 | PT30S | 1..30/30   | 1..1440/1440  | 1440 | 1..5000/1 | 1..1024/64",
                "edge       | PT60S | 1..1000/30 | 1..10080/120  |  120 | 1..50/10  | 1..1033/1033",
                "kubernetes | PT60S | 1..1000/30 | 1..10080/1440 | 1440 | 1..5000/1 | 1..1024/64",
            })
    void every_edition_has_its_limits(
            String name,
            Duration responseTimeout,
            String attempts,
            String minutes,
            int timeToLive,
            String batchEvents,
            String batchKilobytes) {
        RetryProfile profile = profile(name);
        assertEquals(name, profile.name());
        assertEquals(responseTimeout, profile.responseTimeout());
        assertEquals(attempts, text(profile.maxDeliveryAttempts()));
        assertEquals(minutes, text(profile.eventTimeToLiveInMinutes()));
        assertEquals(Duration.ofMinutes(timeToLive), profile.eventTimeToLive());
        assertEquals(batchEvents, text(profile.maxEventsPerBatch()));
        assertEquals(batchKilobytes, text(profile.preferredBatchSizeInKilobytes()));
    }

    /** Range and default. */
    private static String text(Range range) {
        return range + "/" + range.unset();
    }

    /** Behaviour §1, rows "Jitter", "Delayed delivery", "Payload shape" (§20 row 17), "Schemas out"; §9.2 and §14 for the fields. */
    @ParameterizedTest
    @CsvSource({
        "cloud,      true,  true,  false, CONVERTED,    true,  false",
        "cloud-2021, true,  true,  false, CONVERTED,    true,  false",
        "cloud-2019, true,  true,  false, CONVERTED,    true,  false",
        "edge,       false, false, false, UNCHANGED,    false, true",
        "kubernetes, false, false, true,  CLOUD_EVENTS, true,  false",
    })
    void every_edition_has_its_ways(
            String name,
            boolean jitter,
            boolean delayedDelivery,
            boolean singleCloudEventAsArray,
            SchemaRule schemas,
            boolean eventTimeChecked,
            boolean dataVersionRequired) {
        RetryProfile profile = profile(name);
        assertEquals(jitter, !profile.jitter().equals(Jitter.NONE));
        assertEquals(delayedDelivery, profile.delayedDelivery());
        assertEquals(singleCloudEventAsArray, profile.singleCloudEventAsArray());
        assertEquals(schemas, profile.schemas());
        assertEquals(eventTimeChecked, profile.eventTimeChecked());
        assertEquals(
                dataVersionRequired
                        ? Set.of("id", "subject", "eventType", "eventTime", "dataVersion")
                        : Set.of("id", "subject", "eventType", "eventTime"),
                profile.requiredEventFields());
    }

    /**
     * Behaviour §2.3, a row for each status and for what it calls "other"; {@code -} is success, {@code x} is never tried again, a time is
     * the least wait. The 2019 edition's columns are with and without a dead-letter destination (both kinds of endpoint), the others have
     * no such difference: they are read with and without one.
     */
    @ParameterizedTest
    @CsvSource({
        // status, cloud webhook, azure, 2021 webhook, azure, 2019 dead-lettered, dropped, edge, kubernetes
        "200, -,    -,    -,    -,    -,    -,    -,  -",
        "201, -,    -,    -,    -,    -,    -,    0S, -",
        "202, -,    -,    -,    -,    -,    -,    0S, -",
        "203, -,    -,    -,    -,    -,    -,    0S, -",
        "204, -,    -,    -,    -,    -,    -,    0S, -",
        "205, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "206, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "299, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "301, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "302, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "307, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "400, x,    x,    x,    x,    x,    5M,   0S, 0S",
        "401, x,    5M,   x,    5M,   5M,   5M,   0S, 0S",
        "403, x,    x,    x,    x,    5M,   5M,   0S, 0S",
        "404, 5M,   5M,   x,    5M,   5M,   5M,   0S, 0S",
        "405, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "408, 2M,   2M,   2M,   2M,   2M,   2M,   0S, 0S",
        "409, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "410, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "413, x,    x,    x,    x,    x,    10S,  0S, 0S",
        "415, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "422, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "429, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "500, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "502, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
        "503, 30S,  30S,  30S,  30S,  30S,  30S,  0S, 0S",
        "504, 10S,  10S,  10S,  10S,  10S,  10S,  0S, 0S",
    })
    void every_edition_has_its_code_tables(
            int status,
            String webhook,
            String azureResource,
            String webhook2021,
            String azureResource2021,
            String deadLettered2019,
            String dropped2019,
            String edge,
            String kubernetes) {
        for (boolean deadLettered : new boolean[] {true, false}) {
            assertEquals(webhook, meaning("cloud", false, status, deadLettered));
            assertEquals(azureResource, meaning("cloud", true, status, deadLettered));
            assertEquals(webhook2021, meaning("cloud-2021", false, status, deadLettered));
            assertEquals(azureResource2021, meaning("cloud-2021", true, status, deadLettered));
            for (boolean azure : new boolean[] {true, false}) {
                assertEquals(
                        deadLettered ? deadLettered2019 : dropped2019,
                        meaning("cloud-2019", azure, status, deadLettered));
                assertEquals(edge, meaning("edge", azure, status, deadLettered));
                assertEquals(kubernetes, meaning("kubernetes", azure, status, deadLettered));
            }
        }
    }

    private static String meaning(String name, boolean azureResource, int status, boolean deadLettered) {
        RetryProfile profile = profile(name);
        if (profile.successCodes().contains(status)) {
            return "-";
        }
        CodeTable codes = azureResource ? profile.azureResource() : profile.webhook();
        return codes.isFinal(status, deadLettered)
                ? "x"
                : codes.minimumWait(status).toString().substring("PT".length());
    }

    /** Behaviour §2.3, row "no response": what any other failure waits. */
    @ParameterizedTest
    @CsvSource({"cloud, PT10S", "cloud-2021, PT10S", "cloud-2019, PT10S", "edge, PT0S", "kubernetes, PT0S"})
    void an_answer_that_does_not_come_waits_as_other_failures_do(String name, Duration wait) {
        assertEquals(wait, profile(name).webhook().otherwise());
        assertEquals(wait, profile(name).azureResource().otherwise());
    }

    @Test
    void profiles_are_found_by_name_in_any_letter_case() {
        assertEquals(Set.of("cloud", "cloud-2021", "cloud-2019", "edge", "kubernetes"), STANDARD.all());
        assertEquals("cloud, cloud-2021, cloud-2019, edge, kubernetes", STANDARD.names());
        assertEquals("cloud-2019", profile(" Cloud-2019 ").name());
        assertEquals(Optional.empty(), STANDARD.named("cloud-2018"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,          -,          kubernetes, kubernetes",
                "-,          cloud-2021, kubernetes, cloud-2021",
                "edge,       cloud-2021, kubernetes, edge",
                "edge,       -,          kubernetes, edge",
                // A profile of a later version, seen by an earlier one.
                "cloud-2031, -,          kubernetes, kubernetes",
            })
    void the_subscriptions_profile_goes_before_its_topics_and_the_apps(
            @Nullable String subscription, @Nullable String topic, String app, String expected) {
        RetryProfiles profiles = new RetryProfiles(app, 30, Duration.ofHours(2), Duration.ofHours(4));
        assertEquals(
                expected,
                profiles.of(Optional.ofNullable(subscription), Optional.ofNullable(topic))
                        .name());
    }

    /** Behaviour §2.4: the module's environment sets what a subscription without a policy gets. */
    @Test
    void iot_edges_defaults_can_be_set() {
        RetryProfile edge = new RetryProfiles("edge", 50, Duration.ofSeconds(90), Duration.ofHours(4))
                .named("edge")
                .orElseThrow();
        assertEquals(50, edge.maxDeliveryAttempts().unset());
        assertEquals(Duration.ofSeconds(90), edge.eventTimeToLive());
        assertEquals(1, edge.eventTimeToLiveInMinutes().unset());
        assertEquals(
                30,
                new RetryProfiles("edge", 50, Duration.ofSeconds(90), Duration.ofHours(4))
                        .named("kubernetes")
                        .orElseThrow()
                        .maxDeliveryAttempts()
                        .unset());
    }

    @Test
    void a_time_to_live_below_a_minute_still_has_a_default_in_minutes() {
        RetryProfile edge = new RetryProfiles("edge", 1, Duration.ofSeconds(1), Duration.ofHours(4))
                .named("edge")
                .orElseThrow();
        assertEquals(1, edge.eventTimeToLiveInMinutes().unset());
        assertEquals(Duration.ofSeconds(1), edge.eventTimeToLive());
    }

    @Test
    void an_unknown_default_profile_is_refused_with_those_there_are() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new RetryProfiles("fog", 30, Duration.ofHours(2), Duration.ofHours(4)));
        assertEquals(
                "profile: fog (expected: one of cloud, cloud-2021, cloud-2019, edge, kubernetes)",
                refused.getMessage());
    }

    @Test
    void a_range_holds_its_bounds() {
        Range range = new Range(1, 30, 30);
        assertTrue(range.contains(1) && range.contains(30));
        assertFalse(range.contains(0) || range.contains(31));
        // Not cut to an int: 2^32 + 1 would be 1.
        assertFalse(range.contains((1L << 32) + 1));
        assertEquals("1..30", range.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2 1 1", "1 30 0", "1 30 31"})
    void a_range_without_its_default_is_refused(String numbers) {
        int[] n = List.of(numbers.split(" ", -1)).stream()
                .mapToInt(Integer::parseInt)
                .toArray();
        assertThrows(IllegalArgumentException.class, () -> new Range(n[0], n[1], n[2]));
    }
}
