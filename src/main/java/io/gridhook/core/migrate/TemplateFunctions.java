package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gridhook.core.event.Excerpt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The functions of template expressions that need nothing but the template: those that names, URLs and ids are usually made of. What
 * asks Azure ({@code reference}, {@code listKeys}, {@code resourceGroup} ...) has no value here.
 */
final class TemplateFunctions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String name;
    private final List<Supplier<JsonNode>> arguments;
    private final TemplateScope scope;
    /** Each argument is evaluated once: calls within calls would take forever else. */
    private final Map<Integer, JsonNode> values = new HashMap<>();

    private TemplateFunctions(String name, List<Supplier<JsonNode>> arguments, TemplateScope scope) {
        this.name = name;
        this.arguments = arguments;
        this.scope = scope;
    }

    static JsonNode call(String name, List<Supplier<JsonNode>> arguments, TemplateScope scope) {
        return new TemplateFunctions(name, arguments, scope).call();
    }

    private JsonNode call() {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "parameters" -> scope.parameter(text(0));
            case "variables" -> scope.variable(text(0));
            case "concat" -> concat();
            case "format" -> made(format());
            case "string" -> made(text(value(0)));
            case "tolower" -> made(text(0).toLowerCase(Locale.ROOT));
            case "toupper" -> made(text(0).toUpperCase(Locale.ROOT));
            case "trim" -> made(text(0).strip());
            case "replace" -> made(text(0).replace(text(1), text(2)));
            case "split" -> split();
            case "first" -> value(0).isArray() ? element(0) : made(text(0).substring(0, Math.min(1, text(0).length())));
            case "last" -> element(value(0).size() - 1);
            case "if" -> flag(0) ? value(1) : value(2);
            case "equals" -> BooleanNode.valueOf(value(0).equals(value(1)));
            case "not" -> BooleanNode.valueOf(!flag(0));
            case "and" -> BooleanNode.valueOf(flag(0) && flag(1));
            case "or" -> BooleanNode.valueOf(flag(0) || flag(1));
            case "empty" ->
                BooleanNode.valueOf(value(0).isTextual() ? text(0).isEmpty() : value(0).isNull() || value(0).isEmpty());
            case "true" -> BooleanNode.TRUE;
            case "false" -> BooleanNode.FALSE;
            case "null" -> JSON.nullNode();
            case "int" -> JSON.numberNode(whole());
            case "createarray" -> createArray();
            case "createobject" -> createObject();
            case "resourceid", "subscriptionresourceid" -> made(resourceId(0, ""));
            case "extensionresourceid" -> made(resourceId(1, text(0)));
            default ->
                throw new UnresolvedException(Excerpt.of(name)
                        + "(): cannot be told without Azure (expected: a value in its place, or a parameter)");
        };
    }

    private JsonNode made(String text) {
        return TextNode.valueOf(scope.bounded(text));
    }

    private JsonNode value(int index) {
        if (index >= arguments.size()) {
            throw new UnresolvedException(Excerpt.of(name) + "(): too few arguments");
        }
        return values.computeIfAbsent(index, i -> arguments.get(i).get());
    }

    private String text(int index) {
        JsonNode value = value(index);
        if (!value.isTextual()) {
            throw wrong("a string", index);
        }
        return value.textValue();
    }

    private static String text(JsonNode value) {
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    private boolean flag(int index) {
        JsonNode value = value(index);
        if (!value.isBoolean()) {
            throw wrong("true or false", index);
        }
        return value.booleanValue();
    }

    private UnresolvedException wrong(String expected, int index) {
        return new UnresolvedException(Excerpt.of(name) + "(): argument " + (index + 1) + " is not " + expected);
    }

    private int whole() {
        try {
            return Integer.parseInt(text(value(0)).strip());
        } catch (NumberFormatException e) {
            throw wrong("a whole number", 0);
        }
    }

    private JsonNode element(int index) {
        JsonNode element = value(0).get(index);
        if (element == null) {
            throw wrong("an array with an element", 0);
        }
        return element;
    }

    private JsonNode concat() {
        if (!arguments.isEmpty() && value(0).isArray()) {
            ArrayNode all = JSON.arrayNode();
            for (int i = 0; i < arguments.size(); i++) {
                value(i).forEach(element -> {
                    scope.bounded(element.toString());
                    all.add(element);
                });
            }
            return all;
        }
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            all.append(scope.bounded(text(value(i))));
        }
        return made(all.toString());
    }

    /** {@code {0}} alone: no widths, no formats. */
    private String format() {
        String pattern = text(0);
        StringBuilder all = new StringBuilder();
        for (int at = 0; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if ((c == '{' || c == '}') && at + 1 < pattern.length() && pattern.charAt(at + 1) == c) {
                all.append(c);
                at++;
            } else if (c == '{') {
                int end = pattern.indexOf('}', at);
                String index = end < 0 ? "" : pattern.substring(at + 1, end);
                if (!index.matches("[0-9]{1,2}")) {
                    throw wrong("a format of {0}, {1} ...", 0);
                }
                all.append(scope.bounded(text(value(1 + Integer.parseInt(index)))));
                at = end;
            } else {
                all.append(c);
            }
        }
        return all.toString();
    }

    private JsonNode split() {
        ArrayNode parts = JSON.arrayNode();
        for (String part : text(0).split(Pattern.quote(text(1)), -1)) {
            parts.add(scope.bounded(part));
        }
        return parts;
    }

    private JsonNode createArray() {
        ArrayNode array = JSON.arrayNode();
        for (int i = 0; i < arguments.size(); i++) {
            array.add(counted(i));
        }
        return array;
    }

    private JsonNode createObject() {
        ObjectNode object = JSON.objectNode();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            object.set(text(i), counted(i + 1));
        }
        return object;
    }

    private JsonNode counted(int index) {
        JsonNode value = value(index);
        scope.bounded(value.toString());
        return value;
    }

    /**
     * The id, as far as the arguments tell it: without a subscription and a resource group if they do not, as the template is deployed
     * nowhere.
     */
    private String resourceId(int from, String parent) {
        int typeAt = from;
        StringBuilder id = new StringBuilder(parent);
        while (text(typeAt).indexOf('/') < 0) {
            typeAt++;
        }
        if (parent.isEmpty() && typeAt - from == 2) {
            id.append("/subscriptions/")
                    .append(text(from))
                    .append("/resourceGroups/")
                    .append(text(from + 1));
        } else if (parent.isEmpty() && typeAt - from == 1) {
            boolean isOfSubscription = name.equalsIgnoreCase("subscriptionResourceId");
            id.append(isOfSubscription ? "/subscriptions/" : "/resourceGroups/").append(text(from));
        }
        List<String> types = new ArrayList<>(List.of(text(typeAt).split("/", -1)));
        id.append("/providers/").append(types.remove(0));
        for (int i = 0; i < types.size(); i++) {
            id.append('/').append(types.get(i)).append('/').append(text(typeAt + 1 + i));
        }
        return id.toString();
    }
}
