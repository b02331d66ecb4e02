package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.KEY;
import static io.gridhook.app.PipelineFixture.MODULE_KEY;
import static io.gridhook.app.PipelineFixture.OTHER_KEY;
import static io.gridhook.app.PipelineFixture.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.adapter.memory.InMemoryEntraTokens;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.core.trust.EntraRules;
import io.gridhook.core.trust.Grant;
import io.gridhook.core.trust.SasTokens;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §9.1, §9.4 and §10. */
class PublisherAccessTest {
    private static final String PATH = "/topics/orders/api/events";
    private static final String LATER = "2026-11-20T09:30:01";
    private static final String WRONG_KEY = "d3Jvbmc=";

    private static Topic topic(boolean disableLocalAuth) {
        return new Topic(
                "orders",
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys(KEY, OTHER_KEY),
                disableLocalAuth);
    }

    private static PublisherCredentials token(String token) {
        return new PublisherCredentials(
                Optional.empty(), Optional.of(token), Optional.empty(), Optional.empty(), PATH, Optional.empty());
    }

    private static PublisherCredentials credentials(String key, String token, String authorization, String queryKey) {
        return new PublisherCredentials(
                Optional.ofNullable(value(key)),
                Optional.ofNullable(value(token)),
                Optional.ofNullable(value(authorization)),
                Optional.ofNullable(value(queryKey)),
                PATH,
                Optional.empty());
    }

    /** What the words of the tables stand for. */
    private static @Nullable String value(String word) {
        String token = SasTokens.of("https://h" + PATH, LATER, KEY);
        String wrongToken = SasTokens.of("https://h" + PATH, LATER, WRONG_KEY);
        return switch (word) {
            case "-" -> null;
            case "empty" -> "";
            case "key" -> KEY;
            case "moduleKey" -> MODULE_KEY;
            case "wrongKey" -> WRONG_KEY;
            case "token" -> token;
            case "wrongToken" -> wrongToken;
            case "signature" -> "SharedAccessSignature " + token;
            case "lowerSignature" -> "sharedaccesssignature   " + token;
            case "wrongSignature" -> "SharedAccessSignature " + wrongToken;
            case "bareSignature" -> "SharedAccessSignature";
            default -> word;
        };
    }

    private static String answer(Topic topic, PublisherCredentials given) {
        return answer(new PublisherAccess(Set.of(MODULE_KEY), PublisherRules.KEYS_ALONE), topic, given);
    }

    /** {@code OK}, or why not. */
    private static String answer(PublisherAccess access, Topic topic, PublisherCredentials given) {
        try {
            access.check(topic, given, START);
            return "OK";
        } catch (PublishRefusedException e) {
            return e.kind().name();
        }
    }

    private static String answer(PublisherCredentials given) {
        return answer(topic(false), given);
    }

    /** Ours: the first that came counts, alone. */
    @ParameterizedTest
    @CsvSource({
        "key,       -,          -,              -,        OK",
        "moduleKey, -,          -,              -,        OK",
        "-,         token,      -,              -,        OK",
        "-,         -,          signature,      -,        OK",
        "-,         -,          lowerSignature, -,        OK",
        "-,         -,          -,              key,      OK",
        "key,       wrongToken, wrongSignature, wrongKey, OK",
        "wrongKey,  token,      signature,      key,      CREDENTIALS_WRONG",
        "empty,     token,      signature,      key,      CREDENTIALS_EMPTY",
        "-,         token,      wrongSignature, wrongKey, OK",
        "-,         wrongToken, signature,      key,      CREDENTIALS_WRONG",
        "-,         empty,      signature,      key,      CREDENTIALS_MALFORMED",
        "-,         -,          signature,      wrongKey, OK",
        "-,         -,          wrongSignature, key,      CREDENTIALS_WRONG",
        "-,         -,          bareSignature,  key,      CREDENTIALS_MALFORMED",
        "-,         -,          Basic x,        key,      OK",
        "-,         -,          Basic x,        -,        CREDENTIALS_MISSING",
        "-,         -,          Bearer x,       -,        CREDENTIALS_MISSING",
        "-,         -,          -,              -,        CREDENTIALS_MISSING",
        "-,         -,          -,              wrongKey, CREDENTIALS_WRONG",
        "-,         key,        -,              -,        CREDENTIALS_MALFORMED",
        "token,     -,          -,              -,        CREDENTIALS_WRONG",
    })
    void the_first_credential_that_came_counts(
            String key, String token, String authorization, String queryKey, String expected) {
        assertEquals(expected, answer(credentials(key, token, authorization, queryKey)));
    }

    /** The host is not compared: an app may stand behind any name. */
    @ParameterizedTest
    @CsvSource({
        "https://h/topics/orders/api/events,                         OK",
        "https://h/topics/orders/api/events?api-version=2018-01-01,  OK",
        "https://h/topics/orders/api/events?apiVersion=2018-01-01,   OK",
        "https://h/topics/orders/events,                             OK",
        "http://127.0.0.1:7071/topics/orders/events?api-version=x,   OK",
        "HTTPS://any_name.example:8443/Topics/ORDERS/Api/Events,     OK",
        "https://h/topics/%6frders/events,                           OK",
        "https://h/topics/other/api/events,                          CREDENTIALS_WRONG",
        "https://h/topics/orders2/events,                            CREDENTIALS_WRONG",
        "https://h/topics/orders,                                    CREDENTIALS_WRONG",
        "https://h/topics/orders/events/,                            CREDENTIALS_WRONG",
        "https://h/topics/other/../orders/events,                    CREDENTIALS_WRONG",
        "https://h/api/events,                                       CREDENTIALS_WRONG",
        "https://h/api/events?/topics/orders/events,                 CREDENTIALS_WRONG",
        "https://h,                                                  CREDENTIALS_WRONG",
    })
    void a_token_names_the_topics_path(String resource, String expected) {
        assertEquals(expected, answer(token(SasTokens.of(resource, LATER, KEY))));
    }

    /** What came there has come to this topic: {@code /api/events} where it is the default one. */
    @Test
    void a_token_may_name_the_path_that_was_called() {
        String token = SasTokens.of("https://h/api/events?api-version=2018-01-01", LATER, KEY);
        PublisherCredentials there = new PublisherCredentials(
                Optional.empty(),
                Optional.of(token),
                Optional.empty(),
                Optional.empty(),
                "/api/events",
                Optional.empty());
        assertEquals("OK", answer(there));
        assertEquals("CREDENTIALS_WRONG", answer(token(token)));
    }

    @Test
    void either_key_of_the_topic_makes_tokens_and_the_modules_does_not() {
        assertEquals("OK", answer(token(SasTokens.of("https://h" + PATH, LATER, KEY))));
        assertEquals("OK", answer(token(SasTokens.of("https://h" + PATH, LATER, OTHER_KEY))));
        PublisherAccess module = new PublisherAccess(Set.of(WRONG_KEY), PublisherRules.KEYS_ALONE);
        assertEquals("OK", answer(module, topic(false), credentials("wrongKey", "-", "-", "-")));
        assertEquals("CREDENTIALS_WRONG", answer(module, topic(false), credentials("-", "wrongToken", "-", "-")));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T09:30:00.001,         OK",
        "2026-11-20T09:30:00,             CREDENTIALS_EXPIRED",
        "11/20/2026 9:30:01 AM,           OK",
        "11/20/2026 9:30:0 AM,            CREDENTIALS_EXPIRED",
        "11/19/2026 11:59:59 PM,          CREDENTIALS_EXPIRED",
        "11/20/2026 10:30:01 AM +01:00,   OK",
        "11/20/2026 10:30:00 AM +01:00,   CREDENTIALS_EXPIRED",
    })
    void a_token_is_good_until_its_expiry(String expiry, String expected) {
        assertEquals(expected, answer(token(SasTokens.of("https://h" + PATH, expiry, KEY))));
    }

    /** Somebody without a key must not learn from the answers what else a token lacks. */
    @ParameterizedTest
    @ValueSource(strings = {"https://h/topics/orders/events", "https://h/topics/other/events"})
    void a_wrong_signature_goes_before_everything_else(String resource) {
        assertEquals("CREDENTIALS_WRONG", answer(token(SasTokens.of(resource, "2020-01-01T00:00:00", WRONG_KEY))));
    }

    /** Behaviour §9.1: only Entra tokens, which are none of these. */
    @ParameterizedTest
    @CsvSource({
        "key,       -,     -,         -,   CREDENTIALS_DISABLED",
        "moduleKey, -,     -,         -,   CREDENTIALS_DISABLED",
        "wrongKey,  -,     -,         -,   CREDENTIALS_DISABLED",
        "empty,     -,     -,         -,   CREDENTIALS_DISABLED",
        "-,         token, -,         -,   CREDENTIALS_DISABLED",
        "-,         junk,  -,         -,   CREDENTIALS_DISABLED",
        "-,         -,     signature, -,   CREDENTIALS_DISABLED",
        "-,         -,     -,         key, CREDENTIALS_DISABLED",
        "-,         -,     -,         -,   CREDENTIALS_MISSING",
    })
    void without_local_auth_no_key_and_no_token_is_taken(
            String key, String token, String authorization, String queryKey, String expected) {
        assertEquals(expected, answer(topic(true), credentials(key, token, authorization, queryKey)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"secret", "r=secret&e=secret&s=secret", "r=https://h/secret&e=2030-01-01T00:00:00&s=secret"})
    void no_text_shows_a_credential(String given) {
        assertEquals("PublisherCredentials[hidden]", token(given).toString());
        PublishRefusedException refused = assertThrows(
                PublishRefusedException.class, () -> new PublisherAccess(Set.of(), PublisherRules.KEYS_ALONE)
                        .check(topic(false), token(given), START));
        assertFalse(String.valueOf(refused.getMessage()).contains("secret"), refused.getMessage());
    }

    private final InMemoryEntraTokens tokens = new InMemoryEntraTokens();

    private PublisherAccess withEntra() {
        for (String role : new String[] {"EventGrid Data Sender", "EventGridDataSender", "EventGrid Contributor"}) {
            Instant expiry = START.plusSeconds(60);
            tokens.make(
                    role.replace(" ", "_"),
                    new EntraClaims(
                            "issuer", Set.of("app"), Optional.of(expiry), Optional.empty(), Set.of(role), Set.of()));
        }
        tokens.make(
                "scope",
                new EntraClaims(
                        "issuer",
                        Set.of("app"),
                        Optional.of(START.plusSeconds(60)),
                        Optional.empty(),
                        Set.of(),
                        Set.of("events.send")));
        tokens.make(
                "expired",
                new EntraClaims(
                        "issuer",
                        Set.of("app"),
                        Optional.of(START.minusSeconds(60)),
                        Optional.empty(),
                        Set.of("EventGridDataSender"),
                        Set.of()));
        EntraAccess entra = new EntraAccess(tokens, new EntraRules(Set.of("issuer"), Set.of("app")));
        Grant senders = new Grant(Set.of(Grant.SENDER_ROLE), Set.of("events.send"));
        return new PublisherAccess(
                Set.of(MODULE_KEY), new PublisherRules(Optional.of(entra), senders, new AttemptRules(3, 1)));
    }

    private static PublisherCredentials from(String key, String authorization, String source) {
        PublisherCredentials given = credentials(key, "-", authorization, "-");
        return new PublisherCredentials(
                given.key(), given.token(), given.authorization(), given.queryKey(), PATH, Optional.of(source));
    }

    /** §9.1, §9.4; and the order of credentials, which is ours. A topic without local auth takes Entra tokens alone. */
    @ParameterizedTest
    @CsvSource({
        "-,        Bearer EventGrid_Data_Sender,  -,        OK",
        "-,        Bearer EventGridDataSender,    -,        OK",
        "-,        bearer   scope,                -,        OK",
        "-,        Bearer EventGrid_Contributor,  -,        CREDENTIALS_FORBIDDEN",
        "-,        Bearer expired,                -,        CREDENTIALS_EXPIRED",
        "-,        Bearer forged,                 -,        CREDENTIALS_WRONG",
        "-,        Bearer,                        -,        CREDENTIALS_WRONG",
        "-,        Bearer forged,                 key,      CREDENTIALS_WRONG",
        "-,        Bearer EventGridDataSender,    wrongKey, OK",
        "wrongKey, Bearer EventGridDataSender,    -,        CREDENTIALS_WRONG",
        "-,        Basic EventGridDataSender,     -,        CREDENTIALS_MISSING",
    })
    void a_bearer_token_needs_a_role_or_a_scope(String key, String authorization, String queryKey, String expected) {
        PublisherCredentials given = credentials(key, "-", authorization, queryKey);
        assertEquals(expected, answer(withEntra(), topic(false), given));
        boolean isLocal = !key.equals("-");
        assertEquals(isLocal ? "CREDENTIALS_DISABLED" : expected, answer(withEntra(), topic(true), given));
    }

    @Test
    void a_bearer_token_that_cannot_be_judged_is_no_failure_of_its_bearer() {
        PublisherAccess access = withEntra();
        tokens.refuse();
        for (int i = 0; i < 10; i++) {
            assertEquals(
                    "UNAVAILABLE", answer(access, topic(false), from("-", "Bearer EventGridDataSender", "192.0.2.1")));
        }
    }

    @Test
    void who_brings_too_many_wrong_credentials_has_to_wait() {
        PublisherAccess access = withEntra();
        assertEquals("OK", answer(access, topic(false), from("key", "-", "192.0.2.9")));
        for (int i = 0; i < 3; i++) {
            assertEquals("CREDENTIALS_WRONG", answer(access, topic(false), from("guess" + i, "-", "192.0.2.1:1")));
        }
        int asked = tokens.asked();
        assertEquals("TOO_MANY_FAILURES", answer(access, topic(false), from("wrongKey", "-", "192.0.2.1:2")));
        assertEquals("TOO_MANY_FAILURES", answer(access, topic(false), from("-", "Bearer forged", "x, 192.0.2.1")));
        assertEquals(asked, tokens.asked(), "no signature was verified");
        assertEquals("CREDENTIALS_MISSING", answer(access, topic(false), from("-", "-", "192.0.2.1")));
        // Who shares the address and was let in before is let in still; who was not has to wait, too.
        assertEquals("OK", answer(access, topic(false), from("key", "-", "192.0.2.1")));
        assertEquals("TOO_MANY_FAILURES", answer(access, topic(false), from("moduleKey", "-", "192.0.2.1")));
        assertEquals("OK", answer(access, topic(false), from("moduleKey", "-", "192.0.2.2")), "from elsewhere");
        PublishRefusedException refused = assertThrows(
                PublishRefusedException.class,
                () -> access.check(topic(false), from("wrongKey", "-", "192.0.2.1"), START.plusSeconds(20)));
        assertEquals(Optional.of(Duration.ofSeconds(40)), refused.retryAfter());
        access.check(topic(false), from("moduleKey", "-", "192.0.2.1"), START.plusSeconds(60));
    }

    /** To be known lets a credential be checked, and nothing else. */
    @Test
    void a_credential_that_was_good_is_checked_again() {
        PublisherAccess access = withEntra();
        assertEquals("OK", answer(access, topic(false), from("key", "-", "192.0.2.1")));
        for (int i = 0; i < 3; i++) {
            assertEquals("CREDENTIALS_WRONG", answer(access, topic(false), from("wrongKey", "-", "192.0.2.1")));
        }
        assertEquals("CREDENTIALS_DISABLED", answer(access, topic(true), from("key", "-", "192.0.2.1")));
    }

    /** A principal without the role is known, and guesses nothing. */
    @Test
    void a_missing_role_is_no_failure() {
        PublisherAccess access = withEntra();
        for (int i = 0; i < 10; i++) {
            assertEquals(
                    "CREDENTIALS_FORBIDDEN",
                    answer(access, topic(false), from("-", "Bearer EventGrid_Contributor", "192.0.2.1")));
        }
    }
}
