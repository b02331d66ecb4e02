package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.AzureFunctionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Puts what exports do not show where it belongs: the whole {@code endpointUrl}, and secret headers' values, which Azure shows as
 * {@code Hidden} or not at all (behaviour §12, §13.3).
 */
public final class GivenSecrets {
    private static final String URL_FIELD = "destination.properties.endpointUrl";
    private static final String AZURE_FUNCTION = "azurefunction";
    private static final Set<String> CALLED_BY_URL = Set.of("webhook", AZURE_FUNCTION);

    private final ImportRequest request;
    private final Set<String> unused = new TreeSet<>();

    public GivenSecrets(ImportRequest request) {
        this.request = request;
        request.endpointUrls().keySet().forEach(key -> unused.add("endpointUrls." + key));
        request.secretHeaders().forEach((key, headers) -> headers.keySet()
                .forEach(header -> unused.add("secretHeaders." + key + "." + header)));
    }

    /** What was given and belongs nowhere: most likely misspelt. */
    public List<String> unused() {
        return unused.stream().map(Excerpt::of).toList();
    }

    /**
     * The subscription with its secrets; those that are missing are among its problems.
     *
     * @param storedUrl the URL of the one that is stored under that name, which stays if it fits what the export shows of it
     * @param isStoredHeader whether that one has the value of a secret header
     */
    public Exported complete(Exported exported, Optional<String> storedUrl, Predicate<String> isStoredHeader) {
        ObjectNode properties = exported.properties().deepCopy();
        List<ImportProblem> problems = new ArrayList<>(exported.problems());
        if (properties.path("destination").path("properties") instanceof ObjectNode destination) {
            String type = Exported.key(
                    properties.path("destination").path("endpointType").asText().strip());
            if (CALLED_BY_URL.contains(type)) {
                endpointUrl(exported, type, destination, storedUrl, problems);
            }
            headers(exported, destination, isStoredHeader, problems);
        }
        return exported.with(properties, problems);
    }

    private void endpointUrl(
            Exported exported,
            String type,
            ObjectNode destination,
            Optional<String> storedUrl,
            List<ImportProblem> problems) {
        String baseUrl = destination.path("endpointBaseUrl").asText();
        Optional<String> given = given(exported);
        Optional<String> url = given.or(() -> destination.hasNonNull("endpointUrl")
                ? Optional.empty()
                : storedUrl.filter(stored -> stored.split("[?]", 2)[0].equals(baseUrl)));
        if (url.isPresent()) {
            destination.put("endpointUrl", url.get());
            problems.removeIf(problem -> problem.field().equals(URL_FIELD));
        } else if (!destination.hasNonNull("endpointUrl")
                && problems.stream().noneMatch(problem -> problem.field().equals(URL_FIELD))) {
            String shown = baseUrl.isEmpty() ? "none" : "endpointBaseUrl alone";
            problems.add(ImportProblem.incomplete(
                    URL_FIELD,
                    "missing: an export shows " + shown
                            + " (expected: the whole URL in the request, under endpointUrls." + exported.key()
                            + which(type, destination) + ")"));
        }
    }

    /** A function is exported by its ARM id, which tells its URL but for the key. */
    private static String which(String type, ObjectNode destination) {
        return type.equals(AZURE_FUNCTION)
                ? ": "
                        + AzureFunctionId.expectedUrl(
                                Optional.of(destination.path("resourceId").asText()))
                : "";
    }

    private Optional<String> given(Exported exported) {
        return keys(exported).stream()
                .filter(request.endpointUrls()::containsKey)
                .findFirst()
                .map(key -> {
                    unused.remove("endpointUrls." + key);
                    return request.endpointUrls().getOrDefault(key, "");
                });
    }

    private static List<String> keys(Exported exported) {
        return List.of(exported.key(), Exported.key(exported.name()));
    }

    private void headers(
            Exported exported, ObjectNode destination, Predicate<String> isStoredHeader, List<ImportProblem> problems) {
        Map<String, String> given = new HashMap<>();
        Set<String> used = new HashSet<>();
        keys(exported).forEach(key -> request.secretHeaders()
                .getOrDefault(key, Map.of())
                .forEach((name, value) -> {
                    given.putIfAbsent(name, value);
                    used.add("secretHeaders." + key + "." + name);
                }));
        for (JsonNode mapping : destination.path("deliveryAttributeMappings")) {
            String name = mapping.path("name").asText();
            if (mapping.path("properties") instanceof ObjectNode header && isHidden(header)) {
                header.remove("value");
                String value = given.get(Exported.key(name));
                if (value != null) {
                    header.put("value", value);
                    unused.removeIf(key -> used.contains(key) && key.endsWith("." + Exported.key(name)));
                } else if (!isStoredHeader.test(name)) {
                    problems.add(ImportProblem.incomplete(
                            "destination.properties.deliveryAttributeMappings." + Excerpt.of(name),
                            "secret: an export does not show its value (expected: it in the request, under secretHeaders."
                                    + exported.key() + ")"));
                }
            }
        }
    }

    private static boolean isHidden(ObjectNode header) {
        return header.path("isSecret").asBoolean()
                && (!header.hasNonNull("value") || header.path("value").asText().equalsIgnoreCase("Hidden"));
    }
}
