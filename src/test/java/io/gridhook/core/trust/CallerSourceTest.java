package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerSourceTest {
    /** What Azure's front ends write ({@code ip:port}), what gateways do, and what strangers make up. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "203.0.113.7                             | 1 | 203.0.113.7",
                "203.0.113.7:51022                       | 1 | 203.0.113.7",
                "10.9.8.7, 203.0.113.7:51022             | 1 | 203.0.113.7",
                "10.9.8.7,203.0.113.7:51022,198.51.100.1 | 2 | 203.0.113.7",
                "203.0.113.7                             | 2 | 203.0.113.7",
                "203.0.113.7                             | 0 | unknown",
                "::ffff:203.0.113.7                      | 1 | 203.0.113.7",
                "2001:db8:1:2:3:4:5:6                    | 1 | 2001:db8:1:2::/64",
                "[2001:0DB8:1:2::1]:443                  | 1 | 2001:db8:1:2::/64",
                "[2001:db8:1:2::1]                       | 1 | 2001:db8:1:2::/64",
                "2001:db8::1                             | 1 | 2001:db8:0:0::/64",
                "::                                      | 1 | 0:0:0:0::/64",
                "::1                                     | 1 | 0:0:0:0::/64",
                "::5:4:3:2:1                             | 1 | 0:0:0:5::/64",
                "1:2:3:4:5:6:7::                         | 1 | 1:2:3:4::/64",
                "1::2::3                                 | 1 | unknown",
                "1:2:3:4:5:6:7                           | 1 | unknown",
                "1:2:3:4:5:6:7:8:9                       | 1 | unknown",
                "1:2:3:4:5:6:7:8::                       | 1 | unknown",
                "12345::1                                | 1 | unknown",
                ":1:2:3:4:5:6:7                          | 1 | unknown",
                "example.com                             | 1 | unknown",
                "203.0.113.7, made up                    | 1 | unknown",
                "203.0.113.7,                            | 1 | unknown",
            })
    void the_last_proxys_word_counts(String forwardedFor, int proxies, String source) {
        assertEquals(source, CallerSource.of(Optional.of(forwardedFor), proxies));
    }

    @Test
    void who_does_not_say_shares_one_source() {
        assertEquals("unknown", CallerSource.of(Optional.empty(), 1));
        assertEquals("unknown", CallerSource.of(Optional.of(""), 1));
        assertEquals("unknown", CallerSource.of(Optional.of("1".repeat(100_000)), 1));
    }
}
