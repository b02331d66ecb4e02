package io.gridhook.core.migrate;

import io.gridhook.core.topic.InvalidDefinitionException;
import java.util.regex.Pattern;

/** Bicep files, which are compiled and not read: {@code az bicep build} makes the template of them that Azure deploys. */
public final class BicepSource {
    /** What a file begins with, but for comments, which ARM templates may have too; JSON begins with nothing of that. */
    private static final Pattern START =
            Pattern.compile("@\\w|(?:targetScope|metadata|param|var|resource|module|output|import|using|type|func)\\b");

    private BicepSource() {}

    /**
     * Checks that somebody's import is not Bicep.
     *
     * @throws InvalidDefinitionException if it is, with the command that makes JSON of it
     */
    public static void refuse(String body) {
        int start = afterComments(body);
        if (START.matcher(body).region(start, body.length()).lookingAt()) {
            throw new InvalidDefinitionException(
                    "body: Bicep (expected: JSON, such as az bicep build --file main.bicep --stdout makes of it)");
        }
    }

    private static int afterComments(String body) {
        int at = 0;
        while (at < body.length()) {
            if (Character.isWhitespace(body.charAt(at))) {
                at++;
            } else if (body.startsWith("//", at)) {
                at = after(body, "\n", at);
            } else if (body.startsWith("/*", at)) {
                at = after(body, "*/", at + 2);
            } else {
                return at;
            }
        }
        return at;
    }

    private static int after(String body, String end, int from) {
        int found = body.indexOf(end, from);
        return found < 0 ? body.length() : found + end.length();
    }
}
