package io.gridhook.infra;

import java.text.MessageFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** What simple expressions come to, as text. */
final class BicepValue {
    private final Map<String, String> names;

    BicepValue(Map<String, String> names) {
        this.names = Map.copyOf(names);
    }

    /** @throws IllegalArgumentException if the expression is not simple, or names something unknown */
    String of(BicepNode node) {
        return switch (node.kind()) {
            case "string" -> node.children().stream().map(this::of).collect(Collectors.joining());
            case "interpolation" -> of(node.first());
            case "string_content", "number", "boolean" -> node.text();
            case "escape_sequence" -> node.text().substring(1);
            case "identifier" -> name(node);
            case "call_expression" -> call(node);
            default -> throw new IllegalArgumentException("line " + node.line() + ": " + node.kind());
        };
    }

    private String name(BicepNode node) {
        String value = names.get(node.text());
        if (value == null) {
            throw new IllegalArgumentException("line " + node.line() + ": " + node.text());
        }
        return value;
    }

    private String call(BicepNode call) {
        List<BicepNode> arguments = call.last().children();
        return switch (call.called().orElse("")) {
            case "newGuid" -> UUID.randomUUID().toString();
            case "format" ->
                MessageFormat.format(
                        of(arguments.get(0)),
                        arguments.stream().skip(1).map(this::of).toArray());
            case "replace" -> of(arguments.get(0)).replace(of(arguments.get(1)), of(arguments.get(2)));
            case "take" -> of(arguments.get(0)).substring(0, Integer.parseInt(of(arguments.get(1))));
            default -> throw new IllegalArgumentException("line " + call.line() + ": " + call.called());
        };
    }
}
