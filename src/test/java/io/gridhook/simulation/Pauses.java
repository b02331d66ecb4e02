package io.gridhook.simulation;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.simulation.Complaint.Kind;
import io.gridhook.simulation.SimulatedEndpoint.Reaction;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Subscriptions that somebody pauses and resumes in the course of a day, through instances that crash and a storage that refuses. What a
 * pause promises beside what every event is promised: nothing is sent when every instance must know of it, what waits ends with its time
 * to live, and is delivered soon after the pause has ended.
 */
final class Pauses {
    /** Its events live for less than a pause lasts. */
    static final String BRIEF = "brief";

    private static final String PAUSED = "a subscription is paused";
    private static final String WAITED = "events wait in a pause that ends";
    private static final String EXPIRED = "a time to live ends in a pause";

    /** What a whole run must have met. */
    static final List<String> EVENTS = List.of(PAUSED, WAITED, EXPIRED);

    private static final Duration BRIEF_TIME = Duration.ofMinutes(60);
    private static final int BEGIN_SECONDS_MAX = 45_000;
    private static final int SECONDS_MIN = 2 * 3_600;
    private static final int SECONDS_MAX = 6 * 3_600;

    /** 5 seconds of the catalogue, 3 of patience, and clocks that are 3 apart from the world's. */
    private static final Duration QUIET_KNOWN_BY = Duration.ofSeconds(14);
    /** Calls of storage may take 40 seconds each, before what was known is used. */
    private static final Duration KNOWN_BY = Duration.ofMinutes(5);
    /** Shown within 5 minutes; what finds no place comes back within 5 more. */
    private static final Duration DRAINED_BY = Duration.ofMinutes(11);
    /** The next look, 5 minutes to the dead letter, and as much again for what is merged with it. */
    private static final Duration ENDED_BY = Duration.ofMinutes(11);

    private final Simulation world;
    private final SplittableRandom random;
    private final boolean isFaulty;
    private final Set<String> paused = new HashSet<>();
    private final List<Complaint> complaints = new ArrayList<>();

    Pauses(Simulation world, SplittableRandom random, boolean isFaulty) {
        this.world = world;
        this.random = random;
        this.isFaulty = isFaulty;
    }

    List<Complaint> complaints() {
        return complaints;
    }

    /** Plans those of a day. */
    void plan() {
        world.subscribe(
                BRIEF, Simulation.retry(30, (int) BRIEF_TIME.toMinutes()), true, (now, id) -> Reaction.status(200));
        List<String> others = world.subscribed.keySet().stream()
                .filter(name -> !name.equals(BRIEF))
                .collect(Collectors.toCollection(ArrayList::new));
        plan(BRIEF);
        plan(others.remove(random.nextInt(others.size())));
        plan(others.remove(random.nextInt(others.size())));
    }

    private void plan(String name) {
        paused.add(name);
        Duration at = Duration.ofSeconds(random.nextInt(BEGIN_SECONDS_MAX));
        Duration length = Duration.ofSeconds(random.nextInt(SECONDS_MIN, SECONDS_MAX));
        world.after(
                at,
                () -> untilDone(name, DeliveryChange.PAUSE, () -> {
                    world.faults.table().happened(PAUSED, 1);
                    world.after(length, () -> resume(name));
                }));
    }

    private void resume(String name) {
        world.faults
                .table()
                .happened(WAITED, world.retries.bodies().stream().anyMatch(body -> waits(name, body)) ? 1 : 0);
        untilDone(name, DeliveryChange.RESUME, () -> {
            Instant resumed = world.time.instant();
            if (!isFaulty && name.equals(Day.GOOD)) {
                world.after(DRAINED_BY, () -> checkDrained(name, resumed));
            }
        });
    }

    private static boolean waits(String name, String body) {
        return PackCodec.decode(body) instanceof Message.Pack message
                && message.pack().tasks().stream()
                        .anyMatch(task -> task.subscription().name().equals(name)
                                && task.state().lastOutcome().equals(Optional.of(DeliveryOutcome.PAUSED)));
    }

    private void untilDone(String name, DeliveryChange change, Runnable then) {
        List<SimulatedInstance> alive = world.alive();
        boolean isDone = !alive.isEmpty()
                && alive.get(random.nextInt(alive.size()))
                        .manage(manager ->
                                manager.change(world.subscribed.get(name).topic(), name, change));
        if (isDone) {
            then.run();
        } else {
            world.after(Duration.ofSeconds(random.nextInt(1, 60)), () -> untilDone(name, change, then));
        }
    }

    /** Something is sent for {@code subscription}, as the store holds it. */
    void sent(EventSubscription subscription) {
        DeliveryState state = subscription.deliveryState();
        if (!state.isPaused()) {
            return;
        }
        Instant knownBy = state.changedAt().orElseThrow().plus(isFaulty ? KNOWN_BY : QUIET_KNOWN_BY);
        if (world.time.instant().isAfter(knownBy)) {
            complaints.add(new Complaint(
                    Kind.SENT_IN_A_PAUSE, world.time.instant() + " " + subscription.name() + " in " + state));
        }
    }

    private void checkDrained(String name, Instant resumed) {
        Set<String> late = world.journal.accepted().stream()
                .filter(id -> world.journal.isOf(id, world.subscribed.get(name).topic()))
                .filter(id -> world.journal.acceptedAt(id).isBefore(resumed))
                .collect(Collectors.toCollection(TreeSet::new));
        world.endpoints.get(name).received().stream().map(Received::eventId).forEach(late::remove);
        if (!late.isEmpty()) {
            complaints.add(new Complaint(Kind.DRAINED_LATE, name + ", resumed at " + resumed + ": " + late));
        }
    }

    /** At the end of the day. */
    void checkEnds() {
        for (DeadLetters.Letter letter : world.letters.all()) {
            if (!paused.contains(BRIEF) || !letter.delivery().startsWith(BRIEF + " ")) {
                continue;
            }
            world.faults.table().happened(EXPIRED, 1);
            String event = letter.delivery().substring(BRIEF.length() + 1);
            Instant latest = world.journal.requestedAt(event).plus(BRIEF_TIME).plus(ENDED_BY);
            if (!isFaulty && letter.at().isAfter(latest)) {
                complaints.add(new Complaint(Kind.ENDED_LATE, letter + " of " + latest));
            }
            if (letter.attempts() > 0 && !isFaulty) {
                complaints.add(new Complaint(Kind.UNFOUNDED_END, letter + " without an attempt"));
            }
        }
    }
}
