package io.gridhook.core.history;

import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.history.HistoryRow.Attempted;
import io.gridhook.core.history.HistoryRow.Ended;
import io.gridhook.core.history.HistoryRow.NotMatched;
import io.gridhook.core.history.HistoryRow.Published;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.retry.NextStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Rows for tests. */
public final class Rows {
    public static final Instant NOON = Instant.parse("2026-11-20T12:00:00.1234567Z");
    public static final NextStep COMPLETE = new NextStep.Complete();
    public static final NextStep AGAIN = new NextStep.RetryAt(NOON.plusSeconds(10));
    public static final NextStep GIVEN_UP = new NextStep.DeadLetter(DeadLetterReason.TIME_TO_LIVE_EXCEEDED);

    private Rows() {}

    /** An attempt of {@code orders/billing}. */
    public static Attempted attempted(Instant time, String eventId, int attempt, NextStep next) {
        boolean isDelivered = next instanceof NextStep.Complete;
        return new Attempted(
                time,
                new DeliveryAttempt(
                        new SubscriptionRef("orders", "billing", 7),
                        eventId,
                        "Order.Placed",
                        "billing.example",
                        attempt,
                        isDelivered ? DeliveryOutcome.DELIVERED : DeliveryOutcome.BUSY,
                        isDelivered ? 200 : 503,
                        Duration.ofMillis(12),
                        "",
                        isDelivered ? "" : "try later"),
                next);
    }

    /** An end of {@code orders/billing}; {@code blob} is empty for a drop. */
    public static Ended ended(Instant time, String eventId, String reason, String blob) {
        return new Ended(time, new SubscriptionRef("orders", "billing", 7), eventId, !blob.isEmpty(), reason, blob);
    }

    /** A publish to {@code orders}, which {@code billing} wants or does not. */
    public static Published published(Instant time, String eventId, boolean isWanted) {
        return new Published(
                time,
                "orders",
                eventId,
                "Order.Placed",
                isWanted ? List.of("billing") : List.of(),
                isWanted ? List.of() : List.of(notMatched("billing")),
                false);
    }

    static NotMatched notMatched(String name) {
        return new NotMatched(name, new FailedClause("filter.advancedFilters[0]", "data.size", "3", "NumberIn 4, 5"));
    }

    static HistoryRow any(SplittableRandom random, Instant time) {
        return switch (random.nextInt(3)) {
            case 0 -> {
                NextStep next = List.of(COMPLETE, AGAIN, GIVEN_UP).get(random.nextInt(3));
                yield new Attempted(time, anyAttempt(random), next);
            }
            case 1 -> ended(time, anyText(random, 400), anyText(random, 30), anyText(random, 400));
            default ->
                new Published(
                        time,
                        "orders",
                        anyText(random, 400),
                        anyText(random, 400),
                        IntStream.range(0, random.nextInt(5))
                                .mapToObj(i -> anyText(random, 64))
                                .toList(),
                        IntStream.range(0, random.nextInt(5))
                                .mapToObj(i -> new NotMatched(
                                        anyText(random, 64),
                                        new FailedClause(
                                                anyText(random, 40),
                                                anyText(random, 40),
                                                anyText(random, 200),
                                                anyText(random, 200))))
                                .toList(),
                        random.nextBoolean());
        };
    }

    private static DeliveryAttempt anyAttempt(SplittableRandom random) {
        DeliveryOutcome[] outcomes = DeliveryOutcome.values();
        return new DeliveryAttempt(
                new SubscriptionRef("shops/berlin", anyText(random, 64), random.nextLong()),
                anyText(random, 400),
                anyText(random, 400),
                anyText(random, 100),
                random.nextInt(1, 31),
                outcomes[random.nextInt(outcomes.length)],
                random.nextInt(600),
                Duration.ofMillis(random.nextLong(1L << 40)),
                anyText(random, 300),
                anyText(random, 300));
    }

    /** Of characters that JSON, a line or a URL makes something of, and of all planes. */
    static String anyText(SplittableRandom random, int charsMax) {
        int[] some = {'"', '\\', '\n', '\r', 0, ' ', '/', '%', 'a', 'Z', '~', 0x7F, 0xE4, 0x2028, 0x20AC, 0x1F600};
        return random.ints(random.nextInt(charsMax / 2 + 1), 0, some.length)
                .map(i -> some[i])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
