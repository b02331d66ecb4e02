package io.gridhook.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every name is declared, a loop's, a lambda's or a function's; and every parameter and variable is used. */
final class SymbolCheck implements Check {
    private final Set<String> functions;
    private final Set<String> decorators;

    SymbolCheck(Path lists) throws IOException {
        functions = words(lists.resolve("functions.txt"));
        decorators = words(lists.resolve("decorators.txt"));
    }

    private static Set<String> words(Path list) throws IOException {
        return Files.readAllLines(list).stream()
                .filter(line -> !line.startsWith("#"))
                .flatMap(line -> Stream.of(line.split("\\s+")))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        Set<String> declared = new HashSet<>();
        file.symbols().forEach(symbol -> {
            if (!declared.add(symbol.name())) {
                problems.add(symbol.node(), "symbol: " + symbol.name() + " is declared twice");
            }
        });
        Set<String> used = new HashSet<>();
        new Walk(declared, used, problems).below(file.root(), Set.of());
        file.root().children().forEach(declaration -> places(file, declaration, problems));
        if (!file.isParameterFile()) {
            Stream.concat(file.parameters().stream(), file.variables().stream())
                    .filter(each -> !used.contains(each.name()))
                    .forEach(each -> problems.add(each.node(), "symbol: " + each.name() + " is not used"));
        }
    }

    /** Two functions are for one place each. */
    private static void places(BicepFile file, BicepNode declaration, Problems problems) {
        declaration.all().forEach(node -> {
            String function = node.called().orElse("");
            if (function.equals("newGuid") && !declaration.is("parameter_declaration")) {
                problems.add(node, "symbol: newGuid outside of a parameter's default");
            }
            if (function.equals("readEnvironmentVariable") && !file.isParameterFile()) {
                problems.add(node, "symbol: readEnvironmentVariable outside of a parameter file");
            }
        });
    }

    /** One file's names. */
    private final class Walk {
        private final Set<String> declared;
        private final Set<String> used;
        private final Problems problems;

        Walk(Set<String> declared, Set<String> used, Problems problems) {
            this.declared = declared;
            this.used = used;
            this.problems = problems;
        }

        void below(BicepNode node, Set<String> local) {
            switch (node.kind()) {
                case "identifier" -> name(node, local);
                case "object_property" -> property(node, local);
                case "call_expression" -> call(node, local);
                case "for_statement" -> children(node, 1, with(local, node.first()));
                case "lambda_expression" -> children(node, node.children().size() - 1, with(local, node));
                case "decorator" -> decorator(node, local);
                case "parameter_declaration",
                        "variable_declaration",
                        "resource_declaration",
                        "module_declaration",
                        "output_declaration" -> children(node, 1, local);
                default -> children(node, 0, local);
            }
        }

        private void children(BicepNode node, int from, Set<String> local) {
            node.children().stream().skip(from).forEach(child -> below(child, local));
        }

        private void name(BicepNode node, Set<String> local) {
            used.add(node.text());
            if (!declared.contains(node.text()) && !local.contains(node.text())) {
                problems.add(node, "symbol: " + node.text() + " is not declared");
            }
        }

        private void property(BicepNode node, Set<String> local) {
            children(node, node.first().is("identifier") ? 1 : 0, local);
        }

        private void call(BicepNode node, Set<String> local) {
            String function = node.called().orElse("");
            if (!functions.contains(function)) {
                problems.add(node, "symbol: no function " + function);
            }
            if (!node.first().is("identifier")) {
                below(node.first(), local);
            }
            children(node, 1, local);
        }

        private void decorator(BicepNode node, Set<String> local) {
            BicepNode call = node.first();
            if (!decorators.contains(call.called().orElse(""))) {
                problems.add(node, "symbol: no decorator " + call.called().orElse(""));
            }
            children(call, 1, local);
        }

        /** And the names that a loop or a lambda brings. */
        private static Set<String> with(Set<String> local, BicepNode names) {
            Set<String> more = new HashSet<>(local);
            if (names.is("identifier")) {
                more.add(names.text());
            }
            names.children().stream()
                    .limit(names.is("lambda_expression") ? names.children().size() - 1 : 2)
                    .forEach(name -> more.add(name.text()));
            return more;
        }
    }
}
