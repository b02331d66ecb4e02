package io.gridhook.core.topic;

import java.util.List;
import java.util.regex.Pattern;

/** The names that topics and event subscriptions may have (behaviour §13.2, §13.3, §16). */
public final class DefinitionNames {
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9-]{3,50}");
    private static final Pattern SUBSCRIPTION = Pattern.compile("[A-Za-z0-9-]{3,64}");
    private static final List<String> RESERVED = List.of("Microsoft", "EventGrid", "System");

    private DefinitionNames() {}

    /** Whether a topic could have this name; if not, there is none, and no store needs to be asked. */
    public static boolean mayNameTopic(String name) {
        return TOPIC.matcher(name).matches();
    }

    /** Whether an event subscription could have this name. */
    public static boolean mayNameSubscription(String name) {
        return SUBSCRIPTION.matcher(name).matches();
    }

    static void checkTopic(String name) {
        if (!mayNameTopic(name)) {
            throw JsonFields.wrong("topic", name, "3..50 of A-Z a-z 0-9 -");
        }
        for (String reserved : RESERVED) {
            if (name.regionMatches(true, 0, reserved, 0, reserved.length())) {
                throw JsonFields.wrong("topic", name, "not to start with " + String.join(", ", RESERVED));
            }
        }
    }

    /**
     * Refuses what is no name of an event subscription.
     *
     * @throws InvalidDefinitionException if it is not
     */
    public static void checkSubscription(String name) {
        if (!mayNameSubscription(name)) {
            throw JsonFields.wrong("eventSubscription", name, "3..64 of A-Z a-z 0-9 -");
        }
    }

    /** A name in a body is optional, but must be the URL's. */
    static void checkSame(JsonFields fields, String field, String nameInUrl) {
        fields.text(field).filter(given -> !given.equalsIgnoreCase(nameInUrl)).ifPresent(given -> {
            throw JsonFields.wrong(field, given, nameInUrl + ", as in the URL");
        });
    }
}
