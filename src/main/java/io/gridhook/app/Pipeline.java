package io.gridhook.app;

import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.port.DeliveryLog;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;

/** The way of an event, from its publish to its end, over any ports: Azure Storage's in the app, virtual ones in the simulation. */
public final class Pipeline {
    /** Queue names as logs and metrics say them. */
    public static final String DELIVERIES = "deliveries";

    public static final String RETRIES = "retries";
    public static final String DEADLETTERS = "deadletters";

    /**
     * What can be set.
     *
     * @param moduleKeys publish to every topic (profile {@code edge})
     * @param deadLetterDelay between the last attempt and the dead-letter blob (behaviour §5.1: 5 minutes)
     * @param deadLetterGiveUp how long refused dead-letter writes are tried again (behaviour §5.1: 4 hours)
     * @param deadLetterDestinations where dead letters may be written to
     * @param payloadRetention age at which payloads are deleted
     * @param endpointKeys names endpoints without telling their URLs
     * @param probation when an endpoint is left alone
     * @param limits what may be under way at a time
     * @param patience how long an invocation waits for its endpoints before it hands off what is still open
     * @param publishers who may publish, beside the holders of keys
     * @param firstAttempts what an instance tries at once of what it took
     * @param noticesTopic where notices are published, if that topic is there; empty: nowhere
     */
    public record Settings(
            RetryProfiles profiles,
            TopicIds topicIds,
            Set<String> moduleKeys,
            Duration deadLetterDelay,
            Duration deadLetterGiveUp,
            DeadLetterDestinations deadLetterDestinations,
            Duration payloadRetention,
            EndpointKeys endpointKeys,
            ProbationRules probation,
            Permits.Limits limits,
            Duration patience,
            PublisherRules publishers,
            FirstAttempts.Limits firstAttempts,
            Optional<String> noticesTopic) {
        /** Ours: most endpoints answer sooner, and a message's lease is many times as long. */
        public static final Duration PATIENCE = Duration.ofSeconds(3);

        public Settings {
            moduleKeys = Set.copyOf(moduleKeys);
        }

        /** Without notices. */
        public Settings(
                RetryProfiles profiles,
                TopicIds topicIds,
                Set<String> moduleKeys,
                Duration deadLetterDelay,
                Duration deadLetterGiveUp,
                DeadLetterDestinations deadLetterDestinations,
                Duration payloadRetention,
                EndpointKeys endpointKeys,
                ProbationRules probation,
                Permits.Limits limits,
                Duration patience,
                PublisherRules publishers,
                FirstAttempts.Limits firstAttempts) {
            this(
                    profiles,
                    topicIds,
                    moduleKeys,
                    deadLetterDelay,
                    deadLetterGiveUp,
                    deadLetterDestinations,
                    payloadRetention,
                    endpointKeys,
                    probation,
                    limits,
                    patience,
                    publishers,
                    firstAttempts,
                    Optional.empty());
        }
    }

    private final Catalog catalog;
    private final HealthWriter health;
    private final Publisher publisher;
    private final Deliverer deliverer;
    private final Deliverer retrier;
    private final DeadLetterWriter deadLetterWriter;
    private final Map<String, Inbox> inboxes;
    private final FirstAttempts firstAttempts;
    private final LateMessages late;
    private final Optional<NoticeSender> notices;
    private final DeliveryEngine engine;

    /** Without a delivery log in storage. */
    public Pipeline(Ports ports, Settings settings) {
        this(ports, settings, DeliveryRecorder.none(ports));
    }

    /** With one, which {@code recorder} writes. */
    public Pipeline(Ports ports, Settings settings, DeliveryRecorder recorder) {
        this(ports, settings, recorder, DeliveredKeeper.none(ports));
    }

    /** With one that {@code delivered} is told what was delivered, too. */
    public Pipeline(Ports ports, Settings settings, DeliveryRecorder recorder, DeliveredKeeper delivered) {
        this(ports, settings, recorder, delivered, DeliveryProbe.NONE);
    }

    /** With one whose delivery engine a simulation watches. */
    public Pipeline(
            Ports ports, Settings settings, DeliveryRecorder recorder, DeliveredKeeper delivered, DeliveryProbe probe) {
        this.catalog = new Catalog(ports.topics(), ports.subscriptions(), settings.profiles(), ports.clock());
        Payloads payloads = new Payloads(ports.payloads(), settings.payloadRetention(), ports.clock(), ports.ids());
        this.late = new LateMessages(Set.of(DELIVERIES, RETRIES, DEADLETTERS), ports.clock());
        Notices told = new Notices(settings.noticesTopic(), ports.metrics(), ports.clock());
        UnaryOperator<DeliveryLog> listeners = log -> recorder.beside(told.beside(log));
        Duration lease = settings.firstAttempts().leaseOfReceived();
        // Where each first attempt waits for the queue trigger, it would cost two transactions more for three.
        Duration leaseOfFirst = settings.firstAttempts().packs() > 0 ? lease : Duration.ZERO;
        Inbox deliveries =
                new Inbox(DELIVERIES, ports.deliveries(), ports.poison(), ports.metrics(), late, leaseOfFirst);
        Inbox retries = new Inbox(RETRIES, ports.retries(), ports.poison(), ports.metrics(), late, lease);
        Inbox deadLetters = new Inbox(DEADLETTERS, ports.deadLetters(), ports.poison(), ports.metrics(), late, lease);
        this.inboxes = Map.of(DELIVERIES, deliveries, RETRIES, retries, DEADLETTERS, deadLetters);
        BearerTokens tokens = new BearerTokens(ports.tokens(), ports.clock());
        this.health = new HealthWriter(
                ports.health(),
                settings.endpointKeys(),
                settings.probation(),
                this::rampUp,
                ports.metrics(),
                told,
                ports.clock(),
                ports.executor());
        Holds holds = new Holds(settings.probation(), settings.endpointKeys(), this::rampUp, ports.clock());
        AdmissionControl admission = new AdmissionControl(health, new AllowedRates(), ports.clock());
        Deferrals deferrals = new Deferrals(ports.retries(), payloads, ports.clock(), ports.chance(), ports.executor());
        Settlement fresh = new Settlement(false, ports, settings.deadLetterDelay(), deferrals, payloads, delivered);
        Settlement again = new Settlement(true, ports, settings.deadLetterDelay(), deferrals, payloads, delivered);
        Handoffs handoffs = new Handoffs(ports.retries(), payloads, again, ports.chance());
        BulkSplitter bulks = new BulkSplitter(ports.deliveries(), payloads, ports.metrics(), ports.clock());
        this.engine = new DeliveryEngine(
                settings.limits(),
                settings.patience(),
                results -> new Effects(
                        admission,
                        tokens,
                        new PostSender(ports.webhooks(), ports.queues(), ports.tracing()),
                        handoffs,
                        ports.timers(),
                        ports.clock(),
                        results),
                ports,
                probe);
        this.deliverer = new Deliverer(
                deliveries,
                catalog,
                payloads,
                settings.endpointKeys(),
                bulks,
                holds,
                engine,
                fresh,
                listeners,
                ports.clock());
        this.retrier = new Deliverer(
                retries,
                catalog,
                payloads,
                settings.endpointKeys(),
                bulks,
                holds,
                engine,
                again,
                listeners,
                ports.clock());
        this.firstAttempts = new FirstAttempts(settings, ports, deliverer);
        AcceptedTasks accepted = new AcceptedTasks(ports, health, holds, deferrals, firstAttempts);
        this.publisher = new Publisher(ports, catalog, accepted, settings, recorder);
        this.deadLetterWriter = new DeadLetterWriter(
                deadLetters,
                catalog,
                payloads,
                ports.deadLetterStore(),
                settings.deadLetterDestinations(),
                settings.deadLetterGiveUp(),
                ports.metrics(),
                ports.clock(),
                listeners);
        this.notices = settings.noticesTopic()
                .map(topic ->
                        new NoticeSender(topic, told, catalog, publisher::publishOwn, settings.topicIds(), ports));
    }

    private void rampUp(String endpoint) {
        engine.rampUp(endpoint);
    }

    /**
     * How many deliveries wait in each queue, by its name: an estimate that asks storage when it is evaluated.
     *
     * @see Inbox#pendingDeliveries
     */
    public Map<String, DoubleSupplier> pendingDeliveries() {
        Map<String, DoubleSupplier> pending = new TreeMap<>();
        inboxes.forEach((name, inbox) -> pending.put(name, inbox::pendingDeliveries));
        return pending;
    }

    /** By how much messages of each queue were taken up after they were due, by its name, in seconds: the most of the last minutes. */
    public Map<String, DoubleSupplier> oldestPendingAges() {
        return late.inSeconds();
    }

    /**
     * Publishes what is to be told and was not yet.
     *
     * @return done when all of it is durable; fails if storage refuses
     */
    public CompletableFuture<Void> flushNotices() {
        return notices.map(NoticeSender::flush).orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    /**
     * Begins no more attempts: what is received from now on is put off. What is under way is handed off, so that its invocations end.
     *
     * @return done when no answer is waited for any more
     */
    public CompletableFuture<Void> stop() {
        firstAttempts.stop();
        return engine.stop();
    }

    /** Waits for no answer any more: the attempts count as timed out, and what was answered is written down. After {@link #stop}. */
    public void giveUp() {
        engine.giveUp();
    }

    public Catalog catalog() {
        return catalog;
    }

    /** Of the endpoints. */
    public HealthWriter health() {
        return health;
    }

    public Publisher publisher() {
        return publisher;
    }

    /** Of the queue {@code deliveries}. */
    public Deliverer deliverer() {
        return deliverer;
    }

    /** Of the queue {@code retries}. */
    public Deliverer retrier() {
        return retrier;
    }

    public DeadLetterWriter deadLetterWriter() {
        return deadLetterWriter;
    }
}
