package io.gridhook.core.topic;

import static io.gridhook.core.topic.Definitions.read;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.event.EventSchema;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.Verdict;
import java.time.Duration;
import java.util.Optional;
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
}
