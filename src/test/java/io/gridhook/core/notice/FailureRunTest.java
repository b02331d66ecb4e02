package io.gridhook.core.notice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which failed attempts are worth a notice: three or more, over half a minute. */
class FailureRunTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    /** The seconds at which attempts fail, and of which of them there is news. */
    @ParameterizedTest
    @CsvSource({
        "0, ''",
        "'0 40', ''",
        "'0 10 40', '40'",
        "'0 10 29', ''",
        "'0 10 30', '30'",
        "'0 0 0 0 0 0', ''",
        "'0 0 0 0 29 35 36', '35'",
        "'0 3600 7200 10800', '7200'",
    })
    void three_failures_that_last_are_news_once(String failures, String news) {
        List<String> heard = new ArrayList<>();
        FailureRun run = FailureRun.begin(START);
        for (String at : Arrays.asList(failures.split(" ", -1)).subList(1, failures.split(" ", -1).length)) {
            boolean wasFailing = run.isFailing();
            run = run.next(START.plusSeconds(Long.parseLong(at)));
            if (run.isNews()) {
                heard.add(at);
            }
            assertEquals(wasFailing || run.isNews(), run.isFailing());
        }
        assertEquals(news, String.join(" ", heard));
        assertEquals(failures.split(" ", -1).length, run.attempts());
        assertEquals(START, run.since());
    }
}
