package io.gridhook.simulation;

import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.delivery.TaskState;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.Versioned;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Mistakes that a delivery service can make, each put between the app and one of its ports. */
final class Variants {
    private static final Duration FOR_EVER = Duration.ofDays(3_650);

    private Variants() {}

    /** A retry is first deleted and then put again: a crash between the two loses it. */
    static Variant rescheduleAfterCompletion() {
        return new Variant() {
            @Override
            DeliveryQueue queue(String name, DeliveryQueue queue) {
                return new RewritingQueue(queue, pack -> pack) {
                    @Override
                    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
                        return queue.delete(receipt) ? Optional.of(queue.put(body, visibleAfter)) : Optional.empty();
                    }
                };
            }
        };
    }

    /** Who does not find a subscription in what it read a few seconds ago takes it for deleted. */
    static Variant dropOnCacheMiss() {
        return subscriptionsFrom((store, clock) -> new StaleList(store, clock, Duration.ofSeconds(5))::list);
    }

    /** What was read is believed for an hour, by who delivers for a subscription that was deleted. */
    static Variant deletionSeenLate() {
        return subscriptionsFrom((store, clock) -> new StaleList(store, clock, Duration.ofHours(1))::list);
    }

    /** Subscriptions that cannot be read are taken for deleted. */
    static Variant storageErrorTakenForDeletion() {
        return subscriptionsFrom((store, clock) -> arguments -> {
            try {
                return store.list((String) arguments[0]);
            } catch (StorageUnavailableException e) {
                return List.of();
            }
        });
    }

    /** A subscription is its name: one that is made anew is the one that was deleted. */
    static Variant generationsIgnored() {
        Map<String, Long> first = new ConcurrentHashMap<>();
        return subscriptionsFrom((store, clock) -> arguments -> store.list((String) arguments[0]).stream()
                .map(each -> ofGeneration(each, first.computeIfAbsent(each.name(), name -> each.generation())))
                .toList());
    }

    /** What is paused is left out of what is read, as if it were deleted. */
    static Variant pauseTakenForDeletion() {
        return subscriptionsFrom((store, clock) -> arguments -> store.list((String) arguments[0]).stream()
                .filter(each -> !each.deliveryState().isPaused())
                .toList());
    }

    /** Being held back by a pause counts as an attempt. */
    static Variant attemptsCountedInAPause() {
        return retriesRewritten(pack -> pack.withTasks(pack.tasks().stream()
                .map(task -> isPaused(task) ? task.with(oneMoreAttempt(task.state())) : task)
                .toList()));
    }

    private static boolean isPaused(DeliveryTask task) {
        return task.state().lastOutcome().equals(Optional.of(DeliveryOutcome.PAUSED));
    }

    private static TaskState oneMoreAttempt(TaskState state) {
        return new TaskState(
                state.attempts() + 1,
                state.lastAttemptTime(),
                state.lastOutcome(),
                state.lastHttpStatus(),
                state.reason());
    }

    /** What waits for a paused subscription is not looked at until its time to live ends, or a day has passed. */
    static Variant pauseLookedAtSeldom() {
        return new Variant() {
            @Override
            DeliveryQueue queue(String name, DeliveryQueue queue) {
                return !name.equals("retries")
                        ? queue
                        : new RewritingQueue(queue, pack -> pack) {
                            @Override
                            public Receipt put(String body, Duration visibleAfter) {
                                return super.put(body, seldom(body, visibleAfter));
                            }

                            @Override
                            public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
                                return super.update(receipt, body, seldom(body, visibleAfter));
                            }
                        };
            }
        };
    }

    private static Duration seldom(String body, Duration visibleAfter) {
        boolean waits = PackCodec.decode(body) instanceof Message.Pack message
                && message.pack().tasks().stream().anyMatch(Variants::isPaused);
        return waits ? Duration.ofHours(12) : visibleAfter;
    }

    private static EventSubscription ofGeneration(EventSubscription subscription, long generation) {
        return new EventSubscription(
                subscription.topic(),
                subscription.name(),
                generation,
                subscription.destination(),
                subscription.deliverySchema(),
                subscription.filter(),
                subscription.retryPolicy(),
                subscription.profile(),
                subscription.deadLetterDestination(),
                subscription.labels(),
                subscription.expirationTimeUtc(),
                subscription.persisted(),
                subscription.validation(),
                subscription.deliveryState(),
                subscription.systemData());
    }

    /** Who is told of notices is not known as such, as its topic has another name there. */
    static Variant noticesOfNotices() {
        return subscriptionsFrom((store, clock) -> arguments -> {
            String topic = (String) arguments[0];
            boolean isOfNotices = topic.equals(NoticeWatch.TOPIC) || topic.equals(NoticeWatch.ELSEWHERE);
            return isOfNotices
                    ? store.list(NoticeWatch.TOPIC).stream()
                            .map(each -> ofTopic(each, NoticeWatch.ELSEWHERE))
                            .toList()
                    : store.list(topic);
        });
    }

    private static EventSubscription ofTopic(EventSubscription subscription, String topic) {
        return new EventSubscription(
                topic,
                subscription.name(),
                subscription.generation(),
                subscription.destination(),
                subscription.deliverySchema(),
                subscription.filter(),
                subscription.retryPolicy(),
                subscription.profile(),
                subscription.deadLetterDestination(),
                subscription.labels(),
                subscription.expirationTimeUtc(),
                subscription.persisted(),
                subscription.validation(),
                subscription.deliveryState(),
                subscription.systemData());
    }

    private static Variant subscriptionsFrom(BiFunction<SubscriptionStore, InstantSource, Body> list) {
        return new Variant() {
            @Override
            SubscriptionStore subscriptions(SubscriptionStore store, InstantSource clock) {
                return instead(SubscriptionStore.class, store, "list", list.apply(store, clock));
            }
        };
    }

    /** What was read of a topic, for as long as it is held to be fresh. */
    private static final class StaleList {
        private record Read(List<EventSubscription> known, Instant at) {}

        private final SubscriptionStore store;
        private final InstantSource clock;
        private final Duration fresh;
        private final Map<String, Read> read = new HashMap<>();

        StaleList(SubscriptionStore store, InstantSource clock, Duration fresh) {
            this.store = store;
            this.clock = clock;
            this.fresh = fresh;
        }

        Object list(Object[] arguments) {
            String topic = (String) arguments[0];
            Instant now = clock.instant();
            Read last = read.get(topic);
            if (last == null || now.isAfter(last.at().plus(fresh))) {
                last = new Read(store.list(topic), now);
                read.put(topic, last);
            }
            return last.known();
        }
    }

    /** What cannot be read is thrown away. */
    static Variant poisonTreatedAsDrop() {
        return new Variant() {
            @Override
            PoisonStore poison(PoisonStore poison) {
                return (queue, messageId, body) -> {};
            }
        };
    }

    /** The sweep takes what is older than an hour. */
    static Variant payloadDeletedEarly() {
        return new Variant() {
            @Override
            PayloadStore payloads(PayloadStore payloads, InstantSource clock) {
                return instead(
                        PayloadStore.class,
                        payloads,
                        "deleteBefore",
                        arguments -> payloads.deleteBefore(PayloadNames.oldest(clock.instant(), Duration.ofHours(1))));
            }
        };
    }

    /** Who claims the probe has it until it says what came of it: a crash keeps it for ever. */
    static Variant probeClaimWithoutExpiry() {
        return new Variant() {
            @Override
            HealthStore health(HealthStore store) {
                return instead(HealthStore.class, store, "replace", arguments -> {
                    EndpointHealth next = (EndpointHealth) arguments[1];
                    Versioned<EndpointHealth> old = store.list().get((String) arguments[0]);
                    boolean isClaim = old != null && old.value().level() == next.level();
                    EndpointHealth kept = isClaim ? next.probed(next.until().plus(FOR_EVER)) : next;
                    return store.replace((String) arguments[0], kept, (String) arguments[2]);
                });
            }
        };
    }

    /** The message of a hand-off holds the delivery as it was before the attempt. */
    static Variant handOffThatForgetsItsAttempt() {
        return retriesRewritten(pack -> pack.withTasks(
                pack.tasks().stream().map(Variants::withoutTimedOutAttempt).toList()));
    }

    private static DeliveryTask withoutTimedOutAttempt(DeliveryTask task) {
        TaskState state = task.state();
        boolean isHandedOff = state.lastOutcome().equals(Optional.of(DeliveryOutcome.TIMED_OUT));
        return isHandedOff
                ? task.with(new TaskState(
                        state.attempts() - 1,
                        state.lastAttemptTime(),
                        state.lastOutcome(),
                        state.lastHttpStatus(),
                        state.reason()))
                : task;
    }

    /** What was put off for a probation is tried however late it is. */
    static Variant timeToLiveUncheckedOnDeferral() {
        return retriesRewritten(pack -> isPutOff(pack)
                ? new DeliveryPack(
                        pack.id(),
                        pack.tasks().get(0).event().publishTime(),
                        pack.firstRefusedAt(),
                        pack.settledReceives(),
                        pack.tasks())
                : pack);
    }

    private static boolean isPutOff(DeliveryPack pack) {
        return pack.tasks().stream()
                .anyMatch(task -> task.state().lastOutcome().equals(Optional.of(DeliveryOutcome.PROBATION)));
    }

    /** What shared a POST that failed is taken to be in the first message that is put for it. */
    static Variant oneRetryForAllThatSharedAPost() {
        return new Variant() {
            @Override
            DeliveryQueue queue(String name, DeliveryQueue queue) {
                Set<String> put = new HashSet<>();
                return !name.equals("retries")
                        ? queue
                        : new RewritingQueue(queue, pack -> pack) {
                            @Override
                            public Receipt put(String body, Duration visibleAfter) {
                                boolean isOthers = PackCodec.decode(body) instanceof Message.Pack message
                                        && !put.add(
                                                attemptOf(message.pack().tasks().get(0)));
                                return isOthers ? new Receipt("none", "none") : super.put(body, visibleAfter);
                            }
                        };
            }
        };
    }

    private static String attemptOf(DeliveryTask task) {
        return task.subscription().name()
                + task.state().lastAttemptTime().map(Instant::toString).orElse("");
    }

    /** Who tries a pack at once forgets to hide it from the others. */
    static Variant firstAttemptsWithoutLease() {
        return firstAttempts((queue, body) -> queue.put(body, Duration.ZERO));
    }

    /** What is tried at once is hidden as if nothing could happen to who tries it. */
    static Variant firstAttemptsHiddenForDays() {
        return firstAttempts((queue, body) -> queue.put(body, DeliveryQueue.HIDDEN_MAX));
    }

    /** What is tried at once is not put: its failures are, so what for? */
    static Variant firstAttemptsFromMemory() {
        return firstAttempts((queue, body) -> new Receipt("none", "none"));
    }

    private static Variant firstAttempts(BiFunction<DeliveryQueue, String, Receipt> put) {
        return new Variant() {
            @Override
            DeliveryQueue queue(String name, DeliveryQueue queue) {
                return !name.equals("deliveries")
                        ? queue
                        : new RewritingQueue(queue, pack -> pack) {
                            @Override
                            public Receipt put(String body, Duration visibleAfter) {
                                return visibleAfter.isZero() ? queue.put(body, visibleAfter) : put.apply(queue, body);
                            }
                        };
            }
        };
    }

    private static Variant retriesRewritten(UnaryOperator<DeliveryPack> rewrite) {
        return new Variant() {
            @Override
            DeliveryQueue queue(String name, DeliveryQueue queue) {
                return name.equals("retries") ? new RewritingQueue(queue, rewrite) : queue;
            }
        };
    }

    /** What one method does instead. */
    interface Body {
        Object call(Object[] arguments);
    }

    static <T> T instead(Class<T> type, T port, String method, Body body) {
        Map<String, Body> changed = Map.of(method, body);
        InvocationHandler handler = (self, called, arguments) -> {
            if (changed.containsKey(called.getName())) {
                return changed.get(called.getName()).call(arguments);
            }
            try {
                return called.invoke(port, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
