package io.gridhook.infra;

import io.gridhook.adapter.storage.StorageNames;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.functions.DeliveryLogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queues, tables, containers, profiles and functions have the app's names, and alerts look for what the app writes. */
final class NameCheck implements Check {
    private static final Path SOURCES = Path.of("src/main/java/io/gridhook");
    private static final Pattern FUNCTION = Pattern.compile("@FunctionName\\(\"(\\w+)\"\\)");
    private static final Pattern SCALED = Pattern.compile("function:(\\w+)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    /** What the app tells the delivery log: the texts of its troubles, and what an event's end is called. */
    private static final Pattern TROUBLE = Pattern.compile("\\btrouble\\(([^;{]*)\\);");

    private static final Pattern END = Pattern.compile("\\blog\\.ended\\(([^;{]*)\\);");

    /** The host's exceptions for a request body that it cannot read (ASP.NET Core's names). */
    private static final Set<String> UNREADABLE_BODY = Set.of("BadHttpRequestException", "ConnectionResetException");

    private static final Map<String, List<String>> STORAGE = Map.of(
            "queueNames", StorageNames.QUEUES,
            "tableNames", StorageNames.TABLES,
            "containerNames", StorageNames.CONTAINERS);

    private final Set<String> functions;
    private final String written;

    NameCheck() throws IOException {
        String sources = text(SOURCES);
        functions =
                FUNCTION.matcher(sources).results().map(match -> match.group(1)).collect(Collectors.toSet());
        List<String> troubles = literals(TROUBLE, sources);
        List<String> ends = literals(END, sources);
        if (troubles.size() < 10 || ends.size() < 3) {
            throw new IOException("delivery log: " + ends + troubles + " (expected: all that the app tells it)");
        }
        written = String.join("\n", DeliveryLogLines.of(ends, troubles));
    }

    /** The texts in what {@code calls} matches. */
    private static List<String> literals(Pattern calls, String sources) {
        return calls.matcher(sources)
                .results()
                .flatMap(call -> QUOTED.matcher(call.group(1)).results())
                .map(text -> text.group(1))
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static String text(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file));
            }
            return all.toString();
        }
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        file.variables().stream()
                .filter(each -> STORAGE.containsKey(each.name()))
                .forEach(each -> {
                    List<String> names = literals(each.value());
                    if (!names.equals(STORAGE.get(each.name()))) {
                        problems.add(
                                each.node(),
                                "name: " + each.name() + " are " + names + " (expected: " + STORAGE.get(each.name())
                                        + ")");
                    }
                });
        file.parameter("profile").flatMap(each -> each.decorator("allowed")).ifPresent(allowed -> {
            Set<String> names = new TreeSet<>(
                    allowed.all().flatMap(node -> node.literal().stream()).toList());
            Set<String> expected = new TreeSet<>(RetryProfiles.standard().all());
            if (!names.equals(expected)) {
                problems.add(allowed, "name: profiles are " + names + " (expected: " + expected + ")");
            }
        });
        file.root().all().filter(node -> node.is("string_content")).forEach(part -> functions(part, problems));
        file.root()
                .all()
                .filter(node -> node.is("object_property") && node.key().equals("query"))
                .forEach(query -> query(query, problems));
    }

    private static List<String> literals(BicepNode array) {
        return array.children().stream().map(each -> each.literal().orElse("?")).toList();
    }

    private void functions(BicepNode part, Problems problems) {
        SCALED.matcher(part.text())
                .results()
                .map(match -> match.group(1))
                .filter(name -> !functions.contains(name))
                .forEach(name -> problems.add(part, "name: no function " + name));
    }

    private void query(BicepNode query, Problems problems) {
        QUOTED.matcher(query.last().literal().orElse(""))
                .results()
                .map(match -> match.group(1))
                .filter(text -> functions.stream().noneMatch(name -> name.startsWith(text)))
                .filter(text -> !written.contains(text) && !UNREADABLE_BODY.contains(text))
                .forEach(text -> problems.add(query, "name: nothing writes \"" + text + "\""));
    }
}
