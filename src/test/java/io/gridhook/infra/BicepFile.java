package io.gridhook.infra;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a Bicep file declares, by kind, in its order. */
final class BicepFile {
    /** A declaration and the decorators before it. */
    record Declaration(String name, BicepNode node, List<BicepNode> decorators) {
        Declaration {
            decorators = List.copyOf(decorators);
        }

        Optional<BicepNode> decorator(String called) {
            return decorators.stream()
                    .filter(call -> call.called().orElse("").equals(called))
                    .findFirst();
        }

        /** Of a parameter or an output: {@code string} and the like. */
        String type() {
            return node.child("type")
                    .flatMap(type ->
                            type.all().filter(each -> each.is("primitive_type")).findFirst())
                    .map(BicepNode::text)
                    .orElse("");
        }

        boolean hasDefault() {
            return node.words().contains("=");
        }

        /** What stands behind the equals sign. */
        BicepNode value() {
            return node.last();
        }
    }

    private static final String PARAMETERS = "parameter_declaration";
    private static final String VARIABLES = "variable_declaration";
    private static final String RESOURCES = "resource_declaration";
    private static final String MODULES = "module_declaration";
    private static final String OUTPUTS = "output_declaration";
    private static final List<String> KINDS = List.of(PARAMETERS, VARIABLES, RESOURCES, MODULES, OUTPUTS);

    private final Path path;
    private final BicepNode root;
    private final Map<String, List<Declaration>> declared = new LinkedHashMap<>();

    BicepFile(Path path, BicepNode root) {
        this.path = path;
        this.root = root;
        KINDS.forEach(kind -> declared.put(kind, new ArrayList<>()));
        List<BicepNode> decorators = List.of();
        for (BicepNode node : root.children()) {
            if (KINDS.contains(node.kind())) {
                declared.get(node.kind())
                        .add(new Declaration(
                                node.child("identifier").map(BicepNode::text).orElse(""), node, decorators));
            }
            // A remark between decorators and what they decorate changes nothing: "#disable-next-line" stands there.
            if (!node.kind().endsWith("comment")) {
                decorators = node.is("decorators")
                        ? node.children().stream().map(BicepNode::first).toList()
                        : List.of();
            }
        }
    }

    Path path() {
        return path;
    }

    BicepNode root() {
        return root;
    }

    boolean isParameterFile() {
        return path.toString().endsWith(".bicepparam");
    }

    List<Declaration> parameters() {
        return declared.get(PARAMETERS);
    }

    List<Declaration> variables() {
        return declared.get(VARIABLES);
    }

    List<Declaration> resources() {
        return declared.get(RESOURCES);
    }

    List<Declaration> modules() {
        return declared.get(MODULES);
    }

    List<Declaration> outputs() {
        return declared.get(OUTPUTS);
    }

    /** What expressions may name. */
    Stream<Declaration> symbols() {
        return Stream.of(parameters(), variables(), resources(), modules()).flatMap(List::stream);
    }

    Optional<Declaration> parameter(String name) {
        return named(parameters(), name);
    }

    Optional<Declaration> output(String name) {
        return named(outputs(), name);
    }

    Optional<Declaration> module(String name) {
        return named(modules(), name);
    }

    private static Optional<Declaration> named(List<Declaration> all, String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The object that a resource or a module is given, behind its condition and its loop. */
    static Optional<BicepNode> body(Declaration declaration) {
        return body(declaration.value());
    }

    private static Optional<BicepNode> body(BicepNode value) {
        return switch (value.kind()) {
            case "object" -> Optional.of(value);
            case "if_statement", "for_statement" -> body(value.last());
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
