package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.nimbusds.jose.JWSAlgorithm;
import com.sun.net.httpserver.HttpServer;
import io.gridhook.adapter.entra.JwtEntraTokens;
import io.gridhook.adapter.entra.TestIssuer;
import io.gridhook.app.EntraAccess;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.ManagerRules;
import io.gridhook.app.PipelineFixture;
import io.gridhook.app.PublisherRules;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.EntraRules;
import io.gridhook.core.trust.Grant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entra tokens from the header to the answer (§9.1, §9.4), their issuer's keys behind a server of this machine. */
class EntraVectorsTest {
    private static final Grant SENDERS = new Grant(Set.of(Grant.SENDER_ROLE), Set.of("events.send"));

    private final PipelineFixture world = new PipelineFixture();
    private final ManagementFixture definitions = new ManagementFixture();
    private final TestIssuer issuer = new TestIssuer(PipelineFixture.START);

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @SuppressWarnings("NullAway.Init")
    private PublishFunction publish;

    @SuppressWarnings("NullAway.Init")
    private TopicsFunction topics;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/keys", exchange -> {
            byte[] keys = issuer.keys().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        server.start();
        URI keys = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys");
        EntraAccess entra = new EntraAccess(
                new JwtEntraTokens(keys, world::now),
                new EntraRules(Set.of(TestIssuer.V1, TestIssuer.V2), Set.of(TestIssuer.AUDIENCE)));
        AttemptRules attempts = new AttemptRules(3, 1);
        publish = new PublishFunction(
                new PublishCall(
                        world.newPipeline(new PublisherRules(Optional.of(entra), SENDERS, attempts))
                                .publisher(),
                        world::now),
                "orders");
        ManagerRules managers = new ManagerRules(
                Set.of("management-key"),
                Set.of("reading-key"),
                Optional.of(entra),
                Grant.ofRole(Grant.CONTRIBUTOR_ROLE),
                Grant.ofRole(Grant.READER_ROLE),
                attempts);
        topics = new TopicsFunction(
                definitions.topics,
                new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false)),
                new ManagementAccess(managers, world.ports.metrics(), world::now));
        definitions.topics.put("orders", json("{}"));
        world.lockedTopic("locked");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What the words of the tables stand for. */
    private String token(String word) {
        Instant now = PipelineFixture.START;
        return switch (word) {
            case "good" -> issuer.token();
            case "version 1.0" ->
                issuer.token(issuer.claims().issuer(TestIssuer.V1).claim("ver", "1.0"));
            case "of a user" ->
                issuer.token(issuer.claims().claim("roles", null).claim("scp", "a events.send"));
            case "several audiences" ->
                issuer.token(issuer.claims().audience(List.of("api://other", TestIssuer.AUDIENCE)));
            case "expired within the skew" ->
                issuer.token(issuer.claims().expirationTime(Date.from(now.minusSeconds(59))));
            case "wrong audience" -> issuer.token(issuer.claims().audience("https://eventgrid.azure.net"));
            case "no audience" -> issuer.token(issuer.claims().audience((String) null));
            case "wrong issuer" ->
                issuer.token(issuer.claims().issuer("https://sts.windows.net/00000000-0000-0000-0000-000000000000/"));
            case "no issuer" -> issuer.token(issuer.claims().issuer(null));
            case "wrong key" -> issuer.signed(issuer.nextKey(), "first", JWSAlgorithm.RS256, issuer.claims());
            case "unknown key" -> issuer.signed(issuer.nextKey(), "second", JWSAlgorithm.RS256, issuer.claims());
            case "expired" -> issuer.token(issuer.claims().expirationTime(Date.from(now.minusSeconds(60))));
            case "without an end" -> issuer.token(issuer.claims().expirationTime(null));
            case "not yet valid" -> issuer.token(issuer.claims().notBeforeTime(Date.from(now.plusSeconds(61))));
            case "alg none" -> issuer.unsigned();
            case "HS256 with the public key" -> issuer.signedWithThePublicKey();
            case "no role" -> issuer.token(issuer.claims().claim("roles", null));
            case "another role" -> withRole("EventGridContributor");
            case "contributor" -> withRole("EventGridContributor");
            case "reader" -> withRole("EventGridEventSubscriptionReader");
            case "malformed" -> "a.b.c";
            case "empty" -> "";
            default -> throw new IllegalArgumentException(word);
        };
    }

    private String withRole(String role) {
        return issuer.token(issuer.claims().claim("roles", List.of(role)));
    }

    private HttpResponseMessage publish(String topic, String token, String source) {
        String body = "[" + PipelineFixture.event("e1", 10) + "]";
        return publish.cloud(
                new FakeHttpRequest(HttpMethod.POST, "https://host/topics/" + topic + "/api/events")
                        .header("Content-Type", "application/json")
                        .header("Content-Length", String.valueOf(body.length()))
                        .header("Authorization", "Bearer " + token)
                        .header("X-Forwarded-For", source)
                        .body(body),
                topic);
    }

    private HttpResponseMessage publish(String token) {
        return publish("orders", token, "192.0.2.1:50000");
    }

    private static String detailCode(HttpResponseMessage response) {
        // json() reads single quotes, and a report has some.
        String body = response.getBody().toString().replace('\'', '`');
        return body.isEmpty()
                ? ""
                : json(body).get("error").get("details").get(0).get("code").textValue();
    }

    /** §9.4; wherever something is wrong, nothing is accepted and the answer repeats nothing of the token. */
    @ParameterizedTest
    @CsvSource({
        "good,                      200, ''",
        "version 1.0,               200, ''",
        "of a user,                 200, ''",
        "several audiences,         200, ''",
        "expired within the skew,   200, ''",
        "wrong audience,            401, Unauthorized",
        "no audience,               401, Unauthorized",
        "wrong issuer,              401, Unauthorized",
        "no issuer,                 401, Unauthorized",
        "wrong key,                 401, Unauthorized",
        "unknown key,               401, Unauthorized",
        "expired,                   401, Unauthorized",
        "without an end,            401, Unauthorized",
        "not yet valid,             401, Unauthorized",
        "alg none,                  401, Unauthorized",
        "HS256 with the public key, 401, Unauthorized",
        "malformed,                 401, Unauthorized",
        "empty,                     401, Unauthorized",
        "no role,                   403, Forbidden",
        "another role,              403, Forbidden",
    })
    void what_a_token_is_answered(String word, int status, String detailCode) {
        world.subscribe("billing");
        String token = token(word);
        for (String topic : List.of("orders", "locked")) {
            HttpResponseMessage response = publish(topic, token, "192.0.2.1");
            String body = response.getBody().toString();
            assertEquals(status, response.getStatusCode(), body);
            assertEquals(detailCode, detailCode(response));
            assertFalse(token.length() > 10 && body.contains(token), body);
        }
        assertEquals(status == 200 ? 1 : 0, world.ports.deliveries().approximateMessageCount());
    }

    @Test
    void a_key_that_rolled_is_good_and_the_one_before_is_not() {
        String before = issuer.token();
        assertEquals(200, publish(before).getStatusCode());
        issuer.rollOver();
        String after = issuer.signed(issuer.nextKey(), "second", JWSAlgorithm.RS256, issuer.claims());
        world.pass(Duration.ofSeconds(30));
        assertEquals(200, publish(after).getStatusCode());
        assertEquals(401, publish(before).getStatusCode());
        assertEquals(2, issuer.fetches());
    }

    /** Neither good nor bad: 503, so that the publisher comes again. */
    @Test
    void while_the_issuer_does_not_answer_what_cannot_be_judged_is_503() {
        server.stop(0);
        for (int i = 0; i < 5; i++) {
            HttpResponseMessage response = publish(issuer.token());
            assertEquals(503, response.getStatusCode(), () -> response.getBody().toString());
            assertEquals("5", response.getHeader("Retry-After"));
            assertEquals("ServiceUnavailable", detailCode(response));
            assertEquals(
                    401, publish("orders", issuer.unsigned(), "192.0.2." + i).getStatusCode());
        }
        assertEquals(5L, world.counts().get("PublishFailCount orders SystemError UNAVAILABLE"));
        assertEquals(5L, world.counts().get("PublishFailCount orders UserError CREDENTIALS_WRONG"));
    }

    @Test
    void keys_that_are_known_outlive_an_issuer_that_does_not_answer() {
        assertEquals(200, publish(issuer.token()).getStatusCode());
        server.stop(0);
        assertEquals(200, publish(issuer.token()).getStatusCode());
    }

    /** Nothing of the tokens is looked at any more. */
    @Test
    void too_many_wrong_tokens_are_429_with_retry_after() {
        for (int i = 0; i < 3; i++) {
            assertEquals(401, publish(token("wrong key")).getStatusCode());
        }
        HttpResponseMessage response = publish(token("good"));
        assertEquals(429, response.getStatusCode());
        assertEquals("60", response.getHeader("Retry-After"));
        assertEquals("TooManyRequests", detailCode(response));
        assertEquals(200, publish("orders", token("good"), "192.0.2.2").getStatusCode());
        assertEquals(1L, world.counts().get("PublishFailCount orders UserError TOO_MANY_FAILURES"));
        world.pass(Duration.ofSeconds(60));
        assertEquals(200, publish(token("good")).getStatusCode());
    }

    private int manage(HttpMethod method, String header, String value, boolean listKeys) {
        FakeHttpRequest request = new FakeHttpRequest(method, "https://host/topics/orders").header(header, value);
        if (method == HttpMethod.PUT) {
            request.body("{}");
        }
        HttpResponseMessage response = listKeys ? topics.listKeys(request, "orders") : topics.topic(request, "orders");
        boolean isRefused = response.getStatusCode() != 200;
        assertEquals(
                isRefused,
                json(response.getBody().toString().isEmpty()
                                ? "{}"
                                : response.getBody().toString())
                        .has("error"));
        return response.getStatusCode();
    }

    /** Who reads may GET, and nothing else: {@code listKeys} shows secrets. */
    @ParameterizedTest
    @CsvSource({
        "aeg-sas-key,   management-key,          200, 200, 200, 200",
        "aeg-sas-key,   reading-key,             200, 403, 403, 403",
        "aeg-sas-key,   wrong,                   401, 401, 401, 429",
        "Authorization, contributor,             200, 200, 200, 200",
        "Authorization, reader,                  200, 403, 403, 403",
        "Authorization, good,                    403, 403, 403, 403",
        "Authorization, wrong audience,          401, 401, 401, 429",
        "Authorization, alg none,                401, 401, 401, 429",
        "Authorization, HS256 with the public key, 401, 401, 401, 429",
    })
    void what_manages(String header, String word, int get, int put, int listKeys, int delete) {
        String value = header.equals("Authorization") ? "Bearer " + token(word) : word;
        assertEquals(get, manage(HttpMethod.GET, header, value, false));
        assertEquals(put, manage(HttpMethod.PUT, header, value, false));
        assertEquals(listKeys, manage(HttpMethod.POST, header, value, true));
        assertEquals(delete, manage(HttpMethod.DELETE, header, value, false));
    }

    @Test
    void managers_are_told_when_to_come_again() {
        FakeHttpRequest wrong = new FakeHttpRequest(HttpMethod.GET, "https://host/topics").header("aeg-sas-key", "x");
        for (int i = 0; i < 3; i++) {
            assertEquals(401, topics.topics(wrong).getStatusCode());
        }
        HttpResponseMessage refused = topics.topics(wrong);
        assertEquals(429, refused.getStatusCode());
        assertEquals("60", refused.getHeader("Retry-After"));
        assertTrue(refused.getBody().toString().contains("\"TooManyRequests\""));
        server.stop(0);
        HttpResponseMessage unknown = topics.topics(new FakeHttpRequest(HttpMethod.GET, "https://host/topics")
                .header("Authorization", "Bearer " + token("contributor"))
                .header("X-Forwarded-For", "192.0.2.1"));
        assertEquals(503, unknown.getStatusCode());
        assertEquals("5", unknown.getHeader("Retry-After"));
    }
}
