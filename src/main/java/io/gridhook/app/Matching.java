package io.gridhook.app;

import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.filter.FilterMatcher;
import io.gridhook.core.filter.FilterSet;
import io.gridhook.core.topic.ResolvedSubscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out which subscriptions the events of one request go to. */
final class Matching {
    private final Instant now;
    private final Optional<TraceContext> trace;
    private final IdentityHashMap<Catalog.Entry, Candidates> candidates = new IdentityHashMap<>();
    /** Those of {@link #candidates}, in the order in which they came. */
    private final List<Candidates> inOrder = new ArrayList<>();

    private final List<DeliveryTask> tasks = new ArrayList<>();
    private int matchedEvents;

    /**
     * Of no event yet.
     *
     * @param trace of the request
     */
    Matching(Instant now, Optional<TraceContext> trace) {
        this.now = now;
        this.trace = trace;
    }

    /**
     * What came of it.
     *
     * @param tasks in the order of the events
     * @param events how many go to any subscription
     * @param bySubscription how many go to each
     * @param subscriptions those that any go to
     */
    record Matched(
            List<DeliveryTask> tasks,
            int events,
            Map<SubscriptionRef, Integer> bySubscription,
            List<ResolvedSubscription> subscriptions) {}

    /** The next event. */
    void add(Event event, List<Catalog.Entry> entries) {
        // A trace of its own is in its JSON already.
        Optional<TraceContext> carried = event.attributes().trace().isPresent() ? Optional.empty() : trace;
        PackedEvent packed = new PackedEvent(new PackedEvent.Inline(event), now, carried);
        int before = tasks.size();
        entries.forEach(entry -> candidates(entry).match(event, packed, tasks));
        matchedEvents += tasks.size() > before ? 1 : 0;
    }

    /** Once, after the last event. */
    Matched matched() {
        Map<SubscriptionRef, Integer> bySubscription = new LinkedHashMap<>();
        List<ResolvedSubscription> subscriptions = new ArrayList<>();
        inOrder.forEach(each -> each.count(bySubscription, subscriptions));
        inOrder.forEach(Candidates::end);
        return new Matched(tasks, matchedEvents, bySubscription, subscriptions);
    }

    private Candidates candidates(Catalog.Entry entry) {
        return candidates.computeIfAbsent(entry, unseen -> {
            Candidates made = new Candidates(unseen, now);
            inOrder.add(made);
            return made;
        });
    }

    /** The subscriptions of one topic, or of a domain itself. */
    private static final class Candidates {
        private final List<ResolvedSubscription> subscriptions;
        /** One reference for all of a subscription's tasks: 5,000 events and 500 subscriptions make 2.5 million of these. */
        private final List<Optional<SubscriptionRef>> live;

        private final FilterSet filters;
        private final FilterMatcher matcher;
        private final int[] counts;

        Candidates(Catalog.Entry entry, Instant now) {
            subscriptions = entry.subscriptions();
            live = subscriptions.stream()
                    .map(each -> Optional.of(each.subscription())
                            .filter(subscription -> subscription.takesEvents(now))
                            .map(SubscriptionRef::of))
                    .toList();
            filters = entry.filters();
            matcher = filters.matcher();
            counts = new int[live.size()];
        }

        void match(Event event, PackedEvent packed, List<DeliveryTask> tasks) {
            int matches = matcher.match(event);
            for (int i = 0; i < matches; i++) {
                Optional<SubscriptionRef> ref = live.get(matcher.at(i));
                if (ref.isPresent()) {
                    tasks.add(new DeliveryTask(packed, ref.get(), TaskState.NEW));
                    counts[matcher.at(i)]++;
                }
            }
        }

        void end() {
            filters.giveBack(matcher);
        }

        void count(Map<SubscriptionRef, Integer> bySubscription, List<ResolvedSubscription> matched) {
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    bySubscription.merge(live.get(i).orElseThrow(), counts[i], Integer::sum);
                    matched.add(subscriptions.get(i));
                }
            }
        }
    }
}
