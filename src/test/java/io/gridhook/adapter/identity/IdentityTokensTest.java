package io.gridhook.adapter.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Configuration;
import com.azure.core.util.ConfigurationBuilder;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.port.AccessTokens.AccessToken;
import io.gridhook.port.TokenUnavailableException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Azure's identity library against answers of Entra's, without a network (behaviour §18). */
class IdentityTokensTest {
    private static final EntraApplication APPLICATION = new EntraApplication("contoso.example", "api://hook");
    private static final String TOKEN =
            "{\"token_type\":\"Bearer\",\"expires_in\":3600,\"access_token\":\"planted-token\"}";
    private static final String REFUSAL =
            "{\"error\":\"invalid_resource\",\"error_description\":\"AADSTS500011: The resource"
                    + " principal named api://hook was not found.\\r\\nTrace ID: 1\",\"error_codes\":[500011]}";

    /** {@code URL body} of each request. */
    private final List<String> requests = new ArrayList<>();

    private final Configuration configuration = new ConfigurationBuilder()
            .putProperty("AZURE_AUTHORITY_HOST", "https://login.example/")
            .build();

    private IdentityTokens tokens(WebhookIdentity identity, int status, String body) {
        return new IdentityTokens(
                identity,
                new WebhookApplications(Set.of("api://hook")),
                request -> {
                    requests.add(request.getUrl() + " " + request.getBodyAsBinaryData());
                    return Mono.just(new Answer(request, status, body));
                },
                configuration);
    }

    /** Who saves a subscription must not choose what the app's identity is good for. */
    @Test
    void nothing_is_asked_for_an_application_that_is_not_allowed() {
        CompletionException refused = assertThrows(
                CompletionException.class, () -> tokens(new WebhookIdentity("client", "planted+secret"), 200, TOKEN)
                        .of(new EntraApplication("contoso.example", "https://storage.azure.com"))
                        .join());
        assertEquals(
                "no Entra token for https://storage.azure.com (expected: one that GRIDHOOK_WEBHOOK_APPLICATIONS allows)",
                Objects.requireNonNull(refused.getCause()).getMessage());
        assertEquals(List.of(), requests);
    }

    @Test
    void an_application_asks_in_the_subscriptions_tenant_for_its_audience() {
        AccessToken token = tokens(new WebhookIdentity("client", "planted+secret"), 200, TOKEN)
                .of(APPLICATION)
                .join();
        assertEquals("planted-token", token.value());
        Duration left = Duration.between(Instant.now(), token.expires());
        assertTrue(left.compareTo(Duration.ofMinutes(50)) > 0 && left.compareTo(Duration.ofMinutes(61)) < 0, "" + left);
        String request = requests.stream()
                .filter(each -> each.contains("/token "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(requests.toString()));
        assertTrue(request.startsWith("https://login.example/contoso.example/"), request);
        for (String part : List.of(
                "grant_type=client_credentials",
                "client_id=client",
                "client_secret=planted%2Bsecret",
                "api%3A%2F%2Fhook%2F.default")) {
            assertTrue(request.contains(part), request);
        }
    }

    @Test
    void each_tenant_is_asked_itself() {
        IdentityTokens tokens = tokens(new WebhookIdentity("client", "secret"), 200, TOKEN);
        tokens.of(APPLICATION).join();
        tokens.of(new EntraApplication("other.example", "api://hook")).join();
        assertTrue(
                requests.stream().anyMatch(request -> request.startsWith("https://login.example/other.example/")),
                requests.toString());
    }

    /** The message names the trouble, in one line, and holds no secret. */
    @Test
    void a_refusal_says_why() {
        CompletionException failure = assertThrows(
                CompletionException.class, () -> tokens(new WebhookIdentity("client", "planted"), 400, REFUSAL)
                        .of(APPLICATION)
                        .join());
        String message = String.valueOf(assertInstanceOf(TokenUnavailableException.class, failure.getCause())
                .getMessage());
        assertTrue(
                message.startsWith("no Entra token for api://hook in tenant contoso.example: ")
                        && message.contains("AADSTS500011"),
                message);
        assertFalse(message.contains("planted") || message.contains("\n") || message.contains("\r"), message);
    }

    /** Outside Azure nothing answers a managed identity; that too is a failure, and not a wait without end. */
    @Test
    void a_managed_identity_asks_azure_itself() {
        CompletionException failure = assertThrows(CompletionException.class, () -> tokens(
                        new WebhookIdentity("", ""), 400, "{\"error\":\"invalid_request\"}")
                .of(APPLICATION)
                .join());
        assertInstanceOf(TokenUnavailableException.class, failure.getCause());
        assertTrue(
                requests.stream().anyMatch(request -> request.contains("/metadata/identity/oauth2/token")),
                requests.toString());
    }

    @Test
    void an_identity_shows_its_secret_nowhere() {
        assertEquals("WebhookIdentity[client, with a secret]", new WebhookIdentity("client", "planted").toString());
        assertThrows(IllegalArgumentException.class, () -> new WebhookIdentity("", "planted"));
    }

    private static final class Answer extends HttpResponse {
        private final int status;
        private final String body;

        Answer(HttpRequest request, int status, String body) {
            super(request);
            this.status = status;
            this.body = body;
        }

        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        @Deprecated
        @SuppressWarnings("InlineMeSuggester")
        public String getHeaderValue(String name) {
            return getHeaders().getValue(HttpHeaderName.fromString(name));
        }

        @Override
        public HttpHeaders getHeaders() {
            return new HttpHeaders().set(HttpHeaderName.CONTENT_TYPE, "application/json");
        }

        @Override
        public Flux<ByteBuffer> getBody() {
            return Flux.just(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public Mono<byte[]> getBodyAsByteArray() {
            return Mono.just(body.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Mono<String> getBodyAsString() {
            return Mono.just(body);
        }

        @Override
        public Mono<String> getBodyAsString(Charset charset) {
            return Mono.just(body);
        }
    }
}
