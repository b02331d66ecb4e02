package io.gridhook.core.topic;

/**
 * How domains and their topics are named among the topics (behaviour §16). A domain is a topic whose name ends in a slash, {@code shops/};
 * its topics are {@code shops/berlin}. So {@link Topic#name}, the names in packs, and keys of stores tell them apart, and nothing but the
 * places that care has to know of domains.
 */
public final class DomainNames {
    private static final char SLASH = '/';
    private static final String TOPICS = "topics/";

    private DomainNames() {}

    /** The name under which {@code domain} is kept. */
    public static String domain(String domain) {
        return domain + SLASH;
    }

    /** The name under which {@code topic} of {@code domain} is kept. */
    public static String topic(String domain, String topic) {
        return domain + SLASH + topic;
    }

    public static boolean isDomain(String name) {
        return !name.isEmpty() && name.charAt(name.length() - 1) == SLASH;
    }

    public static boolean isDomainTopic(String name) {
        return name.indexOf(SLASH) >= 0 && !isDomain(name);
    }

    /** The name of what has the settings of the topic {@code name}: a domain topic's is its domain's, every other its own. */
    public static String owner(String name) {
        return name.substring(0, isDomainTopic(name) ? name.indexOf(SLASH) + 1 : name.length());
    }

    /** What its author calls it: without its domain, without a slash. */
    public static String own(String name) {
        String bare = isDomain(name) ? name.substring(0, name.length() - 1) : name;
        return bare.substring(bare.indexOf(SLASH) + 1);
    }

    /** Its type within {@code Microsoft.EventGrid}. */
    public static String type(String name) {
        if (isDomainTopic(name)) {
            return "domains/topics";
        }
        return isDomain(name) ? "domains" : "topics";
    }

    /** Where it is in paths: {@code topics/orders}, {@code domains/shops}, {@code domains/shops/topics/berlin}. */
    public static String path(String name) {
        if (name.indexOf(SLASH) < 0) {
            return TOPICS + name;
        }
        String domain = "domains/" + own(owner(name));
        return isDomain(name) ? domain : domain + SLASH + TOPICS + own(name);
    }
}
