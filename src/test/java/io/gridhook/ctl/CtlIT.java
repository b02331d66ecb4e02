package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.client.Calls;
import io.gridhook.client.Receiver;
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
        host = TestHost.start(project, Map.of("GRIDHOOK_DELIVERY_LOG", "all", "GRIDHOOK_PUBLISH_LOG", "true"));
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
        return Run.of(Map.of("GRIDHOOK_KEY", TestHost.MANAGEMENT_KEY), false, all.toArray(new String[0]));
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
