package io.gridhook.simulation;

import io.gridhook.app.DeliveryProbe;
import io.gridhook.app.FirstAttempts;
import io.gridhook.core.retry.RetrySchedule;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.simulation.SimulatedEndpoint.BatchScript;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A day of virtual time as its seed says it: two instances with clocks of their own, eight subscriptions (one of them
 * deleted and made anew), at least 50 events that are accepted, and the faults; then the faults stop and what is left runs out.
 */
final class Day {
    /** It is made in the course of the day: one instance has read of it and puts what the other, which has not, delivers. */
    static final String LATE = "late";

    static final String GOOD = "good";
    static final String RECOVERING = "recovering";
    static final String BATCHING = "batching";
    static final String SPLIT = "a batch is too large and goes in halves";
    private static final int EVENTS_MIN = 50;
    /** One request a day is of events that are small each and too large for a message together. */
    private static final int LEFT_IN_A_BLOB = 4;

    private static final int LEFT_EVENTS = 8;
    private static final int LEFT_LENGTH = 7_000;
    private static final int BATCH_MAX = 8;
    /** Larger ones are too large for who has a schedule of its own, and is sent halves. */
    private static final int BATCH_TAKEN = 3;
    /** More than an endpoint has places, in messages of their own. */
    private static final int BURST = 14;

    /** On every so manieth, subscriptions are paused. */
    private static final int PAUSED_DAYS = 2;

    /** On every so manieth, somebody subscribes to notices. */
    private static final int NOTICE_DAYS = 8;

    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration RUN_OUT = Duration.ofHours(60);
    /** Within it all of a day's work is done, however long storage refuses some of it. */
    private static final int PUBLISHING_SECONDS = 70_000;

    /** Early enough to be over by the evening, however long storage refuses it. */
    private static final int RENEWED_SECONDS_MAX = 50_000;

    private static final int RENEWED_SECONDS_MIN = 3_600;

    private static final int SKEW_MAX_MILLIS = 3_000;
    /** Two days are kept for own faults: what is due more than six hours later is written anew. */
    private static final Duration PAYLOADS_KEPT = Duration.ofHours(54);

    /** Mostly the host's own (functions-runtime §2), else short enough to be renewed and to run out. */
    private static final List<Duration> LEASES = List.of(
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    /** Mostly as in the app, else one at a time, or none. */
    private static final List<FirstAttempts.Limits> AT_ONCE = List.of(
            new FirstAttempts.Limits(FirstAttempts.Limits.PACKS, FirstAttempts.Limits.LEASE),
            new FirstAttempts.Limits(FirstAttempts.Limits.PACKS, Duration.ofSeconds(10), true),
            new FirstAttempts.Limits(1, FirstAttempts.Limits.LEASE, true),
            new FirstAttempts.Limits(0, FirstAttempts.Limits.LEASE));

    /** The longest is an hour below the four for which refused dead letters are kept (behaviour §5.1). */
    private static final int OUTAGE_SECONDS_MAX = 3 * 3_600;

    /** Of which steps: those whose names start or end so, or all that write. */
    private static final List<String> OUTAGES = List.of(
            "",
            "writes",
            "writes",
            "deliveries.",
            "retries.",
            "deadletters.",
            "payloads.",
            "payloads.get",
            "deliveries.receive",
            "topics.",
            "topics.delete",
            "subscriptions.",
            "health.",
            "deadLetterStore.",
            "poison.",
            "deadletters.delete",
            "health.delete",
            "health.delete",
            ".create",
            ".delete");

    final Simulation world;
    final List<String> garbage = new ArrayList<>();
    private final Checks checks;
    private final SplittableRandom random;
    private final boolean isFaulty;
    private final boolean hasOutage;
    private final boolean pauses;
    /** No batch with such an event in it is ever taken. Few: many would be an endpoint in trouble, which is left alone. */
    private final Set<String> poisonous = new HashSet<>(Set.of("e27"));

    private int nextId = 1;

    private Day(long seed, double faults, Variant variant, Optional<Function<Life, DeliveryProbe>> probes) {
        SplittableRandom source = new SplittableRandom(seed);
        this.isFaulty = faults > 0;
        this.world = new Simulation(
                source.split(),
                new Faults(source.split(), faults, new FaultTable()),
                source.split()::nextDouble,
                "cloud",
                2,
                PAYLOADS_KEPT);
        if (seed % 3 == 0) {
            world.useADomain();
        }
        this.random = source.split();
        this.hasOutage = isFaulty && random.nextInt(2) == 0;
        world.renewal = new Renewal(world, source.split(), this::newIds);
        // Latencies add up with the seconds within which a pause is in force.
        this.pauses = seed % PAUSED_DAYS == 1 && probes.isEmpty();
        world.pauses = new Pauses(world, new SplittableRandom(-seed), isFaulty);
        this.checks = new Checks(this);
        world.variant = variant;
        world.lease = isFaulty ? LEASES.get(random.nextInt(LEASES.size())) : world.lease;
        world.tryAtOnce(AT_ONCE.get(random.nextInt(AT_ONCE.size())));
        if (probes.isPresent()) {
            world.lease = LEASES.get(0);
            world.tryAtOnce(AT_ONCE.get(0));
            // Each command is a task here.
            world.time.allow(1_000_000);
            world.probes = probes.get();
        }
        if (seed % NOTICE_DAYS == 2) {
            world.useNotices((now, id) -> watching(now));
        }
        world.instances.forEach(instance ->
                instance.startOver(Duration.ofMillis(random.nextLong(-SKEW_MAX_MILLIS, SKEW_MAX_MILLIS + 1))));
    }

    /** One day, and what is wrong with it: nothing, it should be. */
    static Day run(long seed, double faults, Variant variant) {
        return run(new Day(seed, faults, variant, Optional.empty()));
    }

    /** One on which each command of the delivery engines takes the time that {@code probes} say. */
    static Day run(long seed, double faults, Function<Life, DeliveryProbe> probes) {
        return run(new Day(seed, faults, Variant.NONE, Optional.of(probes)));
    }

    private static Day run(Day day) {
        day.run();
        return day;
    }

    private void run() {
        subscribe();
        if (pauses) {
            world.pauses.plan();
        }
        publishAllDay();
        publishTogether();
        publishWhileASubscriptionIsMade();
        if (isFaulty) {
            putGarbage();
        }
        Duration renewed = Duration.ofSeconds(random.nextInt(RENEWED_SECONDS_MIN, RENEWED_SECONDS_MAX));
        world.renewal.plan(hasOutage ? planOutage(renewed) : renewed);
        Instant evening = Simulation.START.plus(DAY);
        world.sweepEvery(Duration.ofHours(6), evening.plus(RUN_OUT));
        for (int i = 0; i < 4; i++) {
            world.after(Duration.ofSeconds(random.nextInt((int) DAY.toSeconds())), checks::nothingIsLost);
        }
        try {
            world.runUntil(evening);
            world.faults.stop();
            world.runUntil(evening.plus(RUN_OUT));
        } catch (EndlessException e) {
            checks.endless(e);
        }
        checks.theEnd(isFaulty);
    }

    List<Complaint> complaints() {
        return checks.complaints();
    }

    /** Whether storage refused something for longer than a moment. */
    boolean hasOutage() {
        return hasOutage;
    }

    Checks checks() {
        return checks;
    }

    /** What happens to all is promised to none but these: nothing that their receivers do ends an event of theirs without a delivery. */
    boolean alwaysDelivers(String subscription, String eventId) {
        return List.of(GOOD, LATE, RECOVERING, Renewal.ANEW).contains(subscription)
                || (subscription.equals(BATCHING) && !isPoisonous(eventId));
    }

    private boolean isPoisonous(String eventId) {
        return poisonous.contains(eventId);
    }

    private void subscribe() {
        world.subscribe(GOOD, Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200));
        world.subscribe(
                BATCHING,
                random.nextBoolean() ? Simulation.retry(30, 1440) : ownSchedule(),
                true,
                BATCH_MAX,
                (BatchScript) (now, ids) -> batching(ids));
        List<Runnable> others = new ArrayList<>(List.of(
                () -> world.subscribe("down", Simulation.retry(30, 300), true, (now, id) -> down()),
                () -> world.subscribe("flapping", Simulation.retry(30, 1440), true, (now, id) -> flapping(now)),
                () -> world.subscribe("picky", Simulation.retry(4, 1440), false, (now, id) -> picky(id)),
                () -> world.subscribe("slow", Simulation.retry(30, 1440), true, (now, id) -> slow()),
                () -> world.subscribe("hanging", Simulation.retry(5, 600), true, (now, id) -> Reaction.hangs()),
                () -> world.subscribe(RECOVERING, Simulation.retry(30, 1440), true, recovering(oneOf(500, 503, 0, -1))),
                () -> world.subscribe("refusing", Simulation.retry(30, 1440), true, recovering(oneOf(401, 403, 404))),
                () -> world.subscribe("busy", ownSchedule(), true, busy())));
        for (int i = 0; i < 3; i++) {
            others.remove(random.nextInt(others.size())).run();
        }
    }

    private Reaction batching(List<String> ids) {
        Duration takes = Duration.ofMillis(random.nextInt(200));
        boolean ownSchedule = world.subscribed.get(BATCHING).ownSchedule().isPresent();
        if (ownSchedule && ids.size() > BATCH_TAKEN) {
            world.faults.table().happened(SPLIT, 1);
            return new Reaction(takes, 413);
        }
        return new Reaction(takes, ids.stream().anyMatch(this::isPoisonous) ? 500 : 200);
    }

    private Reaction down() {
        return switch (random.nextInt(5)) {
            case 0 -> Reaction.hangs();
            case 1 -> Reaction.status(0);
            case 2 -> Reaction.status(-1);
            case 3 -> Reaction.status(503);
            default -> Reaction.status(500);
        };
    }

    private Reaction flapping(Instant now) {
        boolean up = now.getEpochSecond() / 1_200 % 2 == 0;
        return up ? new Reaction(Duration.ofMillis(random.nextInt(20_000)), 204) : Reaction.status(502);
    }

    private static Reaction picky(String id) {
        return switch (id.hashCode() % 4) {
            case 0 -> Reaction.status(400);
            case 1 -> Reaction.status(500);
            default -> Reaction.status(200);
        };
    }

    /** Up to a little more than the time for which a late answer counts. */
    private Reaction slow() {
        return new Reaction(Duration.ofMillis(random.nextInt(200_000)), random.nextInt(4) == 0 ? 500 : 200);
    }

    private Script recovering(int status) {
        Instant from = Simulation.START.plusSeconds(random.nextInt(PUBLISHING_SECONDS));
        Instant to = from.plusSeconds(random.nextInt(300, 5 * 3_600));
        return (now, id) -> Reaction.status(now.isBefore(from) || now.isAfter(to) ? 200 : status);
    }

    private static RetrySettings ownSchedule() {
        return new RetrySettings(
                OptionalInt.of(30),
                OptionalInt.of(1_440),
                Optional.of(new RetrySchedule(
                        List.of(Duration.ofSeconds(20), Duration.ofMinutes(2), Duration.ofMinutes(45)))));
    }

    private Script busy() {
        return (now, id) -> now.getEpochSecond() / 3_600 % 3 == 0
                ? Reaction.busy(oneOf(429, 503), Duration.ofSeconds(random.nextInt(1, 1_800)))
                : Reaction.status(200);
    }

    /** Whoever listens to notices is no better than the others. */
    private Reaction watching(Instant now) {
        return now.getEpochSecond() / 7_200 % 2 == 0 ? Reaction.status(200) : down();
    }

    private int oneOf(int... values) {
        return values[random.nextInt(values.length)];
    }

    /** Events one by one and together, some too large for a message, and now and then more than fit a pack. */
    private void publishAllDay() {
        int planned = 0;
        boolean hasBulk = random.nextInt(8) == 0;
        for (int publish = 0; planned < EVENTS_MIN; publish++) {
            boolean isLeft = publish == LEFT_IN_A_BLOB;
            int events = hasBulk && publish == 5 ? 160 : isLeft ? LEFT_EVENTS : 1 + random.nextInt(5);
            int dataLength = isLeft ? LEFT_LENGTH : publish % 8 == 3 ? 12_000 : random.nextInt(200);
            planned += events;
            world.after(
                    Duration.ofSeconds(random.nextInt(PUBLISHING_SECONDS)),
                    () -> publishUntilAccepted(events, dataLength));
        }
    }

    private void publishTogether() {
        Duration at = Duration.ofSeconds(random.nextInt(PUBLISHING_SECONDS));
        for (int i = 0; i < BURST; i++) {
            boolean isLast = i == BURST - 1;
            world.after(at.plusMillis(10L * i), () -> {
                List<String> ids = newIds(1);
                poisonous.addAll(isLast ? ids : List.of());
                world.publish(ids, 10);
            });
        }
    }

    /** Other events each time: what was refused may be there all the same. */
    private void publishUntilAccepted(int events, int dataLength) {
        world.publish(
                newIds(events),
                dataLength,
                () -> world.after(
                        Duration.ofSeconds(random.nextInt(10, 600)), () -> publishUntilAccepted(events, dataLength)));
    }

    private List<String> newIds(int events) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            ids.add("e" + nextId++);
        }
        return ids;
    }

    private void publishWhileASubscriptionIsMade() {
        Duration made = Duration.ofSeconds(random.nextInt(60, PUBLISHING_SECONDS));
        world.after(
                made, () -> world.subscribe(LATE, Simulation.retry(30, 1440), true, (now, id) -> Reaction.status(200)));
        for (int i = 0; i < 12; i++) {
            Duration at = made.plusMillis(i * 600L - 600).plusMillis(random.nextInt(600));
            world.after(at, () -> world.publish(newIds(1), 1));
        }
    }

    /** Somebody puts what nobody can read. */
    private void putGarbage() {
        for (int i = 0; i < 2; i++) {
            String body = (random.nextBoolean() ? "garbage" : "G1.AQID") + random.nextInt(1_000_000);
            var queue =
                    List.of(world.deliveries, world.retries, world.deadLetters).get(random.nextInt(3));
            garbage.add(body);
            world.after(Duration.ofSeconds(random.nextInt(PUBLISHING_SECONDS)), () -> queue.put(body, Duration.ZERO));
        }
    }

    /**
     * Storage, or some of it, refuses everything for minutes or hours, now and then while the subscription is renewed.
     *
     * @return when it is renewed
     */
    private Duration planOutage(Duration renewed) {
        String what = OUTAGES.get(random.nextInt(OUTAGES.size()));
        boolean isAtRenewal = random.nextBoolean();
        Duration from = isAtRenewal ? renewed : Duration.ofSeconds(random.nextInt(PUBLISHING_SECONDS));
        // One operation of all queues alone does not fail for hours; where it did, every hand-off would leave copies
        // behind.
        boolean isShort = what.equals(".delete") || random.nextBoolean();
        Duration length = Duration.ofSeconds(random.nextInt(60, isShort ? 600 : OUTAGE_SECONDS_MAX));
        world.after(from, () -> world.faults.refuse(step -> isMeant(what, step)));
        world.after(from.plus(length), () -> world.faults.refuse(step -> false));
        return isAtRenewal ? renewed.plusSeconds(random.nextLong(length.toSeconds())) : renewed;
    }

    private static boolean isMeant(String what, String step) {
        return what.equals("writes") ? isWrite(step) : step.startsWith(what) || step.endsWith(what);
    }

    static boolean isWrite(String step) {
        String method = step.substring(step.indexOf('.') + 1).toLowerCase(Locale.ROOT);
        return List.of("put", "update", "hide", "delete", "create", "replace", "keep", "write", "deletebefore")
                .contains(method);
    }
}
