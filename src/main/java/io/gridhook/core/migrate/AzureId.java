package io.gridhook.core.migrate;

import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.DomainNames;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an ARM id, or the end of one, names (behaviour §13.1). */
final class AzureId {
    private static final Pattern TOPIC =
            Pattern.compile("(?i)(?:[^/]*/){0,40}(?:microsoft\\.eventgrid/|iotHubs/[^/]+/devices/[^/]+/modules/[^/]+/)"
                    + "topics/([^/]+)");
    private static final Pattern DOMAIN =
            Pattern.compile("(?i)(?:[^/]*/){0,40}microsoft\\.eventgrid/domains/([^/]+)(?:/topics/([^/]+))?");
    private static final Pattern SUBSCRIPTION =
            Pattern.compile("(?i)(.*?)(?:/providers/microsoft\\.eventgrid)?/eventSubscriptions/[^/]+");
    private static final int CHARS_MAX = 2_048;

    private AzureId() {}

    /** The name of the custom topic, domain or domain's topic that {@code scope} is ({@link DomainNames}). */
    static Optional<String> topic(String scope) {
        String id = scope.strip();
        if (id.length() > CHARS_MAX) {
            return Optional.empty();
        }
        return first(TOPIC.matcher(id)).or(() -> domain(DOMAIN.matcher(id)));
    }

    private static Optional<String> domain(Matcher matcher) {
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                matcher.group(2) == null
                        ? DomainNames.domain(matcher.group(1))
                        : DomainNames.topic(matcher.group(1), matcher.group(2)));
    }

    /** What the event subscription of that id is on; {@code ""} if the id does not say. */
    static String scope(String subscriptionId) {
        return subscriptionId.length() > CHARS_MAX
                ? ""
                : first(SUBSCRIPTION.matcher(subscriptionId.strip())).orElse("");
    }

    static ImportProblem noTopic(String scope) {
        // What an id is of stands at its end, behind what is too long to show.
        String resource = scope.substring(scope.lastIndexOf("/providers/") + 1);
        String found = resource.isEmpty() ? "missing" : Excerpt.of(resource);
        return ImportProblem.notSupported(
                "topic",
                found + " (expected: a custom topic, a domain or a domain's topic, …/Microsoft.EventGrid/topics/<name>;"
                        + " events of Azure's own services are not published here)");
    }

    private static Optional<String> first(Matcher matcher) {
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
