package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
import io.gridhook.local.Poll;
import io.gridhook.local.TestHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a whole local host: what an operator asks, from the first look to the reason why. */
class CtlIT {
    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static Receiver receiver;

    @BeforeAll
    static void start(@TempDir Path project) {
        host = TestHost.start(
                project,
                Map.of(
                        "GRIDHOOK_DELIVERY_LOG",
                        "all",
                        "GRIDHOOK_PUBLISH_LOG",
                        "true",
                        "GRIDHOOK_DEADLETTER_DELAY",
                        "PT0S"));
        receiver = new Receiver();
        Calls calls = host.calls();
        String key = calls.createTopic("orders", "EventGridSchema");
        calls.subscribe("orders", "billing", receiver.url("/"), "");
        calls.publish("orders", key, """
                [{"id":"e/1","eventType":"T","subject":"s","eventTime":"2026-01-02T03:04:05Z","data":1,"dataVersion":"1"}]
                """);
        receiver.awaitIds(Set.of("e/1"));
    }

    @AfterAll
    static void stop() {
        receiver.close();
        host.close();
    }

    private static Run run(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--url", host.http().toString()));
        return Run.of(
                Map.of("GRIDHOOK_KEY", TestHost.MANAGEMENT_KEY),
                false,
                pause -> Thread.sleep(pause.toMillis()),
                all.toArray(new String[0]));
    }

    private static String done(String... args) {
        Run run = run(args);
        assertEquals(0, run.code(), run.err());
        return run.out();
    }

    @Test
    void what_an_operator_asks_is_answered() {
        assertEquals("status: healthy\n", done("health"));
        assertTrue(done("topics").contains("orders"));
        assertTrue(done("subscriptions").matches("(?s).*orders +billing +Active +WebHook.*"));
        assertTrue(done("deliveries", "--topic", "orders").contains("Delivered"));
        assertTrue(done("why", "e/1").matches("(?s).*orders +billing +delivered +Delivered by attempt 1.*"));
        assertTrue(done("ledger").startsWith("TOPIC"));
    }

    @Test
    void what_an_operator_does_is_done() {
        assertEquals("orders/billing: Paused\n", done("pause", "orders", "billing"));
        assertTrue(done("subscriptions", "orders").contains("Paused"));
        assertTrue(done("test-event", "orders", "billing").startsWith("outcome: Delivered\nstatus: 200\n"));
        assertEquals("orders/billing: Active\n", done("resume", "orders", "billing"));
    }

    @Test
    void how_things_are_is_shown() {
        assertTrue(done("overview").matches("(?s).*orders +billing +127.0.0.1:.*Active +Healthy.*"), done("overview"));
        assertTrue(done("settings").matches("(?s).*GRIDHOOK_DELIVERY_LOG +all +yes.*"), done("settings"));
        assertTrue(done("settings").matches("(?s).*GRIDHOOK_MANAGEMENT_KEY +set +yes.*"), done("settings"));
    }

    @Test
    void dead_letters_are_listed_and_sent_again() {
        receiver.answer(request -> request.path().startsWith("/dead") ? 400 : 200);
        Calls calls = host.calls();
        String key = calls.createTopic("lost", "EventGridSchema");
        calls.subscribe("lost", "dead", receiver.url("/dead"), """
                ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":{
                 "resourceId":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/devstoreaccount1",
                 "blobContainerName":"deadletter"}}""");
        calls.publish("lost", key, """
                [{"id":"d-1","eventType":"T","subject":"s","eventTime":"2026-01-02T03:04:05Z","data":1,"dataVersion":"1"}]
                """);
        Poll.until(
                "a dead letter",
                () -> done("deadletters", "list", "lost", "dead").lines().count() == 2);
        String row = done("deadletters", "list", "lost", "dead")
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertTrue(row.contains("UndeliverableDueToHttpBadRequest"), row);
        String blob = Arrays.stream(row.split(" +", -1))
                .filter(cell -> cell.startsWith("deadletter/"))
                .findFirst()
                .orElseThrow();
        assertTrue(done("deadletters", "show", "lost", "dead", blob).contains("\"id\" : \"d-1\""));
        assertTrue(done("redrive", "start", "lost", "dead", "--dry-run").startsWith("matched: 1\n"));
        receiver.answer(request -> 200);
        String ended = done("redrive", "start", "lost", "dead", "--follow");
        assertTrue(ended.matches("(?s).*state: Completed\n.*sent: 1\n.*"), ended);
        assertTrue(done("redrive", "list").matches("(?s).*Completed +lost +dead +1 +1 .*"), done("redrive", "list"));
        String id = ended.lines().findFirst().orElseThrow().replace("id: ", "");
        assertEquals(1, run("redrive", "cancel", id).code());
    }

    @Test
    void what_is_refused_is_said() {
        Run missing = run("subscriptions", "nowhere");
        assertEquals(1, missing.code());
        assertEquals("gridhook-ctl: 404 ResourceNotFound: topic: nowhere does not exist\n", missing.err());
        Run wrong = Run.of(
                Map.of("GRIDHOOK_KEY", "wrong"),
                false,
                "topics",
                "--url",
                host.http().toString());
        assertEquals(1, wrong.code());
        assertTrue(wrong.err().startsWith("gridhook-ctl: 401 Unauthorized: "), wrong.err());
    }
}
