package io.gridhook.local;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import io.gridhook.client.WebhookServer;
import io.gridhook.local.ChaosLedger.Delivery;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Three endpoints of one topic: {@code healthy} takes every event at once; {@code flaky} gets a tenth of them as well, fails some and is
 * slow with others; {@code refusing} gets a twentieth, and refuses each for good.
 */
final class ChaosEndpoints implements AutoCloseable {
    static final String HEALTHY = "healthy";
    static final String FLAKY = "flaky";
    static final String REFUSING = "refusing";

    private static final String MORE = """
            ,"filter":{"subjectBeginsWith":"%s"},"retryPolicy":{"maxDeliveryAttempts":3,"schedule":["PT1S"]},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
             "resourceId":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/devstoreaccount1",
             "blobContainerName":"deadletter"}}""";

    private final ChaosLedger ledger;
    private final SplittableRandom random;
    private final long slowMillisMax;
    private final WebhookServer server = new WebhookServer(this::answer);

    /**
     * Starts them.
     *
     * @param slowMillisMax how long {@code flaky} takes at most. Beyond 3,000 ms its exchanges are handed off, and those that a kill
     *     meets come back after its response timeout
     */
    ChaosEndpoints(ChaosLedger ledger, SplittableRandom random, long slowMillisMax) {
        this.ledger = ledger;
        this.random = random;
        this.slowMillisMax = slowMillisMax;
    }

    /** The first part of an id says whom the event goes to. */
    static String kind(SplittableRandom random) {
        int draw = random.nextInt(20);
        return draw == 0 ? REFUSING : draw < 3 ? FLAKY : HEALTHY;
    }

    static List<String> subscriptionsOf(String eventId) {
        String kind = eventId.substring(0, eventId.indexOf('-'));
        return kind.equals(HEALTHY) ? List.of(HEALTHY) : List.of(HEALTHY, kind);
    }

    /** Makes the topic and its subscriptions. */
    void subscribe(Calls calls) {
        calls.createTopic(ChaosPublisher.TOPIC, "EventGridSchema");
        calls.subscribe(ChaosPublisher.TOPIC, HEALTHY, server.url("/" + HEALTHY), MORE.formatted(""));
        calls.subscribe(ChaosPublisher.TOPIC, FLAKY, server.url("/" + FLAKY), MORE.formatted(FLAKY));
        calls.subscribe(ChaosPublisher.TOPIC, REFUSING, server.url("/" + REFUSING), MORE.formatted(REFUSING));
    }

    private CompletionStage<Integer> answer(Receiver.Received received) {
        String subscription = received.path().substring(1);
        if (subscription.equals(REFUSING)) {
            return CompletableFuture.completedFuture(400);
        }
        if (subscription.equals(HEALTHY)) {
            return CompletableFuture.completedFuture(taken(subscription, received));
        }
        int draw = draw(40);
        if (draw < 10) {
            return CompletableFuture.completedFuture(500);
        }
        long millis = draw == 10 ? 1 + draw((int) slowMillisMax) : 0;
        return CompletableFuture.supplyAsync(
                () -> taken(subscription, received),
                CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run));
    }

    private int taken(String subscription, Receiver.Received received) {
        received.ids().forEach(id -> ledger.ended(new Delivery(id, subscription)));
        return 200;
    }

    private synchronized int draw(int bound) {
        return random.nextInt(bound);
    }

    @Override
    public void close() {
        server.close();
    }
}
