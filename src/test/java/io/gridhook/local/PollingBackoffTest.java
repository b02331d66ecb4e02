package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollingBackoffTest {
    /** 100 ms, then doubling, 20 % more or less, to the longest (functions-runtime §2). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.0 | 100 160 320 640 1280 2000 2000
            0.5 | 100 200 400 800 1600 2000 2000
            1.0 | 100 240 480 960 1920 2000 2000
            """)
    void pauses_double_to_the_longest(double chance, String expected) {
        PollingBackoff backoff = new PollingBackoff(Duration.ofSeconds(2), () -> chance);
        assertEquals(expected, millis(backoff));
        backoff.reset();
        assertEquals(expected, millis(backoff));
        for (int i = 0; i < 2000; i++) {
            assertEquals(Duration.ofSeconds(2), backoff.next());
        }
    }

    private static String millis(PollingBackoff backoff) {
        List<String> pauses = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            pauses.add(Long.toString(Math.round(backoff.next().toNanos() / 1e6)));
        }
        return String.join(" ", pauses);
    }
}
