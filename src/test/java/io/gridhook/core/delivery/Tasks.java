package io.gridhook.core.delivery;

import io.gridhook.core.delivery.PackedEvent.Inline;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.retry.DeadLetterReason;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.WebhookDestination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Events, tasks and packs for the tests of this package. */
final class Tasks {
    static final Instant PUBLISHED = Instant.parse("2026-11-20T09:36:44.1234567Z");
    static final SubscriptionRef SUBSCRIPTION = new SubscriptionRef("orders", "to-billing", 7);

    private static final DeliveryOutcome[] OUTCOMES = Stream.of(DeliveryOutcome.values())
            .filter(outcome -> outcome != DeliveryOutcome.PAUSED)
            .toArray(DeliveryOutcome[]::new);

    private static final String[] TEXTS = {"", "a", "e-1", "é€😀", "\"\\\n\u0000", "x".repeat(300)};

    private Tasks() {}

    /** Runs a property under many seeds, or under the one that {@code -Dseed=N} names. */
    static void eachSeed(int rounds, Consumer<SplittableRandom> property) {
        String replayed = System.getProperty("seed", "");
        long first = replayed.isBlank() ? 1 : Long.parseLong(replayed);
        long last = replayed.isBlank() ? rounds : first;
        for (long seed = first; seed <= last; seed++) {
            try {
                property.accept(new SplittableRandom(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " (replay: -Dseed=" + seed + "): " + e, e);
            }
        }
    }

    /** An event of Event Grid's schema whose JSON takes this many bytes. */
    static Event eventGrid(String id, int bytes) {
        String start = "{\"id\":\"" + id + "\",\"subject\":\"s\",\"eventType\":\"t\",\"data\":\"";
        return event(EventSchema.EVENT_GRID, start + "x".repeat(bytes - start.length() - 2) + "\"}");
    }

    static Event eventGrid(String id) {
        return event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"" + id + "\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2020-01-01T00:00:00Z\","
                        + "\"dataVersion\":\"1.0\",\"topic\":\"/topics/orders\",\"metadataVersion\":\"1\"}");
    }

    static Event cloudEvent(String id) {
        return event(
                EventSchema.CLOUD_EVENT_V1_0,
                "{\"specversion\":\"1.0\",\"id\":\"" + id + "\",\"source\":\"/s\",\"type\":\"t\"}");
    }

    static Event custom(String id) {
        return new Event(
                EventSchema.CUSTOM,
                JsonText.of("{\"mine\": 1.0}"),
                new EventAttributes(id, "/topics/orders", "t", "s", "2020-01-01T00:00:00Z", "2"));
    }

    static Event event(EventSchema schema, String json) {
        JsonText text = JsonText.of(json);
        return new Event(schema, text, EventReader.attributes(schema, text));
    }

    static PackedEvent inline(Event event) {
        return new PackedEvent(new Inline(event), PUBLISHED);
    }

    static DeliveryTask task(PackedEvent event, SubscriptionRef subscription) {
        return new DeliveryTask(event, subscription, TaskState.NEW);
    }

    static EventSubscription subscription(WebhookDestination destination, DeliverySchema schema) {
        return new EventSubscription(
                "orders",
                "to-Billing",
                7,
                destination,
                schema,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** New tasks for {@link #SUBSCRIPTION}. */
    static List<DeliveryTask> tasks(int count, int eventBytes) {
        List<DeliveryTask> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(task(inline(eventGrid("e" + i, eventBytes)), SUBSCRIPTION));
        }
        return tasks;
    }

    /** Tasks as a publish makes them: a few subscriptions, every event for some of them, in any state. */
    static List<DeliveryTask> any(SplittableRandom random, int eventsMax, int eventBytesMax) {
        List<SubscriptionRef> subscriptions = new ArrayList<>();
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            subscriptions.add(new SubscriptionRef(name(random, 50), name(random, 64), random.nextLong()));
        }
        List<DeliveryTask> tasks = new ArrayList<>();
        for (int i = random.nextInt(1, eventsMax + 1); i > 0; i--) {
            PackedEvent untraced = anyEvent(random, eventBytesMax);
            PackedEvent event = new PackedEvent(untraced.payload(), untraced.publishTime(), anyTrace(random));
            int share = random.nextInt(1, 5);
            for (SubscriptionRef subscription : subscriptions) {
                if (random.nextInt(share) == 0) {
                    tasks.add(new DeliveryTask(event, subscription, anyState(random)));
                }
            }
        }
        return tasks.isEmpty() ? List.of(task(inline(custom("only")), SUBSCRIPTION)) : tasks;
    }

    /** One of a few, or none. */
    private static Optional<TraceContext> anyTrace(SplittableRandom random) {
        int trace = random.nextInt(8);
        return trace > 3 ? Optional.empty() : Optional.of(trace(trace));
    }

    /** One of several, the later ones with a {@code tracestate} of some length. */
    static TraceContext trace(int number) {
        return TraceContext.of(
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333" + number + "-01",
                        "k=v,".repeat(number > 0 ? 1 : 0) + "l=" + "x".repeat(number > 1 ? 120 : 1))
                .orElseThrow();
    }

    private static PackedEvent anyEvent(SplittableRandom random, int bytesMax) {
        return switch (random.nextInt(4)) {
            case 0 -> new PackedEvent(inlineEvent(random, bytesMax), anyTime(random));
            case 1 -> new PackedEvent(new Inline(cloudEvent("c" + random.nextInt(1_000))), anyTime(random));
            case 2 ->
                new PackedEvent(
                        new Inline(new Event(
                                EventSchema.CUSTOM,
                                JsonText.of("{}"),
                                new EventAttributes(
                                        text(random),
                                        text(random),
                                        text(random),
                                        text(random),
                                        text(random),
                                        text(random)))),
                        anyTime(random));
            default ->
                new PackedEvent(
                        new Kept(
                                PayloadNames.of(anyTime(random), anyId(random)),
                                random.nextInt(1_600_000),
                                random.nextInt(1, 1_100_000)),
                        anyTime(random));
        };
    }

    private static Inline inlineEvent(SplittableRandom random, int bytesMax) {
        return new Inline(eventGrid("g", random.nextInt(100, bytesMax + 1)));
    }

    /** But not of a pause, with which its pack is of a version of its own. */
    static TaskState anyState(SplittableRandom random) {
        return new TaskState(
                random.nextInt(TaskState.ATTEMPTS_MAX + 1),
                random.nextBoolean() ? Optional.of(anyTime(random)) : Optional.empty(),
                random.nextBoolean() ? Optional.of(pick(random, OUTCOMES)) : Optional.empty(),
                random.nextInt(1_000),
                random.nextBoolean() ? Optional.of(pick(random, DeadLetterReason.values())) : Optional.empty());
    }

    /** 100 ns is what a pack keeps. */
    static Instant anyTime(SplittableRandom random) {
        return Instant.ofEpochSecond(random.nextLong(0, 4_000_000_000L), random.nextInt(10_000_000) * 100L);
    }

    static UUID anyId(SplittableRandom random) {
        return new UUID(random.nextLong(), random.nextLong());
    }

    static DeliveryPack anyPack(SplittableRandom random, List<DeliveryTask> tasks) {
        return new DeliveryPack(
                anyId(random),
                anyTime(random),
                random.nextBoolean() ? Optional.of(anyTime(random)) : Optional.empty(),
                random.nextLong(),
                tasks);
    }

    private static String name(SplittableRandom random, int lengthMax) {
        return "n".repeat(random.nextInt(1, lengthMax + 1));
    }

    private static String text(SplittableRandom random) {
        return pick(random, TEXTS);
    }

    static <T> T pick(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
