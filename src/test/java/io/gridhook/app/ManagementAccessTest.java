package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gridhook.adapter.memory.InMemoryEntraTokens;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.core.trust.EntraRules;
import io.gridhook.core.trust.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DESIGN §4, row "Managers"; behaviour §9.4 for the answers. */
class ManagementAccessTest {
    private final PipelineFixture world = new PipelineFixture();
    private final InMemoryEntraTokens tokens = new InMemoryEntraTokens();
    private Instant now = START;

    private ManagementAccess access(boolean withEntra) {
        EntraAccess entra = new EntraAccess(tokens, new EntraRules(Set.of("issuer"), Set.of("app")));
        token("contributor", "issuer", START.plusSeconds(3_600), "EventGrid Contributor");
        token("reader", "issuer", START.plusSeconds(3_600), "EventGridEventSubscriptionReader");
        token("both", "issuer", START.plusSeconds(3_600), "EventGrid Contributor", "EventGridEventSubscriptionReader");
        token("sender", "issuer", START.plusSeconds(3_600), "EventGrid Data Sender");
        token("expired", "issuer", START.minusSeconds(3_600), "EventGrid Contributor");
        token("stranger", "elsewhere", START.plusSeconds(3_600), "EventGrid Contributor");
        return new ManagementAccess(
                new ManagerRules(
                        Set.of("management", "module"),
                        Set.of("reading"),
                        Optional.of(entra).filter(any -> withEntra),
                        Grant.ofRole(Grant.CONTRIBUTOR_ROLE),
                        Grant.ofRole(Grant.READER_ROLE),
                        new AttemptRules(3, 1)),
                world.ports.metrics(),
                () -> now);
    }

    private void token(String name, String issuer, Instant expiry, String... roles) {
        tokens.make(
                name,
                new EntraClaims(issuer, Set.of("app"), Optional.of(expiry), Optional.empty(), Set.of(roles), Set.of()));
    }

    private static ManagerCredentials given(String key, String authorization, String source) {
        return new ManagerCredentials(
                Optional.of(key).filter(text -> !text.equals("-")),
                Optional.of(authorization).filter(text -> !text.equals("-")),
                Optional.of(source));
    }

    /** {@code OK}, or why not. */
    private static String answer(ManagementAccess access, ManagerCredentials given, boolean changes) {
        try {
            access.check(given, changes);
            return "OK";
        } catch (ManagementException e) {
            return e.kind().name();
        }
    }

    /** Key, {@code Authorization}, what a call to read answers, and one to change. */
    @ParameterizedTest
    @CsvSource({
        "management,  -,                  OK,           OK",
        "module,      -,                  OK,           OK",
        "reading,     -,                  OK,           FORBIDDEN",
        "Management,  -,                  UNAUTHORIZED, UNAUTHORIZED",
        "managemen,   -,                  UNAUTHORIZED, UNAUTHORIZED",
        "managementx, -,                  UNAUTHORIZED, UNAUTHORIZED",
        "'',          -,                  UNAUTHORIZED, UNAUTHORIZED",
        "-,           -,                  UNAUTHORIZED, UNAUTHORIZED",
        "-,           Basic management,   UNAUTHORIZED, UNAUTHORIZED",
        "-,           Bearer contributor, OK,           OK",
        "-,           bearer contributor, OK,           OK",
        "-,           Bearer reader,      OK,           FORBIDDEN",
        "-,           Bearer both,        OK,           OK",
        "-,           Bearer sender,      FORBIDDEN,    FORBIDDEN",
        "-,           Bearer expired,     UNAUTHORIZED, UNAUTHORIZED",
        "-,           Bearer stranger,    UNAUTHORIZED, UNAUTHORIZED",
        "-,           Bearer forged,      UNAUTHORIZED, UNAUTHORIZED",
        "-,           Bearer,             UNAUTHORIZED, UNAUTHORIZED",
        "-,           Bearercontributor,  UNAUTHORIZED, UNAUTHORIZED",
        "wrong,       Bearer contributor, UNAUTHORIZED, UNAUTHORIZED",
        "reading,     Bearer contributor, OK,           FORBIDDEN",
        "management,  Bearer forged,      OK,           OK",
        "-,           Bearer management,  OK,           OK",
        "-,           Bearer module,      OK,           OK",
        "-,           Bearer reading,     OK,           FORBIDDEN",
        "-,           Bearer Management,  UNAUTHORIZED, UNAUTHORIZED",
        "wrong,       Bearer management,  UNAUTHORIZED, UNAUTHORIZED",
    })
    void what_a_credential_opens(String key, String authorization, String reading, String changing) {
        ManagementAccess access = access(true);
        assertEquals(reading, answer(access, given(key, authorization, "192.0.2.1"), false));
        assertEquals(changing, answer(access, given(key, authorization, "192.0.2.1"), true));
    }

    @Test
    void without_a_tenant_no_token_is_looked_at() {
        assertEquals("UNAUTHORIZED", answer(access(false), given("-", "Bearer contributor", "192.0.2.1"), false));
        assertEquals(0, tokens.asked());
    }

    /** Azure's own management clients send nothing but bearer tokens. */
    @Test
    void without_a_tenant_a_key_is_taken_as_a_bearer_token() {
        assertEquals("OK", answer(access(false), given("-", "Bearer management", "192.0.2.1"), true));
        assertEquals("FORBIDDEN", answer(access(false), given("-", "Bearer reading", "192.0.2.1"), true));
    }

    /** So these are guesses at the keys. */
    @Test
    void without_a_tenant_wrong_bearer_tokens_are_counted() {
        ManagementAccess access = access(false);
        String answer = "";
        for (int i = 0; i < 20; i++) {
            answer = answer(access, given("-", "Bearer guess", "192.0.2.1"), true);
        }
        assertEquals("TOO_MANY_FAILURES", answer);
    }

    @Test
    void a_token_that_cannot_be_judged_is_neither_good_nor_bad() {
        ManagementAccess access = access(true);
        tokens.refuse();
        for (int i = 0; i < 10; i++) {
            assertEquals("UNAVAILABLE", answer(access, given("-", "Bearer contributor", "192.0.2.1"), false));
        }
    }

    /** Ours: also with a good key, as people choose these. */
    @Test
    void who_guesses_has_to_wait_until_the_minute_is_over() {
        ManagementAccess access = access(true);
        for (int i = 0; i < 3; i++) {
            assertEquals("UNAUTHORIZED", answer(access, given("guess" + i, "-", "192.0.2.1:4711"), false));
            now = now.plusSeconds(10);
        }
        int asked = tokens.asked();
        for (String key : new String[] {"management", "guess", "reading", ""}) {
            assertEquals("TOO_MANY_FAILURES", answer(access, given(key, "-", "192.0.2.1:4712"), false));
        }
        assertEquals("TOO_MANY_FAILURES", answer(access, given("-", "Bearer forged", "192.0.2.1"), false));
        assertEquals(asked, tokens.asked(), "no signature was verified");
        assertEquals("OK", answer(access, given("management", "-", "192.0.2.2"), true), "from elsewhere");
        ManagementException refused = assertThrows(
                ManagementException.class, () -> access.check(given("management", "-", "192.0.2.1"), false));
        assertEquals(Optional.of(Duration.ofSeconds(30)), refused.retryAfter());
        now = now.plusSeconds(30);
        assertEquals("OK", answer(access, given("management", "-", "192.0.2.1"), true));
        assertEquals(
                Map.of("ManagementRefusedCount TOO_MANY_FAILURES", 6L, "ManagementRefusedCount UNAUTHORIZED", 3L),
                world.counts);
    }

    /** A reader who asks for too much, and a call without a credential, try nothing. */
    @Test
    void what_is_no_guess_does_not_count_as_one() {
        ManagementAccess access = access(true);
        for (int i = 0; i < 10; i++) {
            assertEquals("FORBIDDEN", answer(access, given("reading", "-", "192.0.2.1"), true));
            assertEquals("FORBIDDEN", answer(access, given("-", "Bearer sender", "192.0.2.1"), true));
            assertEquals("UNAUTHORIZED", answer(access, given("-", "-", "192.0.2.1"), true));
        }
        assertEquals("OK", answer(access, given("management", "-", "192.0.2.1"), true));
    }

    @Test
    void without_a_key_nobody_may_manage() {
        ManagementAccess access = ManagementFixture.access();
        assertEquals("UNAUTHORIZED", answer(access, given("", "-", "192.0.2.1"), false));
    }

    @Test
    void a_blank_key_is_no_key() {
        assertThrows(IllegalArgumentException.class, () -> ManagementFixture.access(" "));
    }

    @Test
    void no_text_shows_a_credential() {
        ManagerCredentials given = given("secret", "Bearer secret", "192.0.2.1");
        assertEquals("ManagerCredentials[hidden]", given.toString());
        ManagementException refused =
                assertThrows(ManagementException.class, () -> access(true).check(given, false));
        assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
    }
}
