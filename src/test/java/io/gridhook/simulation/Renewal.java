package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A subscription that is deleted while its deliveries are pending, now and then with its topic, and made anew with the same name, with
 * another endpoint and another container for dead letters. A manager asks for each step until it is told that it is done.
 */
final class Renewal {
    static final String TOPIC = "returns";
    /** The subscription, and its first generation. */
    static final String NAME = "renewed";
    /** Its second generation. */
    static final String ANEW = "renewed-2";
    /** It shares the messages of the first generation, and is deleted only with the topic. */
    static final String BYSTANDER = "bystander";

    private static final String PENDING = "deleted with deliveries ";
    static final List<String> EVENTS = List.of(
            PENDING + "in deliveries",
            PENDING + "in retries",
            PENDING + "in deadletters",
            PENDING + "put off by a probation",
            PENDING + "handed off",
            "a subscription deleted and made anew",
            "a topic deleted and made anew",
            "a deleted subscription delivered to from a cache",
            "an event published for a deleted subscription");

    private static final int BEFORE = 10;
    private static final int TOGETHER = 4;
    private static final int AFTER = 6;
    /** Its deliveries are in every state by then. */
    private static final Duration BUILDING_UP = Duration.ofMinutes(40);

    /** Between the end of the deletion and the making. */
    private static final List<Duration> GAPS = List.of(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMillis(50),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(20),
            Duration.ofMinutes(10),
            Duration.ofHours(3));

    private final Simulation world;
    private final SplittableRandom random;
    private final Function<Integer, List<String>> newIds;
    private final boolean isWithTopic;
    private final List<String> told = new ArrayList<>();
    private Instant begun = Subscribed.NEVER;
    private Instant deleted = Subscribed.NEVER;
    private Instant remade = Subscribed.NEVER;

    /** Of a day that is to have it; {@code newIds} gives a number of events' ids. */
    Renewal(Simulation world, SplittableRandom random, Function<Integer, List<String>> newIds) {
        this.world = world;
        this.random = random;
        this.newIds = newIds;
        this.isWithTopic = random.nextInt(3) == 0;
    }

    /** Plans it: the deletion begins {@code at} this time of the day. */
    void plan(Duration at) {
        RetrySettings retry = Simulation.retry(30, 1_440);
        world.topic(TOPIC);
        world.subscribe(TOPIC, NAME, retry, true, 1, script());
        world.subscribe(TOPIC, BYSTANDER, retry, true, 1, (now, id) -> Reaction.status(200));
        for (int i = 0; i < BEFORE; i++) {
            Duration before = Duration.ofMillis(random.nextLong(i < TOGETHER ? 3_000 : BUILDING_UP.toMillis()));
            world.after(at.minus(before), () -> publish(1 + random.nextInt(2)));
        }
        world.after(at, this::delete);
    }

    /** What keeps deliveries pending: one kind of trouble, or all of them. */
    private Script script() {
        List<Reaction> reactions = List.of(
                Reaction.status(-1),
                Reaction.status(500),
                Reaction.status(400),
                Reaction.hangs(),
                Reaction.status(401),
                new Reaction(Duration.ofSeconds(2), 200));
        int kind = random.nextInt(reactions.size() + 1);
        return (now, id) -> reactions.get((kind < reactions.size() ? kind : id.hashCode()) % reactions.size());
    }

    private void publish(int events) {
        world.publish(TOPIC, newIds.apply(events), 10, () -> {});
    }

    private void delete() {
        begun = world.time.instant();
        List<String> gone = isWithTopic ? List.of(NAME, BYSTANDER) : List.of(NAME);
        gone.forEach(name -> world.subscribed.compute(name, (key, known) -> known.deletedFrom(begun)));
        countPending();
        Consumer<SimulatedManager> deletion = manager -> {
            if (isWithTopic) {
                manager.deleteTopic(TOPIC);
            } else {
                manager.deleteSubscription(TOPIC, NAME);
            }
        };
        untilDone(deletion, this::isGone);
    }

    private void isGone() {
        deleted = world.time.instant();
        for (int i = 0; i < AFTER; i++) {
            world.after(Duration.ofMillis(random.nextLong(8_000)), () -> publish(1));
        }
        world.after(GAPS.get(random.nextInt(GAPS.size())), this::remake);
    }

    private void remake() {
        remade = world.time.instant();
        world.endpoints.put(ANEW, new SimulatedEndpoint(world.time, (now, id) -> Reaction.status(200)));
        world.subscribed.put(ANEW, Subscribed.of(TOPIC, Subscribed.NEVER, Simulation.retry(30, 1_440), 1));
        Consumer<SimulatedManager> making = manager -> manager.putSubscription(TOPIC, NAME, ANEW);
        if (isWithTopic) {
            untilDone(manager -> manager.putTopic(TOPIC), () -> untilDone(making, this::isMade));
        } else {
            untilDone(making, this::isMade);
        }
    }

    private void isMade() {
        world.subscribed.compute(ANEW, (key, known) -> known.madeAt(world.time.instant()));
        world.faults.table().happened("a " + (isWithTopic ? "topic" : "subscription") + " deleted and made anew", 1);
        publish(1);
        for (int i = 0; i < AFTER; i++) {
            world.after(Duration.ofMillis(random.nextLong(6_000, i < AFTER / 2 ? 9_000 : 3_600_000)), () -> publish(1));
        }
    }

    /** Asks some instance, and asks again until it says so. */
    private void untilDone(Consumer<SimulatedManager> call, Runnable then) {
        List<SimulatedInstance> alive = world.alive();
        boolean isDone =
                !alive.isEmpty() && alive.get(random.nextInt(alive.size())).manage(call);
        if (isDone) {
            then.run();
        } else {
            world.after(Duration.ofSeconds(random.nextInt(1, 60)), () -> untilDone(call, then));
        }
    }

    private void countPending() {
        count("in deliveries", holds(world.deliveries));
        count("in retries", holds(world.retries));
        count("in deadletters", holds(world.deadLetters));
        count("put off by a probation", world.retries.bodies().stream().anyMatch(Renewal::isPutOff));
        count("handed off", world.alive().stream().anyMatch(instance -> instance.life()
                .isHandedOff(NAME)));
    }

    private void count(String where, boolean isPending) {
        world.faults.table().happened(PENDING + where, isPending ? 1 : 0);
    }

    private boolean holds(InMemoryDeliveryQueue queue) {
        AtomicBoolean found = new AtomicBoolean();
        queue.bodies()
                .forEach(body -> world.contents.each(body, delivery -> {
                    if (delivery.startsWith(NAME + " ")) {
                        found.set(true);
                    }
                }));
        return found.get();
    }

    private static boolean isPutOff(String body) {
        return PackCodec.decode(body) instanceof Message.Pack message
                && message.pack().tasks().stream()
                        .anyMatch(task -> task.subscription().name().equals(NAME)
                                && task.state().lastOutcome().equals(Optional.of(DeliveryOutcome.PROBATION)));
    }

    /** An endpoint was told that its subscription is deleted. */
    void told(String endpoint) {
        told.add(endpoint);
    }

    /** The endpoints that were. */
    List<String> told() {
        return told;
    }

    boolean isWithTopic() {
        return isWithTopic;
    }

    /** When the manager was told that it is deleted. */
    Instant deleted() {
        return deleted;
    }

    /** When the manager first asked for it again. */
    Instant remade() {
        return remade;
    }
}
