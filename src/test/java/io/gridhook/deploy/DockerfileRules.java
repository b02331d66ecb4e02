package io.gridhook.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What must hold of {@code deploy/Dockerfile}; every problem is a line. */
final class DockerfileRules {
    /** Who the containers run as. */
    static final String USER = "10001";

    private static final int PRIVILEGED_PORT_MAX = 1_023;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(KEY|SECRET|PASSWORD|TOKEN|AzureWebJobsStorage).*");

    private record Instruction(String name, String arguments) {}

    private final List<Instruction> instructions;
    private final Set<String> ignored;
    private final List<String> problems = new ArrayList<>();

    private DockerfileRules(String dockerfile, String dockerignore) {
        instructions = parse(dockerfile);
        ignored = new TreeSet<>(dockerignore.lines().map(String::strip).toList());
    }

    static List<String> problems(String dockerfile, String dockerignore) {
        DockerfileRules rules = new DockerfileRules(dockerfile, dockerignore);
        rules.checkBase();
        rules.checkUser();
        rules.checkContent();
        rules.checkStart();
        rules.checkAddresses();
        return rules.problems;
    }

    /** The ports of {@code EXPOSE}. */
    static Set<String> ports(String dockerfile) {
        Set<String> ports = new TreeSet<>();
        parse(dockerfile).stream()
                .filter(instruction -> instruction.name.equals("EXPOSE"))
                .forEach(instruction -> ports.addAll(List.of(instruction.arguments.split("\\s+", -1))));
        return ports;
    }

    /** What {@code ENV} says, as the container has it. */
    static Map<String, String> environment(String dockerfile) {
        Map<String, String> environment = new TreeMap<>();
        parse(dockerfile).stream()
                .filter(instruction -> instruction.name.equals("ENV"))
                .flatMap(instruction -> pairs(instruction.arguments))
                .forEach(pair -> environment.put(pair[0], pair[1].replaceAll("^\"(.*)\"$", "$1")));
        return environment;
    }

    private static Stream<String[]> pairs(String arguments) {
        return Stream.of(arguments.split("\\s+(?=\\w+=)", -1))
                .map(pair -> (pair.contains("=") ? pair : pair + "=").split("=", 2));
    }

    private static List<Instruction> parse(String dockerfile) {
        String joined = dockerfile
                .lines()
                .filter(line -> !line.strip().startsWith("#"))
                .reduce("", (text, line) -> text + line + "\n")
                .replace("\\\n", " ");
        return joined.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.split("\\s+", 2))
                .map(parts ->
                        new Instruction(parts[0].toUpperCase(java.util.Locale.ROOT), parts.length > 1 ? parts[1] : ""))
                .toList();
    }

    private void checkBase() {
        String base = last("FROM").orElse("none");
        Matcher variable = VARIABLE.matcher(base);
        String image = base;
        if (variable.matches()) {
            String name = variable.group(1) + "=";
            image = all("ARG").stream()
                    .filter(argument -> argument.startsWith(name))
                    .map(argument -> argument.substring(name.length()))
                    .findFirst()
                    .orElse("none");
        }
        expect(
                image.matches("mcr\\.microsoft\\.com/azure-functions/java(:4[.\\d]*-java17|@sha256:[0-9a-f]{64})"),
                "FROM: " + image + " (expected: the official Java Functions image of Java 17, with its tag or digest)");
    }

    /** Not root, and the last word is not followed by what root is needed for. */
    private void checkUser() {
        String user = last("USER").orElse("root");
        expect(user.equals(USER + ":" + USER), "USER: " + user + " (expected: " + USER + ":" + USER + ", not root)");
        int from = indexOfLast("USER");
        instructions.stream()
                .skip(from + 1L)
                .map(Instruction::name)
                .filter("RUN"::equals)
                .forEach(name -> problems.add("RUN after USER"));
    }

    private void checkContent() {
        all("ADD")
                .forEach(what -> problems.add("ADD: " + what + " (expected: COPY, which fetches and unpacks nothing)"));
        for (String kind : List.of("ENV", "ARG")) {
            for (String argument : all(kind)) {
                pairs(argument)
                        .map(pair -> pair[0])
                        .forEach(name -> expect(
                                !SECRET_NAME.matcher(name).matches(), kind + " " + name + ": a secret in the image"));
            }
        }
        for (String copy : all("COPY")) {
            String[] parts = copy.split("\\s+", -1);
            for (int i = 0; i < parts.length - 1; i++) {
                if (!parts[i].startsWith("--")) {
                    expect(ignored.contains("!" + parts[i]), "COPY " + parts[i] + ": .dockerignore keeps it out");
                }
            }
        }
        expect(ignored.contains("*"), ".dockerignore: lets everything in (expected: * first)");
        expect(
                ignored.contains("**/local.settings.json"),
                ".dockerignore: lets local.settings.json in, which has keys");
        for (String port : portsOf()) {
            expect(
                    Integer.parseInt(port) > PRIVILEGED_PORT_MAX,
                    "EXPOSE " + port + " (expected: over 1023, as nobody is root)");
        }
    }

    private void checkStart() {
        expect(all("HEALTHCHECK").size() == 1, "HEALTHCHECK: missing");
        expect(
                last("ENTRYPOINT").orElse("").equals("[\"/opt/gridhook/start.sh\"]"),
                "ENTRYPOINT (expected: start.sh, without a shell around it)");
    }

    /** The base image has {@code http://+:80}; start.sh decides only where nothing is said. */
    private void checkAddresses() {
        String urls = "none";
        for (String arguments : all("ENV")) {
            urls = pairs(arguments)
                    .filter(pair -> pair[0].equals("ASPNETCORE_URLS"))
                    .map(pair -> pair[1])
                    .findFirst()
                    .orElse(urls);
        }
        expect(urls.equals("\"\""), "ENV ASPNETCORE_URLS: " + urls + " (expected: emptied, as the base image has one)");
    }

    private Set<String> portsOf() {
        Set<String> ports = new TreeSet<>();
        all("EXPOSE").forEach(arguments -> ports.addAll(List.of(arguments.split("\\s+", -1))));
        return ports;
    }

    private int indexOfLast(String name) {
        int index = -1;
        for (int i = 0; i < instructions.size(); i++) {
            index = instructions.get(i).name.equals(name) ? i : index;
        }
        return index;
    }

    private Optional<String> last(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    private List<String> all(String name) {
        return instructions.stream()
                .filter(instruction -> instruction.name.equals(name))
                .map(Instruction::arguments)
                .toList();
    }

    private void expect(boolean isSo, String problem) {
        if (!isSo) {
            problems.add(problem);
        }
    }
}
