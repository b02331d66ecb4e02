package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.port.StorageUnavailableException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole host over queues in memory: what it starts, what it prints, and how it says that it cannot start. */
class LocalHostTest {
    private static final String HOST_JSON = "{\"version\":\"2.0\",\"extensions\":{\"http\":{\"routePrefix\":\"api\"},"
            + "\"queues\":{\"messageEncoding\":\"none\",\"maxPollingInterval\":\"00:00:00.100\"}}}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path project;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, LockedQueue> queues = new ConcurrentHashMap<>();
    private final BlockingQueue<TestFunctions.Call> calls = new LinkedBlockingQueue<>();
    private final List<String> ended = new ArrayList<>();
    private Runnable setUpStorage = () -> {};

    @BeforeEach
    void write_a_project() throws Exception {
        Files.writeString(project.resolve("host.json"), HOST_JSON);
        Files.writeString(
                project.resolve("local.settings.json"),
                "{\"Values\":{\"AzureWebJobsStorage\":\"an account\",\"TickSchedule\":\"* * * * * *\"}}");
    }

    @Test
    void it_serves_requests_messages_and_times_until_it_is_closed() throws Exception {
        queue("work").put("one", Duration.ZERO);
        LocalHostOptions defaults = LocalHostOptions.of(project);
        Running running = host().start(new LocalHostOptions(
                0, OptionalInt.empty(), Duration.ofSeconds(10), project, defaults.data(), defaults.azuritePorts()));
        URI uri = URI.create("http://localhost:" + running.port() + "/api/echo/x");
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode());
        List<String> names = List.of(nextFunction(), nextFunction(), nextFunction());
        assertTrue(names.contains("Work") && names.contains("Tick"), names.toString());
        running.close();
        running.await();
        assertEquals(List.of("app"), ended);
        assertEquals(0, queue("work").approximateMessageCount());
        String printed = out.toString(StandardCharsets.UTF_8);
        assertTrue(printed.contains("http://localhost:" + running.port() + "\n"), printed);
        assertTrue(printed.contains("ANY /api/echo/{name}"), printed);
        assertTrue(printed.contains("queue work"), printed);
        assertTrue(printed.contains("curl http://localhost:" + running.port()), printed);
    }

    @Test
    void a_port_in_use_is_one_sentence_and_code_1() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            fails("port " + port + " is in use (choose another with --port)", "--port", Integer.toString(port));
        }
    }

    @Test
    void storage_that_does_not_answer_is_one_sentence_and_code_1() {
        setUpStorage = () -> {
            throw new StorageUnavailableException("refused");
        };
        fails("storage does not answer (refused); check AzureWebJobsStorage", "--port", "0");
        assertEquals(List.of("app"), ended, "what was started is ended");
    }

    @Test
    void a_wrong_argument_is_one_sentence_and_code_1() {
        fails("Unknown option: '--prot' (see --help)", "--prot");
        fails("--port: 70000 (expected: 0..65535)", "--port", "70000");
        fails("--lease: PT0.5S (expected: PT1S..PT168H)", "--lease", "PT0.5S");
        fails("--https-port: -1 (expected: 0..65535)", "--https-port", "-1");
    }

    @Test
    void a_wrong_file_is_one_sentence_and_code_1() throws Exception {
        Files.writeString(project.resolve("local.settings.json"), "{\"Values\":{\"AzureWebJobsStorage\":\"x\"}}");
        fails("setting TickSchedule: missing (%TickSchedule%)", "--port", "0");
        Files.writeString(project.resolve("local.settings.json"), "{");
        fails("local.settings.json: not valid JSON at line 1", "--port", "0");
        Files.writeString(project.resolve("host.json"), HOST_JSON.replace("none", "base64"));
        fails("host.json: extensions.queues.messageEncoding: base64 (expected: none)", "--port", "0");
    }

    @Test
    void help_is_printed_and_code_0() {
        assertEquals(0, host().run("--help"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("--https-port"));
    }

    private void fails(String message, String... args) {
        err.reset();
        assertEquals(1, host().run(args));
        assertEquals("Gridhook: " + message + System.lineSeparator(), err.toString(StandardCharsets.UTF_8));
    }

    private String nextFunction() throws InterruptedException {
        TestFunctions.Call call = calls.poll(30, TimeUnit.SECONDS);
        return call == null ? "none" : call.context().getFunctionName();
    }

    private LocalHost host() {
        return new LocalHost(
                (settings, leased) -> new LocalApp(
                        List.of(TestFunctions.class),
                        TestFunctions.injector(calls::add),
                        this::queue,
                        () -> setUpStorage.run(),
                        uri -> "curl " + uri,
                        () -> ended.add("app")),
                project,
                Map.of(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private LockedQueue queue(String name) {
        return queues.computeIfAbsent(name, unused -> new LockedQueue(new FakeQueue(InstantSource.system())));
    }
}
