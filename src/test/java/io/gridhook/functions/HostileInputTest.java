package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpMethod;
import io.gridhook.app.PipelineFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field, header, query parameter and name that a request can have, with every {@link HostileValues hostile value}. */
@Timeout(120)
class HostileInputTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MARK = "@@";
    /** Of the local host's and Azure's 100 MiB. */
    private static final int HUNDRED_MB = 104_857_600;

    private final AllFunctions functions = new AllFunctions();

    private static RawRequest request(String name) {
        try {
            return RawRequest.parse(Files.readString(Path.of("src/test/resources/fuzz", name + ".http")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    /** {@code json} with {@link #MARK} in the place of one of its members, once for each of them, by the member's path. */
    private static Map<String, String> marked(JsonNode json) {
        Map<String, String> marked = new TreeMap<>();
        mark(json, json, "", marked);
        return marked;
    }

    private static void mark(JsonNode whole, JsonNode part, String path, Map<String, String> marked) {
        if (!(part instanceof ObjectNode object)) {
            return;
        }
        List<String> names = object.properties().stream().map(Map.Entry::getKey).toList();
        for (String name : names) {
            JsonNode value = object.get(name);
            object.put(name, MARK);
            marked.put(path + "/" + name, whole.toString());
            object.set(name, value);
            mark(whole, value, path + "/" + name, marked);
        }
    }

    private static String put(String hostile, String marked) {
        return marked.replace("\"" + MARK + "\"", hostile);
    }

    /** What is refused names the field, or says that the body is not JSON, and what was expected; nothing else comes back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "topic-put",
                "topic-regenerate-key",
                "subscription-put",
                "subscription-put-trust",
                "subscription-rotate-signing-secret"
            })
    void every_field_of_a_definition_is_read_or_refused_by_name(String name) {
        RawRequest good = request(name);
        int refused = 0;
        Map<String, String> fields = marked(json(good.body()));
        for (Map.Entry<String, String> field : fields.entrySet()) {
            for (String hostile : HostileValues.JSON) {
                Answer answer = functions.answer(good.withBody(put(hostile, field.getValue())));
                String message = answer.checked();
                assertTrue(List.of(200, 400, 413).contains(answer.status()), () -> answer.status() + " " + message);
                if (answer.status() != 200) {
                    assertTrue(
                            message.contains("(expected: ") && namesIt(message, field.getKey(), json(good.body())),
                            () -> field.getKey() + ": " + message);
                    refused++;
                }
            }
        }
        assertTrue(refused > fields.size() * HostileValues.JSON.size() / 4, "refused: " + refused);
    }

    /** The field itself, one that holds it or is in it, what the hostile value has in it, or the body. */
    private static boolean namesIt(String message, String path, JsonNode body) {
        List<String> names = new ArrayList<>(List.of(path.split("/", -1)));
        body.at(path).fieldNames().forEachRemaining(names::add);
        body.at(path + "/properties").fieldNames().forEachRemaining(names::add);
        String text = message.toLowerCase(Locale.ROOT);
        return text.matches("(body|a|properties)[:.](?s:.*)")
                || names.stream().anyMatch(name -> !name.isEmpty() && text.contains(name.toLowerCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "publish-event-grid-array",
                "publish-event-grid-edge",
                "publish-cloud-event",
                "publish-cloud-event-batch",
                "publish-custom"
            })
    void every_field_of_an_event_is_read_or_refused(String name) {
        RawRequest good = request(name);
        JsonNode body = json(good.body());
        ContainerNode<?> event = (ContainerNode<?>) (body.isArray() ? body.get(0) : body);
        List<String> bodies = new ArrayList<>();
        marked(event)
                .forEach((path, marked) -> HostileValues.JSON.forEach(hostile -> {
                    String put = put(hostile, marked);
                    bodies.add(body.isArray() ? "[" + put + "]" : put);
                }));
        int refused = 0;
        for (String each : bodies) {
            Answer answer = functions.answer(good.withBody(each));
            answer.checked();
            assertTrue(List.of(200, 400).contains(answer.status()), answer::checked);
            refused += answer.status() == 400 ? 1 : 0;
        }
        assertTrue(refused > bodies.size() / 5, "refused: " + refused + " of " + bodies.size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type",
                "Content-Length",
                "Transfer-Encoding",
                "aeg-sas-key",
                "aeg-sas-token",
                "Authorization",
                "aeg-event-type",
                "WebHook-Request-Origin",
                "ce-specversion",
                "ce-id",
                "ce-source",
                "ce-type",
                "ce-time",
                "ce-subject",
                "ce-dataschema",
                "ce-datacontenttype",
                "ce-data",
                "ce-",
                "ce-UPPER",
                "ce-\u0000",
                "ce-\u202e\ud800"
            })
    void every_header_is_read_or_refused(String header) {
        for (String name : List.of(
                "publish-event-grid-array",
                "publish-cloud-event-binary",
                "publish-cloud-event",
                "publish-default-topic-query-key",
                "publish-options",
                "topic-get",
                "subscription-put")) {
            for (String hostile : HostileValues.TEXTS) {
                functions.answer(request(name).withHeader(header, hostile)).checked();
            }
        }
    }

    /** The last is long, and what a message repeats of it short. */
    @Test
    void every_query_and_every_name_in_the_path_is_read_or_refused() {
        for (String hostile : HostileValues.TEXTS) {
            String part = hostile.replace("/", "").replace("?", "");
            for (String query : List.of("?aeg-sas-key=" + part, "?api-version=" + part, "?" + part, "#" + part)) {
                functions
                        .answer(request("publish-event-grid-array").withUrl("/topics/orders/api/events" + query))
                        .checked();
                functions
                        .answer(request("topic-get").withUrl("/topics/orders" + query))
                        .checked();
            }
            for (HttpMethod method : HttpMethod.values()) {
                for (String url : List.of(
                        "/topics/" + part,
                        "/topics/" + part + "/listKeys",
                        "/topics/" + part + "/events",
                        "/topics/" + part + "/api/events",
                        "/topics/" + part + "/eventSubscriptions",
                        "/topics/orders/eventSubscriptions/" + part)) {
                    RawRequest request =
                            request("subscription-put").withMethod(method).withUrl(url);
                    Answer answer = functions.answer(request);
                    answer.checked();
                    assertTrue(answer.status() != 200 || part.equals("é"), url);
                }
            }
        }
    }

    /** The Java worker throws for it only when it is asked for the URL, which was a 500. */
    @ParameterizedTest
    @CsvSource({
        "publish-event-grid-array, /topics/orders/api/events?a=|, BadRequest",
        "publish-event-grid-edge, /topics/orders/events?a={b}, BadRequest",
        "publish-default-topic-query-key, /api/events?aeg-sas-key=%zz, BadRequest",
        "topic-get, /topics/orders?a=^, BadRequest",
        "topic-list, /topics?<>, BadRequest",
    })
    void a_url_that_java_cannot_read_is_a_bad_request(String name, String url, String code) {
        Answer answer = functions.answer(request(name).withUrl(url));
        String message = answer.checked();
        assertEquals(400, answer.status());
        assertTrue(
                message.startsWith("URL: not valid (expected: characters that RFC 3986 knows, others percent-encoded)"),
                message);
        assertTrue(answer.response().getBody().toString().contains("\"code\":\"" + code + "\""));
    }

    @Test
    void ten_thousand_headers_are_read_or_refused() {
        RawRequest plain = request("publish-cloud-event-binary");
        FakeHttpRequest others = plain.toFake();
        FakeHttpRequest attributes = plain.toFake();
        for (int i = 0; i < 10_000; i++) {
            others.header("x-" + i, "1");
            attributes.header("ce-x" + i, "1");
        }
        PublishFunction publish = functions.publish();
        assertEquals(200, publish.cloud(others, "clouds").getStatusCode());
        long allocated = Allocation.of(
                () -> assertEquals(200, publish.cloud(attributes, "clouds").getStatusCode()));
        assertTrue(allocated < 20_000_000, "allocated " + allocated);
    }

    /** Refused by its length, before anything is made of it. */
    @ParameterizedTest
    @CsvSource({
        "publish-event-grid-array",
        "publish-cloud-event-binary",
        "publish-custom",
        "topic-put",
        "subscription-put"
    })
    void a_body_of_100_mb_is_refused_at_the_cost_of_a_message(String name) {
        functions.answer(request(name)).checked();
        RawRequest large = request(name).withBody("x".repeat(HUNDRED_MB));
        FakeHttpRequest request = large.toFake();
        long allocated = Allocation.of(() -> {
            Answer answer = functions.answer(large, request);
            answer.checked();
            assertEquals(413, answer.status());
        });
        assertTrue(allocated < 4_000_000, "allocated " + allocated);
    }

    /** As long as a request may be, and as much work for a reader as can be put into it: 40 bytes of heap for each of the request's. */
    @ParameterizedTest
    @ValueSource(strings = {"events", "names", "colliding", "deep", "escapes", "numbers", "strings", "letters", "open"})
    void the_largest_requests_cost_a_bounded_amount_of_memory(String kind) {
        String body =
                switch (kind) {
                    case "events" -> "[" + "{},".repeat(400_000) + "{}]";
                    case "names" -> data("{" + names(90_000) + "}");
                    case "colliding" -> data(io.gridhook.core.event.CollidingNames.object(20_000, 3));
                    case "deep" -> data(("[".repeat(900) + "]".repeat(900) + ",").repeat(550) + "0");
                    case "escapes" -> data("\"" + "\\u0000".repeat(170_000) + "\"");
                    case "numbers" -> data("[" + "1,".repeat(500_000) + "1e999999999]");
                    case "strings" -> data("[" + "\"\",".repeat(340_000) + "\"\"]");
                    case "letters" -> data("\"" + "é😀".repeat(170_000) + "\"");
                    default -> "[".repeat(1_400_000);
                };
        RawRequest request = request("publish-event-grid-array").withBody(body);
        long allocated = Allocation.of(() -> functions.answer(request).checked());
        assertTrue(allocated < 60_000_000, kind + " allocated " + allocated);
    }

    private static String data(String json) {
        return "["
                + PipelineFixture.event("e1", 1)
                        .replaceFirst("\"data\":\"[^\"]*\"", "\"data\":" + MARK)
                        .replace(MARK, json)
                + "]";
    }

    private static String names(int count) {
        StringBuilder names = new StringBuilder("\"n\":0");
        for (int i = 0; i < count; i++) {
            names.append(",\"").append(i).append("\":1");
        }
        return names.toString();
    }

    /** To a comparison without regard to letter case these are spellings of our names; a gateway in front of us sees others. */
    @ParameterizedTest
    @ValueSource(strings = {"de\u017ftination", "dest\u0131nation", "\uff44estination"})
    void a_look_alike_is_no_name_of_ours(String name) {
        RawRequest request = request("subscription-put");
        Answer answer =
                functions.answer(request.withBody(request.body().replace("\"destination\"", "\"" + name + "\"")));
        assertTrue(answer.checked().contains("destination: missing"), answer.checked());
    }
}
