package io.gridhook.core.delivery;

import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.retry.CodeTable;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.RetryPolicy;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.Verdict;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Duration;
import java.util.Optional;

/** What an attempt's outcome means: its name for the records, and the verdict of a profile (behaviour §2.3, §6.1). */
public final class ResponseClassifier {
    /** RFC 9110 §15.5.14. */
    public static final int PAYLOAD_TOO_LARGE = 413;

    private ResponseClassifier() {}

    /** The name of an outcome. */
    public static DeliveryOutcome outcome(AttemptOutcome attempt, RetryProfile profile) {
        return attempt.match(
                responded -> ofStatus(responded.status(), profile),
                () -> DeliveryOutcome.TIMED_OUT,
                unreachable -> unreachable.cause() == Unreachable.Cause.RESOLUTION
                        ? DeliveryOutcome.RESOLUTION_ERROR
                        : DeliveryOutcome.SOCKET_ERROR);
    }

    /**
     * What a profile makes of an outcome.
     *
     * @param hasDeadLetterDestination the 2019 edition gives some codes up at once only where the event is kept
     */
    public static Verdict verdict(
            AttemptOutcome attempt,
            RetryProfile profile,
            WebhookDestination.Type destination,
            boolean hasDeadLetterDestination) {
        CodeTable codes = codesOf(profile, destination);
        return attempt.match(
                responded -> ofStatus(responded.status(), profile, codes, hasDeadLetterDestination),
                () -> Verdict.retry(codes.otherwise()),
                unreachable -> Verdict.retry(codes.otherwise()));
    }

    /**
     * Whether a batch was refused for its size, and its events may each be taken. Ours, and for a schedule of the subscription's own: the
     * editions take 413 for the events' end, or for a failure like another (behaviour §2.3).
     *
     * @param events in the POST
     */
    public static boolean isTooLargeTogether(AttemptOutcome attempt, RetryPolicy policy, int events) {
        return events > 1 && policy.ownSchedule() && status(attempt) == PAYLOAD_TOO_LARGE;
    }

    /** The HTTP status of an outcome, 0 if there was no answer. */
    public static int status(AttemptOutcome attempt) {
        return attempt.match(AttemptOutcome.Responded::status, () -> 0, unreachable -> 0);
    }

    /** Why there was no answer, for logs; {@code ""} if there was one, or nothing more is known. */
    public static String detail(AttemptOutcome attempt) {
        return attempt.match(responded -> "", () -> "", Unreachable::detail);
    }

    /** How the answer began; {@code ""} if there was none, or one that says no more than its status. */
    public static String response(AttemptOutcome attempt) {
        return attempt.match(AttemptOutcome.Responded::excerpt, () -> "", unreachable -> "");
    }

    /** The wait that an endpoint asked for. */
    public static Optional<Duration> retryAfter(AttemptOutcome attempt) {
        return attempt.match(AttemptOutcome.Responded::retryAfter, Optional::empty, unreachable -> Optional.empty());
    }

    private static CodeTable codesOf(RetryProfile profile, WebhookDestination.Type destination) {
        return switch (destination) {
            case WEB_HOOK -> profile.webhook();
            case AZURE_FUNCTION, STORAGE_QUEUE -> profile.azureResource();
        };
    }

    private static Verdict ofStatus(
            int status, RetryProfile profile, CodeTable codes, boolean hasDeadLetterDestination) {
        if (profile.successCodes().contains(status)) {
            return Verdict.DELIVERED;
        }
        if (codes.isFinal(status, hasDeadLetterDestination)) {
            return Verdict.isFinal(
                    status == 400
                            ? DeadLetterReason.UNDELIVERABLE_DUE_TO_HTTP_BAD_REQUEST
                            : DeadLetterReason.UNDELIVERABLE_DUE_TO_CLIENT_ERROR);
        }
        return Verdict.retry(codes.minimumWait(status));
    }

    private static DeliveryOutcome ofStatus(int status, RetryProfile profile) {
        if (profile.successCodes().contains(status)) {
            return DeliveryOutcome.DELIVERED;
        }
        return switch (status) {
            case 400 -> DeliveryOutcome.BAD_REQUEST;
            case 401 -> DeliveryOutcome.UNAUTHORIZED;
            case 403 -> DeliveryOutcome.FORBIDDEN;
            case 404 -> DeliveryOutcome.NOT_FOUND;
            case 408 -> DeliveryOutcome.TIMED_OUT;
            case 413 -> DeliveryOutcome.PAYLOAD_TOO_LARGE;
            case 429, 503 -> DeliveryOutcome.BUSY;
            default -> DeliveryOutcome.GENERIC_ERROR;
        };
    }
}
