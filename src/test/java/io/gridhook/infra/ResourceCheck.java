package io.gridhook.infra;

import io.gridhook.infra.BicepFile.Declaration;
import io.gridhook.infra.MarkdownTable.Name;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Resources are of the types and versions that the page lists, with properties that it lists and all that these versions require. Below a
 * property that is an expression nothing is looked at.
 */
final class ResourceCheck implements Check {
    /** Bicep's own, on every resource. */
    private static final Set<String> OF_BICEP = Set.of("dependsOn", "parent", "scope");

    private static final String ANY = "*";

    private final Map<String, String> versions = new HashMap<>();
    private final Map<String, List<Name>> properties = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    ResourceCheck(Path page) throws IOException {
        for (List<String> row : MarkdownTable.rows(page, "API versions")) {
            String version = MarkdownTable.name(row.get(1));
            if (version.endsWith("-preview") && row.get(2).isEmpty()) {
                throw new IOException(page + ": " + row.get(0) + " " + version + " (expected: a reason for a preview)");
            }
            versions.put(MarkdownTable.name(row.get(0)), version);
        }
        for (List<String> row : MarkdownTable.rows(page, "Properties")) {
            properties.put(
                    at(MarkdownTable.name(row.get(0)), MarkdownTable.name(row.get(1))),
                    MarkdownTable.names(row.get(2)));
        }
    }

    private static String at(String type, String path) {
        return path.isEmpty() ? type : type + " " + path;
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        file.resources().forEach(resource -> resource(resource, problems));
    }

    private void resource(Declaration resource, Problems problems) {
        String reference =
                resource.node().child("string").flatMap(BicepNode::literal).orElse("");
        String[] typeAndVersion = reference.split("@", 2);
        String listed = versions.get(typeAndVersion[0]);
        if (listed == null) {
            problems.add(resource.node(), "resource: type " + typeAndVersion[0] + " is not listed");
            return;
        }
        used.add(typeAndVersion[0]);
        if (!listed.equals(typeAndVersion[typeAndVersion.length - 1])) {
            problems.add(resource.node(), "resource: " + reference + " (expected: version " + listed + ")");
        }
        BicepFile.body(resource).ifPresent(body -> {
            if (!resource.node().words().contains("existing")) {
                object(typeAndVersion[0], "", body, problems);
            }
        });
    }

    private void object(String type, String path, BicepNode object, Problems problems) {
        String at = at(type, path);
        List<Name> listed = properties.get(at);
        if (listed == null) {
            problems.add(object, "resource: " + at + " has no properties that are listed");
            return;
        }
        object.properties().filter(each -> !OF_BICEP.contains(each.key())).forEach(each -> {
            if (listed.stream().anyMatch(name -> name.text().equals(ANY))) {
                used.add(at + " " + ANY);
            } else if (listed.stream().noneMatch(name -> name.text().equals(each.key()))) {
                problems.add(each, "resource: " + at + " has no property " + each.key());
            } else {
                used.add(at + " " + each.key());
                value(type, path.isEmpty() ? each.key() : path + "." + each.key(), each.last(), problems);
            }
        });
        listed.stream()
                .filter(name -> name.bold() && object.property(name.text()).isEmpty())
                .forEach(name -> problems.add(object, "resource: " + at + " needs " + name.text()));
    }

    private void value(String type, String path, BicepNode value, Problems problems) {
        switch (value.kind()) {
            case "object" -> object(type, path, value, problems);
            case "array" -> value.children().forEach(element -> value(type, path + "[]", element, problems));
            case "for_statement" -> value(type, path + "[]", value.last(), problems);
            case "if_statement" -> value(type, path, value.last(), problems);
            case "ternary_expression" ->
                value.children().stream().skip(1).forEach(branch -> value(type, path, branch, problems));
            default -> {
                // Not known before deployment.
            }
        }
    }

    /** What the page lists and no file that was checked has. */
    Set<String> unused() {
        Set<String> unused = new TreeSet<>(versions.keySet());
        properties.forEach((at, names) -> names.forEach(name -> unused.add(at + " " + name.text())));
        unused.removeAll(used);
        return unused;
    }
}
