package io.gridhook.app;

import io.gridhook.adapter.memory.InMemoryDeadLetterStore;
import io.gridhook.adapter.memory.InMemoryDeliveryHistory;
import io.gridhook.adapter.memory.InMemoryDeliveryQueue;
import io.gridhook.adapter.memory.InMemoryHealthStore;
import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.adapter.memory.InMemoryPoisonStore;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.adapter.memory.InMemoryTopicStore;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.ProbationRules;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.delivery.SubscriptionRef;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.retry.NextStep;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.retry.RetrySchedule;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.DeliveryState;
import io.gridhook.core.topic.EndpointValidation;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.topic.RetrySettings;
import io.gridhook.core.topic.SigningSecrets;
import io.gridhook.core.topic.SystemData;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.port.AccessTokens.AccessToken;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryLog;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.HealthStore;
import io.gridhook.port.Metrics;
import io.gridhook.port.PayloadStore;
import io.gridhook.port.PoisonStore;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.TopicStore;
import io.gridhook.port.WebhookClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The pipeline over ports in memory, a step at a time: time stands until a test moves it, every call of storage is written down and can
 * be refused, and a host delivers one message when it is told to.
 */
public final class PipelineFixture {
    public static final Instant START = Instant.parse("2026-11-20T09:30:00Z");
    public static final String KEY = "a2V5LTE=";
    static final String OTHER_KEY = "a2V5LTI=";
    static final String MODULE_KEY = "module-key";
    static final Duration LEASE = Duration.ofMinutes(10);
    static final Duration RETENTION = Duration.ofDays(14);
    static final DeadLetterDestination DEAD_LETTERS =
            new DeadLetterDestination("/storageAccounts/account", "deadletter");
    public static final DeadLetterDestinations DEAD_LETTER_DESTINATIONS =
            new DeadLetterDestinations("account", false, Set.of("payloads", "poison"), List.of());

    /** Every first attempt is the queue trigger's. */
    static final FirstAttempts.Limits BY_QUEUE = new FirstAttempts.Limits(0, FirstAttempts.Limits.LEASE);

    public static final QueueDestinations QUEUE_DESTINATIONS =
            new QueueDestinations("account", false, Set.of("deliveries"), List.of());

    private Instant now = START;
    /** What waits for its time. */
    final List<Timed> timers = new ArrayList<>();

    final InMemoryDeliveryQueue deliveries = new InMemoryDeliveryQueue(() -> now);
    final InMemoryDeliveryQueue retries = new InMemoryDeliveryQueue(() -> now);
    final InMemoryDeliveryQueue deadLetters = new InMemoryDeliveryQueue(() -> now);
    final InMemoryPayloadStore payloads = new InMemoryPayloadStore();
    public final InMemoryTopicStore topics = new InMemoryTopicStore();
    final InMemorySubscriptionStore subscriptions = new InMemorySubscriptionStore();
    public final InMemoryDeadLetterStore deadLetterStore = new InMemoryDeadLetterStore();
    final InMemoryPoisonStore poison = new InMemoryPoisonStore();

    /** The calls of storage and endpoints since the last {@link #forget}, in order: {@code retries.put}. */
    final List<String> calls = new ArrayList<>();
    /** What was posted since the last {@link #forget}. */
    final List<WebhookRequest> posts = new ArrayList<>();
    /** What was put into subscribers' queues since the last {@link #forget}. */
    final List<QueueDelivery> messages = new ArrayList<>();

    private CompletableFuture<AttemptOutcome> queueAnswer =
            CompletableFuture.completedFuture(AttemptOutcome.Responded.of(201));
    /** {@code attempt}s, ends and troubles since the last {@link #forget}, one line each. */
    final List<String> log = new ArrayList<>();
    /** What was counted since the last {@link #forget}: {@code PublishSuccessCount orders} and how much; not the timers. */
    final Map<String, Long> counts = new TreeMap<>();

    private final Map<String, AttemptOutcome> answers = new HashMap<>();
    private final Set<String> hanging = new HashSet<>();
    /** The POSTs that were not answered at once, in order. */
    final List<CompletableFuture<AttemptOutcome>> open = new ArrayList<>();

    /** What Entra was asked for, in order. */
    final List<CompletableFuture<AccessToken>> tokensAsked = new ArrayList<>();

    final InMemoryHealthStore health = new InMemoryHealthStore();

    /** The delivery log. */
    public final DeliveryHistory history = around(DeliveryHistory.class, "history", new InMemoryDeliveryHistory());

    public final DeliveryRecorder recorder;
    private Predicate<String> refused = step -> false;
    private Predicate<String> answerLost = step -> false;
    private final Permits.Limits limits;
    private long generations;
    private long ids;

    public final Ports ports;
    public final Pipeline pipeline;

    public PipelineFixture() {
        this(Runnable::run);
    }

    PipelineFixture(Executor executor) {
        this(executor, Permits.Limits.STANDARD);
    }

    PipelineFixture(Executor executor, Permits.Limits limits) {
        this(executor, limits, HistoryRules.OFF);
    }

    /** With a delivery log. */
    public PipelineFixture(HistoryRules rules) {
        this(Runnable::run, Permits.Limits.STANDARD, rules);
    }

    private PipelineFixture(Executor executor, Permits.Limits limits, HistoryRules rules) {
        this.limits = limits;
        ports = new Ports(
                around(DeliveryQueue.class, "deliveries", deliveries),
                around(DeliveryQueue.class, "retries", retries),
                around(DeliveryQueue.class, "deadletters", deadLetters),
                around(PayloadStore.class, "payloads", payloads),
                around(TopicStore.class, "topics", topics),
                around(SubscriptionStore.class, "subscriptions", subscriptions),
                around(HealthStore.class, "health", health),
                around(DeadLetterStore.class, "blobs", deadLetterStore),
                around(PoisonStore.class, "poison", poison),
                around(WebhookClient.class, "webhooks", this::post),
                around(QueueDestination.class, "queues", this::put),
                this::token,
                metrics(),
                () -> now,
                () -> new UUID(0, ++ids),
                () -> 0,
                this::after,
                executor,
                told());
        recorder =
                new DeliveryRecorder(rules, history, metrics(), () -> now, this::after, Runnable::run, new UUID(1, 1));
        pipeline = newPipeline();
        topic("orders", EventSchema.EVENT_GRID);
        forget();
    }

    /** What was counted, under {@code <metric> <labels>}. */
    public Map<String, Long> counts() {
        return counts;
    }

    /** One that makes up to so many first attempts at once. */
    Pipeline newPipelineAtOnce(int packs) {
        return newPipeline(PublisherRules.KEYS_ALONE, new FirstAttempts.Limits(packs, FirstAttempts.Limits.LEASE));
    }

    /** As another instance has it: with nothing cached. */
    Pipeline newPipeline() {
        return newPipeline(PublisherRules.KEYS_ALONE, BY_QUEUE);
    }

    /** As an instance with these settings has it. */
    public Pipeline newPipeline(PublisherRules publishers) {
        return newPipeline(publishers, BY_QUEUE);
    }

    /** As an instance with these settings has it. */
    Pipeline newPipeline(PublisherRules publishers, FirstAttempts.Limits firstAttempts) {
        return newPipeline(ports, publishers, firstAttempts);
    }

    /** As an instance that is another version's sees the world. */
    Pipeline newPipeline(Ports through) {
        return newPipeline(through, PublisherRules.KEYS_ALONE, BY_QUEUE);
    }

    /** As an instance that publishes notices to that topic has it. */
    Pipeline newPipelineWithNotices(String topic) {
        return newPipeline(ports, PublisherRules.KEYS_ALONE, BY_QUEUE, Optional.of(topic), DeliveredKeeper.none(ports));
    }

    /** One whose delivery engine is watched. */
    Pipeline newPipeline(DeliveryProbe probe) {
        return newPipeline(
                ports, PublisherRules.KEYS_ALONE, BY_QUEUE, Optional.empty(), DeliveredKeeper.none(ports), probe);
    }

    /** As an instance that keeps what was delivered has it. */
    Pipeline newPipeline(DeliveredKeeper delivered) {
        return newPipeline(ports, PublisherRules.KEYS_ALONE, BY_QUEUE, Optional.empty(), delivered);
    }

    private Pipeline newPipeline(Ports through, PublisherRules publishers, FirstAttempts.Limits firstAttempts) {
        return newPipeline(through, publishers, firstAttempts, Optional.empty(), DeliveredKeeper.none(through));
    }

    private Pipeline newPipeline(
            Ports through,
            PublisherRules publishers,
            FirstAttempts.Limits firstAttempts,
            Optional<String> noticesTopic,
            DeliveredKeeper delivered) {
        return newPipeline(through, publishers, firstAttempts, noticesTopic, delivered, DeliveryProbe.NONE);
    }

    private Pipeline newPipeline(
            Ports through,
            PublisherRules publishers,
            FirstAttempts.Limits firstAttempts,
            Optional<String> noticesTopic,
            DeliveredKeeper delivered,
            DeliveryProbe probe) {
        return new Pipeline(
                through,
                new Pipeline.Settings(
                        RetryProfiles.standard(),
                        new TopicIds("/arm/topics/", "/iotHubs/h/topics/", false),
                        Set.of(MODULE_KEY),
                        Duration.ofMinutes(5),
                        Duration.ofHours(4),
                        DEAD_LETTER_DESTINATIONS,
                        RETENTION,
                        new EndpointKeys(new byte[] {1}),
                        ProbationRules.STANDARD,
                        limits,
                        Pipeline.Settings.PATIENCE,
                        publishers,
                        firstAttempts,
                        noticesTopic),
                recorder,
                delivered,
                probe);
    }

    public void topic(String name, EventSchema schema) {
        topics.create(
                new Topic(name, schema, InputSchemaMapping.NONE, Optional.empty(), new TopicKeys(KEY, OTHER_KEY)));
    }

    /** A topic that takes neither keys nor SAS tokens. */
    public void lockedTopic(String name) {
        topics.create(new Topic(
                name,
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys(KEY, OTHER_KEY),
                true));
    }

    // Subscriptions, which are changed where storage is, and known to the pipeline only by its cache.

    /** A subscription as a test wants it. */
    static final class Wanted {
        private Optional<RetrySettings> retry = Optional.empty();
        private Optional<DeadLetterDestination> deadLetters = Optional.of(DEAD_LETTERS);
        private Optional<Instant> expiration = Optional.empty();
        private OptionalInt maxEventsPerBatch = OptionalInt.empty();
        private EndpointValidation validation = EndpointValidation.NOT_REQUIRED;
        private DeliveryState state = DeliveryState.ACTIVE;
        private List<DeliveryAttribute> attributes = List.of();
        private Optional<EntraApplication> entra = Optional.empty();
        private Optional<SigningSecrets> signing = Optional.empty();
        private Optional<EventFilter> filter = Optional.empty();

        Wanted attempts(int most, int minutes) {
            retry = Optional.of(new RetrySettings(OptionalInt.of(most), OptionalInt.of(minutes), Optional.empty()));
            return this;
        }

        Wanted schedule(Duration... steps) {
            retry = Optional.of(new RetrySettings(
                    OptionalInt.empty(), OptionalInt.of(1_440), Optional.of(new RetrySchedule(List.of(steps)))));
            return this;
        }

        Wanted neverExpiring(Duration... steps) {
            retry = Optional.of(new RetrySettings(
                    OptionalInt.empty(), OptionalInt.of(1_000_000), Optional.of(new RetrySchedule(List.of(steps)))));
            return this;
        }

        Wanted deadLetters(DeadLetterDestination destination) {
            deadLetters = Optional.of(destination);
            return this;
        }

        Wanted drops() {
            deadLetters = Optional.empty();
            return this;
        }

        Wanted expires(Instant at) {
            expiration = Optional.of(at);
            return this;
        }

        Wanted validation(EndpointValidation state) {
            validation = state;
            return this;
        }

        Wanted state(DeliveryState wanted) {
            state = wanted;
            return this;
        }

        Wanted filter(EventFilter wanted) {
            filter = Optional.of(wanted);
            return this;
        }

        Wanted batches(int maxEvents) {
            maxEventsPerBatch = OptionalInt.of(maxEvents);
            return this;
        }

        Wanted headers(DeliveryAttribute... wanted) {
            attributes = List.of(wanted);
            return this;
        }

        Wanted entra(EntraApplication application) {
            entra = Optional.of(application);
            return this;
        }

        Wanted signed(SigningSecrets secrets) {
            signing = Optional.of(secrets);
            return this;
        }
    }

    static Wanted wanted() {
        return new Wanted();
    }

    /** Creates a subscription to {@code orders} whose endpoint is called like it. */
    public EventSubscription subscribe(String name) {
        return subscribe(name, wanted());
    }

    /** Of another topic than {@code orders}. */
    public EventSubscription subscribeTo(String topic, String name) {
        return subscribe(topic, name, wanted());
    }

    EventSubscription subscribe(String name, Wanted wanted) {
        return subscribe("orders", name, wanted);
    }

    EventSubscription subscribe(String topic, String name, Wanted wanted) {
        generations++;
        EventSubscription subscription = new EventSubscription(
                topic,
                name,
                generations,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK,
                        "https://" + name,
                        wanted.maxEventsPerBatch,
                        OptionalInt.empty(),
                        wanted.attributes,
                        wanted.entra,
                        wanted.signing),
                DeliverySchema.EVENT_GRID,
                wanted.filter,
                wanted.retry,
                Optional.empty(),
                wanted.deadLetters,
                List.of(),
                wanted.expiration,
                Optional.empty(),
                wanted.validation,
                wanted.state,
                SystemData.NONE);
        subscriptions.create(subscription);
        return subscription;
    }

    static SubscriptionRef ref(EventSubscription subscription) {
        return SubscriptionRef.of(subscription);
    }

    // Faults

    /** From now on storage refuses these steps, such as {@code deliveries.put}; nothing of them is done. */
    public void refuse(Predicate<String> steps) {
        refused = steps;
    }

    void refuse(String... steps) {
        refuse(Set.of(steps)::contains);
    }

    /** From now on these steps are done, and their answers lost. */
    public void loseAnswers(String... steps) {
        answerLost = Set.of(steps)::contains;
    }

    public void refuseNothing() {
        refused = step -> false;
        answerLost = step -> false;
    }

    // What endpoints answer: 200 until told otherwise.

    void answers(String subscription, int status) {
        answers(subscription, AttemptOutcome.Responded.of(status));
    }

    void answers(String subscription, AttemptOutcome outcome) {
        answers.put("https://" + subscription, outcome);
    }

    /** From now on its POSTs are answered when the test completes them. */
    void hangs(String subscription) {
        hanging.add("https://" + subscription);
    }

    private Runnable after(Duration delay, Runnable task) {
        Timed timed = new Timed(now.plus(delay), task);
        timers.add(timed);
        return () -> timers.remove(timed);
    }

    /** Compared by identity: each is one caller's. */
    static final class Timed {
        private final Instant at;
        private final Runnable task;

        private Timed(Instant at, Runnable task) {
            this.at = at;
            this.task = task;
        }
    }

    private CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        posts.add(request);
        if (hanging.contains(request.endpointUrl())) {
            CompletableFuture<AttemptOutcome> answer = new CompletableFuture<>();
            open.add(answer);
            return answer;
        }
        return CompletableFuture.completedFuture(
                answers.getOrDefault(request.endpointUrl(), AttemptOutcome.Responded.of(200)));
    }

    private CompletableFuture<AttemptOutcome> put(QueueDelivery delivery, Duration timeout) {
        messages.add(delivery);
        return queueAnswer;
    }

    /** From now on subscribers' queues answer so; 201 until told otherwise. */
    void queueAnswers(CompletableFuture<AttemptOutcome> answer) {
        queueAnswer = answer;
    }

    /** What Entra answers: nothing until a test completes it. */
    private CompletableFuture<AccessToken> token(EntraApplication application) {
        CompletableFuture<AccessToken> asked = new CompletableFuture<>();
        tokensAsked.add(asked);
        return asked;
    }

    // Time, publishing and the host

    public Instant now() {
        return now;
    }

    /** Lets time pass, and what was to be done by then be done. */
    public void pass(Duration time) {
        now = now.plus(time);
        while (true) {
            Optional<Timed> due =
                    timers.stream().filter(timer -> !timer.at.isAfter(now)).findFirst();
            if (due.isEmpty()) {
                return;
            }
            timers.remove(due.get());
            due.get().task.run();
        }
    }

    void forget() {
        calls.clear();
        posts.clear();
        messages.clear();
        log.clear();
        counts.clear();
    }

    /** The calls of these queues and stores. */
    List<String> calls(String... names) {
        List<String> wanted = List.of(names);
        return calls.stream()
                .filter(call -> wanted.contains(call.substring(0, call.indexOf('.'))))
                .toList();
    }

    List<String> queueCalls() {
        return calls("deliveries", "retries", "deadletters");
    }

    public static String event(String id, int dataLength) {
        return "{\"id\":\"" + id + "\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-11-20T00:00:00Z\","
                + "\"data\":\"" + "x".repeat(dataLength) + "\"}";
    }

    static PublishedBody body(String json) {
        return new PublishedBody("application/json", Map.of(), json);
    }

    /** Events {@code e0}, {@code e1} and so on. */
    static PublishedBody events(int count, int dataLength) {
        return body("["
                + String.join(
                        ",",
                        IntStream.range(0, count)
                                .mapToObj(i -> event("e" + i, dataLength))
                                .toList())
                + "]");
    }

    CompletableFuture<Void> publish(PublishedBody body) {
        return publish(pipeline, body);
    }

    CompletableFuture<Void> publish(Pipeline instance, PublishedBody body) {
        return instance.publisher().publish("orders", PublisherCredentials.ofKey(Optional.of(KEY)), body);
    }

    /** Publishes events, which are accepted. */
    void published(int count, int dataLength) {
        publish(events(count, dataLength)).join();
    }

    /** The next message that shows. */
    QueueMessage receive(InMemoryDeliveryQueue queue) {
        List<QueueMessage> received = queue.receive(1, LEASE);
        if (received.isEmpty()) {
            throw new AssertionError("no message shows at " + now);
        }
        return received.get(0);
    }

    /** Invokes the function that belongs to the queue, as the host does, on the next message that shows; false if it failed. */
    boolean invoke(InMemoryDeliveryQueue queue) {
        return invoke(queue, receive(queue));
    }

    boolean invoke(InMemoryDeliveryQueue queue, QueueMessage message) {
        return invoke(pipeline, queue, message);
    }

    /** By another instance than the first. */
    boolean invoke(Pipeline instance, InMemoryDeliveryQueue queue, QueueMessage message) {
        try {
            run(instance, queue, message);
        } catch (StorageUnavailableException e) {
            queue.hide(message.receipt(), Duration.ofSeconds(30));
            return false;
        }
        queue.delete(message.receipt());
        return true;
    }

    /** The invocation alone: what the host does after it is the test's. */
    void run(InMemoryDeliveryQueue queue, QueueMessage message) {
        run(pipeline, queue, message);
    }

    private void run(Pipeline instance, InMemoryDeliveryQueue queue, QueueMessage message) {
        try {
            if (queue == deadLetters) {
                instance.deadLetterWriter().write(message, told());
            } else {
                Deliverer deliverer = queue == deliveries ? instance.deliverer() : instance.retrier();
                deliverer.deliver(message, told()).join();
            }
        } catch (CompletionException e) {
            if (e.getCause() instanceof StorageUnavailableException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Lets time pass until the next message of {@code queue} shows. */
    void passUntilShown(InMemoryDeliveryQueue queue) {
        Instant shows = queue.nextVisibleAt().orElseThrow(() -> new AssertionError("no message"));
        now = shows.isAfter(now) ? shows : now;
    }

    /** How long the only message of {@code queue} stays hidden. */
    Duration hidden(InMemoryDeliveryQueue queue) {
        if (queue.bodies().size() != 1) {
            throw new AssertionError(queue.bodies().size() + " messages (expected: 1)");
        }
        return Duration.between(now, queue.nextVisibleAt().orElseThrow());
    }

    /** The packs in {@code queue}, in the order in which they show. */
    static List<DeliveryPack> packs(InMemoryDeliveryQueue queue) {
        return queue.bodies().stream()
                .map(body -> ((Message.Pack) PackCodec.decode(body)).pack())
                .toList();
    }

    /** {@code subscription event attempts} of every task in {@code queue}. */
    static List<String> tasks(InMemoryDeliveryQueue queue) {
        return packs(queue).stream()
                .flatMap(pack -> pack.tasks().stream())
                .map(task -> task.subscription().name() + " " + Payloads.idOf(task.event()) + " "
                        + task.state().attempts())
                .toList();
    }

    // What is said

    DeliveryLog told() {
        return new DeliveryLog() {
            @Override
            public void attempt(DeliveryAttempt attempt, NextStep next) {
                log.add(attempt.subscription().name() + " " + attempt.eventId() + " attempt " + attempt.attempt() + " "
                        + attempt.outcome().wireName() + " -> "
                        + next.match(
                                () -> "complete",
                                due -> "retry after " + Duration.between(now, due),
                                reason -> "give up, " + reason.wireName()));
            }

            @Override
            public void ended(SubscriptionRef subscription, String eventId, String end, String reason, String where) {
                log.add((subscription.name() + " " + eventId + " " + end + " " + reason + " " + where).strip());
            }

            @Override
            public void trouble(String what, String consequence) {
                log.add("trouble: " + what + ": " + consequence);
            }
        };
    }

    private Metrics metrics() {
        return new Metrics() {
            @Override
            public void add(Counter counter, long amount, String... labelValues) {
                if (labelValues.length != counter.labelNames().size()) {
                    throw new AssertionError(counter + " with " + List.of(labelValues));
                }
                if (amount != 0) {
                    counts.merge(counter.wireName() + " " + String.join(" ", labelValues), amount, Long::sum);
                }
            }

            @Override
            public void record(Timer timer, Duration duration, String... labelValues) {
                if (labelValues.length != timer.labelNames().size() || duration.isNegative()) {
                    throw new AssertionError(timer + " " + duration + " with " + List.of(labelValues));
                }
            }
        };
    }

    private <T> T around(Class<T> type, String name, T port) {
        Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            String step = name + "." + method.getName();
            calls.add(step);
            if (refused.test(step)) {
                return refusal(port, new StorageUnavailableException(step).refused());
            }
            Object result = call(port, method, args);
            return answerLost.test(step) ? refusal(port, new StorageUnavailableException(step)) : result;
        });
        return type.cast(proxy);
    }

    private static Object refusal(Object port, StorageUnavailableException thrown) {
        if (port instanceof DeadLetterStore) {
            return DeadLetterStore.Result.REFUSED;
        }
        throw thrown;
    }

    private static Object call(Object port, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(port, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
