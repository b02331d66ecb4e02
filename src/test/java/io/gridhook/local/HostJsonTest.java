package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** functions-runtime §2 (defaults and bounds) and §3 (route prefix). */
class HostJsonTest {
    @Test
    void the_projects_own_file_is_read() {
        HostJson hostJson = HostJson.read(Path.of("host.json"), 2);
        assertEquals("", hostJson.routePrefix());
        assertEquals(
                new QueueSettings(16, 16, Duration.ofSeconds(1), Duration.ofSeconds(30), 1_000_000), hostJson.queues());
    }

    @Test
    void what_is_not_set_has_the_hosts_defaults() {
        HostJson hostJson = parse("\"messageEncoding\":\"none\"");
        assertEquals("api", hostJson.routePrefix());
        assertEquals(new QueueSettings(16, 24, Duration.ofMinutes(1), Duration.ZERO, 5), hostJson.queues());
    }

    @Test
    void the_route_prefix_loses_its_slashes() {
        assertEquals(
                "v1/hooks",
                HostJson.parse(
                                "{\"version\":\"2.0\",\"extensions\":{\"http\":{\"routePrefix\":\"/v1/hooks/\"},"
                                        + "\"queues\":{\"messageEncoding\":\"none\"}}}",
                                1)
                        .routePrefix());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "batchSize":0                     | batchSize: 0 (expected: 1..32)
            "batchSize":33                    | batchSize: 33 (expected: 1..32)
            "batchSize":"16"                  | batchSize: "16" (expected: a whole number)
            "newBatchThreshold":-1            | newBatchThreshold: -1 (expected: 0 or more)
            "maxPollingInterval":"00:00:00.09"| maxPollingInterval: PT0.09S (expected: 00:00:00.100 or more)
            "maxPollingInterval":"1 s"        | maxPollingInterval: "1 s" (expected: a time as 00:00:30)
            "visibilityTimeout":"25:00:00"    | visibilityTimeout: "25:00:00" (expected: a time as 00:00:30)
            "visibilityTimeout":"-00:00:01"   | visibilityTimeout: "-00:00:01" (expected: a time as 00:00:30)
            "maxDequeueCount":0               | maxDequeueCount: 0 (expected: 1 or more)
            "maxDequeueCount":2.5             | maxDequeueCount: 2.5 (expected: a whole number)
            "messageEncoding":"base64"        | messageEncoding: base64 (expected: none)
            """)
    void a_value_out_of_range_is_refused_by_name(String setting, String message) {
        LocalHostException refused = assertThrows(LocalHostException.class, () -> parse(setting));
        assertEquals("host.json: extensions.queues." + message, refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            batchSize, 1
            batchSize, 32
            newBatchThreshold, 0
            maxDequeueCount, 1
            """)
    void the_bounds_themselves_are_accepted(String name, int value) {
        HostJson hostJson = parse("\"messageEncoding\":\"none\",\"" + name + "\":" + value);
        int read =
                switch (name) {
                    case "batchSize" -> hostJson.queues().batchSize();
                    case "newBatchThreshold" -> hostJson.queues().newBatchThreshold();
                    default -> (int) hostJson.queues().maxDequeueCount();
                };
        assertEquals(value, read);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            00:00:30, PT30S
            00:01, PT1M
            1.02:03:04.5, PT26H3M4.5S
            00:00:00.1000000, PT0.1S
            """)
    void times_are_read_as_dotnet_writes_them(String text, Duration expected) {
        assertEquals(expected, TimeSpan.parse(text).orElseThrow());
    }

    @Test
    void a_file_that_is_missing_or_no_json_or_of_another_version_is_refused() {
        LocalHostException missing =
                assertThrows(LocalHostException.class, () -> HostJson.read(Path.of("no-such-host.json"), 1));
        assertTrue(String.valueOf(missing.getMessage()).startsWith("host.json: not found at "));
        assertThrows(LocalHostException.class, () -> HostJson.parse("{", 1));
        assertThrows(LocalHostException.class, () -> HostJson.parse("{\"version\":\"1.0\"}", 1));
    }

    private static HostJson parse(String queueSettings) {
        return HostJson.parse("{\"version\":\"2.0\",\"extensions\":{\"queues\":{" + queueSettings + "}}}", 3);
    }
}
