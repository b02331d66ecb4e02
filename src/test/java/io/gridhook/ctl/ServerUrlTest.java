package io.gridhook.ctl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a key may go. What is no URL at all is in {@link CtlTest}. */
class ServerUrlTest {
    @ParameterizedTest
    @CsvSource({
        "http://h, true",
        "http://10.0.0.1:7071, true",
        "http://localhost.evil.example, true",
        "http://127.0.0.1.evil.example, true",
        "https://h, false",
        "h, false",
        "localhost:7071, false",
        "http://LOCALHOST, false",
        "http://[::1]:7071, false",
        "127.0.0.1, false"
    })
    void http_to_others_is_open_to_strangers(String url, boolean isOpen) {
        assertEquals(isOpen, ServerUrl.of(url).isOpenToStrangers());
    }

    @ParameterizedTest
    @CsvSource({
        "h, https://h",
        "h:8080/gridhook/, https://h:8080/gridhook",
        "localhost:7071, http://localhost:7071",
        "[::1]:7071, http://[::1]:7071",
        "https://localhost/, https://localhost"
    })
    void a_url_without_a_scheme_has_one(String given, String url) {
        assertEquals(url, ServerUrl.of(given).base().toString());
    }
}
