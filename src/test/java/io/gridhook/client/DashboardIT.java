package io.gridhook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.gridhook.local.NpmClients;
import io.gridhook.local.TestHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dashboard in a browser (issue 8, point 6): headless Chromium, driven by {@code src/test/npm/dashboard.mjs}, over the whole local host.
 * Each scenario also holds the page to its Content-Security-Policy, to requests to its own app alone, and to no error in its console.
 */
class DashboardIT {
    private static final String READ_KEY = "a key that may only read";
    private static final String TOPIC = "orders";

    private static final String KEPT = ",\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":"
            + "{\"blobContainerName\":\"deadletter\",\"resourceId\":\"/subscriptions/s/resourceGroups/g/providers/"
            + "Microsoft.Storage/storageAccounts/devstoreaccount1\"}}";

    /** What strangers write: into ids, types, subjects, answers and addresses. */
    private static final List<String> HOSTILE = List.of(
            "<script>window.done=1</script>",
            "<img src=x onerror=\"window.done=2\">",
            "\"><svg onload=window.done=3>",
            "'-alert(1)-'",
            "javascript:window.done=4",
            "\" onmouseover=\"window.done=5\" autofocus onfocus=\"window.done=6\" x=\"",
            "</textarea></title></style><iframe srcdoc='<script>parent.done=7</script>'>",
            "{{constructor.constructor('window.done=8')()}}${window.done=9}",
            "\u202Eevil\u202C \u2066isolated\u2069 \u200Ehidden\u200F \u061Cmark",
            "__proto__",
            "%3Cscript%3Ewindow.done%3D10%3C/script%3E",
            "x".repeat(400),
            "\uFDFD".repeat(60));

    @SuppressWarnings("NullAway.Init")
    private static Path browser;

    @SuppressWarnings("NullAway.Init")
    private static TestHost host;

    @SuppressWarnings("NullAway.Init")
    private static NpmClients npm;

    @SuppressWarnings("NullAway.Init")
    private static HttpServer receiver;

    /** From then on what was refused is taken. */
    private static volatile boolean isMended;

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @SuppressWarnings("NullAway.Init")
    private static String topicKey;

    @BeforeAll
    static void start(@TempDir Path project) throws IOException {
        Optional<Path> found = Chromium.find();
        if (found.isEmpty()) {
            System.out.println(
                    "NOTICE: no Chromium was found (expected: chromium on the PATH, or -Dchromium=<path>), so the"
                            + " dashboard is not tested.");
        }
        assumeTrue(found.isPresent(), "no Chromium was found");
        browser = found.get();
        npm = NpmClients.install();
        host = TestHost.start(
                project,
                Map.of(
                        "GRIDHOOK_MANAGEMENT_READ_KEY", READ_KEY,
                        "GRIDHOOK_PUBLISH_LOG", "true",
                        "GRIDHOOK_DEADLETTER_DELAY", "PT0S",
                        // Endpoints that fail are asked again and again, but for the pictures.
                        "GRIDHOOK_PROBATION_FAILURES",
                                System.getProperty("screenshots", "").isEmpty() ? "1000" : "10",
                        "GRIDHOOK_FAILED_ATTEMPTS", "1000"));
        receiver = receiver();
        Calls calls = host.calls();
        topicKey = calls.createTopic(TOPIC, "EventGridSchema");
        calls.subscribe(TOPIC, "billing", url("/well"), "");
        calls.subscribe(TOPIC, "failing", url("/busy"), ",\"retryPolicy\":{\"schedule\":[\"PT1H\"]}");
        calls.subscribe(TOPIC, "hostile", url("/hostile"), ",\"filter\":{\"subjectBeginsWith\":\"hostile\"}" + KEPT);
        calls.subscribe(TOPIC, "refusing", url("/refusing"), ",\"filter\":{\"subjectBeginsWith\":\"refused\"}" + KEPT);
        calls.subscribe(TOPIC, "left-out", url("/well"), ",\"filter\":{\"subjectBeginsWith\":\"nothing\"}");
        calls.subscribeAt(calls.createDomain("shops", "EventGridSchema") + "/topics/berlin", "all", url("/well"), "");
        calls.publish(
                TOPIC,
                topicKey,
                "[{\"id\":\"seen\",\"eventType\":\"Order.Placed\",\"subject\":\"s\","
                        + "\"eventTime\":\"2026-11-20T09:30:00Z\",\"dataVersion\":\"1\",\"data\":{}}]");
    }

    /** An endpoint that answers by its path: well, busy, or with what is hostile. */
    private static HttpServer receiver() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(THREADS);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            int status =
                    switch (path) {
                        case "/busy" -> 503;
                        case "/hostile" -> 400;
                        case "/refusing" -> isMended ? 200 : 400;
                        default -> 200;
                    };
            if (path.equals("/mend")) {
                isMended = true;
            }
            byte[] body = answer(path).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String answer(String path) {
        return switch (path) {
            case "/busy" -> "closed for lunch";
            case "/hostile" -> String.join(" ", HOSTILE);
            default -> "thanks";
        };
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
    }

    @AfterAll
    static void stop() {
        if (host != null) {
            host.close();
            receiver.stop(0);
        }
        THREADS.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "signIn",
                "readOnly",
                "live",
                "why",
                "pauseAndResume",
                "domains",
                "redrive",
                "settings",
                "keyboard",
                "injection",
                "polling",
                "signedOut",
                "cutOverview",
                "staleAnswer",
                "everyViewFitsEveryScreen"
            })
    void the_page_does_what_it_should(String scenario) throws Exception {
        play(scenario, given(scenario));
    }

    /** {@code mvn verify -Dit.test=DashboardIT -Dscreenshots=<folder>}: the pictures of the documentation. */
    @Test
    @EnabledIfSystemProperty(named = "screenshots", matches = ".+")
    void pictures_are_taken() throws Exception {
        Calls calls = host.calls();
        ObjectNode given = given("screenshots")
                .put("folder", System.getProperty("screenshots", ""))
                .put("seconds", 240);
        ObjectNode topics = given.putObject("topics");
        for (String topic : List.of("orders-eu", "inventory", "payments")) {
            topics.put(topic, calls.createTopic(topic, "EventGridSchema"));
            calls.subscribe(topic, "warehouse", url("/well"), "");
            calls.subscribe(topic, "analytics", url("/well"), ",\"filter\":{\"subjectBeginsWith\":\"orders/\"}");
        }
        play("screenshots", given);
    }

    private static ObjectNode given(String scenario) {
        ObjectNode given = JsonNodeFactory.instance
                .objectNode()
                .put("scenario", scenario)
                .put("chromium", browser.toString())
                .put("url", host.http().toString())
                .put("key", TestHost.MANAGEMENT_KEY)
                .put("readKey", READ_KEY)
                .put("topic", TOPIC)
                .put("topicKey", topicKey)
                .put("subscription", "billing")
                .put("seen", "seen")
                .put("receiver", url(""));
        ArrayNode hostile = given.putArray("hostile");
        HOSTILE.forEach(hostile::add);
        return given;
    }

    private static void play(String scenario, ObjectNode given) throws Exception {
        NpmClients.Ended ended = npm.run(new ObjectMapper().writeValueAsString(given), "dashboard.mjs");
        assertEquals(0, ended.code(), () -> scenario + ": " + ended.out() + ended.err());
    }
}
