package io.gridhook.infra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Every GUID in a template is a role's id, beside its name, as the page lists them. */
final class RoleCheck implements Check {
    private static final Pattern GUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final Map<String, String> names = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    RoleCheck(Path page) throws IOException {
        MarkdownTable.rows(page, "Roles").forEach(row -> names.put(MarkdownTable.name(row.get(1)), row.get(0)));
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        file.root().all().filter(node -> isGuid(node.literal().orElse(""))).forEach(id -> {
            String name = names.get(id.literal().orElse(""));
            if (name == null) {
                problems.add(id, "role: " + id.literal().orElse("") + " is not listed");
            }
        });
        file.root()
                .all()
                .filter(node -> node.is("object"))
                .flatMap(BicepNode::properties)
                .forEach(property -> {
                    String id = property.last().literal().orElse("");
                    String name = names.get(id);
                    if (name != null && !property.key().equals(name)) {
                        problems.add(property, "role: " + id + " is " + name + " (not: " + property.key() + ")");
                    }
                    used.add(id);
                });
    }

    private static boolean isGuid(String text) {
        return GUID.matcher(text).matches();
    }

    /** What the page lists and no file that was checked gives. */
    Set<String> unused() {
        Set<String> unused = new TreeSet<>(names.keySet());
        unused.removeAll(used);
        return unused;
    }
}
