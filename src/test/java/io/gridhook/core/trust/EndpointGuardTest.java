package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.trust.EndpointCorpus.Row;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Issue 4, point 4: the URLs of a corpus get the verdict that stands there, for the reason that stands there. */
class EndpointGuardTest {
    /** So many the issue asks for, of different URLs. */
    private static final int ROWS_MIN = 200;

    static List<Row> rows() {
        return EndpointCorpus.rows();
    }

    @Test
    void the_corpus_is_large_and_says_nothing_twice() {
        assertEquals(
                rows().size(),
                rows().stream()
                        .map(row -> row.allowed() + row.url())
                        .collect(Collectors.toSet())
                        .size());
        assertTrue(rows().size() >= ROWS_MIN);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_url_is_saved_or_refused_as_the_corpus_says(Row row) {
        EndpointGuard guard = new EndpointGuard(false, row.allowed());
        if (row.isAllowed()) {
            guard.check(row.url());
            return;
        }
        String message = message(guard, row.url());
        assertTrue(message.contains(row.refusal()), message);
        assertTrue(message.matches("endpointUrl: [ -~]+ \\(expected: [ -~]+\\)"), message);
        assertTrue(message.length() < 300, message);
    }

    /** What is wrong with a URL is wrong with http as well; what is allowed is allowed. */
    @ParameterizedTest
    @MethodSource("rows")
    void plain_http_where_it_is_allowed_changes_nothing_else(Row row) {
        if (!row.url().startsWith("https://")) {
            return;
        }
        EndpointGuard guard = new EndpointGuard(true, row.allowed());
        String url = "http" + row.url().substring("https".length());
        if (row.isAllowed()) {
            guard.check(url);
        } else {
            assertTrue(message(guard, url).contains(row.refusal()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://10.0.0.5/?code=x | endpointUrl: host 10.0.0.5: 10.0.0.5 is private (RFC 1918) (expected: a public address, or one that GRIDHOOK_ALLOW_ADDRESSES allows)",
                "https://localhost/       | endpointUrl: host localhost: 127.0.0.1 is loopback (RFC 1122) (expected: a public address, or one that GRIDHOOK_ALLOW_ADDRESSES allows)",
                "https://h.:0/            | endpointUrl: host h. (expected: no dot at the end)",
                "https://h:0/secret       | endpointUrl: port 0 (expected: 1..65535)",
                "http://h/secret          | endpointUrl: scheme http (expected: https; GRIDHOOK_ALLOW_HTTP allows http)",
            })
    void a_refusal_names_the_value_and_what_is_expected(String url, String message) {
        assertEquals(message, message(EndpointGuard.STRICT, url));
    }

    /** A definition that was saved under other settings meets this when it is delivered to; addresses are judged after the look-up. */
    @Test
    void a_url_that_is_called_is_read_without_judging_its_address() {
        assertEquals(new EndpointUrl("https", "10.0.0.5", -1, "/"), EndpointGuard.STRICT.read("https://10.0.0.5"));
        assertThrows(IllegalArgumentException.class, () -> EndpointGuard.STRICT.read("http://example.com/"));
        assertThrows(IllegalArgumentException.class, () -> EndpointGuard.STRICT.read("https://127.1/"));
    }

    private static String message(EndpointGuard guard, String url) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> guard.check(url))
                .getMessage());
    }
}
