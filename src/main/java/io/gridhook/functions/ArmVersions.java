package io.gridhook.functions;

import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.ArmPath;
import io.gridhook.core.topic.ArmRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The versions of ARM's form of the API. All of them are answered alike: the versions of {@code Microsoft.EventGrid} add properties, and
 * change none of those that are here.
 */
final class ArmVersions {
    /**
     * The versions of {@code Microsoft.EventGrid} in Azure/azure-rest-api-specs, but for the two of 2017, which ARM knows too: there a
     * PATCH is not flat, so they are not alike.
     */
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
     * The version that a call names; whether it is known, {@link #check} tells.
     *
     * @throws ArmRefusedException if it names none
     */
    static String given(Optional<String> parameter) {
        return parameter
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new ArmRefusedException(
                        400,
                        "MissingApiVersionParameter",
                        "The api-version query parameter (?api-version=) is required for all requests."));
    }

    /**
     * The same as we spell it. Codes and words are ARM's, recorded: of lists and of resources in Azure/azure-sdk-for-js (recordings of
     * arm-eventgrid, 2022-06-17), of what is no version in Azure/azure-cli issue 28038.
     *
     * @throws ArmRefusedException if it is not known
     */
    static String check(String version, ArmPath path) {
        return KNOWN.stream()
                .filter(known -> known.equalsIgnoreCase(version))
                .findFirst()
                .orElseThrow(() -> unknown(Excerpt.of(version), path));
    }

    private static ArmRefusedException unknown(String version, ArmPath path) {
        if (!SHAPE.matcher(version).matches()) {
            return new ArmRefusedException(
                    400,
                    "InvalidApiVersionParameter",
                    "The api-version '" + version + "' is invalid. The supported versions are '"
                            + String.join(", ", KNOWN) + "'.");
        }
        if (path.isList()) {
            return new ArmRefusedException(
                    404,
                    "InvalidResourceType",
                    "The resource type '" + path.type()
                            + "' could not be found in the namespace 'Microsoft.EventGrid' for"
                            + " api version '" + version + "'. The supported api-versions are '"
                            + String.join(",", KNOWN) + "'.");
        }
        return new ArmRefusedException(
                400,
                "NoRegisteredProviderFound",
                "No registered resource provider found for location 'local' and API version '" + version
                        + "' for type '"
                        + path.type() + "'. The supported api-versions are '" + String.join(", ", KNOWN)
                        + "'. The supported locations are 'local'.");
    }
}
