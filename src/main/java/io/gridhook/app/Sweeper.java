package io.gridhook.app;

import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.delivery.LedgerRow;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PayloadNames;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics.Counter;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * What is done now and then, by the clock: old payloads and expired subscriptions go, what the host put into a {@code -poison} queue
 * goes back to work, or into the container {@code poison} if nobody can read it. Secrets under an old key get the current one. Safe to
 * run twice at once.
 */
public final class Sweeper {
    /** Ours: bounds one sweep of one poison queue. */
    private static final int POISON_ROUNDS_MAX = 32;

    private static final int RECEIVE_MOST = 32;
    private static final Duration HOLD = Duration.ofMinutes(5);
    /** Ours: twice what the longest probation can be set to, after whose end somebody would long have probed an endpoint that is still in use. */
    static final Duration HEALTH_KEPT = Duration.ofDays(2);

    /** A {@code -poison} queue and the queue its messages belong to. */
    public record PoisonQueue(String name, DeliveryQueue poison, DeliveryQueue home) {}

    private final Ports ports;
    private final Duration payloadRetention;
    private final EndpointKeys keys;
    private final List<PoisonQueue> poisonQueues;
    private final IntSupplier sealAnew;
    private final Optional<LedgerMerge> ledger;
    private final LedgerWatch ledgerWatch;
    private final DomainTopics domainTopics;

    /**
     * The sweeper of one app.
     *
     * @param payloadRetention older payloads are deleted
     * @param sealAnew writes definitions anew whose secrets are not under the current encryption key; returns how many
     * @param ledger whose old rows are added up, and what is unaccounted for is told; empty for none
     */
    public Sweeper(
            Ports ports,
            Duration payloadRetention,
            EndpointKeys keys,
            List<PoisonQueue> poisonQueues,
            IntSupplier sealAnew,
            Optional<LedgerStore> ledger) {
        this.ports = ports;
        this.payloadRetention = payloadRetention;
        this.keys = keys;
        this.poisonQueues = List.copyOf(poisonQueues);
        this.sealAnew = sealAnew;
        this.ledger = ledger.map(store -> new LedgerMerge(store, ports.clock()));
        this.ledgerWatch = new LedgerWatch(ports);
        this.domainTopics = new DomainTopics(ports.topics(), ports.subscriptions(), ports.clock());
    }

    /** One round of everything. */
    public void sweep(DeliveryLog log) {
        Instant now = ports.clock().instant();
        poisonQueues.forEach(queue -> returnToWork(queue, log));
        // Before the subscriptions are: what was disabled meanwhile is not taken for nobody's.
        Map<String, Versioned<EndpointHealth>> health = ports.health().list();
        List<EventSubscription> live = retireExpired(now);
        Set<String> inUse = live.stream().map(keys::ofSubscription).collect(Collectors.toSet());
        health.forEach((key, state) -> forgetIfNobodys(key, state.value(), inUse, now.minus(HEALTH_KEPT)));
        ports.payloads().deleteBefore(PayloadNames.oldest(now, payloadRetention));
        int sealed = sealAnew.getAsInt();
        if (sealed > 0) {
            log.trouble(sealed + " definitions were under an old encryption key", "they are under the current one now");
        }
        ledger.ifPresent(each -> ledgerWatch.look(each.merge(namesOf(live)), log));
    }

    private static Set<LedgerRow.Subscription> namesOf(List<EventSubscription> subscriptions) {
        return subscriptions.stream()
                .map(subscription -> new LedgerRow.Subscription(subscription.topic(), subscription.name()))
                .collect(Collectors.toSet());
    }

    /** Returns the subscriptions that stay. */
    private List<EventSubscription> retireExpired(Instant now) {
        List<EventSubscription> live = new ArrayList<>();
        for (EventSubscription subscription : ports.subscriptions().listAll()) {
            if (subscription.isLive(now)) {
                live.add(subscription);
            } else {
                ports.subscriptions().delete(subscription);
                domainTopics.unsubscribed(subscription.topic());
            }
        }
        return live;
    }

    private void forgetIfNobodys(String key, EndpointHealth state, Set<String> inUse, Instant before) {
        boolean isOver = !state.until().isAfter(before);
        if (isOver || (state.isDisabled() && !inUse.contains(key))) {
            ports.health().delete(key);
        }
    }

    private void returnToWork(PoisonQueue queue, DeliveryLog log) {
        for (int round = 0; round < POISON_ROUNDS_MAX; round++) {
            List<QueueMessage> messages = queue.poison().receive(RECEIVE_MOST, HOLD);
            if (messages.isEmpty()) {
                return;
            }
            messages.forEach(message -> returnToWork(queue, message, log));
        }
    }

    private void returnToWork(PoisonQueue queue, QueueMessage message, DeliveryLog log) {
        Message read = PackCodec.decode(message.body());
        if (read instanceof Message.Unreadable unreadable) {
            ports.poison().keep(queue.name(), message.receipt().messageId(), message.body());
            ports.metrics().add(Counter.POISON_MESSAGE_COUNT, 1, queue.name());
            log.trouble(
                    "unreadable message in " + queue.name() + ": " + unreadable.why(), "kept in the container poison");
        } else {
            queue.home().put(asNew(read, message.body()), Duration.ZERO);
            log.trouble("a message in " + queue.name() + " failed too often", "put back to work");
        }
        queue.poison().delete(message.receipt());
    }

    /** What a new message holds: its receives count from 0, and so must those that it was written after. */
    private static String asNew(Message read, String body) {
        return read.match(new Message.Visitor<>() {
            @Override
            public String pack(DeliveryPack pack) {
                return PackCodec.encode(pack.settledAfter(0));
            }

            @Override
            public String bulk(BulkPublish bulk) {
                return PackCodec.encode(bulk.after(bulk.tasksPut(), 0));
            }

            @Override
            public String unknownVersion(String version) {
                return body;
            }

            @Override
            public String unreadable(String why) {
                return body;
            }
        });
    }
}
