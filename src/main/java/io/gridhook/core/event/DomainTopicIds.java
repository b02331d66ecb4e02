package io.gridhook.core.event;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * How the events of a domain name its topics (behaviour §16): by name alone or by full ARM id, in {@code topic}; CloudEvents in {@code
 * source} (observed: MicrosoftDocs/azure-docs issues 43468, 112147), custom events in what the mapping takes for {@code topic}.
 *
 * @param prefix of the topics' ARM ids: {@code /subscriptions/…/domains/{domain}/topics/}
 * @param mayBeTopic whether a topic could have this name
 */
public record DomainTopicIds(String prefix, Predicate<String> mayBeTopic) {
    /** The name of the topic that {@code given} names; empty if it names none. */
    public Optional<String> nameOf(String given) {
        boolean isId = given.regionMatches(true, 0, prefix, 0, prefix.length());
        return Optional.of(isId ? given.substring(prefix.length()) : given).filter(mayBeTopic);
    }

    /**
     * The id of the topic that an event names; as it was given where it is one.
     *
     * @param field the event's property; {@code ""} if it has none for it
     * @param given its value; {@code ""} if it has none
     * @throws InvalidEventException if it names none
     */
    String checked(String field, String given) {
        if (given.isEmpty()) {
            String what = field.isEmpty() ? "topic: not among the domain's inputSchemaMapping" : field + ": missing";
            throw Invalid.json(what + " (expected: the name of the domain topic, or its full resource id)");
        }
        String name = nameOf(given)
                .orElseThrow(() -> Invalid.json(
                        "Required property 'topic' needs to either be a full resource id or should be just the name of"
                                + " the domain topic. Found: " + Excerpt.of(given) + " (in " + field + ")"));
        return given.length() == name.length() ? prefix + name : given;
    }
}
