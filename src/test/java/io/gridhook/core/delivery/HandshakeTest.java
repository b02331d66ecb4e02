package io.gridhook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.HandshakeVerdict.Kind;
import io.gridhook.core.delivery.WebhookRequest.Header;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.event.JsonPath;
import io.gridhook.core.topic.DeliveryAttribute;
import io.gridhook.core.topic.EntraApplication;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.SigningSecrets;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.core.trust.SigningSecret;
import io.gridhook.core.trust.WebhookSignature;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The two handshakes of behaviour §4: what is sent, and what each answer means. */
class HandshakeTest {
    private static final UUID CODE = UUID.fromString("512d38b6-c7b8-40c8-89fe-f46f9e9622b6");
    private static final String URL = "https://h/hook?code=x==&y";
    private static final String CALLBACK = "https://g/validate?token=t";
    private static final String ECHO = "{'validationResponse':'" + CODE + "'}";

    private static Handshake handshake(DeliverySchema schema) {
        return handshake(
                schema,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, URL, OptionalInt.empty(), OptionalInt.empty()));
    }

    private static Handshake handshake(DeliverySchema schema, WebhookDestination destination) {
        EventSubscription subscription = new EventSubscription(
                "orders",
                "My-Sub",
                1,
                destination,
                schema,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new Handshake(
                subscription, "/arm/topics/orders", CODE, CALLBACK, Instant.parse("2022-10-28T04:23:35.1981776Z"));
    }

    private static HandshakeVerdict judged(
            DeliverySchema schema, AttemptOutcome outcome, String body, String... headers) {
        Map<String, String> all = headers.length == 0 ? Map.of() : Map.of(headers[0], headers[1]);
        return handshake(schema).judge(new HandshakeAnswer(outcome, all, body.replace('\'', '"')));
    }

    /** §4.2. */
    @ParameterizedTest
    @ValueSource(strings = {"EVENT_GRID", "CUSTOM_INPUT"})
    void event_grids_handshake_is_a_validation_event(DeliverySchema schema) throws Exception {
        HandshakeRequest request = handshake(schema).request(Optional.empty());
        assertEquals(HandshakeRequest.Method.POST, request.method());
        assertEquals(URL, request.endpointUrl());
        assertEquals(
                List.of(
                        new Header("Content-Type", "application/json; charset=utf-8"),
                        new Header("aeg-event-type", "SubscriptionValidation"),
                        new Header("aeg-subscription-name", "MY-SUB")),
                request.headers());
        JsonNode events = new ObjectMapper().readTree(request.body().toString());
        assertEquals(1, events.size());
        assertEquals(new ObjectMapper().readTree("""
                [{"id":"%1$s","topic":"/arm/topics/orders","subject":"",
                  "data":{"validationCode":"%1$s","validationUrl":"%2$s"},
                  "eventType":"Microsoft.EventGrid.SubscriptionValidationEvent",
                  "eventTime":"2022-10-28T04:23:35.1981776Z","metadataVersion":"1","dataVersion":"1"}]
                """.formatted(CODE, CALLBACK)), events);
    }

    /** §4.4; the origin is the one that deliveries say (§3.2). */
    @Test
    void the_handshake_of_cloud_events_is_an_options_request() {
        HandshakeRequest request = handshake(DeliverySchema.CLOUD_EVENT_V1_0).request(Optional.empty());
        assertEquals(HandshakeRequest.Method.OPTIONS, request.method());
        assertEquals(URL, request.endpointUrl());
        assertEquals(
                List.of(
                        new Header("WebHook-Request-Origin", "eventgrid.azure.net"),
                        new Header("WebHook-Request-Callback", CALLBACK),
                        new Header("WebHook-Request-Rate", "600000")),
                request.headers());
        assertEquals(0, request.body().length());
    }

    /** §12, §18, and ours: an endpoint that takes nothing without its header, token or signature could not agree otherwise. */
    @ParameterizedTest
    @ValueSource(strings = {"EVENT_GRID", "CLOUD_EVENT_V1_0"})
    void a_handshake_has_what_the_endpoint_asks_of_deliveries(DeliverySchema schema) {
        SigningSecret secret = SigningSecret.of(new byte[32]);
        Handshake handshake = handshake(
                schema,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK,
                        URL,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        List.of(
                                new DeliveryAttribute.Fixed("X-Key", "v", true),
                                new DeliveryAttribute.Dynamic(
                                        "X-Event", JsonPath.parse("data.a").orElseThrow())),
                        Optional.of(new EntraApplication("t", "api://hook")),
                        Optional.of(new SigningSecrets(secret, Optional.empty()))));
        HandshakeRequest request = handshake.request(Optional.of("token"));
        Map<String, String> headers = new HashMap<>();
        request.headers().forEach(header -> headers.put(header.name(), header.value()));
        assertEquals("v", headers.get("X-Key"));
        assertEquals("Bearer token", headers.get("Authorization"));
        assertFalse(headers.containsKey("X-Event"));
        boolean isPost = schema == DeliverySchema.EVENT_GRID;
        String signature = WebhookSignature.header(
                List.of(secret),
                "msg_" + CODE,
                handshake.started(),
                request.body().toBytes());
        assertEquals(isPost ? signature : null, headers.get("webhook-signature"));
        assertEquals(isPost ? "msg_" + CODE : null, headers.get("webhook-id"));
    }

    /** §4.2: exactly 200, and the property's exact spelling; §4.3: 200 without it; §23, 15. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "200 | {'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}           | AGREED",
                "200 | {'x':1, 'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}    | AGREED",
                "200 | {'ValidationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}           | AWAITED",
                "200 | {'validationresponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}           | AWAITED",
                "200 | [{'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}]         | AWAITED",
                "200 | ~~                                                                      | AWAITED",
                "200 | <html>                                                                  | AWAITED",
                "200 | {'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'            | AWAITED",
                "200 | {'validationResponse':'512D38B6-C7B8-40C8-89FE-F46F9E9622B6'}           | REFUSED",
                "200 | {'validationResponse':'another'}                                        | REFUSED",
                "200 | {'validationResponse':null}                                             | REFUSED",
                "201 | {'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}           | REFUSED",
                "202 | {'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}           | REFUSED",
                "204 | ~~                                                                      | REFUSED",
                "301 | ~~                                                                      | REFUSED",
                "307 | ~~                                                                      | REFUSED",
                "400 | ~~                                                                      | REFUSED",
                "401 | ~~                                                                      | REFUSED",
                "404 | ~~                                                                      | REFUSED",
                "500 | {'validationResponse':'512d38b6-c7b8-40c8-89fe-f46f9e9622b6'}           | REFUSED",
                "503 | ~~                                                                      | REFUSED",
            })
    void event_grids_handshake_wants_its_code(int status, String body, Kind expected) {
        assertEquals(
                expected,
                judged(DeliverySchema.EVENT_GRID, Responded.of(status), body).kind());
    }

    /** .NET writes one before its JSON; HTTP clients look over it. */
    @Test
    void a_byte_order_mark_is_looked_over() {
        assertEquals(
                Kind.AGREED,
                judged(DeliverySchema.EVENT_GRID, Responded.of(200), '\uFEFF' + ECHO)
                        .kind());
    }

    /** The author cannot see what a name leads to; the setting is what most have forgotten. */
    @Test
    void an_address_that_may_not_be_called_is_told_by_its_setting() {
        String why = judged(
                        DeliverySchema.EVENT_GRID,
                        new Unreachable(Unreachable.Cause.RESOLUTION, "10.0.0.1 is private"),
                        "")
                .why();
        assertTrue(why.contains("GRIDHOOK_ALLOW_ADDRESSES"), why);
    }

    /** Neither what is nested too deeply nor what is endless is read; both are no validationResponse. */
    @Test
    void no_body_is_too_much() {
        String deep = "[".repeat(HandshakeAnswer.BODY_BYTES_MAX);
        assertEquals(
                Kind.AWAITED,
                judged(DeliverySchema.EVENT_GRID, Responded.of(200), deep).kind());
        String number = "{'validationResponse':" + "9".repeat(HandshakeAnswer.BODY_BYTES_MAX) + "}";
        assertEquals(
                Kind.AWAITED,
                judged(DeliverySchema.EVENT_GRID, Responded.of(200), number).kind());
    }

    /** §4.4: only the header is consent; without it a plain 200 waits for the callback; 405 means that there are no webhooks. */
    @ParameterizedTest
    @CsvSource({
        "200, eventgrid.azure.net,   AGREED",
        "200, EventGrid.Azure.Net,   AGREED",
        "200, *,                     AGREED",
        "204, *,                     AGREED",
        "202, ' * ',                 AGREED",
        "200, other.example,         REFUSED",
        "200, eventgrid.azure.net.x, REFUSED",
        "200, 'a, eventgrid.azure.net', REFUSED",
        "200, '',                    AWAITED",
        "204, '',                    REFUSED",
        "302, *,                     REFUSED",
        "401, *,                     REFUSED",
        "404, '',                    REFUSED",
        "405, '',                    REFUSED",
        "405, *,                     REFUSED",
        "500, *,                     REFUSED",
    })
    void the_handshake_of_cloud_events_wants_the_header(int status, String origin, Kind expected) {
        assertEquals(
                expected,
                judged(DeliverySchema.CLOUD_EVENT_V1_0, Responded.of(status), ECHO, "webhook-allowed-origin", origin)
                        .kind());
    }

    @ParameterizedTest
    @CsvSource({
        "120,        120",
        "1,          1",
        "007,        7",
        "999999999,  999999999",
        "*,          -1",
        "'',         -1",
        "0,          0",
        "-5,         0",
        "1.5,        0",
        "many,       0",
        "1000000000, 0",
    })
    void a_rate_is_a_whole_number(String given, int allowed) {
        HandshakeVerdict verdict = WebhookConsent.read(
                        Map.of("webhook-allowed-origin", "*", "webhook-allowed-rate", given))
                .orElseThrow();
        assertEquals(allowed == 0 ? Kind.REFUSED : Kind.AGREED, verdict.kind());
        assertEquals(allowed > 0 ? OptionalInt.of(allowed) : OptionalInt.empty(), verdict.allowedRate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVENT_GRID", "CLOUD_EVENT_V1_0"})
    void no_answer_is_none(DeliverySchema schema) {
        for (AttemptOutcome outcome : List.of(
                new TimedOut(),
                new Unreachable(Unreachable.Cause.SOCKET, "refused by 10.0.0.1"),
                new Unreachable(Unreachable.Cause.RESOLUTION, "h"))) {
            HandshakeVerdict verdict = judged(schema, outcome, "");
            assertEquals(Kind.REFUSED, verdict.kind());
            assertTrue(!verdict.why().isEmpty() && !verdict.why().contains("10.0.0.1"), verdict.why());
        }
    }
}
