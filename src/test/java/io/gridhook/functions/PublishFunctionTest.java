package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.PipelineFixture;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.trust.SasTokens;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The publish call to the header: behaviour §9.4 to §9.7, in the shapes of DESIGN §4. */
class PublishFunctionTest {
    private static final String EVENT = PipelineFixture.event("e1", 10);
    private static final String CLOUD_EVENT = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}";

    /** Made with the topic's first key, and half an hour too old. */
    private static final String EXPIRED_TOKEN =
            "r=https%3A%2F%2Fhost%2Ftopics%2Forders%2Fevents&e=11%2F20%2F2026+9%3A00%3A00+AM"
                    + "&s=1TcaUv0DAI2I1UlXKBypm9fFSX4mCZ2T%2F2KL5hw7LQc%3D";

    private static final String WRONG_TOKEN = "r=https://host/topics/orders/events&e=2026-11-20T10:00:00"
            + "&s=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    /** The three forms of the URL. */
    enum Form {
        EDGE,
        CLOUD,
        DEFAULT_TOPIC
    }

    private final PipelineFixture world = new PipelineFixture();
    private final PublishFunction function =
            new PublishFunction(new PublishCall(world.pipeline.publisher(), world::now), "orders");

    private HttpResponseMessage call(Form form, FakeHttpRequest request, String topic) {
        return switch (form) {
            case EDGE -> function.edge(request, topic);
            case CLOUD -> function.cloud(request, topic);
            case DEFAULT_TOPIC -> function.defaultTopic(request);
        };
    }

    private static FakeHttpRequest request(HttpMethod method) {
        return new FakeHttpRequest(method, "https://host/topics/orders/api/events?api-version=2018-01-01");
    }

    private static FakeHttpRequest post(String body) {
        return request(HttpMethod.POST)
                .header("Content-Type", "application/json")
                .header("Content-Length", String.valueOf(body.length()))
                .header("aeg-sas-key", PipelineFixture.KEY)
                .body(body);
    }

    /** In the cloud's shape, with the report that only it has (§9.5). */
    private static void assertCloudError(
            int status,
            String code,
            String detailCode,
            String message,
            boolean reported,
            HttpResponseMessage response) {
        assertEquals(status, response.getStatusCode(), () -> response.getBody().toString());
        JsonNode error = json(response.getBody().toString().replace("'", "`")).get("error");
        String requestId = response.getHeader("x-ms-request-id");
        UUID.fromString(requestId);
        String report = " Report `" + requestId
                + ":1:11/20/2026 9:30:00 AM (UTC)` to our forums for assistance or raise a support ticket.";
        String text = error.get("message").textValue();
        String expected = message.replace("'", "`") + (reported ? report : "");
        if (!message.endsWith("…")) {
            assertEquals(expected, text);
        } else {
            assertTrue(text.startsWith(message.replace("'", "`").substring(0, message.length() - 1)), text);
            assertEquals(reported, text.endsWith(report), text);
        }
        assertEquals(code, error.get("code").textValue());
        assertEquals(3, error.size());
        assertEquals(1, error.get("details").size());
        assertEquals(detailCode, error.get("details").get(0).get("code").textValue());
        assertEquals(text, error.get("details").get(0).get("message").textValue(), "the same text");
        assertEquals("application/json; charset=utf-8", response.getHeader("Content-Type"));
    }

    /** In IoT Edge's shape (§14). */
    private static void assertEdgeError(
            int status, String code, String detailCode, String message, HttpResponseMessage response) {
        assertEquals(status, response.getStatusCode(), () -> response.getBody().toString());
        JsonNode error = json(response.getBody().toString().replace("'", "`")).get("error");
        assertEquals(code, error.get("code").textValue());
        assertEquals(2, error.size());
        assertEquals(detailCode, error.get("details").get("code").textValue());
        String text = error.get("details").get("message").textValue();
        String expected = message.replace("'", "`");
        assertTrue(
                expected.endsWith("…")
                        ? text.startsWith(expected.substring(0, expected.length() - 1)) && !text.contains(" Report ")
                        : text.equals(expected),
                text);
        UUID.fromString(response.getHeader("x-ms-request-id"));
    }

    private static void assertError(
            Form form, int status, String code, String detailCode, String message, HttpResponseMessage response) {
        if (form == Form.EDGE) {
            assertEdgeError(status, code, detailCode, message, response);
        } else {
            assertCloudError(status, code, detailCode, message, status < 500 && status != 413, response);
        }
    }

    /** §9.4, row 200. */
    @ParameterizedTest
    @EnumSource
    void what_is_accepted_is_answered_without_a_body(Form form) {
        HttpResponseMessage response = call(form, post("[" + EVENT + "]"), "orders");
        assertEquals(200, response.getStatusCode());
        assertEquals("", response.getBody());
        assertEquals("2018-01-01", response.getHeader("api-supported-versions"));
        UUID.fromString(response.getHeader("x-ms-request-id"));
        assertEquals("", response.getHeader("Content-Type"));
    }

    @Test
    void every_answer_has_a_request_id_of_its_own() {
        String first = function.defaultTopic(post(EVENT)).getHeader("x-ms-request-id");
        String second = function.defaultTopic(post(EVENT)).getHeader("x-ms-request-id");
        assertTrue(!first.equals(second));
    }

    /** §9.1: a webhook that is a topic has its key in its URL. */
    @ParameterizedTest
    @CsvSource({
        "aeg-sas-key=a2V5LTE%3D,              200",
        "aeg-sas-key=a2V5LTE=,                200",
        "x=1&aeg-sas-key=a2V5LTI%3d&y=2,      200",
        "aeg-sas-key=wrong,                   401",
        "aeg-sas-key=,                        401",
        "key=a2V5LTE=,                        401",
    })
    void the_key_may_be_in_the_query(String query, int status) {
        FakeHttpRequest request = new FakeHttpRequest(HttpMethod.POST, "https://host/api/events?" + query)
                .header("Content-Type", "application/json")
                .header("Content-Length", "1")
                .body(EVENT);
        assertEquals(status, function.defaultTopic(request).getStatusCode());
    }

    /** The header goes before the query: one that is wrong is not made good by the other. */
    @Test
    void the_header_goes_before_the_query() {
        FakeHttpRequest request = new FakeHttpRequest(HttpMethod.POST, "https://host/api/events?aeg-sas-key=a2V5LTE=")
                .header("Content-Type", "application/json")
                .header("Content-Length", "1")
                .header("aeg-sas-key", "wrong")
                .body(EVENT);
        assertEquals(401, function.defaultTopic(request).getStatusCode());
    }

    /** §9.1, in both headers and for every form of the URL. */
    @ParameterizedTest
    @CsvSource({
        "EDGE,          https://host/topics/orders/events",
        "EDGE,          https://host/topics/orders/events?api-version=2019-01-01-preview",
        "CLOUD,         https://host/topics/orders/api/events",
        "CLOUD,         https://host/topics/orders/api/events?apiVersion=2018-01-01",
        "DEFAULT_TOPIC, https://host/api/events?api-version=2018-01-01",
    })
    void a_sas_token_publishes(Form form, String resource) {
        String token = SasTokens.of(resource, "11/20/2026 9:30:1 AM", PipelineFixture.KEY);
        for (String[] header :
                new String[][] {{"aeg-sas-token", token}, {"Authorization", "SharedAccessSignature " + token}}) {
            FakeHttpRequest request = new FakeHttpRequest(HttpMethod.POST, resource)
                    .header("Content-Type", "application/json")
                    .header("Content-Length", "1")
                    .header(header[0], header[1])
                    .body(EVENT);
            assertEquals(200, call(form, request, "orders").getStatusCode());
        }
    }

    /**
     * §9.4 and §9.5, row by row. {@code header} replaces one of a good request's headers; a message that ends in {@code …} is compared
     * as far as that.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // 400 InputJsonInvalid
                "orders | | }           | 400 | BadRequest | InputJsonInvalid | Malformed JSON at line 1, column …",
                "orders | | ``          | 400 | BadRequest | InputJsonInvalid | Unexpected end when reading JSON",
                "orders | | 7           | 400 | BadRequest | InputJsonInvalid |"
                        + " This topic is configured for the 'EventGridEvent' schema, to which the JSON does not conform. Token…",
                "orders | | [{}]        | 400 | BadRequest | InputJsonInvalid |"
                        + " subject: missing (expected: a string; this topic is configured for the 'EventGridEvent' schema, which requires it) (event at index 0)",
                "orders | | {`id`:`1`,`subject`:`s`,`eventType`:`t`,`eventTime`:`2020-01-01T00:00:00Z`,`more`:1}"
                        + " | 400 | BadRequest | InputJsonInvalid |"
                        + " Received unexpected property 'more' in JSON which does not conform to the expected schema",
                "orders | | {`id`:`1`,`subject`:`s`,`eventType`:`t`,`eventTime`:`2020-01-01T00:00:00Z`,`topic`:`/other`}"
                        + " | 400 | BadRequest | InputJsonInvalid | topic: /other (expected: …",
                "orders | | {`id`:`1`,`subject`:`s`,`eventType`:`t`,`eventTime`:`never`} | 400 | BadRequest | InputJsonInvalid |"
                        + " eventTime: never (expected: …",
                "clouds | | []          | 400 | BadRequest | InputJsonInvalid |"
                        + " This topic is configured for the 'CloudEventV10' schema, to which the JSON does not conform. Token expected:"
                        + " StartObject, actual token received: StartArray",
                // 400 InvalidSas and InvalidCloudEventHeader
                "orders | aeg-sas-key:  | {} | 400 | BadRequest | InvalidSas |"
                        + " The request authorization key is empty (expected: a key of the topic).",
                "clouds | ce-id: 1      | {} | 400 | BadRequest | InvalidCloudEventHeader | ce-specversion: …",
                // 401
                "orders | -aeg-sas-key  | {} | 401 | Unauthorized | Unauthorized |"
                        + " Request must contain one of the following authorization signature: aeg-sas-token, aeg-sas-key.",
                "orders | aeg-sas-key: x | {} | 401 | Unauthorized | Unauthorized |"
                        + " The request authorization key is not authorized for orders.",
                "orders | aeg-sas-token: r=a&e=b | {} | 400 | BadRequest | InvalidSas |"
                        + " The request authorization token is invalid. Ensure that it is of the form"
                        + " r=UrlEncodedResource&e=UrlEncodedUtcExpiration&s=UrlEncodedSignature. token: 2 parts"
                        + " (expected: r, e and s).",
                "orders | aeg-sas-token: | {} | 400 | BadRequest | InvalidSas | The request authorization token is invalid. …",
                "orders | Authorization: SharedAccessSignature x | {} | 400 | BadRequest | InvalidSas |"
                        + " The request authorization token is invalid. …",
                "orders | aeg-sas-token: " + WRONG_TOKEN + " | {} | 401 | Unauthorized | Unauthorized |"
                        + " The request authorization token is not authorized for orders.",
                "orders | aeg-sas-token: " + EXPIRED_TOKEN + " | {} | 401 | Unauthorized | Unauthorized |"
                        + " The request authorization token expired at 2026-11-20T09:00:00Z.",
                "orders | Authorization: SharedAccessSignature " + EXPIRED_TOKEN + " | {} | 401 | Unauthorized |"
                        + " Unauthorized | The request authorization token expired at 2026-11-20T09:00:00Z.",
                "locked |              | {} | 401 | Unauthorized | Unauthorized |"
                        + " disableLocalAuth: true (expected: no key and no SAS token; locked takes neither).",
                // 404
                "nobodys |              | {} | 404 | NotFound | ResourceNotFound | The topic 'nobodys' does not exist.",
                // 411: such a body would arrive empty
                "orders | -Content-Length | {} | 411 | LengthRequired | LengthRequired |"
                        + " Content-Length: missing (expected: the length of the body; chunked requests are not taken)",
                "orders | Transfer-Encoding: Chunked | {} | 411 | LengthRequired | LengthRequired | Content-Length: missing…",
                // 415
                "orders | Content-Type: application/octet-stream | {} | 415 | UnsupportedMediaType | InvalidContentType |"
                        + " Content-Type: application/octet-stream (expected: application/json)",
                "clouds | Content-Type: text/plain | {} | 415 | UnsupportedMediaType | InvalidContentType |"
                        + " Content-Type: text/plain (expected: application/json, application/cloudevents+json or …",
            })
    void what_is_refused_is_answered_in_the_routes_shape(
            String topic,
            @Nullable String header,
            String body,
            int status,
            String code,
            String detailCode,
            String message) {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        world.lockedTopic("locked");
        world.subscribe("billing");
        for (Form form : new Form[] {Form.EDGE, Form.CLOUD}) {
            FakeHttpRequest request = post(body.replace('`', '"'));
            if (header != null && header.matches("(aeg-sas-token|Authorization):.*")) {
                // It would go before them.
                request.getHeaders().remove("aeg-sas-key");
            }
            if (header != null && header.startsWith("-")) {
                request.getHeaders().remove(header.substring(1).toLowerCase(Locale.ROOT));
            } else if (header != null) {
                String[] parts = header.split(":", 2);
                request.header(parts[0], parts[1].strip());
            }
            assertError(form, status, code, detailCode, message, call(form, request, topic));
        }
        assertEquals(0, world.ports.deliveries().approximateMessageCount());
    }

    /** §9.3 and §9.4: 413, without the report of §9.5. */
    @ParameterizedTest
    @EnumSource
    void what_is_too_large_is_answered_without_a_report(Form form) {
        String long1 = PipelineFixture.event("e1", 1_049_600);
        HttpResponseMessage event = call(form, post("[" + long1 + "]"), "orders");
        String body = "[" + EVENT + "]";
        HttpResponseMessage whole = call(form, post(body + " ".repeat(1_536_001 - body.length())), "orders");
        String message = "The maximum size (1536000) has been exceeded.";
        if (form == Form.EDGE) {
            assertEdgeError(413, "PayloadTooLarge", "PayloadTooLarge", message, whole);
            assertEdgeError(413, "PayloadTooLarge", "PayloadTooLarge", "…", event);
        } else {
            assertCloudError(413, "PayloadTooLarge", "PayloadTooLarge", message, false, whole);
            assertCloudError(413, "PayloadTooLarge", "PayloadTooLarge", "…", false, event);
        }
        assertEquals(
                200,
                call(form, post(body + " ".repeat(1_536_000 - body.length())), "orders")
                        .getStatusCode());
    }

    /** DESIGN §1.1. */
    @ParameterizedTest
    @CsvSource({
        "EDGE, deliveries.put",
        "CLOUD, deliveries.put",
        "DEFAULT_TOPIC, deliveries.put",
        "EDGE, topics.find",
        "CLOUD, subscriptions.list",
        "CLOUD, payloads.put"
    })
    void a_refusing_storage_is_503_with_retry_after(Form form, String step) {
        world.subscribe("billing");
        world.refuse(step::equals);
        String data = PipelineFixture.event("e1", step.startsWith("payloads") ? 100_000 : 10);
        HttpResponseMessage response = call(form, post(data), "orders");
        assertError(
                form,
                503,
                "ServiceUnavailable",
                "ServiceUnavailable",
                "The service is busy. This was not accepted; publish it again.",
                response);
        assertEquals("5", response.getHeader("Retry-After"));
    }

    /** Whoever reads that knows that another try may make a duplicate, and that none may lose the event. */
    @ParameterizedTest
    @EnumSource
    void a_put_whose_answer_is_lost_may_or_may_not_have_been_accepted(Form form) {
        world.subscribe("billing");
        world.loseAnswers("deliveries.put");
        HttpResponseMessage response = call(form, post(PipelineFixture.event("e1", 10)), "orders");
        assertError(
                form,
                503,
                "ServiceUnavailable",
                "ServiceUnavailable",
                "Storage did not answer in time. This may or may not have been accepted; publish it again.",
                response);
        assertEquals("5", response.getHeader("Retry-After"));
    }

    /** §9.4, row 405. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"POST", "OPTIONS", "HEAD"})
    void other_methods_are_not_allowed(HttpMethod method) {
        for (Form form : Form.values()) {
            HttpResponseMessage response = call(form, request(method), "orders");
            assertError(
                    form,
                    405,
                    "MethodNotAllowed",
                    "MethodNotAllowed",
                    "method: " + method + " (expected: OPTIONS, POST)",
                    response);
            assertEquals("OPTIONS, POST", response.getHeader("Allow"));
        }
    }

    /** §9.7: HEAD is 404. */
    @ParameterizedTest
    @EnumSource
    void there_is_nothing_to_head(Form form) {
        assertError(
                form,
                404,
                "NotFound",
                "ResourceNotFound",
                "No HTTP resource was found that matches the request URI '/topics/orders/api/events'.",
                call(form, request(HttpMethod.HEAD), "orders"));
    }

    /** §9.7. */
    @ParameterizedTest
    @CsvSource({"orders, EventGridEvent", "clouds, CloudEventV10", "customs, ''"})
    void options_tell_the_input_schema(String topic, String schema) {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        world.topic("customs", EventSchema.CUSTOM);
        for (Form form : new Form[] {Form.EDGE, Form.CLOUD}) {
            HttpResponseMessage response = call(form, request(HttpMethod.OPTIONS), topic);
            assertEquals(200, response.getStatusCode());
            assertEquals("OPTIONS, POST", response.getHeader("Allow"));
            assertEquals("2018-01-01", response.getHeader("api-supported-versions"));
            assertEquals(schema, response.getHeader("aeg-input-event-schema"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EDGE", "CLOUD"})
    void options_of_an_unknown_topic_are_404(Form form) {
        assertError(
                form,
                404,
                "NotFound",
                "ResourceNotFound",
                "The topic 'nobodys' does not exist.",
                call(form, request(HttpMethod.OPTIONS), "nobodys"));
    }

    @Test
    void options_while_storage_does_not_answer_are_503() {
        world.refuse("topics.find"::equals);
        assertEquals("5", function.cloud(request(HttpMethod.OPTIONS), "orders").getHeader("Retry-After"));
    }

    /** §9.6: what of a CloudEvent stands in headers reaches the reader. */
    @Test
    void a_cloud_event_in_binary_mode_is_accepted() {
        world.topic("clouds", EventSchema.CLOUD_EVENT_V1_0);
        FakeHttpRequest request = post("{\"n\":1.0}")
                .header("ce-specversion", "1.0")
                .header("ce-id", "1")
                .header("ce-source", "/s")
                .header("ce-type", "t");
        assertEquals(200, function.cloud(request, "clouds").getStatusCode());
        assertEquals(
                200,
                function.cloud(
                                post("[" + CLOUD_EVENT + "]")
                                        .header("Content-Type", "application/cloudevents-batch+json; charset=utf-8"),
                                "clouds")
                        .getStatusCode());
    }

    /** The time in a report is the request's, on the twelve-hour clock of {@code M/d/yyyy h:mm:ss AM}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PT0S 11/20/2026 9:30:00 AM",
                "PT3H 11/20/2026 12:30:00 PM",
                "PT14H30M 11/21/2026 12:00:00 AM",
                "PT1014H5M7S 1/1/2027 3:35:07 PM"
            })
    void a_report_tells_the_time(String expected) {
        int blank = expected.indexOf(' ');
        world.pass(Duration.parse(expected.substring(0, blank)));
        HttpResponseMessage response = function.defaultTopic(post("{"));
        assertTrue(
                response.getBody().toString().contains(":1:" + expected.substring(blank + 1) + " (UTC)'"),
                () -> response.getBody().toString());
    }

    /** Behaviour §16, as {@code domain} of ARM shows its endpoint. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shops  | {'topic':'berlin',                    | 200 | ",
                "Shops  | {                                     | 400 | topic: missing (expected: the name of the domain topic",
                "shops  | {'topic':'https://my-source.example/', | 400 | Required property 'topic' needs to either be a full",
                "depots | {'topic':'berlin',                    | 404 | The domain 'depots' does not exist.",
                "orders | {'topic':'berlin',                    | 404 | The domain 'orders' does not exist.",
            })
    void a_domain_takes_events_that_name_a_topic(String domain, String start, int status, @Nullable String said) {
        world.topic("shops/", EventSchema.EVENT_GRID);
        String event = PipelineFixture.event("e1", 1).replaceFirst("[{]", start.replace("'", "\""));
        HttpResponseMessage answer = function.domain(post(event), domain);
        assertEquals(status, answer.getStatusCode(), () -> String.valueOf(answer.getBody()));
        String body = String.valueOf(answer.getBody());
        assertTrue(body.contains(said == null ? "" : said), body);
        assertEquals(405, function.domain(request(HttpMethod.GET), "shops").getStatusCode());
        assertEquals(
                "EventGridEvent",
                function.domain(request(HttpMethod.OPTIONS), "shops").getHeader("aeg-input-event-schema"));
    }
}
