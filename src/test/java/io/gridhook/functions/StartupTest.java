package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.gridhook.port.Timers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the app of a worker starts where something is wrong; with tries that a test makes. */
class StartupTest {
    private static final String STORAGE = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
            + "AccountKey=bm90IGEga2V5;BlobEndpoint=http://127.0.0.1:%1$d/a;QueueEndpoint=http://127.0.0.1:%1$d/a;"
            + "TableEndpoint=http://127.0.0.1:%1$d/a;";
    private static final String REFERENCE = "@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/s)";
    private static final String REFUSAL =
            "The app has not started, so nothing was done; GET /health says why. Try again.";
    private static final Set<String> CLOUD = Set.of("Publish", "PublishDefaultTopic", "PublishDomain");

    private final Map<String, WorkerCall> functions = WorkerCall.all(WorkerCall.classes());
    private final Map<String, String> env = new HashMap<>(Map.of(
            "AzureWebJobsStorage", STORAGE.formatted(1),
            "GRIDHOOK_MANAGEMENT_KEY", "a key of this test alone",
            "GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="));
    private final ManualTries tries = new ManualTries();
    private final Logger logger = Logger.getLogger("gridhook");
    private final List<LogRecord> log = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public synchronized void publish(LogRecord line) {
            log.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** Makes no try until a test lets it. */
    private static final class ManualTries implements Timers {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private final List<Duration> waits = new ArrayList<>();

        @Override
        public synchronized Runnable after(Duration delay, Runnable task) {
            waits.add(delay);
            tasks.add(task);
            return () -> {};
        }

        void makeNext() {
            tasks.remove().run();
        }
    }

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    private FunctionInstanceInjector injector(Startup startup) {
        return new FunctionInstanceInjector() {
            @Override
            public <T> T getInstance(Class<T> type) {
                return startup.function(type);
            }
        };
    }

    private WorkerCall function(String name) {
        return Objects.requireNonNull(functions.get(name), name);
    }

    private HttpResponseMessage health(Startup startup) throws Exception {
        return function("Health").answer(injector(startup));
    }

    private String reason(Startup startup) throws Exception {
        HttpResponseMessage answer = health(startup);
        assertEquals(503, answer.getStatusCode());
        JsonNode json = new ObjectMapper().readTree(answer.getBody().toString());
        assertEquals("unhealthy", json.path("status").asText());
        return json.path("reason").asText();
    }

    private void assertRefusesEverything(Startup startup) throws Exception {
        int refused = 0;
        for (WorkerCall function : functions.values()) {
            if (!function.isHttp()) {
                NotStartedException thrown =
                        assertThrows(NotStartedException.class, () -> function.run(injector(startup)));
                assertTrue(
                        reason(startup)
                                .endsWith(String.valueOf(thrown.getMessage()).split(": ", 2)[1]),
                        thrown.getMessage());
            } else if (!function.name().equals("Health")) {
                assertRefused(function.name(), function.answer(injector(startup)));
            }
            refused++;
        }
        assertTrue(refused > 40, "functions: " + refused);
    }

    /** Each in the shape that its errors have. */
    private static void assertRefused(String name, HttpResponseMessage answer) throws Exception {
        assertEquals(503, answer.getStatusCode(), name);
        assertEquals("5", answer.getHeader("Retry-After"), name);
        String body = answer.getBody().toString();
        if (name.startsWith("Dashboard")) {
            assertEquals(REFUSAL, body);
            return;
        }
        JsonNode error = new ObjectMapper().readTree(body).path("error");
        assertEquals("ServiceUnavailable", error.path("code").asText(), name);
        boolean isEdge = !name.equals("Arm") && !CLOUD.contains(name);
        assertEquals(isEdge ? REFUSAL : "", error.at("/details/message").asText(), name);
        assertEquals(isEdge ? "" : REFUSAL, error.path("message").asText(), name);
        assertEquals(
                CLOUD.contains(name) ? REFUSAL : "",
                error.at("/details/0/message").asText(),
                name);
    }

    private void assertOneLine(Level level, String text) {
        assertEquals(
                1,
                log.size(),
                () -> log.stream().map(LogRecord::getMessage).toList().toString());
        assertEquals(level, log.get(0).getLevel());
        assertEquals(text, log.get(0).getMessage());
        assertFalse(log.get(0).getMessage().contains("\n"));
        log.clear();
    }

    /** Storage's and our own, all in one message; nothing is tried again, as nothing of it passes. */
    @Test
    void wrong_settings_refuse_everything_and_are_all_told() throws Exception {
        env.put("AzureWebJobsStorage", "AccountKey=c2VjcmV0");
        env.put("GRIDHOOK_ENCRYPTION_KEY", "c2hvcnQ=");
        env.put("GRIDHOOK_PROFILE", "clowd\r\nINFO forged");
        env.put("GRIDHOOK_PROFIL", "cloud");
        Startup startup = new Startup(() -> env, tries);
        String problems = "wrong settings: AzureWebJobsStorage: no storage connection string (expected: "
                + "UseDevelopmentStorage=true, or DefaultEndpointsProtocol=https;AccountName=...;AccountKey=...); "
                + "GRIDHOOK_PROFILE: clowd info forged (expected: one of cloud, cloud-2021, cloud-2019, edge, kubernetes); "
                + "GRIDHOOK_ENCRYPTION_KEY: 5 bytes (expected: base64 of 32 bytes); "
                + "GRIDHOOK_PROFIL: no such setting (expected: GRIDHOOK_PROFILE?)";
        assertOneLine(
                Level.SEVERE,
                "The app has not started: " + problems
                        + ". Every call is refused until that is mended and the app restarts");
        assertEquals("the app has not started: " + problems, reason(startup));
        assertRefusesEverything(startup);
        assertEquals(List.of(), tries.waits);
        assertEquals(List.of(), log);
    }

    /** What is read in its place is nobody's fault, and not told. */
    @Test
    void a_key_vault_reference_may_still_be_resolved() throws Exception {
        env.put("GRIDHOOK_ENCRYPTION_KEY", REFERENCE);
        env.put("AzureWebJobsStorage", REFERENCE);
        Startup startup = new Startup(() -> env, tries);
        String why = ": a Key Vault reference that was not resolved (expected: the app's identity may read it)";
        assertEquals(
                "the app has not started: wrong settings: AzureWebJobsStorage" + why + "; GRIDHOOK_ENCRYPTION_KEY"
                        + why,
                reason(startup));
        assertRefusesEverything(startup);
        assertEquals(List.of(Duration.ofSeconds(1)), tries.waits);
        log.clear();
        env.put("AzureWebJobsStorage", STORAGE.formatted(1));
        env.put("GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
        tries.makeNext();
        assertOneLine(Level.INFO, "The app has started.");
        assertEquals("storage does not answer", reason(startup));
        assertEquals(200, function("OpenApi").answer(injector(startup)).getStatusCode());
        startup.close();
    }

    @Test
    void what_may_pass_is_tried_again_with_growing_pauses_and_told_each_time() throws Exception {
        env.put("GRIDHOOK_MANAGEMENT_KEY", REFERENCE);
        Startup startup = new Startup(() -> env, tries);
        for (int i = 0; i < 7; i++) {
            tries.makeNext();
        }
        assertEquals(
                List.of(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L),
                tries.waits.stream().map(Duration::toSeconds).toList());
        assertEquals(8, log.size());
        assertTrue(log.get(1).getMessage().endsWith("Every call is refused until it has; tried again in PT2S"));
        startup.close();
        tries.makeNext();
        assertEquals(8, log.size());
        assertEquals(8, tries.waits.size());
    }

    /** A reference beside what is wrong for good: no later try could start the app. */
    @Test
    void what_lasts_is_not_tried_again() {
        env.put("GRIDHOOK_MANAGEMENT_KEY", REFERENCE);
        env.put("GRIDHOOK_PROFILE", "clowd");
        Startup startup = new Startup(() -> env, tries);
        assertTrue(startup.obstacle().orElseThrow().contains("GRIDHOOK_PROFILE: clowd"));
        assertEquals(List.of(), tries.waits);
    }

    /** Whatever else is thrown: an error must not go past the constructor, and its text may hold anything. */
    @Test
    void an_error_is_kept_without_its_text() throws Exception {
        Deque<Error> errors = new ArrayDeque<>(List.of(new NoClassDefFoundError("planted-secret")));
        Startup startup = new Startup(
                () -> {
                    if (!errors.isEmpty()) {
                        throw errors.remove();
                    }
                    return env;
                },
                tries);
        assertTrue(reason(startup).startsWith("the app has not started: java.lang.NoClassDefFoundError at "));
        assertFalse(reason(startup).contains("planted-secret"));
        tries.makeNext();
        assertEquals(Optional.empty(), startup.obstacle());
        startup.close();
    }

    @Test
    void storage_that_refuses_keeps_the_app_from_starting_where_it_is_to_be_set_up() throws Exception {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }
        env.put("AzureWebJobsStorage", STORAGE.formatted(closed));
        env.put("GRIDHOOK_CREATE_STORAGE", "true");
        Startup startup = new Startup(() -> env, tries);
        assertEquals(List.of(Duration.ZERO), tries.waits);
        assertEquals("the app has not started: the first try is under way", reason(startup));
        tries.makeNext();
        assertEquals(
                "the app has not started: storage does not answer, or refuses (queue deliveries: create: ConnectException)",
                reason(startup));
        assertRefusesEverything(startup);
        assertEquals(List.of(Duration.ZERO, Duration.ofSeconds(1)), tries.waits);
        startup.close();
    }

    @Test
    void health_answers_within_2_seconds_when_storage_hangs() throws Exception {
        try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            env.put("AzureWebJobsStorage", STORAGE.formatted(hangs.getLocalPort()));
            Startup startup = new Startup(() -> env, tries);
            assertEquals(Optional.empty(), startup.obstacle());
            assertTimeout(Duration.ofSeconds(2), () -> assertEquals("storage does not answer", reason(startup)));
        }
    }

    /** Many calls while the first try hangs: each is answered, and health at once. */
    @Test
    void nobody_waits_for_a_storage_that_hangs() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            env.put("AzureWebJobsStorage", STORAGE.formatted(hangs.getLocalPort()));
            env.put("GRIDHOOK_CREATE_STORAGE", "true");
            ExecutorService threads = Executors.newCachedThreadPool();
            Startup startup = assertTimeout(
                    Duration.ofSeconds(2),
                    () -> new Startup(() -> env, (delay, task) -> {
                        Future<?> running = threads.submit(() -> {
                            asked.countDown();
                            task.run();
                        });
                        return () -> running.cancel(true);
                    }));
            try {
                asked.await();
                assertTimeout(Duration.ofSeconds(2), () -> reason(startup));
                List<Future<HttpResponseMessage>> answers = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    answers.add(threads.submit(() -> function("Publish").answer(injector(startup))));
                }
                for (Future<HttpResponseMessage> answer : answers) {
                    assertRefused("Publish", answer.get());
                }
            } finally {
                startup.close();
                threads.shutdownNow();
            }
        }
    }
}
