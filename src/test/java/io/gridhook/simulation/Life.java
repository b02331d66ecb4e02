package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.app.DeadLetters;
import io.gridhook.app.DeliveredKeeper;
import io.gridhook.app.DeliveryRecorder;
import io.gridhook.app.Pipeline;
import io.gridhook.app.Ports;
import io.gridhook.app.RedriveWorker;
import io.gridhook.app.Redrives;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.Receipt;
import io.gridhook.port.RedriveStore;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TokenUnavailableException;
import io.gridhook.port.TopicStore;
import io.gridhook.port.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** One life of a process: what belongs to it knows when it is over, and what it had in hand when a fault met it. */
final class Life implements Faults.Caller {
    /** What was handed off is settled after the last of its company, which may take the time for which a late answer counts. */
    private static final Duration SETTLED_BY = Duration.ofMinutes(4);

    static final String SHARED = "several messages share a POST";
    static final String SHARED_CRASH = "a crash between a shared POST's answer and the end of its messages";

    static final String AT_ONCE = "a first attempt is made by who took the event";
    static final String AT_ONCE_CRASH = "a crash while first attempts are made so";
    static final String LEFT = "small events are left in a blob together";
    static final String BUSY = "a pack is left to the queue trigger, as others are being tried at once";

    /** A POST that may not have been settled yet. */
    private static final class Exchange {
        private final String endpoint;
        private final List<String> ids;
        private final List<Invocation> messages;
        private final Instant sent;
        private boolean isAnswered;

        private Exchange(String endpoint, List<String> ids, List<Invocation> messages, Instant sent) {
            this.sent = sent;
            this.endpoint = endpoint;
            this.ids = ids;
            this.messages = messages;
        }

        private String endpoint() {
            return endpoint;
        }

        private List<String> ids() {
            return ids;
        }
    }

    private final Simulation world;
    private final InstantSource clock;
    private boolean over;
    private final Set<Invocation> inHand = new HashSet<>();
    private final List<Exchange> exchanges = new ArrayList<>();
    /** What it put for itself to try at once, by the message's id. */
    private final Map<String, String> own = new HashMap<>();

    /** What the delivery engine's messages and attempts are in, where a probe says so. */
    Set<String> engineStates = Set.of();

    final DeliveryQueue deliveries;
    final DeliveryQueue retries;
    final DeliveryQueue deadLetters;
    final DeliveryQueue redriveQueue;
    final Pipeline pipeline;
    private final Metrics metrics;
    final Redrives redrives;
    final RedriveWorker redriveWorker;
    private final SimulatedManager manager;

    /** A process whose clock is that much ahead of the world's. */
    Life(Simulation world, Duration skew) {
        this.world = world;
        this.clock = () -> world.time.instant().plus(skew);
        this.metrics = world.variant.metrics(world.journal.metrics(), this);
        this.deliveries = queue("deliveries", world.deliveries);
        this.retries = queue("retries", world.retries);
        this.deadLetters = queue("deadletters", world.deadLetters);
        this.redriveQueue = around(DeliveryQueue.class, "redriveQueue", world.redrives);
        Ports ports = ports();
        this.pipeline = new Pipeline(ports, world.settings, recorder(ports), keeper(ports), world.probes.apply(this));
        this.manager = new SimulatedManager(world, ports, pipeline);
        RedriveStore store = world.variant.redrives(around(RedriveStore.class, "redrives", world.redriveStore));
        DeadLetters letters = new DeadLetters(
                pipeline.catalog(),
                around(DeadLetterArchive.class, "deadLetterArchive", world.deadLetterStore),
                world.settings.deadLetterDestinations(),
                Optional.empty(),
                clock);
        this.redrives = new Redrives(store, redriveQueue, letters, ports.ids(), clock);
        this.redriveWorker = new RedriveWorker(ports, redriveQueue, store, letters);
    }

    /** Of a delivery log that keeps everything, where a test has one. */
    private DeliveryRecorder recorder(Ports ports) {
        Optional<DeliveryHistory> history = world.variant.history();
        return new DeliveryRecorder(
                history.isPresent() ? HistoryRules.parse("all", true, Duration.ofDays(7)) : HistoryRules.OFF,
                history.orElse(DeliveryHistory.NONE),
                ports.metrics(),
                clock,
                ports.timers(),
                ports.executor(),
                new UUID(0, clock.instant().toEpochMilli()));
    }

    /** Of what was delivered, where a test has one. Its ids are its own, so that nobody else's are others. */
    private DeliveredKeeper keeper(Ports ports) {
        Optional<DeadLetterStore> kept = world.variant.delivered();
        AtomicLong ids = new AtomicLong();
        return new DeliveredKeeper(
                kept.map(store -> new DeadLetterDestination("/storageAccounts/account", "delivered")),
                kept.orElse(ports.deadLetterStore()),
                ports.metrics(),
                clock,
                () -> new UUID(clock.instant().toEpochMilli(), ids.incrementAndGet()),
                ports.timers(),
                ports.executor());
    }

    private DeliveryQueue queue(String name, DeliveryQueue queue) {
        DeliveryQueue port = around(DeliveryQueue.class, name, queue);
        return world.variant.queue(name, name.equals("deliveries") ? watched(port) : port);
    }

    /** What is put hidden is tried by who put it, until it deletes it. */
    private DeliveryQueue watched(DeliveryQueue queue) {
        return new RewritingQueue(queue, pack -> pack) {
            @Override
            public Receipt put(String body, Duration visibleAfter) {
                Receipt receipt = queue.put(body, visibleAfter);
                world.faults.table().happened(LEFT, world.contents.hasSmallKept(body) ? 1 : 0);
                if (!visibleAfter.isZero()) {
                    own.put(receipt.messageId(), body);
                    world.faults.table().happened(AT_ONCE, 1);
                } else if (!own.isEmpty()) {
                    world.faults.table().happened(BUSY, 1);
                }
                return receipt;
            }

            @Override
            public boolean delete(Receipt receipt) {
                boolean isDeleted = queue.delete(receipt);
                own.remove(receipt.messageId());
                return isDeleted;
            }
        };
    }

    private <T> T around(Class<T> type, String name, T port) {
        return world.faults.around(type, name, port, this);
    }

    Ports ports() {
        return new Ports(
                deliveries,
                retries,
                deadLetters,
                world.variant.payloads(around(PayloadStore.class, "payloads", world.payloads), clock),
                around(TopicStore.class, "topics", world.topics),
                world.variant.subscriptions(
                        around(SubscriptionStore.class, "subscriptions", world.subscriptions), clock),
                world.variant.health(around(HealthStore.class, "health", world.health)),
                around(
                        DeadLetterStore.class,
                        "deadLetterStore",
                        (destination, name, content) -> world.deadLetterPort.write(destination, name, content)),
                world.variant.poison(around(PoisonStore.class, "poison", world.poison)),
                around(WebhookClient.class, "webhooks", this::post),
                (delivery, timeout) ->
                        CompletableFuture.failedFuture(new AssertionError("nobody delivers to a queue here")),
                application ->
                        CompletableFuture.failedFuture(new TokenUnavailableException("nobody asks for one here")),
                metrics,
                clock,
                () -> new UUID(world.random.nextLong(), world.random.nextLong()),
                world.chance,
                this::later,
                this::execute,
                world.journal);
    }

    InstantSource clock() {
        return clock;
    }

    void execute(Runnable task) {
        world.after(Duration.ofMillis(2), () -> run(task));
    }

    Runnable later(Duration delay, Runnable task) {
        AtomicBoolean forgotten = new AtomicBoolean();
        world.after(delay, () -> {
            if (!forgotten.get()) {
                run(task);
            }
        });
        return () -> forgotten.set(true);
    }

    private CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        String endpoint = Simulation.endpointOf(request);
        List<String> ids = SimulatedEndpoint.ids(request.body().toString());
        Exchange exchange = new Exchange(
                endpoint, ids, ids.size() > 1 ? messagesOf(endpoint, ids) : List.of(), world.time.instant());
        exchanges.add(exchange);
        if (exchange.messages.size() > 1) {
            world.faults.table().happened(SHARED, 1);
        }
        countCompany(exchange.endpoint());
        return world.webhookPort.post(request, timeout).whenComplete((outcome, failure) -> {
            exchange.isAnswered = true;
            world.after(SETTLED_BY, () -> exchanges.remove(exchange));
        });
    }

    /** The messages in hand that hold some of these deliveries. */
    private List<Invocation> messagesOf(String endpoint, List<String> ids) {
        Set<String> wanted = new HashSet<>();
        ids.forEach(id -> wanted.add(endpoint + " " + id));
        List<Invocation> found = new ArrayList<>();
        for (Invocation invocation : inHand) {
            Set<String> held = new HashSet<>();
            world.contents.each(invocation.body(), held::add);
            if (held.removeAll(wanted)) {
                found.add(invocation);
            }
        }
        return found;
    }

    private void countCrash(Fault fault) {
        boolean isCrash = fault == Fault.CRASH_BEFORE || fault == Fault.CRASH_AFTER;
        if (isCrash && !own.isEmpty()) {
            world.faults.table().happened(AT_ONCE_CRASH, 1);
        }
        if (isCrash
                && exchanges.stream()
                        .anyMatch(each -> each.isAnswered
                                && each.messages.size() > 1
                                && each.messages.stream().anyMatch(inHand::contains))) {
            world.faults.table().happened(SHARED_CRASH, 1);
        }
    }

    private void countCompany(String endpoint) {
        boolean together = world.instances.stream()
                .map(SimulatedInstance::life)
                .anyMatch(other -> other != this
                        && !other.over
                        && other.exchanges.stream()
                                .anyMatch(each -> each.endpoint().equals(endpoint)));
        if (together) {
            world.faults.table().happened("two instances work on one endpoint", 1);
        }
    }

    void happened(String event) {
        world.faults.table().happened(event, 1);
    }

    void run(Runnable task) {
        try {
            if (!over) {
                task.run();
            }
        } catch (SimulatedCrash crash) {
            over = true;
        }
    }

    SimulatedManager manager() {
        return manager;
    }

    /** Whether it waits for an answer of this endpoint, and longer than an invocation does. */
    boolean isHandedOff(String endpoint) {
        Instant patient = world.time.instant().minus(Pipeline.Settings.PATIENCE);
        return exchanges.stream()
                .anyMatch(each -> each.endpoint().equals(endpoint) && !each.isAnswered && each.sent.isBefore(patient));
    }

    /** How many of this queue's messages it works on. */
    long inHand(InMemoryDeliveryQueue from) {
        return inHand.stream().filter(each -> each.from() == from).count();
    }

    void takes(Invocation invocation) {
        inHand.add(invocation);
    }

    void ended(Invocation invocation) {
        inHand.remove(invocation);
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void die() {
        over = true;
    }

    /** What was in hand may be worked on again. A call that takes long takes the time of all, whose leases may end meanwhile. */
    @Override
    public void met(String step, Fault fault, Object[] arguments) {
        countCrash(fault);
        engineStates.forEach(state -> world.faults.table().met(state, fault));
        if (fault == Fault.TIMED_OUT) {
            world.instances.forEach(instance -> instance.life().explainRepeats());
        } else {
            explainRepeats();
        }
    }

    void explainRepeats() {
        inHand.forEach(invocation -> world.repeats.message(invocation.body()));
        own.values().forEach(world.repeats::message);
        exchanges.forEach(
                exchange -> exchange.ids().forEach(id -> world.repeats.delivery(exchange.endpoint() + " " + id)));
    }
}
