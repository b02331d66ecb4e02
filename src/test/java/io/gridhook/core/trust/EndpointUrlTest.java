package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §3.1: the query string goes out untouched. */
class EndpointUrlTest {
    @ParameterizedTest
    @CsvSource({
        "https://host/api?code=a==, https, host, -1, /api?code=a==",
        "HTTPS://Host/A?B, https, Host, -1, /A?B",
        "http://host, http, host, -1, /",
        "http://host?x=/y, http, host, -1, /?x=/y",
        "http://host:8080/a#b, http, host, 8080, /a",
        "http://my_service:80/{a}|b, http, my_service, 80, /{a}|b",
        "http://[::1]:9000/x?u=http://y, http, ::1, 9000, /x?u=http://y",
        "http://[::1]/x, http, ::1, -1, /x",
        "https://h:65535/@x, https, h, 65535, /@x",
    })
    void only_scheme_and_authority_are_taken_apart(
            String url, String scheme, String host, int port, String pathAndQuery) {
        assertEquals(new EndpointUrl(scheme, host, port, pathAndQuery), EndpointUrl.parse(url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host/secret",
                "mailto:secret@host",
                "ftp://host/secret",
                "https:/host/secret",
                "https://",
                "https://?secret",
                "https://:80/secret",
                "https://host:0/secret",
                "https://host:99999/secret",
                "https://host:x/secret",
                "https://[::1/secret",
                "https://user:secret@host/",
                "https://höst/secret",
                "https://host/ secret",
                "https://host/\r\nsecret",
            })
    void a_refusal_says_what_is_wrong_and_no_secret(String url) {
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> EndpointUrl.parse(url))
                .getMessage());
        assertFalse(message.contains("secret"), message);
    }
}
