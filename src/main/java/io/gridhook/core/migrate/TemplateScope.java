package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gridhook.core.event.Excerpt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parameters and variables of one template. Names in any letter case, as in ARM. */
final class TemplateScope {
    /** Ours: variables may name each other, so what a short template says may be endless. */
    private static final int CHARS_MAX = 1_000_000;

    private final Map<String, JsonNode> parameters;
    private final Map<String, JsonNode> defaults = new HashMap<>();
    private final Map<String, JsonNode> variables = new HashMap<>();
    /** Variables that a loop makes. */
    private final Set<String> loops = new HashSet<>();

    private final Map<String, JsonNode> known = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private int chars;

    private TemplateScope(Map<String, JsonNode> parameters) {
        this.parameters = Map.copyOf(parameters);
    }

    /**
     * The scope of {@code template}.
     *
     * @param parameters values, by name in lower case
     */
    static TemplateScope of(JsonNode template, Map<String, JsonNode> parameters) {
        TemplateScope scope = new TemplateScope(parameters);
        template.path("parameters").properties().forEach(parameter -> {
            JsonNode byDefault = parameter.getValue().get("defaultValue");
            if (byDefault != null) {
                scope.defaults.put(Exported.key(parameter.getKey()), byDefault);
            }
        });
        template.path("variables")
                .properties()
                .forEach(variable -> scope.variables.put(Exported.key(variable.getKey()), variable.getValue()));
        template.path("variables")
                .path("copy")
                .forEach(loop -> scope.loops.add(Exported.key(loop.path("name").asText())));
        return scope;
    }

    /** A parameter's value, as given or by default. */
    JsonNode parameter(String name) {
        JsonNode given = parameters.get(Exported.key(name));
        return given != null
                ? given
                : once("parameters", defaults, name, "no value (expected: one under parameters in the request)");
    }

    JsonNode variable(String name) {
        if (loops.contains(Exported.key(name))) {
            throw new UnresolvedException(
                    "variables('" + Excerpt.of(name) + "'): made by a loop, copy (expected: its value)");
        }
        return once("variables", variables, name, "not in the template (expected: a variable of it)");
    }

    private JsonNode once(String kind, Map<String, JsonNode> values, String name, String missing) {
        String key = Exported.key(name);
        String shown = kind + "('" + Excerpt.of(name) + "')";
        JsonNode value = values.get(key);
        if (value == null) {
            throw new UnresolvedException(shown + ": " + missing);
        }
        JsonNode before = known.get(kind + " " + key);
        if (before != null) {
            return before;
        }
        if (!open.add(kind + " " + key)) {
            throw new UnresolvedException(shown + ": names itself");
        }
        try {
            JsonNode resolved = resolve(value);
            known.put(kind + " " + key, resolved);
            return resolved;
        } finally {
            open.remove(kind + " " + key);
        }
    }

    /** {@code value} with every expression in it replaced. */
    JsonNode resolve(JsonNode value) {
        List<ImportProblem> problems = new ArrayList<>();
        JsonNode resolved = resolve(value, "", problems);
        if (!problems.isEmpty()) {
            throw new UnresolvedException(problems.get(0).reason());
        }
        return resolved;
    }

    /** The same; what has no value is {@code null}, and said in {@code problems}. */
    JsonNode resolve(JsonNode value, String path, List<ImportProblem> problems) {
        if (value.isTextual()) {
            return text(value, path, problems);
        }
        if (value instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(field -> {
                String name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                if (isLoop(field)) {
                    problems.add(ImportProblem.notSupported(name, "given (expected: each element for itself)"));
                } else {
                    copy.set(field.getKey(), resolve(field.getValue(), name, problems));
                }
            });
            return copy;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < array.size(); i++) {
                copy.add(resolve(array.get(i), path + "[" + i + "]", problems));
            }
            return copy;
        }
        return value;
    }

    /** What ARM makes properties with. */
    private static boolean isLoop(Map.Entry<String, JsonNode> field) {
        return field.getKey().equalsIgnoreCase("copy")
                && field.getValue().isArray()
                && field.getValue().path(0).has("input");
    }

    private JsonNode text(JsonNode value, String path, List<ImportProblem> problems) {
        try {
            return expression(value.textValue());
        } catch (UnresolvedException e) {
            problems.add(ImportProblem.incomplete(path, e.getMessage()));
            return JsonNodeFactory.instance.nullNode();
        }
    }

    private JsonNode expression(String text) {
        if (text.startsWith("[[")) {
            return TextNode.valueOf(text.substring(1));
        }
        return text.startsWith("[") && text.endsWith("]")
                ? TemplateExpression.value(text.substring(1, text.length() - 1), this)
                : TextNode.valueOf(text);
    }

    /** Counts what was made of expressions, so that it ends. */
    String bounded(String made) {
        chars += Math.max(1, Math.min(made.length(), CHARS_MAX));
        if (chars > CHARS_MAX) {
            throw new UnresolvedException("its expressions make more than " + CHARS_MAX + " characters");
        }
        return made;
    }
}
