package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 8, point 4: 1,000 dead letters are sent again at 100 a second to an endpoint that was mended. */
class RedriveIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LETTERS = 1_000;
    /** Letters of the step that was not written down, and those of the packs that were being delivered. */
    private static final int REPEATED_MAX = 300;

    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");
    private static final Map<String, String> AT_ONCE = Map.of("GRIDHOOK_DEADLETTER_DELAY", "PT0S");
    private static final String SIGNED_AND_KEPT = """
            ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":{
             "resourceId":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/devstoreaccount1",
             "blobContainerName":"deadletter"}}""";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final Map<String, String> webhookIds = new ConcurrentHashMap<>();
    private volatile boolean isMended;

    private int answer(Receiver.Received received) {
        String id = received.ids().get(0);
        webhookIds.merge(
                id,
                received.header("webhook-id"),
                (first, next) -> first.equals(next) ? first : "another message to its receiver");
        if (isMended) {
            taken.add(id);
        }
        return isMended ? 200 : 400;
    }

    private static Set<String> ids() {
        return IntStream.range(0, LETTERS).mapToObj(i -> "d" + i).collect(Collectors.toSet());
    }

    private static JsonNode expect(int status, HttpResponse<String> response) {
        assertEquals(status, response.statusCode(), response.body());
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode redrive(Calls calls, int status, String more) {
        return expect(
                status,
                calls.post(
                        "/manage/redrives",
                        TestHost.MANAGEMENT_KEY,
                        "{\"topic\":\"orders\",\"eventSubscription\":\"billing\"" + more + "}"));
    }

    private static JsonNode job(Calls calls, String id) {
        return expect(200, calls.get("/manage/redrives/" + id, TestHost.MANAGEMENT_KEY));
    }

    /** Publishes them to an endpoint that wants none of them, and waits until all are in blobs. */
    private void deadLetters(Calls calls, Receiver receiver) {
        String key = calls.createTopic("orders", "EventGridSchema");
        calls.putSubscription("orders", "billing", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s",
                 "signing":{"scheme":"StandardWebhooks"}}}%s}}""".formatted(receiver.url("/"), SIGNED_AND_KEPT));
        for (int from = 0; from < LETTERS; from += 250) {
            calls.publish(
                    "orders",
                    key,
                    IntStream.range(from, from + 250)
                            .mapToObj(
                                    i -> "{\"id\":\"d" + i + "\",\"eventType\":\"T\",\"subject\":\"s\","
                                            + "\"eventTime\":\"2026-01-02T03:04:05Z\",\"dataVersion\":\"1\",\"data\":{\"n\":1.10}}")
                            .collect(Collectors.joining(",", "[", "]")));
        }
        Poll.until(
                "all are dead-lettered",
                () -> redrive(calls, 200, ",\"dryRun\":true").path("matched").asInt() == LETTERS);
        isMended = true;
    }

    @Test
    void all_are_delivered_and_none_twice() {
        try (TestHost host = TestHost.start(directory, AT_ONCE);
                Receiver receiver = new Receiver(this::answer)) {
            Calls calls = host.calls();
            deadLetters(calls, receiver);
            JsonNode listed = expect(
                    200,
                    calls.get(
                            "/manage/deadletters?topic=orders&eventSubscription=billing&eventId=d7",
                            TestHost.MANAGEMENT_KEY));
            assertEquals(1, listed.path("value").size(), listed.toString());
            assertEquals(
                    "UndeliverableDueToHttpBadRequest",
                    listed.at("/value/0/deadLetterReason").asText());
            String id = redrive(calls, 202, ",\"ratePerSecond\":100").path("id").asText();
            Poll.until("all are delivered", () -> new HashSet<>(taken).containsAll(ids()));
            Poll.until(
                    "it is completed",
                    () -> job(calls, id).path("state").asText().equals("Completed"));
            assertEquals(LETTERS, taken.size(), "none twice");
            assertEquals(LETTERS, job(calls, id).path("sent").asInt());
            assertEquals(LETTERS, Set.copyOf(webhookIds.values()).size());
            assertTrue(webhookIds.values().stream().allMatch(each -> each.startsWith("msg_")), webhookIds.toString());
        }
    }

    /** None missing; repeats within the packs in flight. */
    @Test
    void all_are_delivered_after_a_kill_in_the_middle() throws Exception {
        try (Receiver receiver = new Receiver(this::answer)) {
            String id;
            try (HostProcess host = HostProcess.start(directory, SMALL, AT_ONCE)) {
                Calls calls = host.calls();
                deadLetters(calls, receiver);
                id = redrive(calls, 202, ",\"ratePerSecond\":100").path("id").asText();
                Poll.until("some are delivered", () -> taken.size() >= 300);
                host.kill();
            }
            assertTrue(taken.size() < LETTERS, "it was killed in the middle");
            try (HostProcess host = HostProcess.start(directory, SMALL, AT_ONCE)) {
                Calls calls = host.calls();
                Poll.until("all are delivered", () -> new HashSet<>(taken).containsAll(ids()));
                Poll.until(
                        "it is completed",
                        () -> job(calls, id).path("state").asText().equals("Completed"));
                int repeated = taken.size() - LETTERS;
                assertTrue(repeated <= REPEATED_MAX, repeated + " repeats");
            }
        }
    }
}
