package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.app.DefinitionImport;
import io.gridhook.app.ManagementFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 5, point 6: the forms in which Azure's definitions are found, through {@code POST /manage/import}. Each file of {@code
 * migrate/forms} is imported twice: as it is, and with what its {@code .txt} says is given beside it; the {@code .txt} holds both answers.
 */
class ImportFormsTest {
    private static final Path FORMS = Path.of("src/test/resources/migrate/forms");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GIVEN = "given: ";

    private final ManagementFixture world = new ManagementFixture();
    private final ImportFunction imports = new ImportFunction(
            new DefinitionImport(
                    world.topics, world.subscriptions, InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"))),
            ManagementFixture.access("secret"));

    private HttpResponseMessage post(String body) {
        return imports.imports(new FakeHttpRequest(HttpMethod.POST, "https://host:4438/manage/import")
                .header("aeg-sas-key", "secret")
                .body(body));
    }

    @ParameterizedTest
    @ValueSource(strings = {"az-topics", "arm-event-subscriptions", "group-export", "quickstart-template", "loops"})
    void each_form_is_imported_and_what_is_not_is_listed(String form) {
        String expected = text(FORMS.resolve(form + ".txt"));
        String given = expected.lines()
                .filter(line -> line.startsWith(GIVEN))
                .map(line -> line.substring(GIVEN.length()))
                .findFirst()
                .orElseThrow();
        String export = text(FORMS.resolve(form + ".json"));
        String answers = "alone:\n" + answer(export) + GIVEN + given + "\n"
                + answer(given.replaceFirst("}$", (given.equals("{}") ? "" : ",") + "\"definitions\":") + export + "}");
        assertEquals(expected, answers);
    }

    private String answer(String body) {
        HttpResponseMessage answer = post(body);
        assertEquals(200, answer.getStatusCode(), () -> String.valueOf(answer.getBody()));
        StringBuilder lines = new StringBuilder();
        for (JsonNode one : read(String.valueOf(answer.getBody())).path("definitions")) {
            lines.append(one.path("outcome").asText())
                    .append(' ')
                    .append(one.path("place").asText())
                    .append(' ')
                    .append(one.path("topic").asText())
                    .append('/')
                    .append(one.path("name").asText())
                    .append('\n');
            one.path("problems").forEach(problem -> lines.append("  ")
                    .append(problem.path("field").asText())
                    .append(" - ")
                    .append(problem.path("reason").asText())
                    .append('\n'));
        }
        return lines.toString();
    }

    @Test
    void bicep_itself_is_refused_with_the_command_that_makes_json_of_it() {
        HttpResponseMessage answer = post(text(FORMS.resolve("main.bicep")));
        assertEquals(400, answer.getStatusCode());
        String body = String.valueOf(answer.getBody());
        assertTrue(body.contains("az bicep build"), body);
    }

    /** ARM templates may begin with a comment too. */
    @ParameterizedTest
    @ValueSource(strings = {"// shops\n", "/* shops */ ", " \t\n//a\n/* b\n */\n"})
    void json_behind_comments_is_no_bicep(String comments) {
        HttpResponseMessage answer = post(comments + text(FORMS.resolve("az-topics.json")));
        assertEquals(200, answer.getStatusCode(), () -> String.valueOf(answer.getBody()));
        String bicep = String.valueOf(post(comments + "param name string").getBody());
        assertTrue(bicep.contains("az bicep build"), bicep);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//", "/*", "/*/", "", " ", "// a"})
    void comments_alone_are_no_import(String body) {
        assertEquals(400, post(body).getStatusCode());
    }

    /** Else a topic would be made as a domain, or a domain's topic as a topic of its own. */
    @ParameterizedTest
    @CsvSource({
        "topics,         shops/",
        "topics,         shops/berlin",
        "domains/topics, berlin",
        "domains/topics, shops/",
        "domains,        shops/berlin",
        "domains,        x/shops/",
    })
    void a_name_that_is_not_of_its_type_is_refused(String type, String name) {
        JsonNode done = read(
                String.valueOf(post("{\"resources\":[{\"type\":\"Microsoft.EventGrid/domains\",\"name\":\"shops\"},"
                                + "{\"type\":\"Microsoft.EventGrid/" + type + "\",\"name\":\"" + name + "\"}]}")
                        .getBody()));
        assertEquals("created", done.at("/definitions/0/outcome").asText(), done.toString());
        assertEquals("notSupported", done.at("/definitions/1/outcome").asText(), done.toString());
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
