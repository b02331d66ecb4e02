package io.gridhook.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.gridhook.app.Readiness;
import io.gridhook.core.topic.ArmPath;
import io.gridhook.core.topic.ArmScope;
import io.gridhook.functions.FakeHttpRequest;
import io.gridhook.functions.OpenApiFunction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 8: an OpenAPI 3.1 document of the whole HTTP surface. What the app answers is held to it by {@code OpenApiIT}. */
class OpenApiTest {
    /** OpenAPI's own schema of 3.1 documents, as the npm package @seriousme/openapi-schema-validator 2.11.0 has it. */
    private static final String SCHEMA = "/openapi/schema-3.1.json";

    private static final ApiDocument DOCUMENT = ApiDocument.read();
    private static final String ARM_ROUTE = "subscriptions/{*path}";
    private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");
    private static final ArmScope SCOPE = ArmScope.of(new io.gridhook.core.topic.TopicIds(
            "/subscriptions/x/resourceGroups/x/providers/Microsoft.EventGrid/topics/", "/edge/topics/", false));

    private static List<String> problems(JsonNode document) {
        try (InputStream in = Objects.requireNonNull(OpenApiTest.class.getResourceAsStream(SCHEMA), SCHEMA)) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(ApiDocument.JSON.readTree(in))
                    .validate(document)
                    .stream()
                    .map(ValidationMessage::getMessage)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void it_is_a_document_of_openapi_3_1() {
        assertEquals(List.of(), problems(DOCUMENT.root()));
    }

    @Test
    void what_is_none_is_found() {
        ObjectNode broken = DOCUMENT.root().deepCopy();
        ((ObjectNode) broken.at("/paths/~1health/get")).put("sumary", "misspelt");
        assertNotEquals(List.of(), problems(broken));
    }

    /** As a schema of 2020-12, which OpenAPI 3.1 has for its schemas. */
    @Test
    void every_schema_is_one() {
        JsonSchemaFactory factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
        var metaSchema = factory.getSchema(
                com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        DOCUMENT.root()
                .at("/components/schemas")
                .properties()
                .forEach(each -> assertEquals(Set.of(), metaSchema.validate(each.getValue()), each.getKey()));
    }

    @Test
    void every_reference_leads_somewhere() {
        List<String> dead = DOCUMENT.root().findValuesAsText("$ref").stream()
                .filter(each -> DOCUMENT.root().at(each.substring(1)).isMissingNode())
                .toList();
        assertEquals(List.of(), dead);
    }

    @Test
    void every_operation_has_an_id_of_its_own_and_its_paths_parameters() {
        Set<String> ids = new HashSet<>();
        for (ApiDocument.Operation operation : DOCUMENT.operations()) {
            assertTrue(ids.add(operation.id()), operation.toString());
            Set<String> inPath = PARAMETER
                    .matcher(operation.path())
                    .results()
                    .map(match -> match.group().substring(1, match.group().length() - 1))
                    .collect(Collectors.toSet());
            Set<String> declared = new HashSet<>();
            DOCUMENT.root()
                    .path("paths")
                    .path(operation.path())
                    .path("parameters")
                    .forEach(each -> {
                        JsonNode parameter = DOCUMENT.resolved(each);
                        if (parameter.path("in").asText().equals("path")) {
                            declared.add(parameter.path("name").asText());
                        }
                    });
            assertEquals(inPath, declared, operation.toString());
        }
    }

    @Test
    void every_example_fits_its_schema() {
        List<String> wrong = new ArrayList<>();
        int[] seen = {0};
        media(DOCUMENT.root(), (media, isRequest) -> {
            List<JsonNode> examples = new ArrayList<>();
            if (media.has("example")) {
                examples.add(media.get("example"));
            }
            media.path("examples").forEach(each -> examples.add(each.path("value")));
            for (JsonNode example : examples) {
                seen[0]++;
                List<String> problems = isRequest
                        ? DOCUMENT.requestProblems(media.path("schema"), example)
                        : DOCUMENT.problems(media.path("schema"), example);
                problems.forEach(problem -> wrong.add(example + ": " + problem));
            }
        });
        assertEquals(List.of(), wrong);
        assertTrue(seen[0] > 50, seen[0] + " examples");
    }

    private interface MediaVisitor {
        void visit(JsonNode media, boolean isRequest);
    }

    /** Every media type of requests and answers, wherever it stands. */
    private static void media(JsonNode json, MediaVisitor visitor) {
        if (json.path("content").isObject()) {
            json.path("content").forEach(media -> visitor.visit(media, json.has("required")));
        }
        json.forEach(each -> media(each, visitor));
    }

    /** Each function with an HTTP trigger, by its route without the names of its parameters. */
    private static Map<String, Set<String>> routes() throws Exception {
        Map<String, Set<String>> routes = new TreeMap<>();
        Path classes = Path.of(OpenApiFunction.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.list(classes.resolve("io/gridhook/functions"))) {
            for (Path file : files.filter(each -> each.toString().endsWith("Function.class"))
                    .toList()) {
                String name = file.getFileName().toString();
                Class<?> type =
                        Class.forName("io.gridhook.functions." + name.substring(0, name.length() - ".class".length()));
                for (Method method : type.getMethods()) {
                    for (Parameter parameter : method.getParameters()) {
                        HttpTrigger trigger = parameter.getAnnotation(HttpTrigger.class);
                        if (trigger != null && method.isAnnotationPresent(FunctionName.class)) {
                            routes.put(
                                    trigger.route(),
                                    Stream.of(trigger.methods())
                                            .map(HttpMethod::name)
                                            .collect(Collectors.toCollection(TreeSet::new)));
                        }
                    }
                }
            }
        }
        return routes;
    }

    private static String anonymous(String path) {
        return PARAMETER.matcher(path).replaceAll("{}");
    }

    /** The route that a path of the document is answered by. */
    private static String route(String path) {
        if (path.startsWith("/subscriptions/")) {
            return ARM_ROUTE;
        }
        if (path.equals("/")) {
            return path;
        }
        if (path.startsWith("/manage/events/")) {
            return "manage/events/{*id}";
        }
        // A dry run of what is not stored has the path of a subscription of that name.
        String draft = "/topics/{topic}/eventSubscriptions/test";
        return (path.equals(draft) ? "/topics/{topic}/eventSubscriptions/{}" : path).substring(1);
    }

    /** Which methods of those that are routed are answered with 405 is asked by {@code OpenApiIT}. */
    @Test
    void every_route_is_in_the_document_and_every_path_is_routed() throws Exception {
        Map<String, Set<String>> routes = new TreeMap<>();
        routes().forEach((route, methods) -> routes.put(anonymous(route), methods));
        Map<String, Set<String>> documented = new TreeMap<>();
        DOCUMENT.methods().forEach((path, methods) -> documented
                .computeIfAbsent(anonymous(route(path)), route -> new TreeSet<>())
                .addAll(methods));
        assertEquals(routes.keySet(), documented.keySet());
        routes.forEach((route, methods) -> {
            if (methods.size() < HttpMethod.values().length - 2) {
                assertEquals(methods, documented.get(route), route);
            } else {
                assertTrue(methods.containsAll(documented.get(route)), route);
            }
        });
    }

    private static ArmPath arm(String path) {
        return ArmPath.of(PARAMETER.matcher(path).replaceAll("x"), SCOPE);
    }

    /** ARM's paths are one function's, which says itself what they name. */
    @Test
    void every_path_of_arm_names_something_and_all_that_can_be_named_is_there() {
        List<ArmPath> named = DOCUMENT.methods().keySet().stream()
                .filter(path -> path.startsWith("/subscriptions/"))
                .map(OpenApiTest::arm)
                .toList();
        assertEquals(
                EnumSet.allOf(ArmPath.Kind.class),
                named.stream()
                        .map(ArmPath::kind)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(ArmPath.Kind.class))));
        List<String> ofSubscriptions = DOCUMENT.methods().keySet().stream()
                .filter(path ->
                        path.startsWith("/subscriptions/") && arm(path).kind() == ArmPath.Kind.EVENT_SUBSCRIPTION)
                .toList();
        assertEquals(6, ofSubscriptions.size());
        Set<String> actions = Set.of(
                "getFullUrl", "getDeliveryAttributes", "test", "pause", "resume", "disable", "enable", "sendTestEvent");
        for (String path : ofSubscriptions) {
            for (String action : actions) {
                assertTrue(DOCUMENT.methods().containsKey(path + "/" + action), path + "/" + action);
            }
        }
    }

    @Test
    void its_version_is_the_projects() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String version = DOCUMENT.root().at("/info/version").asText();
        assertTrue(pom.contains("<artifactId>gridhook</artifactId>\n  <version>" + version + "</version>"), version);
    }

    private static HttpResponseMessage call(String known) {
        FakeHttpRequest request = new FakeHttpRequest(HttpMethod.GET, "https://host/openapi.json");
        return new OpenApiFunction(Readiness.READY)
                .openApi(known.isEmpty() ? request : request.header("If-None-Match", known));
    }

    @Test
    void it_is_served_to_everybody() throws IOException {
        HttpResponseMessage response = call("");
        assertEquals(200, response.getStatusCode());
        assertEquals(Files.readString(ApiDocument.FILE), response.getBody());
        assertEquals("application/json; charset=utf-8", response.getHeader("Content-Type"));
        assertTrue(response.getHeader("ETag").matches("\"[0-9a-f]{32}\""), response.getHeader("ETag"));
    }

    @ParameterizedTest
    @CsvSource({"%s, 304", "W/%s, 304", "'\"other\", %s', 304", "*, 304", "\"other\", 200"})
    void who_has_it_gets_it_only_once(String known, int status) {
        String tag = call("").getHeader("ETag");
        HttpResponseMessage response = call(known.formatted(tag));
        assertEquals(status, response.getStatusCode());
        assertEquals(tag, response.getHeader("ETag"));
        assertEquals(status == 200, response.getBody() instanceof String text && !text.isEmpty());
        assertEquals("application/json; charset=utf-8", response.getHeader("Content-Type"));
    }

    @Test
    void it_names_no_secret_of_this_project() throws IOException {
        String text = Files.readString(ApiDocument.FILE);
        assertFalse(text.contains("local-management-key"));
    }
}
