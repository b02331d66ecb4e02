package io.gridhook.infra;

import io.gridhook.infra.BicepFile.Declaration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Modules are files of ours; they and parameter files give every parameter that has no default, and none that there is not. */
final class ModuleCheck implements Check {
    private static final Map<String, String> TYPES =
            Map.of("string", "string", "number", "int", "boolean", "bool", "object", "object", "array", "array");

    private final BicepFiles files;

    ModuleCheck(BicepFiles files) {
        this.files = files;
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        file.modules().forEach(module -> module(file, module, problems));
        file.root().all().filter(node -> node.is("using_statement")).forEach(using -> {
            Optional<BicepFile> target = target(file, using, problems);
            target.ifPresent(template -> given(file, using, asProperties(file), template, problems));
        });
        file.root().all().forEach(node -> output(file, node, problems));
    }

    private void module(BicepFile file, Declaration module, Problems problems) {
        Optional<BicepFile> target = target(file, module.node(), problems);
        if (target.isEmpty()) {
            return;
        }
        Map<String, BicepNode> values = new LinkedHashMap<>();
        BicepFile.body(module).flatMap(body -> body.property("params")).ifPresent(params -> params.properties()
                .forEach(each -> values.put(each.key(), each.last())));
        given(file, module.node(), values, target.get(), problems);
    }

    private Optional<BicepFile> target(BicepFile file, BicepNode from, Problems problems) {
        String reference = from.child("string").flatMap(BicepNode::literal).orElse("");
        Optional<BicepFile> target = files.at(file, reference);
        if (target.isEmpty()) {
            problems.add(from, "module: no file " + reference);
        }
        return target;
    }

    private static Map<String, BicepNode> asProperties(BicepFile parameters) {
        Map<String, BicepNode> values = new LinkedHashMap<>();
        parameters.variables().forEach(each -> values.put(each.name(), each.value()));
        return values;
    }

    private void given(
            BicepFile file, BicepNode where, Map<String, BicepNode> values, BicepFile target, Problems problems) {
        String of = target.path().getFileName().toString();
        values.forEach((name, value) -> {
            Optional<Declaration> parameter = target.parameter(name);
            if (parameter.isEmpty()) {
                problems.add(value, "module: " + of + " has no parameter " + name);
                return;
            }
            String expected = parameter.get().type();
            String actual = type(file, value).orElse(expected);
            if (!actual.equals(expected)) {
                problems.add(value, "module: " + name + " is " + actual + " (expected: " + expected + ")");
            } else if (!isAllowed(parameter.get(), value)) {
                problems.add(value, "module: " + name + " is " + text(value) + ", which its decorators do not allow");
            }
        });
        target.parameters().stream()
                .filter(parameter -> !parameter.hasDefault() && !values.containsKey(parameter.name()))
                .forEach(parameter ->
                        problems.add(where, "module: parameter " + parameter.name() + " of " + of + " is not given"));
    }

    private static String text(BicepNode value) {
        return value.literal().orElse(value.text());
    }

    /** Only literals can be told. */
    private static boolean isAllowed(Declaration parameter, BicepNode value) {
        if (value.is("number")) {
            int number = Integer.parseInt(value.text());
            if (number < bound(parameter, "minValue", Integer.MIN_VALUE)
                    || number > bound(parameter, "maxValue", Integer.MAX_VALUE)) {
                return false;
            }
        }
        boolean isLiteral = value.is("number") || value.literal().isPresent();
        Optional<BicepNode> allowed = parameter.decorator("allowed");
        return !isLiteral
                || allowed.isEmpty()
                || allowed.get()
                        .all()
                        .skip(1)
                        .anyMatch(each -> each.is(value.kind()) && text(each).equals(text(value)));
    }

    private static int bound(Declaration parameter, String decorator, int none) {
        return parameter.decorator(decorator).stream()
                .flatMap(BicepNode::all)
                .filter(node -> node.is("number"))
                .map(node -> Integer.parseInt(node.text()))
                .findFirst()
                .orElse(none);
    }

    /** As far as it shows without evaluation. */
    private Optional<String> type(BicepFile file, BicepNode value) {
        if (value.is("identifier")) {
            return file.parameter(value.text()).map(Declaration::type);
        }
        return Optional.ofNullable(TYPES.get(value.kind())).or(() -> outputOf(file, value)
                .flatMap(named -> named.target().output(named.output()))
                .map(Declaration::type));
    }

    private record Named(BicepFile target, String output) {}

    /** If {@code node} is {@code module.outputs.name}. */
    private Optional<Named> outputOf(BicepFile file, BicepNode node) {
        Optional<BicepNode> outputs = node.field("object").filter(object -> object.is("member_expression"));
        if (!node.is("member_expression")
                || !outputs.flatMap(object -> object.field("property"))
                        .map(BicepNode::text)
                        .orElse("")
                        .equals("outputs")) {
            return Optional.empty();
        }
        return outputs.flatMap(object -> object.field("object"))
                .flatMap(module -> file.module(module.text()))
                .flatMap(module -> files.at(
                        file,
                        module.node()
                                .child("string")
                                .flatMap(BicepNode::literal)
                                .orElse("")))
                .map(target -> new Named(
                        target, node.field("property").map(BicepNode::text).orElse("")));
    }

    private void output(BicepFile file, BicepNode node, Problems problems) {
        outputOf(file, node)
                .filter(named -> named.target().output(named.output()).isEmpty())
                .ifPresent(named -> problems.add(
                        node, "module: " + named.target().path().getFileName() + " has no output " + named.output()));
    }
}
