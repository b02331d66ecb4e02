package io.gridhook.functions;

import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.ArmRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The versions of ARM's form of the API. All of them are answered alike: the versions of {@code Microsoft.EventGrid} add properties, and
 * change none of those that are here.
 */
final class ArmVersions {
    /** The versions of {@code Microsoft.EventGrid} in azure-rest-api-specs. */
    private static final List<String> KNOWN = List.of(
            "2018-01-01",
            "2018-05-01-preview",
            "2018-09-15-preview",
            "2019-01-01",
            "2019-02-01-preview",
            "2019-06-01",
            "2020-01-01-preview",
            "2020-04-01-preview",
            "2020-06-01",
            "2020-10-15-preview",
            "2021-06-01-preview",
            "2021-10-15-preview",
            "2021-12-01",
            "2022-06-15",
            "2023-06-01-preview",
            "2023-12-15-preview",
            "2024-06-01-preview",
            "2024-12-15-preview",
            "2025-02-15",
            "2025-04-01-preview",
            "2025-07-15-preview");

    private static final Pattern SHAPE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}(-[A-Za-z]+)?");

    private ArmVersions() {}

    /**
     * The version that a call names.
     *
     * @throws ArmRefusedException if it names none, or one that is not known
     */
    static String check(Optional<String> given) {
        String version = given.filter(text -> !text.isBlank())
                .orElseThrow(() -> new ArmRefusedException(
                        400,
                        "MissingApiVersionParameter",
                        "The api-version query parameter (?api-version=) is required for all requests."));
        return KNOWN.stream()
                .filter(known -> known.equalsIgnoreCase(version))
                .findFirst()
                .orElseThrow(() -> unknown(version));
    }

    private static ArmRefusedException unknown(String version) {
        String supported = "' (expected: one of " + String.join(", ", KNOWN) + ").";
        return SHAPE.matcher(version).matches()
                ? new ArmRefusedException(
                        400,
                        "NoRegisteredProviderFound",
                        "No registered resource provider found for API version '" + Excerpt.of(version) + supported)
                : new ArmRefusedException(
                        400,
                        "InvalidApiVersionParameter",
                        "The api-version is invalid: '" + Excerpt.of(version) + supported);
    }
}
