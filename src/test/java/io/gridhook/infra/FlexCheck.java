package io.gridhook.infra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** Nothing is set that Flex Consumption refuses or ignores (functions-runtime §4). */
final class FlexCheck implements Check {
    private final Set<String> refused;

    FlexCheck(Path page) throws IOException {
        refused = MarkdownTable.rows(page, "Not on Flex Consumption").stream()
                .flatMap(row -> MarkdownTable.names(row.get(0)).stream())
                .map(MarkdownTable.Name::text)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        file.root()
                .all()
                .filter(node -> node.is("object"))
                .flatMap(BicepNode::properties)
                .filter(property -> refused.contains(property.key()))
                .forEach(
                        property -> problems.add(property, "flex: " + property.key() + " is not for Flex Consumption"));
    }
}
