package io.gridhook.core.migrate;

import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.regex.Pattern;

/** Bicep files, which are compiled and not read: {@code az bicep build} makes the template of them that Azure deploys. */
public final class BicepSource {
    /** What a file begins with; JSON begins with nothing of that. */
    private static final Pattern START = Pattern.compile(
            "\\s*(?://|/\\*|@\\w|(?:targetScope|metadata|param|var|resource|module|output|import|using|type|func)\\b)");

    private BicepSource() {}

    /**
     * Checks that somebody's import is not Bicep.
     *
     * @throws InvalidDefinitionException if it is, with the command that makes JSON of it
     */
    public static void refuse(String body) {
        if (START.matcher(body).lookingAt()) {
            throw new InvalidDefinitionException(
                    "body: Bicep (expected: JSON, such as az bicep build --file main.bicep --stdout makes of it)");
        }
    }
}
