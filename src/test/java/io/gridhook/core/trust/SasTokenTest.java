package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour §10. */
class SasTokenTest {
    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final String OTHER_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWc=";
    private static final String URL = "https://h/topics/orders/api/events";
    private static final String TIME = "11/20/2026 9:05:09 PM";
    private static final int FUZZED = 20_000;
    /** Pieces that a parser of tokens could stumble over. */
    private static final List<String> PIECES = List.of(
            "r=",
            "&",
            "e=",
            "s=",
            "=",
            "%",
            "%2",
            "%zz",
            "%00",
            "%ff",
            "%c3%28",
            "%-1",
            "+",
            ":",
            "//",
            "https%3a",
            "é",
            "\u0000",
            "\ud800",
            "9",
            "/",
            "-",
            "T",
            "PM",
            "[",
            "2026-02-30T00:00:00",
            "999999999999",
            "@",
            "?",
            "#",
            "\\",
            " ");

    /** Behaviour §10, table "expiry", and what the official clients make of it. */
    @ParameterizedTest
    @CsvFileSource(resources = "/trust/sas-tokens.txt", delimiter = '|', maxCharsPerColumn = 1_000)
    void every_clients_token_is_read_and_verified(String client, String path, Instant expiry, String text) {
        SasToken token = SasToken.parse(text);
        assertEquals(expiry, token.expiry(), client);
        assertEquals(path, token.path(), client);
        assertTrue(new AccessKeys(List.of(KEY, OTHER_KEY)).signed(token), client);
        assertTrue(new AccessKeys(List.of(OTHER_KEY, KEY)).signed(token), client);
        assertFalse(new AccessKeys(List.of(OTHER_KEY)).signed(token), client);
    }

    /** The signature is over the text as it came, so that no change of it, not even of its encoding, is the same token. */
    @ParameterizedTest
    @CsvFileSource(resources = "/trust/sas-tokens.txt", delimiter = '|', maxCharsPerColumn = 1_000)
    void a_changed_token_is_refused(String client, String path, Instant expiry, String text) {
        AccessKeys keys = new AccessKeys(List.of(KEY));
        int signature = text.indexOf("&s=") + "&s=".length();
        for (int i = 0; i < signature; i++) {
            assertFalse(isSigned(keys, changed(text, i, '1')), client);
            assertFalse(isSigned(keys, changed(text, i, '%')), client);
            assertFalse(isSigned(keys, text.substring(0, i) + text.substring(i + 1)), client);
        }
        assertFalse(isSigned(keys, changed(text, signature, 'A')), client);
    }

    private static String changed(String text, int at, char to) {
        char other = text.charAt(at) == to ? '2' : to;
        return text.substring(0, at) + other + text.substring(at + 1);
    }

    private static boolean isSigned(AccessKeys keys, String text) {
        try {
            return keys.signed(SasToken.parse(text));
        } catch (MalformedTokenException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "6/15/2017 6:20:15 PM              | 2017-06-15T18:20:15Z",
                "06/05/2017 06:20:05 pm            | 2017-06-05T18:20:05Z",
                "6/15/2017 6:2:5 AM                | 2017-06-15T06:02:05Z",
                "6/15/2017 12:00:00 AM             | 2017-06-15T00:00:00Z",
                "6/15/2017 12:00:00 PM             | 2017-06-15T12:00:00Z",
                "2/29/2028 1:00:00 AM              | 2028-02-29T01:00:00Z",
                "6/15/2017 6:20:15 PM +00:00       | 2017-06-15T18:20:15Z",
                "6/15/2017 6:20:15 PM -07:30       | 2017-06-16T01:50:15Z",
                "6/15/2017 6:20:15\u202fPM         | 2017-06-15T18:20:15Z",
                "2026-11-20T08:00:00               | 2026-11-20T08:00:00Z",
                "2026-11-20T08:00:00.123456        | 2026-11-20T08:00:00.123456Z",
                "2026-11-20 08:00:00.123456        | 2026-11-20T08:00:00.123456Z",
                "2026-11-20T08:00:00Z              | 2026-11-20T08:00:00Z",
                "2026-11-20 08:00:00+00:00         | 2026-11-20T08:00:00Z",
                "2026-11-20T08:00:00+05:30         | 2026-11-20T02:30:00Z",
                "``                                | -",
                "never                             | -",
                "1795161909                        | -",
                "15/6/2017 6:20:15 PM              | -",
                "2/30/2017 6:20:15 PM              | -",
                "2/29/2026 6:20:15 PM              | -",
                "6/15/2017 13:20:15 PM             | -",
                "6/15/2017 0:20:15 AM              | -",
                "6/15/2017 6:60:15 PM              | -",
                "6/15/2017 6:20:15                 | -",
                "6/15/17 6:20:15 PM                | -",
                "6/15/2017 6:20:15 PM UTC          | -",
                "6/15/2017, 6:20:15 PM             | -",
                "2026-11-20                        | -",
                "2026-11-20T24:00:00               | -",
                "2026-11-31T08:00:00               | -",
                "2026-11-20T08:00:00 Europe/Berlin | -",
                "999999999999-01-01T00:00:00       | -",
            })
    void the_end_of_a_token_is_a_date_of_a_client(String text, @Nullable Instant expected) {
        assertEquals(Optional.ofNullable(expected), TokenExpiry.parse(text));
    }

    /** Behaviour §9.5: {@code InvalidSas}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                   | token: 1 parts (expected: r, e and s)",
                "garbage                              | token: 1 parts (expected: r, e and s)",
                "r=a&e=b                              | token: 2 parts (expected: r, e and s)",
                "r=a&e=b&s=c&t=d                      | token: 4 parts (expected: r, e and s)",
                "e=b&r=a&s=c                          | r: missing (expected: r, e and s, in this order)",
                "R=a&e=b&s=c                          | r: missing (expected: r, e and s, in this order)",
                "r=%&e=b&s=c                          | r: not URL-encoded (expected: % before two hexadecimal digits only)",
                "r=%zz&e=b&s=c                        | r: not URL-encoded (expected: % before two hexadecimal digits only)",
                "r=&e=b&s=c                           | r: no URL (expected: the https URL to which events are published)",
                "r=orders&e=b&s=c                     | r: no URL (expected: the https URL to which events are published)",
                "r=/topics/orders/events&e=b&s=c      | r: no URL (expected: the https URL to which events are published)",
                "r=https:topics&e=b&s=c               | r: no URL (expected: the https URL to which events are published)",
                "r=https%3a%2f%2f%5b&e=b&s=c          | r: no URL (expected: the https URL to which events are published)",
                "r=ftp://h/topics/orders&e=b&s=c      | r: no URL (expected: the https URL to which events are published)",
                "r=https://h/x&e=b&s=c                | e: no date (expected: M/d/yyyy h:mm:ss AM or PM, or yyyy-MM-ddTHH:mm:ss, in UTC)",
                "r=https://h/x&s=c&e=b                | e: missing (expected: r, e and s, in this order)",
                "r=https://h/x&e=2026-01-01T00:00:00& | s: missing (expected: r, e and s, in this order)",
                "r=https://h/x&e=2026-01-01T00:00:00&s=      | s: no signature (expected: base64 of 32 bytes)",
                "r=https://h/x&e=2026-01-01T00:00:00&s=a2V5  | s: no signature (expected: base64 of 32 bytes)",
                "r=https://h/x&e=2026-01-01T00:00:00&s=*     | s: no signature (expected: base64 of 32 bytes)",
            })
    void what_is_no_token_is_refused_with_its_reason(String text, String message) {
        assertEquals(
                message,
                assertThrows(MalformedTokenException.class, () -> SasToken.parse(text))
                        .getMessage());
    }

    @Test
    void a_token_has_at_most_8192_characters() {
        String empty = SasTokens.of(URL, TIME, KEY).replaceAll("&s=.*", "&s=" + "A".repeat(43) + "=");
        String longest = empty.replace("&e=", "x".repeat(SasToken.CHARS_MAX - empty.length()) + "&e=");
        assertEquals(SasToken.CHARS_MAX, longest.length());
        SasToken.parse(longest);
        assertThrows(MalformedTokenException.class, () -> SasToken.parse(longest.replace("&e=", "x&e=")));
    }

    @Test
    void a_token_ends_at_its_expiry() {
        SasToken token = SasToken.parse(SasTokens.of(URL, TIME, KEY));
        assertFalse(token.isExpired(Instant.parse("2026-11-20T21:05:08.999Z")));
        assertTrue(token.isExpired(Instant.parse("2026-11-20T21:05:09Z")));
    }

    /** A topic's keys are base64; a module's need not be. */
    @Test
    void a_key_that_is_not_base64_signs_nothing_and_hides_no_other() {
        SasToken token = SasToken.parse(SasTokens.of(URL, TIME, KEY));
        assertFalse(new AccessKeys(List.of("no base64!", "====")).signed(token));
        assertTrue(new AccessKeys(List.of("no base64!", KEY)).signed(token));
        assertFalse(new AccessKeys(List.of()).signed(token));
        assertThrows(IllegalArgumentException.class, () -> new AccessKeys(List.of(KEY, " ")));
    }

    @Test
    void no_text_shows_a_token() {
        String text = SasTokens.of(URL, TIME, KEY);
        assertEquals("SasToken[hidden]", SasToken.parse(text).toString());
        String wrong = "r=https://h/secret&e=secret&s=secret";
        assertFalse(assertThrows(MalformedTokenException.class, () -> SasToken.parse(wrong))
                .getMessage()
                .contains("secret"));
    }

    /** Good tokens with pieces put in, cut out and doubled: each is a token or a {@link MalformedTokenException}, none a surprise. */
    @Test
    void whatever_comes_is_read_or_refused() {
        long seed = Long.getLong("seed", 20_261_120L);
        SplittableRandom random = new SplittableRandom(seed);
        AccessKeys keys = new AccessKeys(List.of(KEY));
        int read = 0;
        for (int i = 0; i < FUZZED; i++) {
            String text = mutated(SasTokens.of(URL, TIME, OTHER_KEY), random);
            try {
                assertFalse(keys.signed(SasToken.parse(text)));
                read++;
            } catch (MalformedTokenException e) {
                assertTrue(e.getMessage().contains("(expected: "), e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError("-Dseed=" + seed + ": " + text, e);
            }
        }
        assertTrue(read > FUZZED / 50 && read < FUZZED / 2, "tokens: " + read);
    }

    private static String mutated(String good, SplittableRandom random) {
        StringBuilder text = new StringBuilder(good);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int from = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), from + random.nextInt(6));
            switch (random.nextInt(3)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, PIECES.get(random.nextInt(PIECES.size())));
                default -> text.insert(random.nextInt(text.length() + 1), text.substring(from, to));
            }
        }
        return text.toString();
    }
}
