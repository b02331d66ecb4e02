package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gridhook.adapter.entra.JwtEntraTokens;
import io.gridhook.adapter.http.HttpWebhookClient;
import io.gridhook.adapter.http.WebhookClientSettings;
import io.gridhook.adapter.identity.IdentityTokens;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.adapter.storage.AesGcmSecrets;
import io.gridhook.adapter.storage.BlobDeadLetterArchive;
import io.gridhook.adapter.storage.BlobDeadLetterStore;
import io.gridhook.adapter.storage.BlobPayloadStore;
import io.gridhook.adapter.storage.BlobPoisonStore;
import io.gridhook.adapter.storage.StorageConnection;
import io.gridhook.adapter.storage.StorageDeliveryQueue;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.adapter.storage.StorageQueueDestination;
import io.gridhook.adapter.storage.StorageSetup;
import io.gridhook.adapter.storage.StorageTransaction;
import io.gridhook.adapter.storage.TableConsentStore;
import io.gridhook.adapter.storage.TableDeliveryHistory;
import io.gridhook.adapter.storage.TableHealthStore;
import io.gridhook.adapter.storage.TableLedgerStore;
import io.gridhook.adapter.storage.TableRedriveStore;
import io.gridhook.adapter.storage.TableSubscriptionStore;
import io.gridhook.adapter.storage.TableTopicStore;
import io.gridhook.adapter.telemetry.Telemetry;
import io.gridhook.app.DeadLetters;
import io.gridhook.app.DefinitionImport;
import io.gridhook.app.DeletionNotices;
import io.gridhook.app.DeliveredKeeper;
import io.gridhook.app.DeliveredSweep;
import io.gridhook.app.DeliveryLookup;
import io.gridhook.app.DeliveryRecorder;
import io.gridhook.app.DryRun;
import io.gridhook.app.EndpointConsents;
import io.gridhook.app.EndpointKeys;
import io.gridhook.app.EndpointValidator;
import io.gridhook.app.EntraAccess;
import io.gridhook.app.EventFates;
import io.gridhook.app.Ledger;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import io.gridhook.app.ManagerRules;
import io.gridhook.app.Overview;
import io.gridhook.app.Pipeline;
import io.gridhook.app.Ports;
import io.gridhook.app.PublisherRules;
import io.gridhook.app.Readiness;
import io.gridhook.app.RedriveWorker;
import io.gridhook.app.Redrives;
import io.gridhook.app.StorageCheck;
import io.gridhook.app.Subscriptions;
import io.gridhook.app.Sweeper;
import io.gridhook.app.TestEvents;
import io.gridhook.app.TopicRules;
import io.gridhook.app.Topics;
import io.gridhook.app.ValidationTokens;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.trust.Grant;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.port.AccessTokens;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.LedgerStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.RedriveStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Logger;

/**
 * The composition root: the only place that makes adapters and puts them behind ports. Read from top to bottom it is the architecture.
 */
public final class App implements AutoCloseable {
    /** Of what no invocation waits for, whose own logger would be deaf by then. */
    private static final Logger LOGGER = Logger.getLogger("gridhook");

    private static final int TOPIC_KEY_BYTES = 32;
    /** Standard Webhooks takes 24 to 64. */
    private static final int SIGNING_KEY_BYTES = 32;

    /** Ours: less than the 10 s that the host gives a worker to end (functions-runtime §1), with {@link #WRITING_MAX}. */
    private static final Duration STOP_MAX = Duration.ofSeconds(8);
    /** Ours: how long it may take to write down what was given up, and to end what is being written. */
    private static final Duration WRITING_MAX = Duration.ofSeconds(1);
    /** Ours: of what is left then. They are hints: the ledger and the log are the record. */
    private static final Duration NOTICES_MAX = Duration.ofMillis(500);

    private final AppSettings settings;
    private final Readiness readiness;
    private final StorageConnection storage;
    private final UnaryOperator<DeliveryQueue> leased;
    private final SecureRandom random = new SecureRandom();
    private final Clock clock;
    private final PrometheusMetrics metrics = new PrometheusMetrics();
    private final Telemetry telemetry = Telemetry.global();
    /** Those of {@link #metrics}, told to OpenTelemetry as well where there is one. */
    private final Metrics counted = telemetry.beside(metrics);

    private final ExecutorService executor = Executors.newCachedThreadPool(App::thread);
    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, App::thread);
    private final HttpWebhookClient webhooks;
    private final Optional<EntraAccess> entra;
    private final AesGcmSecrets secrets;
    private final TableTopicStore topicStore;
    private final TableSubscriptionStore subscriptionStore;
    private final LedgerStore ledgerStore;
    private final Optional<Ledger> ledger;
    private final DeliveryHistory history;
    private final DeliveryRecorder recorder;
    private final DeliveredKeeper delivered;
    private final Ports ports;
    private final Pipeline pipeline;
    private final Topics topics;
    private final Map<Class<?>, Supplier<?>> functions;

    /**
     * An app; nothing is sent to storage yet.
     *
     * @param env settings by their names
     * @param leased put around the queues whose messages functions change by their receipts; the local host renews its leases there
     * @throws WrongSettingsException if settings are wrong
     */
    public App(Map<String, String> env, UnaryOperator<DeliveryQueue> leased) {
        this(env, leased, Clock.systemUTC(), transaction -> {});
    }

    /** With another clock; {@code told} hears of every request to storage, as the metrics do. */
    App(Map<String, String> env, UnaryOperator<DeliveryQueue> leased, Clock clock, Consumer<StorageTransaction> told) {
        this(env, leased, clock, told, Readiness.READY);
    }

    private App(
            Map<String, String> env,
            UnaryOperator<DeliveryQueue> leased,
            Clock clock,
            Consumer<StorageTransaction> told,
            Readiness readiness) {
        this.clock = clock;
        this.readiness = readiness;
        timers.setRemoveOnCancelPolicy(true);
        SettingsReader reader = new SettingsReader(env);
        Optional<StorageConnection> connection =
                reader.attempt(() -> StorageConnection.from(env::get, told.andThen(this::count)));
        this.settings = AppSettings.from(reader);
        this.storage = connection.orElseThrow();
        this.leased = leased;
        this.webhooks = new HttpWebhookClient(
                WebhookClientSettings.defaults().withHttp2(settings.http2()), settings.endpoints(), clock);
        this.entra = settings.trust()
                .entra()
                .map(each -> new EntraAccess(new JwtEntraTokens(each.keysUrl(), clock), each.rules()));
        this.secrets = new AesGcmSecrets(settings.encryptionKey(), settings.decryptionKeys());
        DefinitionCodec codec = new DefinitionCodec(secrets::seal, secrets::open);
        this.topicStore = new TableTopicStore(storage, StorageNames.TOPICS, codec);
        this.subscriptionStore = new TableSubscriptionStore(storage, StorageNames.SUBSCRIPTIONS, codec);
        RetryProfiles profiles = new RetryProfiles(
                settings.profile(),
                settings.edgeMaxDeliveryAttempts(),
                settings.edgeEventTimeToLive(),
                settings.probation().longest());
        this.ledgerStore = new TableLedgerStore(storage, StorageNames.METRICS);
        this.ledger = settings.keepsLedger()
                ? Optional.of(new Ledger(
                        counted,
                        ledgerStore,
                        clock,
                        this::after,
                        executor,
                        UUID::randomUUID,
                        new ContextLog(LOGGER, settings.logsSuccesses())))
                : Optional.empty();
        this.ports = ports(profiles);
        this.history = new TableDeliveryHistory(storage, StorageNames.DELIVERY_HISTORY);
        this.recorder = new DeliveryRecorder(
                settings.history(), history, counted, clock, this::after, executor, UUID.randomUUID());
        this.delivered = new DeliveredKeeper(
                deliveredDestination(),
                ports.deadLetterStore(),
                counted,
                clock,
                UUID::randomUUID,
                this::after,
                executor);
        this.pipeline = new Pipeline(ports, pipelineSettings(profiles), recorder, delivered);
        this.topics = new Topics(
                ports.topics(), ports.subscriptions(), profiles, this::newTopicKey, clock, pipeline.catalog()::changed);
        this.functions = functions(profiles, new SettingsReport(env));
        metrics.gauge(
                "PendingDeliveryCount",
                "Deliveries that wait in a queue. An estimate: its messages (from storage), by the mean pack that this instance read.",
                "Queue",
                pipeline.pendingDeliveries());
        metrics.gauge(
                "OldestPendingAgeInSeconds",
                "How long after it was due a message was taken up: the most of the last minutes, on this instance.",
                "Queue",
                pipeline.oldestPendingAges());
        ledger.ifPresent(each -> metrics.gauge(
                "UnaccountedEventCount",
                "Accepted events less those that ended, on all instances, when all queues are empty; an estimate (operations).",
                "Scope",
                Map.of("all", new LedgerReport(ledger, pipeline.pendingDeliveries())::unaccounted)));
        metrics.gauge(
                "UnhealthyEndpointCount",
                "Endpoints that are left alone, on all instances.",
                "State",
                pipeline.health().unhealthy());
    }

    /**
     * The app of a Functions worker, which takes no call before it is ready; nothing is sent to storage yet.
     *
     * @throws WrongSettingsException if settings are wrong
     */
    static App of(Map<String, String> env, Readiness readiness) {
        return new App(env, UnaryOperator.identity(), Clock.systemUTC(), transaction -> {}, readiness);
    }

    /** Stands in for an app whose settings are wrong: it has made-up ones, and is never ready, so that it answers and does nothing else. */
    static App refusing(Readiness never) {
        byte[] key = new byte[SIGNING_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        String secret = Base64.getEncoder().encodeToString(key);
        return of(
                Map.of(
                        StorageNames.CONNECTION,
                        "UseDevelopmentStorage=true",
                        "GRIDHOOK_MANAGEMENT_KEY",
                        secret,
                        "GRIDHOOK_ENCRYPTION_KEY",
                        secret),
                never);
    }

    private void count(StorageTransaction transaction) {
        String[] labels = {
            transaction.service(), transaction.operation(), transaction.caller().wireName()
        };
        counted.add(Metrics.Counter.STORAGE_TRANSACTION_COUNT, 1, labels);
        counted.add(Metrics.Counter.STORAGE_REQUEST_BYTES, transaction.bytes(), labels);
    }

    private Ports ports(RetryProfiles profiles) {
        AccessTokens tokens = new IdentityTokens(settings.webhookIdentity(), settings.webhookApplications());
        return new Ports(
                queue(StorageNames.DELIVERIES),
                queue(StorageNames.RETRIES),
                queue(StorageNames.DEADLETTERS),
                new BlobPayloadStore(storage, StorageNames.PAYLOADS),
                topicStore,
                new DeletionNotices(
                        subscriptionStore,
                        topicStore,
                        profiles,
                        settings.topicIds(),
                        webhooks,
                        tokens,
                        UUID::randomUUID,
                        clock),
                new TableHealthStore(storage, StorageNames.ENDPOINT_HEALTH),
                new BlobDeadLetterStore(storage),
                new BlobPoisonStore(storage, StorageNames.POISON),
                webhooks,
                new StorageQueueDestination(storage, queueDestinations(), executor),
                tokens,
                ledger.<Metrics>map(each -> each).orElse(counted),
                clock,
                UUID::randomUUID,
                () -> ThreadLocalRandom.current().nextDouble(),
                this::after,
                executor,
                new ContextLog(LOGGER, settings.logsSuccesses()),
                telemetry.tracing());
    }

    private Pipeline.Settings pipelineSettings(RetryProfiles profiles) {
        return new Pipeline.Settings(
                profiles,
                settings.topicIds(),
                settings.moduleKeys(),
                settings.deadLetterDelay(),
                settings.deadLetterGiveUp(),
                deadLetterDestinations(),
                settings.payloadRetention(),
                endpointKeys(),
                settings.probation(),
                settings.limits(),
                settings.patience(),
                new PublisherRules(
                        entra,
                        grant(EntraSettings::senders, Grant.SENDER_ROLE),
                        settings.trust().attempts()),
                settings.firstAttempts(),
                settings.noticesTopic());
    }

    private ManagerRules managerRules() {
        Set<String> keys = new HashSet<>(settings.moduleKeys());
        keys.add(settings.managementKey());
        return new ManagerRules(
                keys,
                settings.trust().managementReadKey().map(Set::of).orElse(Set.of()),
                entra,
                grant(EntraSettings::contributors, Grant.CONTRIBUTOR_ROLE),
                grant(EntraSettings::readers, Grant.READER_ROLE),
                settings.trust().attempts());
    }

    private Grant grant(Function<EntraSettings, Grant> of, String unset) {
        return settings.trust().entra().map(of).orElse(Grant.ofRole(unset));
    }

    private DeadLetterDestinations deadLetterDestinations() {
        return new DeadLetterDestinations(
                storage.account(),
                storage.isEmulator(),
                Set.of(StorageNames.PAYLOADS, StorageNames.DELIVERED, StorageNames.POISON),
                settings.deadLetterDestinations());
    }

    /** Where what was delivered is kept; empty if it is not. */
    private Optional<DeadLetterDestination> deliveredDestination() {
        return settings.deliveredRetention()
                .map(kept ->
                        new DeadLetterDestination("/storageAccounts/" + storage.account(), StorageNames.DELIVERED));
    }

    private QueueDestinations queueDestinations() {
        return new QueueDestinations(
                storage.account(), storage.isEmulator(), Set.copyOf(StorageNames.QUEUES), settings.queueDestinations());
    }

    private EndpointKeys endpointKeys() {
        return new EndpointKeys(settings.encryptionKey().getBytes(StandardCharsets.UTF_8));
    }

    private Runnable after(Duration delay, Runnable task) {
        Future<?> timer = timers.schedule(task, Math.max(0, delay.toMillis()), TimeUnit.MILLISECONDS);
        return () -> timer.cancel(false);
    }

    /** How an instance of each function class is made. */
    private Map<Class<?>, Supplier<?>> functions(RetryProfiles profiles, SettingsReport settingsReport) {
        ManagementAccess access = new ManagementAccess(managerRules(), counted, clock, readiness);
        EdgeDefinitions definitions = new EdgeDefinitions(settings.topicIds());
        ValidationTokens tokens = new ValidationTokens(settings.encryptionKey().getBytes(StandardCharsets.UTF_8));
        EndpointConsents consents = new EndpointConsents(
                ports.subscriptions(),
                new TableConsentStore(storage, StorageNames.CONSENTS),
                tokens,
                clock,
                pipeline.catalog()::changed);
        Subscriptions subscriptions = new Subscriptions(
                ports.topics(),
                ports.subscriptions(),
                new EventSubscriptionReader(
                        profiles,
                        settings.endpoints(),
                        settings.webhookApplications(),
                        deadLetterDestinations(),
                        queueDestinations()),
                random::nextLong,
                this::newSigningSecret,
                clock,
                pipeline.catalog()::changed,
                pipeline.health()::reset,
                pipeline.health()::isDisabled,
                new EndpointValidator(
                        settings.validation(),
                        profiles,
                        settings.topicIds(),
                        webhooks,
                        ports.tokens(),
                        tokens,
                        UUID::randomUUID,
                        clock,
                        this::after),
                consents);
        OverviewReport overview = new OverviewReport(
                new Overview(topics, subscriptions, profiles, pipeline.health()),
                new LedgerReport(ledger, pipeline.pendingDeliveries()),
                metrics,
                settings.topicIds(),
                clock);
        DryRun dryRun =
                new DryRun(topics, subscriptions, new TopicRules(profiles, settings.topicIds(), ports.ids()), clock);
        SubscriptionActions actions = new SubscriptionActions(
                subscriptions,
                new TestEvents(
                        topics,
                        subscriptions,
                        profiles,
                        settings.topicIds(),
                        webhooks,
                        ports.queues(),
                        ports.tokens(),
                        UUID::randomUUID,
                        clock),
                LOGGER);
        RedriveStore redriveStore = new TableRedriveStore(storage, StorageNames.REDRIVE_JOBS);
        DeliveryQueue redriveQueue = queue(StorageNames.REDRIVES);
        BlobDeadLetterArchive archive = new BlobDeadLetterArchive(storage);
        DeadLetters deadLetters =
                new DeadLetters(pipeline.catalog(), archive, deadLetterDestinations(), deliveredDestination(), clock);
        Optional<DeliveredSweep> deliveredSweep = deliveredDestination()
                .map(place -> new DeliveredSweep(
                        archive, place, settings.deliveredRetention().orElseThrow(), clock));
        Redrives redrives = new Redrives(redriveStore, redriveQueue, deadLetters, UUID::randomUUID, clock);
        RedriveWorker redriveWorker = new RedriveWorker(ports, redriveQueue, redriveStore, deadLetters);
        DefinitionImport imports = new DefinitionImport(topics, subscriptions, clock);
        PublishCall publish = new PublishCall(pipeline.publisher(), clock, readiness);
        Sweeper sweeper = sweeper();
        StorageCheck storageCheck = new StorageCheck(ports.deliveries(), executor);
        return Map.ofEntries(
                Map.entry(OpenApiFunction.class, () -> new OpenApiFunction(readiness)),
                Map.entry(DashboardFunction.class, () -> new DashboardFunction(readiness)),
                Map.entry(OverviewFunction.class, () -> new OverviewFunction(overview, settingsReport, access)),
                Map.entry(PublishFunction.class, () -> new PublishFunction(publish, settings.defaultTopic())),
                Map.entry(TopicsFunction.class, () -> new TopicsFunction(topics, definitions, access)),
                Map.entry(
                        SubscriptionsFunction.class,
                        () -> new SubscriptionsFunction(subscriptions, dryRun, definitions, access)),
                Map.entry(
                        SubscriptionSecretsFunction.class,
                        () -> new SubscriptionSecretsFunction(subscriptions, definitions, access)),
                Map.entry(
                        SubscriptionActionsFunction.class,
                        () -> new SubscriptionActionsFunction(actions, definitions, access)),
                Map.entry(ImportFunction.class, () -> new ImportFunction(imports, access)),
                Map.entry(
                        ArmFunction.class,
                        () -> new ArmFunction(topics, subscriptions, dryRun, actions, settings.topicIds(), access)),
                Map.entry(
                        OperationsFunction.class,
                        () -> new OperationsFunction(
                                readiness,
                                storageCheck,
                                metrics,
                                new LedgerReport(ledger, pipeline.pendingDeliveries()),
                                access)),
                Map.entry(
                        DeliverFunction.class,
                        whenReady(() -> new DeliverFunction(pipeline.deliverer(), settings.logsSuccesses()))),
                Map.entry(
                        RetryFunction.class,
                        whenReady(() -> new RetryFunction(pipeline.retrier(), settings.logsSuccesses()))),
                Map.entry(
                        DeadLetterFunction.class, whenReady(() -> new DeadLetterFunction(pipeline.deadLetterWriter()))),
                Map.entry(DeadLettersFunction.class, () -> new DeadLettersFunction(deadLetters, access, clock)),
                Map.entry(RedrivesFunction.class, () -> new RedrivesFunction(redrives, access, clock, LOGGER)),
                Map.entry(RedriveFunction.class, whenReady(() -> new RedriveFunction(redriveWorker))),
                Map.entry(ValidateFunction.class, () -> new ValidateFunction(consents, readiness)),
                Map.entry(
                        SweepFunction.class,
                        whenReady(() -> new SweepFunction(sweeper, consents, recorder, redrives, deliveredSweep))),
                Map.entry(HistoryFunction.class, () -> new HistoryFunction(historyReport(), access, clock)));
    }

    /** For what nobody is answered by: an exception means that the message comes back, and that the timer is logged as failed. */
    private <T> Supplier<T> whenReady(Supplier<T> function) {
        return () -> {
            readiness.obstacle().ifPresent(why -> {
                throw new NotStartedException(why);
            });
            return function.get();
        };
    }

    private HistoryReport historyReport() {
        DeliveryLookup lookup = new DeliveryLookup(history, recorder);
        return new HistoryReport(
                lookup, new EventFates(lookup, pipeline.catalog(), pipeline.health()), settings.history());
    }

    private Sweeper sweeper() {
        return new Sweeper(
                ports,
                settings.payloadRetention(),
                endpointKeys(),
                List.of(
                        poisonQueue(StorageNames.DELIVERIES_POISON, ports.deliveries()),
                        poisonQueue(StorageNames.RETRIES_POISON, ports.retries()),
                        poisonQueue(StorageNames.DEADLETTERS_POISON, ports.deadLetters())),
                this::sealAnew,
                ledger.map(kept -> ledgerStore));
    }

    /** Nothing is under another key unless there are others: then it is not even asked for. */
    private int sealAnew() {
        return settings.decryptionKeys().isEmpty()
                ? 0
                : topicStore.rewrite(secrets::isOutdated) + subscriptionStore.rewrite(secrets::isOutdated);
    }

    private Sweeper.PoisonQueue poisonQueue(String name, DeliveryQueue home) {
        return new Sweeper.PoisonQueue(name, new StorageDeliveryQueue(storage, name), home);
    }

    private DeliveryQueue queue(String name) {
        return leased.apply(new StorageDeliveryQueue(storage, name));
    }

    /** 32 random bytes: an access key that also serves as an HMAC key (behaviour §10). */
    private String newTopicKey() {
        byte[] key = new byte[TOPIC_KEY_BYTES];
        random.nextBytes(key);
        return Base64.getEncoder().encodeToString(key);
    }

    private SigningSecret newSigningSecret() {
        byte[] key = new byte[SIGNING_KEY_BYTES];
        random.nextBytes(key);
        return SigningSecret.of(key);
    }

    /** The classes that have functions in them. */
    public List<Class<?>> functionClasses() {
        return List.copyOf(functions.keySet());
    }

    /** A new instance of a function class, as the worker asks for one at every invocation. */
    public <T> T function(Class<T> functionClass) {
        Supplier<?> factory = functions.get(functionClass);
        if (factory == null) {
            throw new IllegalArgumentException(functionClass.getName() + " (expected: a function class)");
        }
        return functionClass.cast(factory.get());
    }

    public AppSettings settings() {
        return settings;
    }

    public Topics topics() {
        return topics;
    }

    /** A queue of the app's storage account, as it is, for the local host. */
    public DeliveryQueue storageQueue(String name) {
        return StorageDeliveryQueue.ofHost(storage, name);
    }

    /**
     * Makes the queues, tables and containers that are missing.
     *
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer
     */
    public void setUpStorage() {
        new StorageSetup(storage).createMissing();
    }

    /**
     * Makes the topic of {@code POST /api/events} if it is missing.
     *
     * @throws WrongSettingsException if its name cannot be a topic's, or what is stored of it is under another key
     * @throws io.gridhook.port.StorageUnavailableException if storage does not answer
     */
    public void makeDefaultTopic() {
        try {
            topics.get(settings.defaultTopic());
        } catch (ManagementException e) {
            putDefaultTopic();
        } catch (IllegalArgumentException e) {
            throw wrongDefaultTopic("topic " + settings.defaultTopic() + " cannot be read: " + e.getMessage());
        }
    }

    private void putDefaultTopic() {
        try {
            topics.put(settings.defaultTopic(), JsonNodeFactory.instance.objectNode());
        } catch (InvalidDefinitionException e) {
            throw wrongDefaultTopic(e.getMessage());
        }
    }

    private static WrongSettingsException wrongDefaultTopic(String problem) {
        return new WrongSettingsException(List.of("GRIDHOOK_DEFAULT_TOPIC: " + problem), false);
    }

    /** Makes what is missing and the settings ask for. */
    void setUp() {
        if (settings.createStorage()) {
            setUpStorage();
        }
        if (settings.createTopic()) {
            makeDefaultTopic();
        }
    }

    void shutDown() {
        stop();
        finish(STOP_MAX);
        close();
    }

    /** Begins no more attempts, and hands off what is under way, so that its invocations end; does not wait for that. */
    public void stop() {
        var unused = pipeline.stop();
    }

    /** Waits for answers that are under way, at most so long; what has none by then counts as timed out. */
    public void finish(Duration most) {
        CompletableFuture<Void> idle = pipeline.stop();
        if (!isDoneWithin(idle, most.minus(WRITING_MAX))) {
            pipeline.giveUp();
            isDoneWithin(idle, WRITING_MAX);
        }
    }

    private static boolean isDoneWithin(CompletableFuture<Void> future, Duration most) {
        try {
            future.get(Math.max(0, most.toMillis()), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends all; publishes that are being written have a second to end, those that wait are refused. Nothing accepted is lost by it. */
    @Override
    public void close() {
        sendNotices(NOTICES_MAX);
        executor.shutdown();
        try {
            var unused = executor.awaitTermination(WRITING_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        webhooks.close();
        // When nobody counts and logs any more.
        saveLedger();
        saveHistory();
        saveDelivered();
        timers.shutdownNow();
    }

    /** Publishes what was noticed so far, if that takes no longer. */
    void sendNotices(Duration most) {
        if (!isDoneWithin(pipeline.flushNotices(), most)) {
            ports.log().trouble("notices were not published", "the last ones are lost");
        }
    }

    /** Writes what was counted so far; what cannot be written is told and kept. */
    void saveLedger() {
        try {
            ledger.ifPresent(Ledger::save);
        } catch (RuntimeException e) {
            ports.log().trouble("the ledger was not written: " + e.getMessage(), "its last counts are lost");
        }
    }

    /** Writes the rows that wait; those that cannot be written are gone. */
    void saveHistory() {
        try {
            recorder.save();
        } catch (RuntimeException e) {
            ports.log().trouble("the delivery log was not written: " + e.getMessage(), "its last rows are lost");
        }
    }

    /** Writes what was delivered and waits to be kept; what cannot be written is gone. */
    void saveDelivered() {
        int left = delivered.save(WRITING_MAX);
        if (left > 0) {
            ports.log().trouble(left + " delivered events were not kept", "they cannot be sent again");
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "gridhook-app");
        thread.setDaemon(true);
        return thread;
    }
}
