package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Reads the resources of an ARM template, those within others and those of nested deployments (what Bicep makes of modules) too. Each
 * resource gives one definition at least.
 */
final class TemplateReader {
    /** Ours: resources within resources, deployments within deployments. */
    private static final int DEPTH_MAX = 8;

    private static final ImportProblem TOO_DEEP =
            ImportProblem.notSupported("resources", "nested deeper than " + DEPTH_MAX);

    private static final String DEPLOYMENTS = "microsoft.resources/deployments";

    private final TemplateScope scope;
    private final List<Exported> read = new ArrayList<>();

    private TemplateReader(TemplateScope scope) {
        this.scope = scope;
    }

    static List<Exported> read(JsonNode template, String place, TemplateScope scope) {
        return read(template, place, scope, 1);
    }

    private static List<Exported> read(JsonNode template, String place, TemplateScope scope, int depth) {
        TemplateReader reader = new TemplateReader(scope);
        reader.resources(template.path("resources"), place, "", "", depth);
        return reader.read;
    }

    private void resources(JsonNode resources, String place, String parentType, String parentName, int depth) {
        each(resources, place, (resource, at) -> resource(resource, at, parentType, parentName, depth));
    }

    /** An array, or an object by symbolic names (language version 2.0). */
    private static void each(JsonNode resources, String place, BiConsumer<JsonNode, String> reader) {
        if (resources instanceof ObjectNode byName) {
            byName.properties().forEach(one -> reader.accept(one.getValue(), place + "." + one.getKey()));
            return;
        }
        for (int i = 0; i < resources.size(); i++) {
            reader.accept(resources.get(i), place + "[" + i + "]");
        }
    }

    private void resource(JsonNode json, String place, String parentType, String parentName, int depth) {
        String ownType = json.path("type").asText();
        String type = parentType.isEmpty() ? ownType : childType(parentType, ownType);
        if (!(json instanceof ObjectNode resource)) {
            read.add(ExportReader.other(place, "", ImportProblem.notSupported("", "not a resource")));
            return;
        }
        if (depth > DEPTH_MAX) {
            read.add(ExportReader.other(place, "", TOO_DEEP, type));
            return;
        }
        try {
            String ownName = scope.resolve(resource.path("name")).asText();
            String name = parentName.isEmpty() ? ownName : parentName + "/" + ownName;
            one(resource, place, type, name, depth);
            resources(resource.path("resources"), place + ".resources", type, name, depth + 1);
        } catch (UnresolvedException e) {
            ImportProblem unnamed = ImportProblem.incomplete("name", e.getMessage());
            List<ImportProblem> outside = outside(resource);
            read.add(ExportReader.other(place, "", outside.isEmpty() ? unnamed : outside.get(0), type));
            unnamed(resource.path("resources"), place + ".resources", type, depth + 1);
        }
    }

    /** Those within a resource whose name is not known: theirs are not known either. */
    private void unnamed(JsonNode resources, String place, String parentType, int depth) {
        each(resources, place, (resource, at) -> {
            String type = childType(parentType, resource.path("type").asText());
            ImportProblem problem = ImportProblem.incomplete("name", "within a resource whose name is not known");
            read.add(ExportReader.other(at, "", depth > DEPTH_MAX ? TOO_DEEP : problem, type));
            if (depth <= DEPTH_MAX) {
                unnamed(resource.path("resources"), at + ".resources", type, depth + 1);
            }
        });
    }

    private static String childType(String parentType, String ownType) {
        return ownType.toLowerCase(Locale.ROOT).startsWith("microsoft.") ? ownType : parentType + "/" + ownType;
    }

    private void one(ObjectNode resource, String place, String type, String name, int depth) {
        if (type.equalsIgnoreCase(DEPLOYMENTS)) {
            deployment(resource, place, type, name, depth);
            return;
        }
        Exported exported = definition(resource, place, type, name);
        read.add(
                outside(resource).isEmpty()
                        ? exported
                        : exported.with(outside(resource).get(0)));
    }

    /** What keeps a resource from being deployed as it stands. */
    private List<ImportProblem> outside(ObjectNode resource) {
        if (resource.has("copy")) {
            return List.of(ImportProblem.notSupported("copy", "given (expected: each resource for itself)"));
        }
        if (resource.path("existing").asBoolean()) {
            return List.of(ImportProblem.skipped("existing", "true: the template does not deploy it"));
        }
        if (!resource.has("condition")) {
            return List.of();
        }
        try {
            return scope.resolve(resource.get("condition")).asBoolean()
                    ? List.of()
                    : List.of(ImportProblem.skipped("condition", "false: the template does not deploy it"));
        } catch (UnresolvedException e) {
            return List.of(ImportProblem.incomplete("condition", e.getMessage()));
        }
    }

    private Exported definition(ObjectNode resource, String place, String type, String name) {
        List<ImportProblem> unresolved = new ArrayList<>();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("properties", scope.resolve(resource.path("properties"), "", unresolved));
        if (!(body.get("properties") instanceof ObjectNode)) {
            body.putObject("properties");
        }
        ObjectNode properties = ArmShape.properties(body);
        Exported exported;
        if (ExportReader.isSubscriptionType(type)) {
            String own = name.substring(name.lastIndexOf('/') + 1);
            exported =
                    ExportReader.subscription(place, type, scopeOf(resource, type, name, unresolved), own, properties);
        } else if (ExportReader.isTopicType(type)) {
            exported = ExportReader.topic(place, type, name, properties);
        } else {
            return ExportReader.other(place, name, ExportReader.wrongType(type), type);
        }
        List<ImportProblem> problems = new ArrayList<>(exported.problems());
        problems.addAll(unresolved);
        return exported.with(properties, problems);
    }

    /** What a subscription is on: its {@code scope}, or what its type and name have before theirs (behaviour §13.1). */
    private String scopeOf(ObjectNode resource, String type, String name, List<ImportProblem> unresolved) {
        if (resource.has("scope")) {
            return scope.resolve(resource.get("scope"), "scope", unresolved).asText();
        }
        String[] types = type.split("/", -1);
        String[] names = name.split("/", -1);
        StringBuilder id = new StringBuilder(types[0]);
        for (int i = 1; i < types.length - 1 && i - 1 < names.length; i++) {
            if (!types[i].equalsIgnoreCase("providers")) {
                id.append('/').append(types[i]).append('/').append(names[i - 1]);
            }
        }
        return id.toString();
    }

    private void deployment(ObjectNode resource, String place, String type, String name, int depth) {
        List<ImportProblem> outside = outside(resource);
        JsonNode template = resource.path("properties").path("template");
        if (!outside.isEmpty() || template.isMissingNode()) {
            ImportProblem linked = ImportProblem.notSupported(
                    "properties.template", "missing (expected: the template itself, no link)");
            read.add(ExportReader.other(place, name, outside.isEmpty() ? linked : outside.get(0), type));
            return;
        }
        boolean isInner = resource.path("properties")
                .path("expressionEvaluationOptions")
                .path("scope")
                .asText()
                .equalsIgnoreCase("inner");
        TemplateScope within = isInner ? TemplateScope.of(template, parameters(resource)) : scope;
        read.addAll(read(template, place + ".properties.template.resources", within, depth + 1));
    }

    /** What is not resolved is not given, and missed where it is used. */
    private Map<String, JsonNode> parameters(ObjectNode deployment) {
        Map<String, JsonNode> values = new HashMap<>();
        deployment.path("properties").path("parameters").properties().forEach(parameter -> {
            List<ImportProblem> unresolved = new ArrayList<>();
            JsonNode value = scope.resolve(parameter.getValue().path("value"), "", unresolved);
            if (unresolved.isEmpty() && !value.isMissingNode()) {
                values.put(Exported.key(parameter.getKey()), value);
            }
        });
        return values;
    }
}
