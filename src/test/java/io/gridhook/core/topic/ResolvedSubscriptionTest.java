package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.read;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.Verdict;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolvedSubscriptionTest {
    /** DESIGN §5, row "custom": up to the longest probation, which is a setting. */
    @ParameterizedTest
    @CsvSource({"PT20M, PT20M, PT20M", "PT20M, PT21M, PT20M", "PT24H, PT10H, PT10H"})
    void what_an_endpoint_may_ask_for_is_bounded_by_the_app(Duration most, Duration asked, Duration wait) {
        EventSubscription own = read(
                Definitions.with("'retryPolicy':{'schedule':['PT10S']}"), EventSchema.EVENT_GRID, RetryProfiles.CLOUD);
        RetryProfiles profiles = new RetryProfiles(RetryProfiles.CLOUD, 30, Duration.ofHours(2), most);
        NextStep next = ResolvedSubscription.of(own, Optional.empty(), profiles)
                .retryPolicy()
                .next(Verdict.retry(Duration.ZERO), Optional.of(asked), 1, Definitions.NOW, 0);
        assertEquals(new NextStep.RetryAt(Definitions.NOW.plus(wait)), next);
    }

    /** Behaviour §7: off by default; one setting turns it on, with the edition's default for the other. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud      |      |      | 1    | 65536",
                "cloud      | 20   |      | 20   | 65536",
                "cloud      |      | 8    | 1    | 8192",
                "cloud      | 5000 | 1024 | 5000 | 1048576",
                "edge       |      |      | 1    | 1058576",
                "edge       | 50   |      | 50   | 1058576",
                "edge       |      | 1033 | 10   | 1057792",
                "kubernetes | 20   |      | 20   | 65536",
                "kubernetes |      | 8    | 1    | 8192",
            })
    void one_batch_setting_has_the_editions_default_for_the_other(
            String profile,
            @Nullable String maxEventsPerBatch,
            @Nullable String kilobytes,
            int maxEvents,
            int preferredBytes) {
        String settings = "'endpointUrl':'https://h/'"
                + (maxEventsPerBatch == null ? "" : ",'maxEventsPerBatch':" + maxEventsPerBatch)
                + (kilobytes == null ? "" : ",'preferredBatchSizeInKilobytes':" + kilobytes);
        EventSubscription subscription = read(Definitions.to("WebHook", settings), EventSchema.EVENT_GRID, profile);
        assertEquals(
                new ResolvedSubscription.Batching(maxEvents, preferredBytes),
                ResolvedSubscription.of(subscription, Optional.of(profile), Definitions.PROFILES)
                        .batching());
    }
}
