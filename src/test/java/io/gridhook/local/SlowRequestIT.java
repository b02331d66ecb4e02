package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that come a byte at a time: the web server ends them when their time is over, 60 s, here 1 s in a process of its own, as the
 * JDK reads the setting once.
 */
@Timeout(120)
class SlowRequestIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    private Process process;
    private int port;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dsun.net.httpserver.maxReqTime=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoHost.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader output = process.inputReader();
        port = Integer.parseInt(output.readLine());
    }

    @AfterEach
    void end() {
        process.destroyForcibly().onExit().join();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /echo/x HTTP/1.1~Host: h~Content-Length: 1000000~~",
                "POST /echo/x HTTP/1.1~Host: h~X: ",
                "POST /echo/"
            })
    void a_request_that_drips_in_is_ended(String begin) throws IOException {
        long started = System.nanoTime();
        try (RawConnection connection = new RawConnection(port)) {
            connection.send(begin.replace("~", "\r\n"));
            long sent = connection.drip("a", Duration.ofMillis(100), LONG);
            Duration taken = Duration.ofNanos(System.nanoTime() - started);
            assertTrue(taken.compareTo(LONG) < 0, taken + " for " + sent + " bytes");
        }
        try (RawConnection next = new RawConnection(port)) {
            next.send("GET /echo/x HTTP/1.1\r\nHost: h\r\n\r\n");
            assertEquals("HTTP/1.1 200", next.status());
        }
    }
}
