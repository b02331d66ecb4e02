package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of outcomes (behaviour §6.1), their meaning (§2.3), and the reasons they give (§5.4). */
class ResponseClassifierTest {
    private static final AttemptOutcome TIMED_OUT = new TimedOut();
    private static final AttemptOutcome REFUSED = new Unreachable(Unreachable.Cause.SOCKET, "refused");
    private static final AttemptOutcome UNKNOWN_HOST = new Unreachable(Unreachable.Cause.RESOLUTION, "no such host");

    private static RetryProfile profile(String name) {
        return RetryProfiles.standard().named(name).orElseThrow();
    }

    private static Verdict verdict(AttemptOutcome outcome, String profile, String endpointType, boolean deadLettered) {
        WebhookDestination.Type type =
                WebhookDestination.Type.parse(endpointType).orElseThrow();
        return ResponseClassifier.verdict(outcome, profile(profile), type, deadLettered);
    }

    /** §6.1, the mapping from HTTP. */
    @ParameterizedTest
    @CsvSource({
        "200, Delivered",
        "204, Delivered",
        "205, GenericError",
        "302, GenericError",
        "400, BadRequest",
        "401, Unauthorized",
        "403, Forbidden",
        "404, NotFound",
        "408, TimedOut",
        "409, GenericError",
        "413, PayloadTooLarge",
        "429, Busy",
        "500, GenericError",
        "503, Busy",
        "504, GenericError",
    })
    void every_status_has_its_outcome(int status, String wireName) {
        DeliveryOutcome outcome = ResponseClassifier.outcome(Responded.of(status), profile("cloud"));
        assertEquals(wireName, outcome.wireName());
        assertEquals(status, ResponseClassifier.status(Responded.of(status)));
    }

    /** §6.1, the rows without HTTP. */
    @Test
    void what_is_not_answered_has_its_outcome_and_no_status() {
        assertEquals(DeliveryOutcome.TIMED_OUT, ResponseClassifier.outcome(TIMED_OUT, profile("cloud")));
        assertEquals(DeliveryOutcome.SOCKET_ERROR, ResponseClassifier.outcome(REFUSED, profile("cloud")));
        assertEquals(DeliveryOutcome.RESOLUTION_ERROR, ResponseClassifier.outcome(UNKNOWN_HOST, profile("cloud")));
        assertEquals(0, ResponseClassifier.status(TIMED_OUT));
        assertEquals(0, ResponseClassifier.status(REFUSED));
    }

    /** §1, row "Success codes": IoT Edge knows 200 alone. */
    @ParameterizedTest
    @CsvSource({"200, Delivered", "201, GenericError", "204, GenericError"})
    void what_is_no_success_in_an_edition_is_not_called_one(int status, String wireName) {
        assertEquals(
                wireName,
                ResponseClassifier.outcome(Responded.of(status), profile("edge"))
                        .wireName());
    }

    /** §2.3: which table applies. 401 and 404 tell the two kinds of destination apart, 400 the two of the 2019 edition. */
    @ParameterizedTest
    @CsvSource({
        "cloud,      WebHook,       true,  200, DELIVERED, PT0S",
        "cloud,      WebHook,       true,  401, FINAL,     PT0S",
        "cloud,      AzureFunction, true,  401, RETRY,     PT5M",
        "cloud,      WebHook,       false, 404, RETRY,     PT5M",
        "cloud-2021, WebHook,       true,  404, FINAL,     PT0S",
        "cloud-2021, AzureFunction, true,  404, RETRY,     PT5M",
        "cloud-2019, WebHook,       true,  400, FINAL,     PT0S",
        "cloud-2019, WebHook,       false, 400, RETRY,     PT5M",
        "cloud-2019, AzureFunction, true,  413, FINAL,     PT0S",
        "cloud-2019, AzureFunction, false, 413, RETRY,     PT10S",
        "cloud,      WebHook,       false, 400, FINAL,     PT0S",
        "edge,       WebHook,       true,  400, RETRY,     PT0S",
        "kubernetes, WebHook,       true,  204, DELIVERED, PT0S",
    })
    void profile_destination_and_dead_lettering_choose_the_meaning(
            String profile, String endpointType, boolean deadLettered, int status, Verdict.Kind kind, Duration least) {
        Verdict verdict = verdict(Responded.of(status), profile, endpointType, deadLettered);
        assertEquals(kind, verdict.kind());
        assertEquals(least, verdict.minimumWait());
    }

    /** §2.3, the last three rows: no answer is never final. */
    @ParameterizedTest
    @CsvSource({"cloud, PT10S", "cloud-2021, PT10S", "cloud-2019, PT10S", "edge, PT0S", "kubernetes, PT0S"})
    void what_is_not_answered_is_tried_again(String profile, Duration least) {
        for (AttemptOutcome outcome : new AttemptOutcome[] {TIMED_OUT, REFUSED, UNKNOWN_HOST}) {
            assertEquals(Verdict.retry(least), verdict(outcome, profile, "WebHook", true));
            assertEquals(Verdict.retry(least), verdict(outcome, profile, "AzureFunction", false));
        }
    }

    /** §5.4: the name of 2018 for a 400, the general one for every other final code. */
    @ParameterizedTest
    @CsvSource({
        "400, UndeliverableDueToHttpBadRequest",
        "401, UndeliverableDueToClientError",
        "403, UndeliverableDueToClientError",
        "413, UndeliverableDueToClientError",
    })
    void a_final_code_gives_its_reason(int status, String reason) {
        assertEquals(
                reason,
                verdict(Responded.of(status), "cloud", "WebHook", true).reason().wireName());
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 408, 429, 500, 503})
    void what_is_tried_again_ends_by_its_attempts(int status) {
        assertEquals(
                DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED,
                verdict(Responded.of(status), "cloud", "WebHook", true).reason());
    }

    /** §2.3: {@code Retry-After} changes no meaning. */
    @Test
    void what_the_endpoint_asks_for_does_not_change_the_meaning() {
        Responded busy = new Responded(503, Optional.of(Duration.ofHours(1)));
        assertEquals(Verdict.retry(Duration.ofSeconds(30)), verdict(busy, "cloud", "WebHook", true));
    }

    /** The numbers are in messages that were stored before this version; the names are §6.1's. */
    @ParameterizedTest
    @CsvSource({
        "1, Delivered",
        "2, BadRequest",
        "3, Unauthorized",
        "4, Forbidden",
        "5, NotFound",
        "6, TimedOut",
        "7, PayloadTooLarge",
        "8, Busy",
        "9, SocketError",
        "10, ResolutionError",
        "11, GenericError",
        "12, Probation",
        "13, Disabled",
        "14, NotValidated",
        "15, RateLimited",
        "16, TokenUnavailable",
        "17, Paused",
    })
    void outcomes_have_numbers_and_names(int code, String wireName) {
        assertEquals(wireName, DeliveryOutcome.ofCode(code).wireName());
        assertEquals(code, DeliveryOutcome.ofCode(code).code());
        assertEquals(17, DeliveryOutcome.values().length);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 18})
    void an_unknown_outcome_is_refused(int code) {
        assertThrows(IllegalArgumentException.class, () -> DeliveryOutcome.ofCode(code));
    }
}
