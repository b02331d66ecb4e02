package io.gridhook.adapter.entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import io.gridhook.core.trust.EntraClaims;
import io.gridhook.port.UntrustedTokenException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7515 and RFC 7519, as far as a stranger can bend them. What claims mean is {@code EntraRulesTest}'s. */
class JwtEntraTokensTest {
    private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");
    private static final int MUTATIONS = 5_000;

    private final TestIssuer issuer = new TestIssuer(NOW);
    private final JwtEntraTokens tokens = new JwtEntraTokens(issuer.signingKeys(() -> NOW));

    private String refusal(String token) {
        String message = assertThrows(UntrustedTokenException.class, () -> tokens.genuine(token))
                .getMessage();
        return message.substring(0, message.indexOf(" (expected: "));
    }

    @Test
    void a_genuine_token_says_what_it_says() {
        assertEquals(
                new EntraClaims(
                        TestIssuer.V2,
                        Set.of(TestIssuer.AUDIENCE),
                        Optional.of(NOW.plusSeconds(3_600)),
                        Optional.of(NOW.minusSeconds(60)),
                        Set.of("EventGridDataSender"),
                        Set.of("")),
                tokens.genuine(issuer.token()));
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .audience(List.of("a", "b"))
                .claim("scp", "events.send  events.read events.send");
        assertEquals(
                new EntraClaims(
                        "",
                        Set.of("a", "b"),
                        Optional.empty(),
                        Optional.empty(),
                        Set.of(),
                        Set.of("events.send", "events.read")),
                tokens.genuine(issuer.token(claims)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512"})
    void rsas_three_hashes_are_taken(String algorithm) {
        tokens.genuine(issuer.signed(issuer.key(), "first", JWSAlgorithm.parse(algorithm), issuer.claims()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PS256", "PS384", "PS512"})
    void rsas_other_padding_is_not(String algorithm) {
        assertEquals(
                "alg: not allowed",
                refusal(issuer.signed(issuer.key(), "first", JWSAlgorithm.parse(algorithm), issuer.claims())));
    }

    @Test
    void the_token_does_not_choose_what_is_verified() throws JOSEException {
        assertEquals("token: malformed", refusal(issuer.unsigned()));
        assertEquals("alg: not allowed", refusal(issuer.signedWithThePublicKey()));
        String elliptic = TestIssuer.sign(
                TestIssuer.header(JWSAlgorithm.ES256, "first").build(),
                new ECDSASigner(new ECKeyGenerator(Curve.P_256).generate()),
                issuer.claims());
        assertEquals("alg: not allowed", refusal(elliptic));
        assertEquals(0, issuer.fetches(), "no key was asked for");
    }

    /** The signature of a good token under a header that says otherwise. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"alg\":\"none\",\"kid\":\"first\"}",
                "{\"alg\":\"None\",\"kid\":\"first\"}",
                "{\"alg\":\"\",\"kid\":\"first\"}",
                "{\"alg\":\"HS256\",\"kid\":\"first\"}",
                "{\"alg\":\"RS512\",\"kid\":\"first\"}",
                "{\"alg\":\"RS256\",\"kid\":\"first\",\"crit\":[\"exp\"],\"exp\":1}",
                "{\"alg\":\"RS256\",\"kid\":\"first\",\"crit\":[\"b64\"],\"b64\":false}",
                "{\"alg\":\"RS256\"}",
                "{\"alg\":\"RS256\",\"kid\":7}",
                "{\"alg\":\"RS256\",\"kid\":null}",
                "{\"alg\":[\"RS256\"],\"kid\":\"first\"}",
                "{\"alg\":\"RS256\",\"kid\":\"first\",\"alg\":\"none\"}",
                "{}",
                "null",
                "",
                "{",
            })
    void another_header_does_not_do(String header) {
        String token = issuer.token();
        refusal(Base64URL.encode(header) + token.substring(token.indexOf('.')));
    }

    /** A stranger's own key, brought along. */
    @Test
    void what_a_token_says_about_keys_is_not_looked_at() {
        JWSHeader header = TestIssuer.header(JWSAlgorithm.RS256, "first")
                .jwk(issuer.nextKey().toPublicJWK())
                .jwkURL(URI.create("https://stranger.example/keys"))
                .x509CertURL(URI.create("https://stranger.example/certificate"))
                .build();
        assertEquals(
                "signature: wrong",
                refusal(TestIssuer.sign(header, TestIssuer.signer(issuer.nextKey()), issuer.claims())));
        tokens.genuine(TestIssuer.sign(header, TestIssuer.signer(issuer.key()), issuer.claims()));
    }

    @Test
    void a_token_names_a_key_that_the_issuer_signs_with() {
        assertEquals(
                "signature: wrong",
                refusal(issuer.signed(issuer.nextKey(), "first", JWSAlgorithm.RS256, issuer.claims())));
        assertEquals(
                "kid: unknown",
                refusal(issuer.signed(issuer.nextKey(), "second", JWSAlgorithm.RS256, issuer.claims())));
        assertEquals(
                "kid: unknown",
                refusal(issuer.signed(issuer.nextKey(), "encryption", JWSAlgorithm.RS256, issuer.claims())));
    }

    /** Signed by the issuer, and yet not what an access token says. */
    @Test
    void claims_of_other_types_are_refused() {
        for (JWTClaimsSet.Builder claims : List.of(
                issuer.claims().claim("roles", "EventGridDataSender"),
                issuer.claims().claim("roles", List.of(1)),
                issuer.claims().claim("roles", List.of("a", "a")).claim("scp", 7),
                issuer.claims().claim("scp", List.of("events.send")))) {
            assertEquals("token: claims of another kind", refusal(issuer.token(claims)));
        }
    }

    @Test
    void a_role_said_twice_is_one() {
        JWTClaimsSet.Builder claims = issuer.claims().claim("roles", List.of("a", "a"));
        assertEquals(Set.of("a"), tokens.genuine(issuer.token(claims)).roles());
    }

    @Test
    void a_token_has_bounds() {
        assertEquals("token: 16385 characters", refusal("a".repeat(16_385)));
        assertEquals("token: malformed", refusal("a".repeat(16_384)));
        String deep = Base64URL.encode("{\"alg\":\"RS256\",\"kid\":\"first\",\"x\":" + "[".repeat(6_000))
                .toString();
        assertEquals("token: malformed", refusal(deep + ".e30.c2ln"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "...", "....", "a.b.c", "e30.e30.", "e30..e30", " ", "é.é.é", "\uD800.a.b"})
    void what_is_no_token_is_malformed(String text) {
        assertEquals("token: malformed", refusal(text));
    }

    /** Each character of a good token counts; nothing else than a refusal comes of any change. */
    @Test
    void whatever_comes_is_genuine_or_refused() {
        long seed = Long.getLong("seed", 4L);
        SplittableRandom random = new SplittableRandom(seed);
        String token = issuer.token();
        int genuine = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String changed = changed(token, random);
            try {
                tokens.genuine(changed);
                genuine++;
                assertEquals(normal(token), normal(changed), () -> "seed " + seed);
            } catch (UntrustedTokenException e) {
                assertFalse(e.getMessage().contains(changed), e.getMessage());
            }
        }
        assertTrue(genuine < MUTATIONS / 10, "genuine: " + genuine);
    }

    /** The last character of a signature has bits that mean nothing; the rest is compared. */
    private static String normal(String token) {
        int lastDot = token.lastIndexOf('.');
        return token.substring(0, lastDot) + new Base64URL(token.substring(lastDot + 1)).decodeToString();
    }

    private static String changed(String token, SplittableRandom random) {
        StringBuilder text = new StringBuilder(token);
        int times = random.nextInt(1, 3);
        for (int i = 0; i < times; i++) {
            int at = random.nextInt(text.length());
            char character = (char) (random.nextInt(10) == 0 ? random.nextInt(0x10000) : random.nextInt(32, 127));
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, character);
                case 1 -> text.deleteCharAt(at);
                default -> text.insert(at, character);
            }
        }
        return text.toString();
    }
}
