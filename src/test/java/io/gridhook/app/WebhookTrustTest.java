package io.gridhook.app;

import static io.gridhook.app.PipelineFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.SigningSecrets;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.core.trust.WebhookSignature;
import io.gridhook.port.AccessTokens.AccessToken;
import io.gridhook.port.TokenUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How a receiver knows that it was us, through publishes, attempts and retries: behaviour §12, §18, and Standard Webhooks. */
class WebhookTrustTest {
    private static final SigningSecret SECRET = new SigningSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final SigningSecret NEXT = new SigningSecret("whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final EntraApplication APPLICATION = new EntraApplication("t", "api://hook");

    private final PipelineFixture fixture = new PipelineFixture();

    private static Optional<String> header(WebhookRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(WebhookRequest.Header::value)
                .findFirst();
    }

    private static String required(WebhookRequest request, String name) {
        return header(request, name).orElseThrow();
    }

    private void giveToken(String token) {
        fixture.tokensAsked
                .get(fixture.tokensAsked.size() - 1)
                .complete(new AccessToken(token, fixture.now().plus(Duration.ofHours(1))));
    }

    private static String event(String id, String system) {
        return "{\"id\":\"" + id + "\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-11-20T00:00:00Z\","
                + "\"data\":{\"system\":" + system + "}}";
    }

    private static DeliveryAttribute.Dynamic dynamic(String name, String path) {
        return new DeliveryAttribute.Dynamic(name, JsonPath.parse(path).orElseThrow());
    }

    // Signatures

    @Test
    void nothing_is_signed_that_was_not_asked_for() {
        fixture.subscribe("plain");
        fixture.published(1, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature", "Authorization")) {
            assertEquals(Optional.empty(), header(fixture.posts.get(0), name));
        }
    }

    /** The id is every attempt's, time and signature are each one's own. */
    @Test
    void a_retry_has_the_same_id_and_a_signature_of_its_own() {
        fixture.subscribe("signed", wanted().signed(SigningSecrets.of(SECRET)).schedule(Duration.ofMinutes(1)));
        fixture.answers("signed", 500);
        fixture.published(1, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        fixture.passUntilShown(fixture.retries);
        assertTrue(fixture.invoke(fixture.retries));
        WebhookRequest first = fixture.posts.get(0);
        WebhookRequest second = fixture.posts.get(1);
        assertEquals(required(first, "webhook-id"), required(second, "webhook-id"));
        assertTrue(required(first, "webhook-id").matches("msg_[A-Za-z0-9_-]{22}"), required(first, "webhook-id"));
        assertSigned(first, PipelineFixture.START, List.of(SECRET));
        assertSigned(second, fixture.now(), List.of(SECRET));
        assertNotEquals(required(first, "webhook-signature"), required(second, "webhook-signature"));
    }

    private static void assertSigned(WebhookRequest request, Instant at, List<SigningSecret> secrets) {
        assertEquals(Long.toString(at.getEpochSecond()), required(request, "webhook-timestamp"));
        assertEquals(
                WebhookSignature.header(
                        secrets,
                        required(request, "webhook-id"),
                        at,
                        request.body().toBytes()),
                required(request, "webhook-signature"));
    }

    @Test
    void both_secrets_sign_until_the_overlap_ends() {
        Duration overlap = Duration.ofMinutes(10);
        SigningSecrets rotated =
                SigningSecrets.of(SECRET).rotated(NEXT, fixture.now().plus(overlap));
        fixture.subscribe("signed", wanted().signed(rotated));
        fixture.published(1, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        assertSigned(fixture.posts.get(0), fixture.now(), List.of(NEXT, SECRET));
        fixture.pass(overlap);
        fixture.published(1, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        assertSigned(fixture.posts.get(1), fixture.now(), List.of(NEXT));
    }

    /** Ours: the same event once more, as of a publisher that got no answer, is the same message; to another subscriber it is not. */
    @Test
    void the_id_tells_messages_apart_and_repeats_them() {
        fixture.subscribe("one", wanted().signed(SigningSecrets.of(SECRET)));
        fixture.subscribe("two", wanted().signed(SigningSecrets.of(SECRET)));
        fixture.published(2, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        Set<String> ids = ids();
        assertEquals(4, ids.size());
        fixture.pass(Duration.ofMinutes(1));
        fixture.published(2, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        assertEquals(8, fixture.posts.size());
        assertEquals(ids, ids());
    }

    private Set<String> ids() {
        Set<String> ids = new HashSet<>();
        fixture.posts.forEach(post -> ids.add(required(post, "webhook-id")));
        return ids;
    }

    @Test
    void a_batch_has_an_id_of_all_its_events() {
        fixture.subscribe("batched", wanted().signed(SigningSecrets.of(SECRET)).batches(2));
        fixture.published(3, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        fixture.published(2, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        List<String> ids =
                fixture.posts.stream().map(post -> required(post, "webhook-id")).toList();
        assertEquals(3, ids.size());
        assertNotEquals(ids.get(0), ids.get(1));
        assertEquals(ids.get(0), ids.get(2));
    }

    // Headers

    @Test
    void headers_are_sent_in_their_order_and_left_out_without_a_value() {
        fixture.subscribe(
                "with-headers",
                wanted().headers(
                                dynamic("X-System", "data.system"),
                                new DeliveryAttribute.Fixed("X-Fixed", "a b", true),
                                dynamic("X-Missing", "data.nothing"),
                                dynamic("X-Whole", "data")));
        fixture.publish(PipelineFixture.body("[" + event("1", "\"billing\"") + "]"))
                .join();
        assertTrue(fixture.invoke(fixture.deliveries));
        List<String> own = fixture.posts.get(0).headers().stream()
                .filter(header -> header.name().startsWith("X-"))
                .map(header -> header.name() + ": " + header.value())
                .toList();
        assertEquals(List.of("X-Fixed: a b", "X-System: billing"), own);
    }

    /** An event is a stranger's: its text ends no header and begins none. */
    @Test
    void a_value_that_no_header_can_have_is_left_out() {
        fixture.subscribe("with-headers", wanted().headers(dynamic("X-System", "data.system")));
        Stream.of("\"a\\r\\nX-Evil: 1\"", "\"\\u0000\"", "\"ä\"", "\"" + "x".repeat(4_097) + "\"")
                .forEach(value -> fixture.publish(PipelineFixture.body("[" + event("1", value) + "]"))
                        .join());
        for (int i = 0; i < 4; i++) {
            assertTrue(fixture.invoke(fixture.deliveries));
        }
        assertEquals(4, fixture.posts.size());
        fixture.posts.forEach(post -> assertEquals(Optional.empty(), header(post, "X-System")));
    }

    /** Behaviour §7: what a batch does is not documented; ours share a POST only where they agree. */
    @Test
    void events_share_a_post_where_they_give_the_same_values() {
        fixture.subscribe(
                "batched", wanted().headers(dynamic("X-System", "data.system")).batches(10));
        String events = String.join(
                ",",
                event("1", "\"a\""),
                event("2", "\"b\""),
                event("3", "\"a\""),
                event("4", "null"),
                event("5", "{}"));
        fixture.publish(PipelineFixture.body("[" + events + "]")).join();
        assertTrue(fixture.invoke(fixture.deliveries));
        List<String> posts = fixture.posts.stream()
                .map(post -> header(post, "X-System").orElse("-") + " "
                        + post.body().toString().replaceAll("(?s).*?\"id\":\"(\\d)\".*?(?=\"id\"|\\z)", "$1"))
                .toList();
        assertEquals(List.of("a 13", "b 2", "- 45"), posts);
    }

    /** A request is all that a receiver is asked to believe. */
    @Test
    void a_request_shows_nothing_of_what_it_carries() {
        fixture.subscribe(
                "planted",
                wanted().entra(APPLICATION).headers(new DeliveryAttribute.Fixed("X-Key", "planted-header", true)));
        fixture.published(1, 1);
        var invocation = fixture.pipeline.deliverer().deliver(fixture.receive(fixture.deliveries), fixture.told());
        giveToken("planted-token");
        invocation.join();
        WebhookRequest request = fixture.posts.get(0);
        assertEquals(Optional.of("Bearer planted-token"), header(request, "Authorization"));
        assertFalse((request + " " + request.headers()).contains("planted"), request.toString());
    }

    // Entra

    @Test
    void a_delivery_waits_for_its_token_and_holds_up_nobody() {
        fixture.subscribe("protected", wanted().entra(APPLICATION));
        fixture.subscribe("plain");
        fixture.published(1, 1);
        var invocation = fixture.pipeline.deliverer().deliver(fixture.receive(fixture.deliveries), fixture.told());
        assertEquals(List.of("https://plain"), urls());
        assertFalse(invocation.isDone());
        giveToken("token-1");
        assertTrue(invocation.isDone());
        assertEquals(List.of("https://plain", "https://protected"), urls());
        assertEquals(Optional.of("Bearer token-1"), header(fixture.posts.get(1), "Authorization"));
        assertEquals(Optional.empty(), header(fixture.posts.get(0), "Authorization"));
        fixture.published(1, 1);
        assertTrue(fixture.invoke(fixture.deliveries));
        assertEquals(1, fixture.tokensAsked.size());
        assertEquals(4, fixture.posts.size());
    }

    private List<String> urls() {
        return fixture.posts.stream().map(WebhookRequest::endpointUrl).toList();
    }

    /** It is our own trouble: no attempt is counted, and nothing waits with it. */
    @Test
    void without_a_token_nothing_is_sent_and_no_attempt_counted() {
        fixture.subscribe("protected", wanted().entra(APPLICATION).attempts(1, 1));
        fixture.subscribe("plain");
        fixture.published(2, 1);
        var invocation = fixture.pipeline.deliverer().deliver(fixture.receive(fixture.deliveries), fixture.told());
        fixture.tokensAsked.get(0).completeExceptionally(new TokenUnavailableException("no Entra token: AADSTS1"));
        invocation.join();
        assertEquals(List.of("https://plain", "https://plain"), urls());
        assertEquals(List.of("protected e0 0", "protected e1 0"), PipelineFixture.tasks(fixture.retries));
        assertEquals(Settlement.UNTRIED_WAIT, fixture.hidden(fixture.retries));
        assertEquals(
                1,
                fixture.log.stream()
                        .filter("trouble: no Entra token: AADSTS1: its deliveries wait; no attempt is counted"::equals)
                        .count(),
                fixture.log.toString());
        assertTrue(fixture.log.stream().noneMatch(line -> line.startsWith("protected")), fixture.log.toString());
        fixture.forget();
        // Its time to live ended meanwhile, by no fault of the receiver's.
        fixture.pass(Duration.ofHours(2));
        invocation = fixture.pipeline.retrier().deliver(fixture.receive(fixture.retries), fixture.told());
        giveToken("token-1");
        invocation.join();
        assertEquals(List.of("https://protected", "https://protected"), urls());
    }

    /** Then the message comes back as it is. */
    @Test
    void a_message_of_nothing_else_fails() {
        fixture.subscribe("protected", wanted().entra(APPLICATION));
        fixture.published(1, 1);
        var invocation = fixture.pipeline.deliverer().deliver(fixture.receive(fixture.deliveries), fixture.told());
        TokenUnavailableException failure = new TokenUnavailableException("no");
        fixture.tokensAsked.get(0).completeExceptionally(failure);
        assertEquals(
                failure,
                assertThrows(CompletionException.class, invocation::join).getCause());
        assertEquals(1, fixture.deliveries.bodies().size());
        assertEquals(List.of(), fixture.posts);
    }

    /** The invocation ends, as with an endpoint that is slow; nothing of it counts. */
    @Test
    void who_waits_too_long_for_a_token_is_put_off() {
        fixture.subscribe("protected", wanted().entra(APPLICATION));
        fixture.published(1, 1);
        var invocation = fixture.pipeline.deliverer().deliver(fixture.receive(fixture.deliveries), fixture.told());
        fixture.pass(Duration.ofSeconds(3));
        assertTrue(invocation.isDone());
        invocation.join();
        assertEquals(List.of("protected e0 0"), PipelineFixture.tasks(fixture.retries));
        giveToken("token-1");
        assertEquals(List.of(), fixture.posts);
        fixture.passUntilShown(fixture.retries);
        assertTrue(fixture.invoke(fixture.retries));
        assertEquals(Optional.of("Bearer token-1"), header(fixture.posts.get(0), "Authorization"));
    }
}
