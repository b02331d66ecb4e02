package io.gridhook.functions;

import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.adapter.storage.StorageTransaction;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The app over real storage, in the hands of a host that does one thing at a time, by a clock that stands until it is moved: so every
 * request to storage is somebody's doing. Receives that find nothing are not counted, as their number is the host's affair.
 */
final class HostedApp implements AutoCloseable {
    static final String MANAGEMENT_KEY = "a key of this test alone";
    static final String TOPIC = "orders";

    private static final int RECEIVED = 16;
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Logger SILENT = Logger.getAnonymousLogger();

    static {
        SILENT.setLevel(Level.OFF);
    }

    private final Map<String, Integer> counts = new TreeMap<>();
    private Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);
    private final App app;
    private final String key;
    /** Of nobody whose calls are counted. */
    private final QueueClient deliveries;

    /** With these settings beside those that every app needs; its storage is made ready. */
    HostedApp(String connectionString, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "AzureWebJobsStorage", connectionString,
                "GRIDHOOK_MANAGEMENT_KEY", MANAGEMENT_KEY,
                "GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
                "GRIDHOOK_ALLOW_HTTP", "true",
                "GRIDHOOK_ALLOW_ADDRESSES", "127.0.0.0/8",
                "GRIDHOOK_ENDPOINT_VALIDATION", "false",
                "GRIDHOOK_DEADLETTER_DELAY", "PT0S",
                "GRIDHOOK_PATIENCE", "PT10S"));
        all.putAll(settings);
        app = new App(all, UnaryOperator.identity(), new Moved(), this::count);
        deliveries = new QueueClientBuilder()
                .connectionString(connectionString)
                .queueName(StorageNames.DELIVERIES)
                .buildClient();
        app.setUpStorage();
        manage(HttpMethod.PUT, "/topics/" + TOPIC, "{}");
        key = app.topics().listKeys(TOPIC).key1();
    }

    /** The clock of the app: what was cached stays fresh as long as a test wants it to. */
    private final class Moved extends Clock {
        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("zone: " + zone);
        }
    }

    void saveLedger() {
        app.saveLedger();
    }

    /** Makes the topic of notices, and subscribes an endpoint to it. */
    void watch(String endpointUrl) {
        manage(HttpMethod.PUT, "/topics/gridhook", "{}");
        manage(
                HttpMethod.PUT,
                "/topics/gridhook/eventSubscriptions/watching",
                "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                        + endpointUrl + "\"}}}}");
    }

    /** Publishes the notices that wait, and has them delivered. */
    void sendNotices() {
        app.sendNotices(WAIT_MAX);
        deliver();
    }

    void saveDelivered() {
        app.saveDelivered();
    }

    void saveHistory() {
        app.saveHistory();
    }

    /** How many attempts of the last minute came to that, by the delivery log. */
    int logged(String outcome) {
        Object body = expect(app.function(HistoryFunction.class)
                        .deliveries(new FakeHttpRequest(
                                        HttpMethod.GET,
                                        "https://h/manage/deliveries?%24top=1000&outcome=" + outcome + "&from="
                                                + clock.instant().minusSeconds(60))
                                .header("aeg-sas-key", MANAGEMENT_KEY)))
                .getBody();
        return body.toString().split("\"outcome\":\"" + outcome + "\"", -1).length - 1;
    }

    void later(Duration duration) {
        clock = Clock.offset(clock, duration);
    }

    private void count(StorageTransaction transaction) {
        boolean isHostsReceive = transaction.caller() == StorageTransaction.Caller.HOST
                && transaction.operation().equals("GetMessages");
        if (!isHostsReceive) {
            count(transaction.caller(), transaction.operation());
        }
    }

    private synchronized void count(StorageTransaction.Caller caller, String operation) {
        counts.merge(caller.wireName() + " " + operation, 1, Integer::sum);
    }

    /** How many requests of which kind there were since the last time this was asked: {@code App PutMessage}. */
    synchronized Map<String, Integer> counted() {
        Map<String, Integer> counted = new TreeMap<>(counts);
        counts.clear();
        return counted;
    }

    /** Subscribes an endpoint; {@code more} are further properties, each with a comma before it. */
    void subscribe(String name, String endpointUrl, String more) {
        manage(
                HttpMethod.PUT,
                "/topics/" + TOPIC + "/eventSubscriptions/" + name,
                "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                        + endpointUrl + "\"" + more + "}");
    }

    private void manage(HttpMethod method, String path, String body) {
        FakeHttpRequest request = new FakeHttpRequest(method, "https://h" + path)
                .header("aeg-sas-key", MANAGEMENT_KEY)
                .header("content-type", "application/json")
                .header("content-length", Integer.toString(body.length()))
                .body(body);
        String[] parts = path.split("/", -1);
        expect(
                parts.length == 3
                        ? app.function(TopicsFunction.class).topic(request, parts[2])
                        : app.function(SubscriptionsFunction.class).subscription(request, parts[2], parts[4]));
    }

    /** Publishes Event Grid events. */
    void publish(String events) {
        expect(app.function(PublishFunction.class)
                .cloud(
                        new FakeHttpRequest(HttpMethod.POST, "https://h/topics/" + TOPIC + "/api/events")
                                .header("aeg-sas-key", key)
                                .header("content-type", "application/json")
                                .header("content-length", Integer.toString(events.length()))
                                .body(events),
                        TOPIC));
    }

    String metrics() {
        return expect(app.function(OperationsFunction.class)
                        .metrics(new FakeHttpRequest(HttpMethod.GET, "https://h/metrics")
                                .header("aeg-sas-key", MANAGEMENT_KEY)))
                .getBody()
                .toString();
    }

    /** What a dashboard asks for. */
    void overview() {
        var unused = expect(app.function(OverviewFunction.class)
                .overview(new FakeHttpRequest(HttpMethod.GET, "https://h/manage/overview")
                        .header("aeg-sas-key", MANAGEMENT_KEY)));
    }

    private static HttpResponseMessage expect(HttpResponseMessage response) {
        if (response.getStatusCode() != 200) {
            throw new AssertionError(response.getStatusCode() + " " + response.getBody());
        }
        return response;
    }

    /** Works off what is visible in {@code deliveries}, and waits until what the app tries at once has ended there. */
    void deliver() {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        while (workOff(StorageNames.DELIVERIES) > 0
                || deliveries.getProperties().getApproximateMessagesCountLong() > 0) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("messages in deliveries after " + WAIT_MAX);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Works off {@code retries}, once it has something to show. */
    void retry() {
        awaitOne(StorageNames.RETRIES);
    }

    /** Works off {@code deadletters}, once it has something to show. */
    void writeDeadLetters() {
        awaitOne(StorageNames.DEADLETTERS);
    }

    /** Works off {@code deadletters} until nothing is left. */
    void writeAllDeadLetters() {
        writeDeadLetters();
        while (workOff(StorageNames.DEADLETTERS) > 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Asks for all dead letters of a subscription to be sent again. */
    void beginRedrive(String subscription, int ratePerSecond) {
        String body = "{\"topic\":\"" + TOPIC + "\",\"eventSubscription\":\"" + subscription + "\",\"ratePerSecond\":"
                + ratePerSecond + "}";
        HttpResponseMessage response = app.function(RedrivesFunction.class)
                .redrives(new FakeHttpRequest(HttpMethod.POST, "https://h/manage/redrives")
                        .header("aeg-sas-key", MANAGEMENT_KEY)
                        .body(body));
        if (response.getStatusCode() != 202) {
            throw new AssertionError(response.getStatusCode() + " " + response.getBody());
        }
    }

    /** Works off {@code redrives}, once it has something to show. */
    void redrive() {
        awaitOne(StorageNames.REDRIVES);
    }

    void sweep() {
        app.function(SweepFunction.class).run("", context());
    }

    private void awaitOne(String queue) {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        while (workOff(queue) == 0) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no message in " + queue + " within " + WAIT_MAX);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** One receive, and what the Functions host does with what it brings. */
    private int workOff(String name) {
        DeliveryQueue queue = app.storageQueue(name);
        List<QueueMessage> messages = queue.receive(RECEIVED, LEASE);
        if (!messages.isEmpty()) {
            count(StorageTransaction.Caller.HOST, "GetMessages");
        }
        for (QueueMessage message : messages) {
            run(name, message);
            queue.delete(message.receipt());
        }
        return messages.size();
    }

    private void run(String queue, QueueMessage message) {
        String id = message.receipt().messageId();
        String receipt = message.receipt().popReceipt();
        switch (queue) {
            case StorageNames.DELIVERIES ->
                app.function(DeliverFunction.class).run(message.body(), id, receipt, message.dequeueCount(), context());
            case StorageNames.RETRIES ->
                app.function(RetryFunction.class).run(message.body(), id, receipt, message.dequeueCount(), context());
            case StorageNames.REDRIVES ->
                app.function(RedriveFunction.class).run(message.body(), id, receipt, message.dequeueCount(), context());
            default ->
                app.function(DeadLetterFunction.class)
                        .run(message.body(), id, receipt, message.dequeueCount(), context());
        }
    }

    private static ExecutionContext context() {
        return new ExecutionContext() {
            @Override
            public Logger getLogger() {
                return SILENT;
            }

            @Override
            public String getInvocationId() {
                return "invocation";
            }

            @Override
            public String getFunctionName() {
                return "function";
            }
        };
    }

    @Override
    public void close() {
        app.close();
    }
}
