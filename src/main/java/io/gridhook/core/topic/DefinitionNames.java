package io.gridhook.core.topic;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The names that topics and event subscriptions may have (behaviour §13.2, §13.3, §16). A domain's topic may have 128 characters, as Event
 * Grid lets it (observed: hashicorp/terraform-provider-azurerm, pull request 20407).
 */
public final class DefinitionNames {
    /** A topic's, a domain's or a domain's topic's ({@link DomainNames}): one slash at most. */
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9-]{3,50}(/([A-Za-z0-9-]{3,128})?)?");

    private static final Pattern DOMAIN_TOPIC = Pattern.compile("[A-Za-z0-9-]{3,128}");
    private static final Pattern SUBSCRIPTION = Pattern.compile("[A-Za-z0-9-]{3,64}");
    private static final List<String> RESERVED = List.of("Microsoft", "EventGrid", "System");

    private DefinitionNames() {}

    /** Whether a topic, a domain or a domain's topic could have this name; if not, there is none, and no store needs to be asked. */
    public static boolean mayNameTopic(String name) {
        return TOPIC.matcher(name).matches();
    }

    /** Whether a domain's topic could have this name, within its domain. */
    public static boolean mayNameDomainTopic(String name) {
        return DOMAIN_TOPIC.matcher(name).matches();
    }

    /** Whether an event subscription could have this name. */
    public static boolean mayNameSubscription(String name) {
        return SUBSCRIPTION.matcher(name).matches();
    }

    /**
     * Refuses what is no name of a topic, a domain or a domain's topic.
     *
     * @throws InvalidDefinitionException if it is not
     */
    public static void checkTopic(String name) {
        String field = DomainNames.isDomain(name) ? "domain" : "topic";
        String own = DomainNames.own(name);
        if (!mayNameTopic(name)) {
            String most = DomainNames.isDomainTopic(name) ? "128" : "50";
            throw JsonFields.wrong(field, own, "3.." + most + " of A-Z a-z 0-9 -");
        }
        for (String reserved : RESERVED) {
            if (own.regionMatches(true, 0, reserved, 0, reserved.length())) {
                throw JsonFields.wrong(field, own, "not to start with " + String.join(", ", RESERVED));
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
