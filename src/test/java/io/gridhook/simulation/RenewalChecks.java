package io.gridhook.simulation;

import io.gridhook.simulation.Complaint.Kind;
import io.gridhook.simulation.SimulatedEndpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** DESIGN §2, "Definitions and caches": what is promised of a subscription that is deleted and made anew, beside what all are promised. */
final class RenewalChecks {
    private static final String DELETED = "SubscriptionDeleted";
    /** What an instance knows may be so old (ours, {@code Catalog.AGE_MAX}), its clock differ, and its patience last. */
    private static final Duration QUIET_LAG = Duration.ofSeconds(12);
    /** An invocation whose storage does not answer goes on for as long as the host's {@code functionTimeout}. */
    private static final Duration LAG = Duration.ofMinutes(5).plus(QUIET_LAG);
    /** A publisher has its answer by then, or gives up. */
    private static final Duration ANSWERED_BY = Duration.ofMinutes(2);

    private final Simulation world;
    private final Renewal renewal;
    private final Instant known;
    private final List<Complaint> complaints = new ArrayList<>();

    RenewalChecks(Simulation world, boolean isFaulty) {
        this.world = world;
        this.renewal = world.renewal;
        this.known = renewal.deleted().plus(isFaulty ? LAG : QUIET_LAG);
    }

    List<Complaint> complaints() {
        complainIf(
                world.subscribed.get(Renewal.ANEW) == null
                        || world.subscribed.get(Renewal.ANEW).made().equals(Subscribed.NEVER),
                Kind.LEFT_OVER,
                () -> "nobody made " + Renewal.ANEW);
        nothingIsInherited();
        old(Renewal.NAME);
        if (renewal.isWithTopic()) {
            old(Renewal.BYSTANDER);
        }
        dropsAreCounted();
        countWhatCachesDid();
        return complaints;
    }

    /** Who published before the subscription was made anew did not publish for it. */
    private void nothingIsInherited() {
        ends(Renewal.ANEW).stream()
                .filter(id -> answeredAt(id).isBefore(renewal.remade()))
                .forEach(id -> complainIf(true, Kind.INHERITED, () -> Renewal.ANEW + " " + id));
        complainIf(renewal.told().contains(Renewal.ANEW), Kind.INHERITED, () -> "the notice of the deletion");
    }

    private Set<String> ends(String called) {
        Set<String> ids = new TreeSet<>();
        received(called).forEach(received -> ids.add(received.eventId()));
        world.deadLettered().stream().filter(each -> isOf(called, each)).forEach(each -> ids.add(idOf(each)));
        world.journal.dropped().stream().filter(each -> isOf(called, each)).forEach(each -> ids.add(idOf(each)));
        return ids;
    }

    private List<Received> received(String called) {
        SimulatedEndpoint endpoint = world.endpoints.get(called);
        return endpoint == null ? List.of() : endpoint.received();
    }

    private static boolean isOf(String called, String delivery) {
        return delivery.startsWith(called + " ");
    }

    private static String idOf(String delivery) {
        return delivery.substring(delivery.indexOf(' ') + 1);
    }

    private Instant answeredAt(String id) {
        return world.journal.accepted().contains(id)
                ? world.journal.acceptedAt(id)
                : world.journal.requestedAt(id).plus(ANSWERED_BY);
    }

    /** Once every instance must know, the only end left is the drop. */
    private void old(String called) {
        received(called).stream()
                .filter(received -> received.at().isAfter(known))
                .forEach(received -> complainIf(true, Kind.AFTER_DELETION, () -> called + " got " + received));
        world.letters.all().stream()
                .filter(letter -> isOf(called, letter.delivery()) && letter.at().isAfter(known))
                .forEach(letter -> complainIf(true, Kind.AFTER_DELETION, letter::toString));
        world.journal.drops().stream()
                .filter(drop -> isOf(called, drop.delivery())
                        && drop.at().isAfter(known)
                        && !drop.reason().equals(DELETED))
                .forEach(drop -> complainIf(true, Kind.AFTER_DELETION, drop::toString));
    }

    private void dropsAreCounted() {
        long said = world.journal.drops().stream()
                .filter(drop -> drop.reason().equals(DELETED))
                .count();
        long counted = world.journal.countDropped(DELETED);
        complainIf(counted < said, Kind.UNCOUNTED, () -> said + " " + DELETED + " but " + counted + " counted");
    }

    private void countWhatCachesDid() {
        boolean isDelivered = received(Renewal.NAME).stream()
                .anyMatch(received -> received.at().isAfter(renewal.deleted()));
        world.faults.table().happened("a deleted subscription delivered to from a cache", isDelivered ? 1 : 0);
        boolean isPublished = world.journal.dropped().stream()
                .anyMatch(drop -> isOf(Renewal.NAME, drop)
                        && world.journal.requestedAt(idOf(drop)).isAfter(renewal.deleted()));
        world.faults.table().happened("an event published for a deleted subscription", isPublished ? 1 : 0);
    }

    private void complainIf(boolean condition, Kind kind, Supplier<String> text) {
        if (condition) {
            complaints.add(new Complaint(kind, text.get()));
        }
    }
}
