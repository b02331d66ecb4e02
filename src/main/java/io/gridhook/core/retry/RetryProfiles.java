package io.gridhook.core.retry;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The five editions, and which of them applies. Every number is from behaviour §1–2 unless it says "ours".
 */
public final class RetryProfiles {
    public static final String CLOUD = "cloud";
    public static final String CLOUD_2021 = "cloud-2021";
    public static final String CLOUD_2019 = "cloud-2019";
    public static final String EDGE = "edge";
    public static final String KUBERNETES = "kubernetes";

    /** Behaviour §1 names "small randomization" without figures; ours: up to a tenth of the wait, a minute at most. */
    private static final Jitter CLOUD_JITTER = new Jitter(0.1, Duration.ofMinutes(1));

    private static final Set<Integer> CLOUD_SUCCESS = Set.of(200, 201, 202, 203, 204);
    private static final Set<String> CLOUD_REQUIRED = Set.of("subject", "id", "eventType", "eventTime");

    /** IoT Edge and Kubernetes document no range; ours bounds a definition. */
    private static final int UNRANGED_ATTEMPTS_MAX = 1_000;
    /** IoT Edge and Kubernetes document no range; ours: 7 days. */
    private static final int UNRANGED_TTL_MINUTES_MAX = 10_080;

    /** Behaviour §7: as in ARM, whose default leaves batching off; Kubernetes states no numbers. */
    private static final Range CLOUD_EVENTS_PER_BATCH = new Range(1, 5_000, 1);

    private static final Range CLOUD_BATCH_KILOBYTES = new Range(1, 1_024, 64);
    private static final int CLOUD_BATCH_BYTES = 64 * 1024;

    /** Behaviour §7: {@code api__deliveryPolicyLimits__maxEventsPerBatch}, {@code broker__defaultMaxEventsPerBatch}. */
    private static final Range EDGE_EVENTS_PER_BATCH = new Range(1, 50, 10);
    /** Behaviour §7: {@code api__deliveryPolicyLimits__maxpreferredBatchSizeInKilobytes}. */
    private static final Range EDGE_BATCH_KILOBYTES = new Range(1, 1_033, 1_033);
    /** Behaviour §7: {@code broker__defaultMaxBatchSizeInBytes}. */
    private static final int EDGE_BATCH_BYTES = 1_058_576;

    private final Map<String, RetryProfile> byName = new LinkedHashMap<>();
    private final RetryProfile defaultProfile;
    private final Duration retryAfterMax;

    /**
     * The profiles of one app.
     *
     * @param defaultName which one applies where neither subscription nor topic names one
     * @param edgeMaxDeliveryAttempts IoT Edge's {@code broker__defaultMaxDeliveryAttempts}
     * @param edgeTimeToLive IoT Edge's {@code broker__defaultEventTimeToLiveInSeconds}
     * @param retryAfterMax the most that a {@code Retry-After} can ask for, where a schedule of the subscription's own honours it
     */
    public RetryProfiles(
            String defaultName, int edgeMaxDeliveryAttempts, Duration edgeTimeToLive, Duration retryAfterMax) {
        for (RetryProfile profile : List.of(
                cloud(), cloud2021(), cloud2019(), edge(edgeMaxDeliveryAttempts, edgeTimeToLive), kubernetes())) {
            byName.put(profile.name(), profile);
        }
        defaultProfile = named(defaultName)
                .orElseThrow(() -> new IllegalArgumentException(
                        "profile: " + defaultName + " (expected: one of " + names() + ")"));
        this.retryAfterMax = retryAfterMax;
    }

    /** The profiles with the editions' own defaults, {@code cloud} first; a {@code Retry-After} counts up to 4 hours. */
    public static RetryProfiles standard() {
        return new RetryProfiles(CLOUD, 30, Duration.ofSeconds(7_200), Duration.ofHours(4));
    }

    /** The profile of this name, in any letter case. */
    public Optional<RetryProfile> named(String name) {
        return Optional.ofNullable(byName.get(name.strip().toLowerCase(Locale.ROOT)));
    }

    /** The most that a {@code Retry-After} can ask for. */
    public Duration retryAfterMax() {
        return retryAfterMax;
    }

    /** The names of all profiles. */
    public Set<String> all() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** The names, as error messages list them. */
    public String names() {
        return String.join(", ", byName.keySet());
    }

    /** The subscription's profile, else its topic's, else the app's. */
    public RetryProfile of(Optional<String> subscriptionProfile, Optional<String> topicProfile) {
        return subscriptionProfile.or(() -> topicProfile).flatMap(this::named).orElse(defaultProfile);
    }

    private static RetryProfile cloud() {
        Map<Integer, Duration> waits = Map.of(
                401, Duration.ofMinutes(5),
                // Not in the newest webhook list, so it is retried; §2.3 reads the table's five minutes for it.
                404, Duration.ofMinutes(5),
                408, Duration.ofMinutes(2),
                503, Duration.ofSeconds(30));
        return cloudLike(
                CLOUD,
                schedule("PT10S", "PT30S", "PT1M", "PT5M", "PT10M", "PT30M", "PT1H", "PT3H", "PT6H", "PT12H"),
                new CodeTable(Set.of(400, 413, 401, 403), Set.of(), waits, Duration.ofSeconds(10)),
                new CodeTable(Set.of(400, 413, 403), Set.of(), waits, Duration.ofSeconds(10)));
    }

    private static RetryProfile cloud2021() {
        Map<Integer, Duration> waits = Map.of(
                401, Duration.ofMinutes(5),
                404, Duration.ofMinutes(5),
                408, Duration.ofMinutes(2),
                503, Duration.ofSeconds(30));
        return cloudLike(
                CLOUD_2021,
                schedule("PT10S", "PT30S", "PT1M", "PT5M", "PT10M", "PT30M", "PT1H", "PT3H", "PT6H", "PT12H"),
                new CodeTable(Set.of(400, 413, 403, 404, 401), Set.of(), waits, Duration.ofSeconds(10)),
                new CodeTable(Set.of(400, 413, 403), Set.of(), waits, Duration.ofSeconds(10)));
    }

    private static RetryProfile cloud2019() {
        CodeTable codes = new CodeTable(
                Set.of(),
                Set.of(400, 413),
                Map.of(
                        400, Duration.ofMinutes(5),
                        401, Duration.ofMinutes(5),
                        403, Duration.ofMinutes(5),
                        404, Duration.ofMinutes(5),
                        408, Duration.ofMinutes(2),
                        413, Duration.ofSeconds(10),
                        503, Duration.ofSeconds(30)),
                Duration.ofSeconds(10));
        return cloudLike(
                CLOUD_2019, schedule("PT10S", "PT30S", "PT1M", "PT5M", "PT10M", "PT30M", "PT1H"), codes, codes);
    }

    private static RetryProfile cloudLike(
            String name, RetrySchedule schedule, CodeTable webhook, CodeTable azureResource) {
        return new RetryProfile(
                name,
                schedule,
                CLOUD_JITTER,
                Duration.ofSeconds(30),
                CLOUD_SUCCESS,
                webhook,
                azureResource,
                new Range(1, 30, 30),
                Duration.ofMinutes(1_440),
                new Range(1, 1_440, 1_440),
                CLOUD_EVENTS_PER_BATCH,
                CLOUD_BATCH_KILOBYTES,
                CLOUD_BATCH_BYTES,
                true,
                false,
                SchemaRule.CONVERTED,
                CLOUD_REQUIRED,
                true,
                true);
    }

    private static RetryProfile edge(int maxDeliveryAttempts, Duration timeToLive) {
        CodeTable anyFailure = new CodeTable(Set.of(), Set.of(), Map.of(), Duration.ZERO);
        return new RetryProfile(
                EDGE,
                schedule("PT1M", "PT10M"),
                Jitter.NONE,
                Duration.ofSeconds(60),
                Set.of(200),
                anyFailure,
                anyFailure,
                new Range(1, UNRANGED_ATTEMPTS_MAX, maxDeliveryAttempts),
                timeToLive,
                new Range(1, UNRANGED_TTL_MINUTES_MAX, (int) Math.max(1, timeToLive.toMinutes())),
                EDGE_EVENTS_PER_BATCH,
                EDGE_BATCH_KILOBYTES,
                EDGE_BATCH_BYTES,
                false,
                false,
                SchemaRule.UNCHANGED,
                Set.of("subject", "id", "eventType", "eventTime", "dataVersion"),
                false,
                false);
    }

    private static RetryProfile kubernetes() {
        CodeTable anyFailure = new CodeTable(Set.of(), Set.of(), Map.of(), Duration.ZERO);
        return new RetryProfile(
                KUBERNETES,
                schedule("PT1M", "PT10M"),
                Jitter.NONE,
                Duration.ofSeconds(60),
                // "200 or the like"
                CLOUD_SUCCESS,
                anyFailure,
                anyFailure,
                new Range(1, UNRANGED_ATTEMPTS_MAX, 30),
                Duration.ofMinutes(1_440),
                new Range(1, UNRANGED_TTL_MINUTES_MAX, 1_440),
                CLOUD_EVENTS_PER_BATCH,
                CLOUD_BATCH_KILOBYTES,
                CLOUD_BATCH_BYTES,
                false,
                true,
                SchemaRule.CLOUD_EVENTS,
                CLOUD_REQUIRED,
                true,
                false);
    }

    private static RetrySchedule schedule(String... steps) {
        return new RetrySchedule(List.of(steps).stream().map(Duration::parse).toList());
    }
}
