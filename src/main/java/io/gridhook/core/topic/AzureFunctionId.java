package io.gridhook.core.topic;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function's ARM id, {@code /…/sites/<app>/functions/<name>}. Event Grid finds the function's URL and key by it, with rights on the
 * function app that Gridhook does not ask for; so the URL is to be given, and this says which one.
 */
public final class AzureFunctionId {
    private static final Pattern ID =
            Pattern.compile("(?i:/.*/sites)/([A-Za-z0-9-]{2,60})(?i:/functions)/([A-Za-z0-9_-]{1,127})");

    private AzureFunctionId() {}

    /** The URL that an Event Grid trigger listens at, as far as the id tells it. */
    public static String expectedUrl(Optional<String> resourceId) {
        Optional<Matcher> id = resourceId.map(ID::matcher).filter(Matcher::matches);
        String app = id.map(match -> match.group(1)).orElse("<app>");
        String function = id.map(match -> match.group(2)).orElse("<function>");
        return "the function's URL, https://" + app + ".azurewebsites.net/runtime/webhooks/eventgrid?functionName="
                + function + "&code=<the app's eventgrid_extension key>; a resourceId alone does not tell the key";
    }
}
