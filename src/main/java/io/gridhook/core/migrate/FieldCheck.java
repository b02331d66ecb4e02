package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds every field of a definition that is refused, where reading it whole names the first: each is read alone, beside what is needed to
 * read anything.
 */
public final class FieldCheck {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String DESTINATION = "destination";
    /** Whose members are read one by one. */
    private static final Set<String> PARTED = Set.of("filter", "retryPolicy");

    private final Consumer<ObjectNode> reader;
    private final List<ImportProblem> problems = new ArrayList<>();

    private FieldCheck(Consumer<ObjectNode> reader) {
        this.reader = reader;
    }

    /**
     * The problems of a definition that was refused; one at least.
     *
     * @param whole why it was refused as a whole
     * @param reader throws {@link InvalidDefinitionException} for a definition that is not valid
     */
    public static List<ImportProblem> problems(Exported refused, String whole, Consumer<ObjectNode> reader) {
        FieldCheck check = new FieldCheck(reader);
        ObjectNode properties = refused.properties();
        ObjectNode base =
                refused.kind() == Exported.Kind.TOPIC ? check.topic(properties) : check.destination(properties);
        if (check.refusal(base).isEmpty()) {
            check.fields(properties, base);
        }
        return check.problems.isEmpty()
                ? List.of(ImportProblem.notSupported(nameOf(whole), whole))
                : List.copyOf(check.problems);
    }

    /** Messages begin with the field's name. */
    private static String nameOf(String message) {
        int colon = message.indexOf(':');
        return colon < 0 ? "" : message.substring(0, colon);
    }

    private ObjectNode topic(ObjectNode properties) {
        ObjectNode base = JSON.objectNode();
        for (String name : List.of("inputSchema", "inputSchemaMapping")) {
            if (properties.has(name)) {
                base.set(name, properties.get(name));
            }
        }
        if (add(base, "inputSchema")) {
            base.removeAll();
        }
        return base;
    }

    /** Beside a destination that is refused, the others are read with one that is not. */
    private ObjectNode destination(ObjectNode properties) {
        ObjectNode base = JSON.objectNode();
        if (properties.has(DESTINATION)) {
            base.set(DESTINATION, properties.get(DESTINATION));
        }
        if (add(base, DESTINATION)) {
            base.putObject(DESTINATION)
                    .put("endpointType", "WebHook")
                    .putObject("properties")
                    .put("endpointUrl", "https://example.com/");
        }
        return base;
    }

    private void fields(ObjectNode properties, ObjectNode base) {
        properties.properties().forEach(field -> {
            String name = field.getKey();
            if (base.has(name)) {
                return;
            }
            if (PARTED.contains(name) && field.getValue() instanceof ObjectNode parts) {
                parts.properties().forEach(part -> part(base, name, part.getKey(), part.getValue()));
            } else {
                ObjectNode body = base.deepCopy();
                body.set(name, field.getValue());
                add(body, Excerpt.of(name));
            }
        });
    }

    private void part(ObjectNode base, String parent, String name, JsonNode value) {
        String path = parent + "." + name;
        if (!name.equals("advancedFilters") || !value.isArray()) {
            add(with(base, parent, name, value), Excerpt.of(path));
            return;
        }
        for (int i = 0; i < value.size(); i++) {
            String place = path + "[" + i + "]";
            refusal(with(base, parent, name, JSON.arrayNode().add(value.get(i))))
                    .ifPresent(reason ->
                            problems.add(ImportProblem.notSupported(place, reason.replace(path + "[0]", place))));
        }
    }

    private static ObjectNode with(ObjectNode base, String parent, String name, JsonNode value) {
        ObjectNode body = base.deepCopy();
        body.putObject(parent).set(name, value);
        return body;
    }

    private boolean add(ObjectNode body, String field) {
        Optional<String> refusal = refusal(body);
        refusal.ifPresent(reason -> problems.add(ImportProblem.notSupported(field, reason)));
        return refusal.isPresent();
    }

    private Optional<String> refusal(ObjectNode body) {
        try {
            reader.accept(JSON.objectNode().set("properties", body));
            return Optional.empty();
        } catch (InvalidDefinitionException e) {
            return Optional.of(e.getMessage());
        }
    }
}
