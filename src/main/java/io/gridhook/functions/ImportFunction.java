package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.DefinitionImport;
import io.gridhook.app.Imported;
import io.gridhook.app.ManagementAccess;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.migrate.BicepSource;
import io.gridhook.core.migrate.ExportReader;
import io.gridhook.core.migrate.Exported;
import io.gridhook.core.migrate.GivenSecrets;
import io.gridhook.core.migrate.ImportProblem;
import io.gridhook.core.migrate.ImportRequest;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code POST /manage/import}: ours. Makes the definitions of an Azure export here. */
public final class ImportFunction {
    /** Ours: 5,000 definitions of a usual size. */
    static final int BYTES_MAX = 8_388_608;

    private final DefinitionImport definitionImport;
    private final ManagementCall call;

    public ImportFunction(DefinitionImport definitionImport, ManagementAccess access) {
        this.definitionImport = definitionImport;
        this.call = new ManagementCall(access);
    }

    /** {@code ?dryRun=true} says what would be done, and does nothing; it needs no more than the key to read with. */
    @FunctionName("ManageImport")
    public HttpResponseMessage imports(
            @HttpTrigger(
                            name = "request",
                            methods = {
                                HttpMethod.GET,
                                HttpMethod.HEAD,
                                HttpMethod.POST,
                                HttpMethod.PUT,
                                HttpMethod.PATCH,
                                HttpMethod.DELETE,
                                HttpMethod.OPTIONS
                            },
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/import")
                    HttpRequestMessage<Optional<String>> request) {
        return parameter(request).equalsIgnoreCase("true")
                ? call.answerReader(request, this::run)
                : call.answer(request, this::run);
    }

    private static String parameter(HttpRequestMessage<?> request) {
        return request.getQueryParameters().entrySet().stream()
                .filter(parameter -> parameter.getKey().equalsIgnoreCase("dryRun"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("false");
    }

    private HttpResponseMessage run(HttpRequestMessage<Optional<String>> request) {
        if (request.getHttpMethod() != HttpMethod.POST) {
            return ErrorResponse.edgeMethodNotAllowed(request, "POST");
        }
        String dryRun = parameter(request);
        boolean isDryRun = dryRun.equalsIgnoreCase("true");
        if (!isDryRun && !dryRun.equalsIgnoreCase("false")) {
            throw new InvalidDefinitionException("dryRun: " + Excerpt.of(dryRun) + " (expected: true or false)");
        }
        String text = request.getBody().orElse("");
        BicepSource.refuse(text);
        JsonNode body = DefinitionBody.of(text, BYTES_MAX);
        ImportRequest given = ImportRequest.read(body);
        GivenSecrets secrets = new GivenSecrets(given);
        List<Imported> imported = definitionImport.run(ExportReader.read(given), secrets, isDryRun);
        return JsonResponse.ok(request, json(imported, secrets.unused(), isDryRun));
    }

    private static ObjectNode json(List<Imported> imported, List<String> unused, boolean isDryRun) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("dryRun", isDryRun);
        ObjectNode summary = json.putObject("summary");
        for (Imported.Outcome outcome : Imported.Outcome.values()) {
            summary.put(
                    outcome.wireName(),
                    imported.stream().filter(one -> one.outcome() == outcome).count());
        }
        ArrayNode definitions = json.putArray("definitions");
        imported.forEach(one -> definitions.add(json(one)));
        ArrayNode unusedNames = json.putArray("unused");
        unused.forEach(unusedNames::add);
        return json;
    }

    private static ObjectNode json(Imported imported) {
        Exported definition = imported.definition();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("outcome", imported.outcome().wireName());
        json.put("place", Excerpt.of(definition.place()));
        json.put("type", Excerpt.of(definition.type()));
        json.put("topic", Excerpt.of(definition.topic()));
        json.put("name", Excerpt.of(definition.name()));
        ArrayNode problems = json.putArray("problems");
        for (ImportProblem problem : imported.problems()) {
            problems.addObject().put("field", Excerpt.of(problem.field())).put("reason", problem.reason());
        }
        ArrayNode notes = json.putArray("notes");
        imported.notes().forEach(notes::add);
        return json;
    }
}
