package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntraRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");
    private static final EntraRules RULES = new EntraRules(Set.of("v1", "v2"), Set.of("api://app", "id"));

    private static EntraClaims claims(String issuer, Set<String> audiences, Instant expiry, Instant notBefore) {
        return new EntraClaims(issuer, audiences, Optional.of(expiry), Optional.of(notBefore), Set.of(), Set.of());
    }

    @ParameterizedTest
    @CsvSource({
        "v1,  id,         GOOD",
        "v2,  api://app,  GOOD",
        "v2,  api://app/, WRONG_AUDIENCE",
        "v2,  API://APP,  WRONG_AUDIENCE",
        "v2,  other,      WRONG_AUDIENCE",
        "v2/, id,         WRONG_ISSUER",
        "'',  id,         WRONG_ISSUER",
    })
    void names_are_compared_letter_by_letter(String issuer, String audience, EntraRules.Verdict verdict) {
        assertEquals(verdict, RULES.judge(claims(issuer, Set.of("x", audience), NOW.plusSeconds(1), NOW), NOW));
    }

    /** Seconds from now; a minute of difference between clocks is allowed for. */
    @ParameterizedTest
    @CsvSource({
        "3600, 0,    GOOD",
        "-59,  0,    GOOD",
        "-60,  0,    EXPIRED",
        "3600, 60,   GOOD",
        "3600, 61,   NOT_YET_VALID",
        "3600, -600, GOOD",
    })
    void a_token_has_its_time(long expiry, long notBefore, EntraRules.Verdict verdict) {
        assertEquals(
                verdict,
                RULES.judge(claims("v1", Set.of("id"), NOW.plusSeconds(expiry), NOW.plusSeconds(notBefore)), NOW));
    }

    @Test
    void a_token_without_an_end_does_not_count() {
        EntraClaims claims =
                new EntraClaims("v1", Set.of("id"), Optional.empty(), Optional.empty(), Set.of(), Set.of());
        assertEquals(EntraRules.Verdict.EXPIRED, RULES.judge(claims, NOW));
    }

    @Test
    void the_ends_of_time_are_times() {
        assertEquals(EntraRules.Verdict.GOOD, RULES.judge(claims("v1", Set.of("id"), Instant.MAX, Instant.MIN), NOW));
        assertEquals(
                EntraRules.Verdict.EXPIRED, RULES.judge(claims("v1", Set.of("id"), Instant.MIN, Instant.MAX), NOW));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void rules_name_somebody(String name) {
        assertThrows(IllegalArgumentException.class, () -> new EntraRules(Set.of(name), Set.of("id")));
        assertThrows(IllegalArgumentException.class, () -> new EntraRules(Set.of("v1"), Set.of(name)));
        assertThrows(IllegalArgumentException.class, () -> new EntraRules(Set.of("v1"), Set.of()));
    }

    /** The name of Azure's role, and the value that an app role in Entra can have. */
    @ParameterizedTest
    @CsvSource({
        "EventGrid Data Sender, '',          true",
        "EventGridDataSender,   '',          true",
        "eventgriddatasender,   '',          false",
        "EventGrid Contributor, '',          false",
        "'',                    events.send, true",
        "'',                    Events.Send, false",
        "events.send,           '',          false",
        "'',                    '',          false",
    })
    void a_role_or_a_scope_opens_a_door(String role, String scope, boolean opened) {
        Grant grant = new Grant(Set.of(Grant.SENDER_ROLE), Set.of("events.send"));
        EntraClaims claims =
                new EntraClaims("v1", Set.of("id"), Optional.empty(), Optional.empty(), Set.of(role), Set.of(scope));
        assertEquals(opened, grant.isHeldBy(claims));
    }
}
