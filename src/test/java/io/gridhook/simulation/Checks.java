package io.gridhook.simulation;

import io.gridhook.port.Metrics;
import io.gridhook.simulation.Complaint.Kind;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The promises of DESIGN §1, looked at by sets of {@code subscription event}. */
final class Checks {
    private static final int EVENTS_MIN = 50;
    /** Ours, {@code Catalog.AGE_MAX}, and a little more: who publishes later is answered with a new subscription in mind. */
    private static final Duration KNOWN_BY = Duration.ofSeconds(6);
    /** A message seen so much early counts as due (DESIGN §2), and what says when has a clock that differs. */
    private static final Duration EARLY_MAX = Duration.ofSeconds(5);

    private static final Duration SKEW_MAX = Duration.ofSeconds(6);
    /** Behaviour §1: what is answered later has its retry under way, perhaps. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    /** An attempt that we make late is made all the same: the longest outage, and what the wait for its end grew to. */
    private static final Duration OWN_DELAY_MAX = Duration.ofHours(4);

    private static final Duration QUIET_DELAY_MAX = Duration.ofSeconds(15);
    /** An invocation's patience, and what it takes to write down what came of it. */
    private static final Duration QUIET_INVOCATION_MAX = Duration.ofSeconds(4);
    /** The host's {@code functionTimeout} of 5 minutes kills the process. */
    private static final Duration INVOCATION_MAX = Duration.ofMinutes(5);

    private final Day day;
    private final Simulation world;
    private final List<Complaint> complaints = new ArrayList<>();
    private final Map<String, Map<Integer, List<Received>>> byDelivery = new HashMap<>();
    private long ends;
    private long secondEnds;
    private long endsByLateAnswers;
    private final Set<String> answeredLate = new HashSet<>();

    Checks(Day day) {
        this.day = day;
        this.world = day.world;
    }

    List<Complaint> complaints() {
        return complaints;
    }

    long ends() {
        return ends;
    }

    /** Those that a fault explains. */
    long secondEnds() {
        return secondEnds;
    }

    /** Second ends that no fault is needed for. */
    long endsByLateAnswers() {
        return endsByLateAnswers;
    }

    /** At any moment: every acknowledged delivery has ended or is in a message. */
    void nothingIsLost() {
        Set<String> lost = expected();
        allEnds().forEach(lost::remove);
        for (var queue : List.of(world.deliveries, world.retries, world.deadLetters)) {
            if (lost.isEmpty()) {
                return;
            }
            queue.bodies().forEach(body -> world.contents.each(body, lost::remove));
        }
        complainAll(Kind.LOST, lost);
    }

    void endless(EndlessException e) {
        complaints.add(new Complaint(Kind.ENDLESS, String.valueOf(e.getMessage())));
    }

    void theEnd(boolean isFaulty) {
        nothingIsLost();
        int accepted = world.journal.accepted().size();
        complainIf(accepted < EVENTS_MIN, Kind.FEW_EVENTS, () -> accepted + " events");
        complainIf(!world.isIdle(), Kind.LEFT_OVER, () -> "messages in " + left());
        long missing = world.journal.count(Metrics.Counter.MISSING_PAYLOAD_COUNT);
        complainIf(missing > 0, Kind.MISSING_PAYLOAD, () -> missing + " payloads");
        List<String> poison = world.poison.bodies().values().stream().sorted().toList();
        complainIf(
                !poison.equals(day.garbage.stream().sorted().toList()),
                Kind.POISON,
                () -> poison + " of " + day.garbage);
        complainAll(Kind.PROBATION, world.probationWatch.violations());
        complainAll(Kind.REPLACED_DEAD_LETTER, world.letters.replaced());
        complainIf(
                world.longestInvocation.compareTo(isFaulty ? INVOCATION_MAX : QUIET_INVOCATION_MAX) > 0,
                Kind.LONG_INVOCATION,
                () -> "an invocation took " + world.longestInvocation);
        if (!isFaulty) {
            complainAll(Kind.TROUBLE, world.journal.troubles());
        }
        checkSecondEnds();
        checkFoundations();
        world.pauses.checkEnds();
        complaints.addAll(world.pauses.complaints());
        complaints.addAll(world.noticeWatch.complaints());
        complaints.addAll(new RenewalChecks(world, isFaulty).complaints());
        world.endpoints.forEach((name, endpoint) -> checkAttempts(name, endpoint.received(), isFaulty));
    }

    private List<Integer> left() {
        return List.of(
                world.deliveries.bodies().size(),
                world.retries.bodies().size(),
                world.deadLetters.bodies().size());
    }

    private Set<String> expected() {
        Set<String> expected = new TreeSet<>();
        world.subscribed.forEach((name, subscribed) -> {
            boolean isFirst = subscribed.made().equals(Simulation.START);
            Instant from = isFirst ? Instant.MIN : subscribed.made().plus(KNOWN_BY);
            world.journal.accepted().stream()
                    .filter(id -> world.journal.isOf(id, subscribed.topic()))
                    .filter(id -> !world.journal.requestedAt(id).isBefore(from))
                    .filter(id -> world.journal.acceptedAt(id).isBefore(subscribed.until()))
                    .forEach(id -> expected.add(name + " " + id));
        });
        return expected;
    }

    private List<String> allEnds() {
        List<String> all = new ArrayList<>(world.deadLettered());
        all.addAll(world.journal.dropped());
        world.endpoints.forEach((name, endpoint) -> endpoint.received().stream()
                .filter(Received::accepted)
                .forEach(received -> all.add(name + " " + received.eventId())));
        return all;
    }

    private void checkSecondEnds() {
        world.endpoints.forEach((name, endpoint) -> explainLateAnswers(name, endpoint.received()));

        Set<String> seen = new HashSet<>();
        for (String end : allEnds()) {
            ends++;
            if (!seen.add(end)) {
                boolean isLate = answeredLate.contains(end);
                secondEnds += isLate ? 0 : 1;
                endsByLateAnswers += isLate ? 1 : 0;
                complainIf(!isLate && !world.repeats.explain(end), Kind.SECOND_END, () -> end);
            }
        }
    }

    /** An answer after the response timeout may come when the retry is under way (behaviour §2.1.9). */
    private void explainLateAnswers(String name, List<Received> all) {
        all.stream()
                .filter(received -> received.accepted() && isLongerThan(received, RESPONSE_TIMEOUT))
                .forEach(received -> answeredLate.add(name + " " + received.eventId()));
    }

    private static boolean isLongerThan(Received received, Duration time) {
        return received.reaction().takes().compareTo(time) >= 0;
    }

    /** Every dead letter and every drop is the receiver's own doing. */
    private void checkFoundations() {
        for (DeadLetters.Letter letter : world.letters.all()) {
            checkFoundation(letter.delivery(), letter.reason(), letter.at());
            int received = attemptsReceived(letter.delivery()).size();
            complainIf(letter.attempts() > received, Kind.UNFOUNDED_END, () -> letter + " after " + received);
        }
        world.journal.drops().forEach(drop -> checkFoundation(drop.delivery(), drop.reason(), drop.at()));
    }

    private void checkFoundation(String delivery, String reason, Instant at) {
        String subscription = delivery.substring(0, delivery.indexOf(' '));
        String event = delivery.substring(subscription.length() + 1);
        Subscribed subscribed = world.subscribed.get(subscription);
        Map<Integer, List<Received>> received = attemptsReceived(delivery);
        boolean isFounded = !day.alwaysDelivers(subscription, event)
                && switch (reason) {
                    case "MaxDeliveryAttemptsExceeded" -> received.size() >= subscribed.attempts();
                    case "TimeToLiveExceeded" ->
                        !at.plus(SKEW_MAX)
                                .isBefore(world.journal.requestedAt(event).plus(subscribed.timeToLive()));
                    case "UndeliverableDueToHttpBadRequest" -> isAnswered(received, Set.of(400));
                    case "SubscriptionDeleted" -> !at.isBefore(subscribed.until());
                    case "UndeliverableDueToClientError" -> isAnswered(received, Set.of(401, 403, 413));
                    default -> false;
                };
        complainIf(
                !isFounded,
                Kind.UNFOUNDED_END,
                () -> delivery + " " + reason + " at " + at + " of " + received.values());
    }

    private static boolean isAnswered(Map<Integer, List<Received>> received, Set<Integer> statuses) {
        return received.values().stream()
                .flatMap(List::stream)
                .anyMatch(each -> statuses.contains(each.reaction().status()));
    }

    /** By the number of attempts before, or of POSTs where the header says the most of a batch. */
    private Map<Integer, List<Received>> attemptsReceived(String delivery) {
        if (byDelivery.isEmpty()) {
            world.endpoints.forEach((name, endpoint) -> endpoint.received().forEach(received -> {
                Map<Integer, List<Received>> attempts =
                        byDelivery.computeIfAbsent(name + " " + received.eventId(), key -> new HashMap<>());
                int before = world.subscribed.get(name).batches() ? attempts.size() : received.deliveryCount();
                attempts.computeIfAbsent(before, count -> new ArrayList<>()).add(received);
            }));
        }
        return byDelivery.getOrDefault(delivery, Map.of());
    }

    private void checkAttempts(String name, List<Received> all, boolean isFaulty) {
        Subscribed subscribed = world.subscribed.get(name);
        Map<String, List<Received>> earlier = new HashMap<>();
        Map<String, Integer> posts = new HashMap<>();
        for (Received received : all) {
            String delivery = name + " " + received.eventId();
            checkBatch(name, subscribed, received);
            if (isSplit(subscribed, received)) {
                continue;
            }
            int before = posts.merge(delivery, 1, Integer::sum) - 1;
            boolean isExplained = world.repeats.explain(delivery) || answeredLate.contains(delivery);
            if (subscribed.batches() && !isExplained) {
                complainIf(
                        received.deliveryCount() < before,
                        Kind.REPEATED_ATTEMPT,
                        () -> name + " got " + received + " after " + before);
            }
            // The header says the most that any event of a batch has behind it.
            int made = subscribed.batches() ? Math.min(before, received.deliveryCount()) : received.deliveryCount();
            complainIf(made >= subscribed.attempts(), Kind.TOO_OFTEN, () -> name + " got " + received);
            List<Received> same = earlier.computeIfAbsent(delivery + " " + made, key -> new ArrayList<>());
            complainIf(
                    !same.isEmpty() && !isExplained,
                    Kind.REPEATED_ATTEMPT,
                    () -> name + " got " + received + " after " + same);
            same.add(received);
            List<Received> last = earlier.getOrDefault(delivery + " " + (made - 1), List.of());
            complainIf(
                    made > 0
                            && !(subscribed.batches() && isExplained)
                            && last.stream().noneMatch(one -> isLongBefore(subscribed, delivery, made, one, received)),
                    Kind.TOO_EARLY,
                    () -> name + " got " + received + " after " + last);
            Instant latest = world.journal
                    .requestedAt(received.eventId())
                    .plus(subscribed.timeToLive())
                    .plus(isFaulty ? OWN_DELAY_MAX : QUIET_DELAY_MAX);
            // What a long pause and an outage of hours add up to has no bound here; on quiet days ENDED_LATE has one.
            boolean isUnbounded = isFaulty && name.equals(Pauses.BRIEF);
            complainIf(
                    !isUnbounded && received.at().isAfter(latest),
                    Kind.AFTER_TIME_TO_LIVE,
                    () -> name + " got " + received + " after " + latest);
        }
    }

    private void checkBatch(String name, Subscribed subscribed, Received received) {
        complainIf(received.events() > subscribed.maxEvents(), Kind.TOO_MANY_TOGETHER, () -> name + " got " + received);
        // Halved, so that a bad event is alone by then.
        complainIf(
                received.deliveryCount() > 4 && received.events() > 1,
                Kind.TOO_MANY_TOGETHER,
                () -> name + " got " + received);
    }

    /** Ours: a batch that is too large is sent in halves, at once, as the same attempt. */
    private static boolean isSplit(Subscribed subscribed, Received received) {
        return subscribed.ownSchedule().isPresent() && received.reaction().status() == 413 && received.events() > 1;
    }

    private boolean isLongBefore(Subscribed subscribed, String delivery, int made, Received one, Received next) {
        Duration wait = world.repeats.explain(delivery)
                ? subscribed.earliestNext(made)
                : subscribed.earliestNext(made, one.reaction());
        return !next.at().plus(EARLY_MAX).isBefore(one.at().plus(wait));
    }

    private void complainAll(Kind kind, Iterable<String> texts) {
        texts.forEach(text -> complaints.add(new Complaint(kind, text)));
    }

    private void complainIf(boolean condition, Kind kind, Supplier<String> text) {
        if (condition) {
            complaints.add(new Complaint(kind, text.get()));
        }
    }
}
