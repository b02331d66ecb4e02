package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.DefinitionImport;
import io.gridhook.app.ManagementFixture;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Translation alone: {@code POST /manage/import}, which is ours. */
class ImportFunctionTest {
    private static final String LIST = """
            [{"name":"one","topic":"/x/providers/microsoft.eventgrid/topics/orders","type":"Microsoft.EventGrid/eventSubscriptions",
              "destination":{"endpointType":"WebHook","endpointUrl":"https://h.example.com/?code=secret-1"}},
             {"name":"two","topic":"/x/providers/microsoft.eventgrid/topics/orders","type":"Microsoft.EventGrid/eventSubscriptions",
              "destination":{"endpointType":"HybridConnection","resourceId":"/x"}}]""";

    private final ManagementFixture world = new ManagementFixture();
    private final ImportFunction imports = new ImportFunction(
            new DefinitionImport(
                    world.topics, world.subscriptions, InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"))),
            ManagementFixture.access("secret"));

    private HttpResponseMessage post(String query, String body) {
        return imports.imports(new FakeHttpRequest(HttpMethod.POST, "https://host:4438/manage/import" + query)
                .header("aeg-sas-key", "secret")
                .body(body));
    }

    private static JsonNode read(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    @Test
    void the_answer_lists_each_definition_and_shows_no_secret() {
        HttpResponseMessage answer = post("", LIST);
        assertEquals(200, answer.getStatusCode());
        String body = String.valueOf(answer.getBody());
        assertEquals(
                json("{'created':2,'updated':0,'unchanged':0,'notSupported':1,'incomplete':0,'skipped':0,'failed':0}"),
                read(body).path("summary"));
        assertEquals("one", read(body).at("/definitions/1/name").asText());
        assertEquals(
                "destination", read(body).at("/definitions/2/problems/0/field").asText());
        assertTrue(!body.contains("secret-1"), body);
        assertEquals(1, world.subscriptions.list("orders").size());
    }

    @Test
    void a_dry_run_writes_nothing() {
        HttpResponseMessage answer = post("?dryRun=true", LIST);
        assertTrue(read(String.valueOf(answer.getBody())).path("dryRun").asBoolean());
        assertEquals(0, world.topics.list().size());
        assertEquals(400, post("?dryRun=maybe", LIST).getStatusCode());
        assertEquals(0, world.topics.list().size());
    }

    @Test
    void other_calls_are_refused() {
        assertEquals(400, post("", "{").getStatusCode());
        assertEquals(413, post("", " ".repeat(ImportFunction.BYTES_MAX) + "[]").getStatusCode());
        FakeHttpRequest get = new FakeHttpRequest(HttpMethod.GET, "https://host:4438/manage/import");
        assertEquals(401, imports.imports(get).getStatusCode());
        assertEquals(405, imports.imports(get.header("aeg-sas-key", "secret")).getStatusCode());
    }
}
