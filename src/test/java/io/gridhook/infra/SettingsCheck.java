package io.gridhook.infra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** App settings are the app's ({@code settings.md}) or the host's. */
final class SettingsCheck implements Check {
    private static final Pattern SETTING = Pattern.compile(
            "(GRIDHOOK|APPLICATIONINSIGHTS|FUNCTIONS|WEBSITE|JAVA|SCM)_\\w+|AzureWebJobs\\w*|\\w+__\\w+");

    private final Set<String> known = new HashSet<>();

    SettingsCheck(Path settings, Path page) throws IOException {
        MarkdownTable.rows(settings)
                .forEach(row -> MarkdownTable.names(row.get(0)).forEach(name -> known.add(name.text())));
        MarkdownTable.rows(page, "Settings of the host").forEach(row -> known.add(MarkdownTable.name(row.get(0))));
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        file.root()
                .all()
                .filter(node -> node.is("object"))
                .flatMap(BicepNode::properties)
                .filter(property -> SETTING.matcher(property.key()).matches() && !known.contains(property.key()))
                .forEach(property -> problems.add(property, "setting: " + property.key() + " is known to nobody"));
    }
}
