package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Receiver;
import io.gridhook.local.Azurite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * DESIGN §1.4: what is paid for are storage transactions, and each workload takes exactly these. An instance that has just been busy
 * knows the definitions and the endpoints' health; what it costs to know them is a workload of its own.
 */
class TransactionsIT {
    /** {@code retries} shows it after a second. */
    private static final String SOON = "}},\"retryPolicy\":{\"schedule\":[\"PT1S\"]}}";

    private static final String KEPT = "}},\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":"
            + "{\"resourceId\":\"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/devstoreaccount1\",\"blobContainerName\":\"deadletter\"}}}";
    private static final String PLAIN = "}}}";

    /** What is done, and what it takes: by the app, and by the host that calls its functions. The one table to change. */
    enum Workload {
        ONE_EVENT("App DeleteMessage 1, App PutMessage 1", ""),
        ONE_EVENT_BY_THE_TRIGGER("App PutMessage 1", "Host DeleteMessage 1, Host GetMessages 1"),
        A_HUNDRED_SMALL_EVENTS("App DeleteMessage 1, App PutMessage 1", ""),
        A_HUNDRED_EVENTS_OF_1_KB("App DeleteMessage 1, App PutBlob 1, App PutMessage 1", ""),
        ONE_EVENT_TO_A_HUNDRED_SUBSCRIPTIONS("App DeleteMessage 1, App PutMessage 1", ""),
        A_BATCH_OF_TWENTY("App DeleteMessage 1, App PutMessage 1", ""),
        AN_EVENT_OF_100_KB("App DeleteMessage 1, App PutBlob 1, App PutMessage 1", ""),
        AN_EVENT_OF_100_KB_BY_THE_TRIGGER(
                "App GetBlob 1, App PutBlob 1, App PutMessage 1", "Host DeleteMessage 1, Host GetMessages 1"),
        A_FAILED_ATTEMPT_AND_A_RETRY(
                "App DeleteMessage 1, App PutMessage 2", "Host DeleteMessage 1, Host GetMessages 1"),
        /** The host's delete comes too late. */
        A_FAILED_ATTEMPT_AND_A_LEASED_RETRY(
                "App DeleteMessage 2, App PutMessage 2, App UpdateMessage 1",
                "Host DeleteMessage 1, Host GetMessages 1"),
        A_DEAD_LETTER(
                "App DeleteMessage 1, App PutBlob 1, App PutMessage 2", "Host DeleteMessage 1, Host GetMessages 1"),
        /** Its row in {@code endpointhealth}; what the write returned is not read again. */
        PROBATION_ENTERED("App DeleteMessage 1, App InsertEntity 1, App PutMessage 2", ""),
        /** The topic, its subscriptions and the endpoints' health are read again. */
        FIVE_SECONDS_LATER("App DeleteMessage 1, App PutMessage 1, App QueryEntities 2, App QueryEntity 1", ""),
        /** Ten, within four seconds: topics, domains, subscriptions, the ledger, and how long the queues are. */
        TEN_LOOKS_AT_THE_DASHBOARD("App GetQueueMetadata 3, App QueryEntities 4", ""),
        /** What was counted, in a minute or in five, of however many events. */
        THE_LEDGER("App UpdateEntity 1", ""),
        /** A thousand attempts that failed, twenty events to fifty subscriptions, in the delivery log: 512 rows at a time. */
        A_THOUSAND_FAILURES_IN_THE_LOG("App UpdateEntity 2", ""),
        /** A thousand that delivered, where they are kept too. */
        A_THOUSAND_SUCCESSES_IN_THE_LOG("App UpdateEntity 2", ""),
        /** A hundred, where they are kept to be sent again: what is delivered within ten seconds shares a blob. */
        A_HUNDRED_DELIVERIES_KEPT("App DeleteMessage 1, App PutBlob 1, App PutMessage 1", ""),
        /** Events were given up, and nobody made a topic for notices: it is looked for, every five minutes at most. */
        NOTICES_THAT_NOBODY_WANTS("App QueryEntity 1", ""),
        /** The topic and its subscriptions are looked up; then they are one publish, of however many events. */
        NOTICES_TO_ONE_SUBSCRIBER("App DeleteMessage 1, App PutMessage 1, App QueryEntities 1, App QueryEntity 1", ""),
        /** 1,000 letters of 200 bytes in ten blobs: ten steps, each a pack and a line of progress, one more at each end. */
        A_REDRIVE_OF_A_THOUSAND(
                "App GetBlob 10, App ListBlobs 5, App PutMessage 10, App QueryEntity 1, App UpdateEntity 12",
                "Host DeleteMessage 1, Host GetMessages 1"),
        /** With nothing to do: poison queues, old payloads, subscriptions, health, the ledger, consents, the delivery log and redrives. */
        A_SWEEP("App GetMessages 3, App ListBlobs 1, App QueryEntities 7", "");

        private final String byApp;
        private final String byHost;

        Workload(String byApp, String byHost) {
            this.byApp = byApp;
            this.byHost = byHost;
        }

        private String expected() {
            return byApp + (byApp.isEmpty() || byHost.isEmpty() ? "" : ", ") + byHost;
        }
    }

    private final Azurite azurite =
            Azurite.start(Azurite.install(Path.of(""), line -> {}), Optional.empty(), Azurite.Ports.FREE);
    private final Receiver receiver = new Receiver();
    private HostedApp app;

    @BeforeEach
    void start() {
        app = new HostedApp(azurite.connectionString(), Map.of());
    }

    @AfterEach
    void close() {
        app.close();
        receiver.close();
        azurite.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_workload_takes_these_transactions_and_no_others(Workload workload) {
        switch (workload) {
            case ONE_EVENT -> expect(workload, PLAIN, each -> delivered(events(1, 500), 1));
            case ONE_EVENT_BY_THE_TRIGGER -> expectByTheTrigger(workload, events(1, 500));
            case AN_EVENT_OF_100_KB_BY_THE_TRIGGER -> expectByTheTrigger(workload, events(1, 100_000));
            case A_HUNDRED_SMALL_EVENTS -> expect(workload, PLAIN, each -> delivered(events(100, 200), 100));
            case A_HUNDRED_EVENTS_OF_1_KB -> expect(workload, PLAIN, each -> delivered(events(100, 1_000), 100));
            case ONE_EVENT_TO_A_HUNDRED_SUBSCRIPTIONS -> expectFanOut(workload);
            case A_BATCH_OF_TWENTY ->
                expect(workload, ",\"maxEventsPerBatch\":20" + PLAIN, each -> delivered(events(20, 500), 1));
            case AN_EVENT_OF_100_KB -> expect(workload, PLAIN, each -> delivered(events(1, 100_000), 1));
            case A_FAILED_ATTEMPT_AND_A_RETRY -> expect(workload, SOON, each -> retried());
            case A_FAILED_ATTEMPT_AND_A_LEASED_RETRY -> expectLeased(workload);
            case A_DEAD_LETTER -> expect(workload, KEPT, each -> deadLettered());
            case PROBATION_ENTERED -> expectProbation(workload);
            case FIVE_SECONDS_LATER -> expect(workload, PLAIN, each -> deliveredLater());
            case TEN_LOOKS_AT_THE_DASHBOARD -> expect(workload, PLAIN, TransactionsIT::look);
            case THE_LEDGER -> expect(workload, PLAIN, HostedApp::saveLedger);
            case A_THOUSAND_FAILURES_IN_THE_LOG -> expectLog(workload, "failures", 500);
            case A_THOUSAND_SUCCESSES_IN_THE_LOG -> expectLog(workload, "all", 200);
            case A_HUNDRED_DELIVERIES_KEPT -> expectKept(workload);
            case NOTICES_THAT_NOBODY_WANTS -> expectNotices(workload, false, 0);
            case NOTICES_TO_ONE_SUBSCRIBER -> expectNotices(workload, true, 2);
            case A_REDRIVE_OF_A_THOUSAND -> expectRedrive(workload);
            case A_SWEEP -> expect(workload, PLAIN, HostedApp::sweep);
        }
    }

    /** After a first event, with which the app learns what there is. */
    private void expect(Workload workload, String subscription, Consumer<HostedApp> work) {
        app.subscribe("first", receiver.url("/"), subscription);
        warmUp();
        work.accept(app);
        assertEquals(workload.expected(), counted());
    }

    private void warmUp() {
        app.publish(events(1, 100));
        app.deliver();
        app.counted();
    }

    private void expectFanOut(Workload workload) {
        for (int i = 0; i < 99; i++) {
            app.subscribe("another-" + i, receiver.url("/" + i), PLAIN);
        }
        expect(workload, PLAIN, each -> delivered(events(1, 500), 100));
    }

    private void expectByTheTrigger(Workload workload, String events) {
        app.close();
        app = new HostedApp(azurite.connectionString(), Map.of("GRIDHOOK_FIRST_ATTEMPTS_AT_ONCE", "0"));
        expect(workload, PLAIN, each -> delivered(events, 1));
    }

    private void expectLeased(Workload workload) {
        app.close();
        app = new HostedApp(azurite.connectionString(), Map.of("GRIDHOOK_LEASE_RECEIVED", "true"));
        expect(workload, SOON, each -> retried());
    }

    private void expectKept(Workload workload) {
        app.close();
        app = new HostedApp(azurite.connectionString(), Map.of("GRIDHOOK_KEEP_DELIVERED", "P7D"));
        app.subscribe("first", receiver.url("/"), PLAIN);
        warmUp();
        app.saveDelivered();
        app.counted();
        delivered(events(100, 200), 100);
        app.saveDelivered();
        assertEquals(workload.expected(), counted());
    }

    private void expectProbation(Workload workload) {
        app.close();
        app = new HostedApp(azurite.connectionString(), Map.of("GRIDHOOK_PROBATION_FAILURES", "1"));
        expect(workload, SOON, each -> {
            receiver.answer(request -> 500);
            delivered(events(1, 500), 1);
        });
    }

    /** Of two subscriptions whose events are refused. What is found out once costs nothing for the next. */
    private void expectNotices(Workload workload, boolean isWatched, int posts) {
        app.subscribe("another", receiver.url("/another"), PLAIN);
        if (isWatched) {
            app.watch(receiver.url("/watching"));
        }
        expect(workload, PLAIN, each -> {
            receiver.answer(request -> request.path().equals("/watching") ? 200 : 400);
            delivered(events(20, 200), 40);
            app.counted();
            int before = receiver.requests().size();
            app.sendNotices();
            assertEquals(before + posts, receiver.requests().size());
        });
        delivered(events(20, 200), 40);
        app.counted();
        app.later(Duration.ofSeconds(1));
        app.sendNotices();
        assertEquals("", isWatched ? "" : counted());
    }

    /** Until all is put; the deliveries themselves are those of other workloads. */
    private void expectRedrive(Workload workload) {
        app.subscribe("first", receiver.url("/"), KEPT);
        warmUp();
        receiver.answer(request -> 400);
        for (int i = 0; i < 10; i++) {
            delivered(events(100, 200), 100);
        }
        app.writeAllDeadLetters();
        app.beginRedrive("first", 1_000);
        app.counted();
        app.redrive();
        assertEquals(workload.expected(), counted());
    }

    /** The log's own writes, which share their kind with no other here. */
    private void expectLog(Workload workload, String setting, int status) {
        app.close();
        app = new HostedApp(
                azurite.connectionString(),
                Map.of("GRIDHOOK_DELIVERY_LOG", setting, "GRIDHOOK_PROBATION_FAILURES", "1000"));
        for (int i = 0; i < 50; i++) {
            app.subscribe("s-" + i, receiver.url("/" + i), PLAIN);
        }
        warmUp();
        app.saveHistory();
        app.counted();
        receiver.answer(request -> status);
        delivered(events(20, 200), 1_000);
        app.saveHistory();
        assertEquals(
                workload.expected(),
                counted()
                        .lines()
                        .flatMap(line -> Arrays.stream(line.split(", ", -1)))
                        .filter(each -> each.contains("Entity "))
                        .collect(Collectors.joining(", ")));
        assertEquals(1_000, logged(status));
    }

    /** The rows of these attempts that the log has. */
    private int logged(int status) {
        return app.logged(status == 200 ? "Delivered" : "GenericError");
    }

    /** Publishes, and lets the host work until all is done, in so many POSTs. */
    private void delivered(String events, int posts) {
        int before = receiver.requests().size();
        app.publish(events);
        app.deliver();
        assertEquals(before + posts, receiver.requests().size());
    }

    private void retried() {
        receiver.answer(request -> request.header("aeg-delivery-count").equals("0") ? 500 : 200);
        delivered(events(1, 500), 1);
        app.retry();
        assertEquals("1", receiver.requests().get(2).header("aeg-delivery-count"));
    }

    private void deadLettered() {
        receiver.answer(request -> 400);
        delivered(events(1, 500), 1);
        app.writeDeadLetters();
    }

    private static void look(HostedApp app) {
        for (int i = 0; i < 10; i++) {
            app.overview();
        }
    }

    private void deliveredLater() {
        app.later(Duration.ofSeconds(5));
        delivered(events(1, 500), 1);
    }

    /** In the order of the alphabet. */
    private String counted() {
        return app.counted().entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    @Test
    void operators_see_them() {
        app.subscribe("first", receiver.url("/"), PLAIN);
        delivered(events(1, 500), 1);
        String metrics = app.metrics();
        assertTrue(
                metrics.contains(
                        "StorageTransactionCount_total{Caller=\"App\",Operation=\"PutMessage\",Service=\"Queue\"} 1.0"),
                metrics);
        assertTrue(
                metrics.contains(
                        "StorageTransactionCount_total{Caller=\"App\",Operation=\"DeleteMessage\",Service=\"Queue\"} 1.0"),
                metrics);
        assertTrue(
                metrics.contains(
                        "StorageRequestBytes_total{Caller=\"App\",Operation=\"PutMessage\",Service=\"Queue\"} "),
                metrics);
    }

    private static String events(int count, int bytes) {
        return IntStream.range(0, count).mapToObj(i -> event(i, bytes)).collect(Collectors.joining(",", "[", "]"));
    }

    private static String event(int i, int bytes) {
        String start = "{\"id\":\"" + i
                + "\",\"eventType\":\"T\",\"subject\":\"s\",\"eventTime\":\"2026-01-02T03:04:05Z\",\"data\":\"";
        return start + "x".repeat(Math.max(0, bytes - start.length() - 2)) + "\"}";
    }
}
