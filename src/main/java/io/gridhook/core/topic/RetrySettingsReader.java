package io.gridhook.core.topic;

import io.gridhook.core.retry.Range;
import io.gridhook.core.retry.RetryProfile;
import io.gridhook.core.retry.RetrySchedule;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads {@code retryPolicy} in the ranges of a profile (behaviour §1); a custom {@code schedule} has its own, wider ones. */
final class RetrySettingsReader {
    /** Ours: with a custom schedule, as many attempts as an edition without a documented range may have. */
    private static final Range SCHEDULED_ATTEMPTS = new Range(1, 1_000, 30);
    /** Ours: with a custom schedule, 30 days, the longest step and as long as payloads are kept for. */
    private static final Range SCHEDULED_TTL_MINUTES = new Range(1, 43_200, 1_440);

    private static final String TTL = RetrySettings.TIME_TO_LIVE;
    private static final String EXPIRY = RetrySettings.EXPIRY;
    private static final int STEP_CHARS_MAX = 40;

    private RetrySettingsReader() {}

    static RetrySettings read(JsonFields json, RetryProfile profile) {
        Optional<RetrySchedule> schedule = schedule(json);
        Range minutes = minutes(schedule, profile);
        OptionalInt timeToLive = json.whole(TTL, minutes);
        OptionalInt expiry = json.whole(EXPIRY, minutes);
        if (timeToLive.isPresent() && expiry.isPresent() && !timeToLive.equals(expiry)) {
            throw JsonFields.wrong(EXPIRY, "" + expiry.getAsInt(), timeToLive.getAsInt() + ", the same as " + TTL);
        }
        RetrySettings settings = new RetrySettings(
                json.whole("maxDeliveryAttempts", attempts(schedule, profile)),
                expiry.isPresent() ? expiry : timeToLive,
                schedule,
                expiry.isPresent());
        json.end();
        return settings;
    }

    static Range attempts(Optional<RetrySchedule> schedule, RetryProfile profile) {
        return schedule.isPresent() ? SCHEDULED_ATTEMPTS : profile.maxDeliveryAttempts();
    }

    static Range minutes(Optional<RetrySchedule> schedule, RetryProfile profile) {
        return schedule.isPresent() ? SCHEDULED_TTL_MINUTES : profile.eventTimeToLiveInMinutes();
    }

    private static Optional<RetrySchedule> schedule(JsonFields json) {
        if (json.value("schedule").isEmpty()) {
            return Optional.empty();
        }
        List<Duration> steps = json.texts("schedule", RetrySchedule.STEPS_MAX, STEP_CHARS_MAX).stream()
                .map(RetrySettingsReader::step)
                .toList();
        try {
            return Optional.of(new RetrySchedule(steps));
        } catch (IllegalArgumentException e) {
            throw new InvalidDefinitionException(String.valueOf(e.getMessage()));
        }
    }

    private static Duration step(String text) {
        try {
            return Duration.parse(text.strip());
        } catch (DateTimeParseException e) {
            throw JsonFields.wrong("schedule", text, "ISO-8601 durations, such as PT10S");
        }
    }
}
