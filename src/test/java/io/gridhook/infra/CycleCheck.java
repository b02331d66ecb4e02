package io.gridhook.infra;

import io.gridhook.infra.BicepFile.Declaration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nothing needs itself, neither at once nor by way of others. */
final class CycleCheck implements Check {
    @Override
    public void check(BicepFile file, Problems problems) {
        Map<String, Set<String>> needed = new LinkedHashMap<>();
        file.symbols().forEach(each -> needed.put(each.name(), names(each)));
        file.symbols()
                .filter(each -> reachable(each.name(), needed).contains(each.name()))
                .forEach(each -> problems.add(each.node(), "cycle: " + each.name() + " needs itself"));
    }

    /** More than are meant, as a loop's own names are among them; none of those is declared too. */
    private static Set<String> names(Declaration declaration) {
        return declaration.node().children().stream()
                .skip(1)
                .flatMap(CycleCheck::identifiers)
                .collect(Collectors.toSet());
    }

    /** Without the names of properties. */
    private static Stream<String> identifiers(BicepNode node) {
        return node.is("identifier")
                ? Stream.of(node.text())
                : node.children().stream()
                        .skip(node.is("object_property") && node.first().is("identifier") ? 1 : 0)
                        .flatMap(CycleCheck::identifiers);
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> needed) {
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(needed.getOrDefault(from, Set.of()));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (seen.add(next)) {
                open.addAll(needed.getOrDefault(next, Set.of()));
            }
        }
        return seen;
    }
}
