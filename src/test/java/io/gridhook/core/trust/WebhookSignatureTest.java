package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard Webhooks 1.0. */
class WebhookSignatureTest {
    private static final SigningSecret SECRET = new SigningSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final SigningSecret OTHER = SigningSecret.of(new byte[32]);
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String BODY = "{\"test\": 2432232314}";

    private static String header(List<SigningSecret> secrets, Instant timestamp, String body) {
        return WebhookSignature.header(secrets, ID, timestamp, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The vector that the reference implementations share; of the time only whole seconds count. */
    @ParameterizedTest
    @ValueSource(strings = {"2021-02-25T15:02:10Z", "2021-02-25T15:02:10.999Z"})
    void the_published_vector_is_signed_alike(String timestamp) {
        assertEquals(
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                header(List.of(SECRET), Instant.parse(timestamp), BODY));
    }

    @Test
    void each_secret_signs_with_a_blank_between() {
        Instant at = Instant.ofEpochSecond(1_614_265_330);
        assertEquals(
                header(List.of(OTHER), at, BODY) + " " + header(List.of(SECRET), at, BODY),
                header(List.of(OTHER, SECRET), at, BODY));
    }

    @Test
    void time_and_body_are_signed() {
        Instant at = Instant.ofEpochSecond(1_614_265_330);
        String signature = header(List.of(SECRET), at, BODY);
        assertNotEquals(signature, header(List.of(SECRET), at.plusSeconds(1), BODY));
        assertNotEquals(signature, header(List.of(SECRET), at, BODY + " "));
    }

    /** The official library takes it from either secret's holder, and not when a byte is another. */
    @Test
    void the_official_library_verifies_it() throws WebhookVerificationException {
        Instant now = Instant.now();
        String body = "[{\"id\":\"1\",\"data\":\"ä\\u00e4\"}]";
        Map<String, List<String>> headers = Map.of(
                "webhook-id", List.of(ID),
                "webhook-timestamp", List.of(Long.toString(now.getEpochSecond())),
                "webhook-signature", List.of(header(List.of(OTHER, SECRET), now, body)));
        new Webhook(SECRET.text()).verify(body, headers);
        new Webhook(OTHER.text()).verify(body, headers);
        assertThrows(WebhookVerificationException.class, () -> new Webhook(SECRET.text())
                .verify(body.replace("ä", "a"), headers));
        assertThrows(WebhookVerificationException.class, () -> new Webhook("whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .verify(body, headers));
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 25, 26, 32, 64})
    void a_secret_has_24_to_64_bytes(int bytes) {
        assertEquals(bytes, SigningSecret.of(new byte[bytes]).key().length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAA",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAB==",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS-",
                "whsec_MfKQ9r8GKYqrTwjUPD8I\nLPZIo2LaLaSw",
                "whsec_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            })
    void what_another_library_may_not_read_is_no_secret(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> new SigningSecret(text))
                .getMessage();
        assertEquals("secret: not one (expected: whsec_ and the base64 of 24..64 random bytes, padded)", message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 23, 65})
    void other_lengths_are_refused(int bytes) {
        assertThrows(IllegalArgumentException.class, () -> SigningSecret.of(new byte[bytes]));
    }

    @Test
    void a_secret_shows_itself_nowhere() {
        assertFalse(SECRET.toString().contains("MfKQ"));
    }
}
