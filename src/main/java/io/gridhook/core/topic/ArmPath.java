package io.gridhook.core.topic;

import io.gridhook.core.event.Excerpt;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a path of ARM names here (behaviour §13.1). Its fixed parts are read in any letter case, as ARM does.
 *
 * @param kind of what
 * @param topic its name, or a domain's or its topic's ({@link DomainNames}); {@code ""} where none is named
 * @param eventSubscription its name; {@code ""} where none is named
 * @param last the action, in lower case, or the operation's id; {@code ""} where there is none
 * @param isNested whether an event subscription is named as a part of its topic, not as an extension of a scope
 */
public record ArmPath(Kind kind, String topic, String eventSubscription, String last, boolean isNested) {
    private static final String PROVIDER = "Microsoft.EventGrid";
    private static final String TOPICS = "topics";
    private static final String DOMAINS = "domains";
    private static final String SUBSCRIPTIONS = "eventSubscriptions";
    private static final Set<String> ACTIONS = Set.of(
            "getfullurl", "getdeliveryattributes", "test", "pause", "resume", "disable", "enable", "sendtestevent");

    /** What a path names. */
    public enum Kind {
        /** All topics. */
        TOPICS,
        /** All domains. */
        DOMAINS,
        /** Those of a domain. */
        DOMAIN_TOPICS,
        /** A topic, a domain or a domain's topic. */
        TOPIC,
        /** {@code listKeys}, {@code regenerateKey}; of a topic or a domain. */
        TOPIC_ACTION,
        /** Those of all topics and domains. */
        ALL_EVENT_SUBSCRIPTIONS,
        /** Those of a topic, a domain or a domain's topic. */
        EVENT_SUBSCRIPTIONS,
        EVENT_SUBSCRIPTION,
        /** {@code getFullUrl}, {@code getDeliveryAttributes}; {@code test} and what operators do, which are ours. */
        EVENT_SUBSCRIPTION_ACTION,
        /** What {@code Azure-AsyncOperation} points to. */
        OPERATION_STATUS,
        /** What {@code Location} points to. */
        OPERATION_RESULT
    }

    /** The type of what it names, or of what it lists, within {@code Microsoft.EventGrid}. */
    public String type() {
        return switch (kind) {
            case TOPICS -> "topics";
            case DOMAINS -> "domains";
            case DOMAIN_TOPICS -> "domains/topics";
            case TOPIC, TOPIC_ACTION -> DomainNames.type(topic);
            case ALL_EVENT_SUBSCRIPTIONS, EVENT_SUBSCRIPTIONS, EVENT_SUBSCRIPTION, EVENT_SUBSCRIPTION_ACTION ->
                (isNested ? DomainNames.type(topic) + "/" : "") + "eventSubscriptions";
            case OPERATION_STATUS -> "locations/operationsStatus";
            case OPERATION_RESULT -> "locations/operationResults";
        };
    }

    /** Whether it names all there is of a type. */
    public boolean isList() {
        return switch (kind) {
            case TOPICS, DOMAINS, DOMAIN_TOPICS, ALL_EVENT_SUBSCRIPTIONS, EVENT_SUBSCRIPTIONS -> true;
            case TOPIC,
                    TOPIC_ACTION,
                    EVENT_SUBSCRIPTION,
                    EVENT_SUBSCRIPTION_ACTION,
                    OPERATION_STATUS,
                    OPERATION_RESULT -> false;
        };
    }

    /**
     * Reads a path.
     *
     * @param path all of it, decoded: {@code /subscriptions/…}
     * @param scope where the topics are
     * @throws ArmRefusedException if it names nothing that there could be here
     */
    public static ArmPath of(String path, ArmScope scope) {
        List<String> parts = parts(path);
        if (parts.size() < 2 || !is(parts, 0, "subscriptions")) {
            throw noType(path);
        }
        if (!is(parts, 1, scope.subscriptionId())) {
            throw new ArmRefusedException(
                    404,
                    "SubscriptionNotFound",
                    "The subscription '" + Excerpt.of(parts.get(1)) + "' could not be found (expected: "
                            + scope.subscriptionId() + ", this app's; setting GRIDHOOK_SUBSCRIPTION_ID).");
        }
        if (!is(parts, 2, "resourceGroups")) {
            return inProvider(afterProvider(parts.subList(2, parts.size()), path), path, false);
        }
        if (!is(parts, 3, scope.resourceGroup())) {
            String given = parts.size() > 3 ? parts.get(3) : "";
            throw new ArmRefusedException(
                    404,
                    "ResourceGroupNotFound",
                    "Resource group '" + Excerpt.of(given) + "' could not be found (expected: " + scope.resourceGroup()
                            + ", this app's; setting GRIDHOOK_RESOURCE_GROUP).");
        }
        return inProvider(afterProvider(parts.subList(4, parts.size()), path), path, true);
    }

    /** Slashes at its ends count for nothing. */
    private static List<String> parts(String path) {
        int from = 0;
        int to = path.length();
        while (from < to && path.charAt(from) == '/') {
            from++;
        }
        while (from < to && path.charAt(to - 1) == '/') {
            to--;
        }
        return List.of(path.substring(from, to).split("/", -1));
    }

    private static List<String> afterProvider(List<String> parts, String path) {
        if (parts.size() < 2 || !is(parts, 0, "providers")) {
            throw noType(path);
        }
        if (!is(parts, 1, PROVIDER)) {
            throw new ArmRefusedException(
                    404,
                    "InvalidResourceNamespace",
                    "The resource namespace '" + Excerpt.of(parts.get(1)) + "' is invalid (expected: " + PROVIDER
                            + ").");
        }
        return parts.subList(2, parts.size());
    }

    private static ArmPath inProvider(List<String> parts, String path, boolean isInGroup) {
        if (is(parts, 0, "locations") && parts.size() > 2) {
            return inLocation(parts.subList(2, parts.size()), path);
        }
        if (parts.size() == 1 && is(parts, 0, SUBSCRIPTIONS)) {
            return new ArmPath(Kind.ALL_EVENT_SUBSCRIPTIONS, "", "", "", false);
        }
        if (parts.size() == 1 && is(parts, 0, TOPICS)) {
            return new ArmPath(Kind.TOPICS, "", "", "", false);
        }
        if (parts.size() == 1 && is(parts, 0, DOMAINS)) {
            return new ArmPath(Kind.DOMAINS, "", "", "", false);
        }
        if (isInGroup && parts.size() > 1 && is(parts, 0, TOPICS)) {
            return inTopic(parts.get(1), parts.subList(2, parts.size()), path);
        }
        if (isInGroup && parts.size() > 1 && is(parts, 0, DOMAINS)) {
            return inDomain(parts.get(1), parts.subList(2, parts.size()), path);
        }
        throw noType(path);
    }

    private static ArmPath inDomain(String domain, List<String> parts, String path) {
        if (!is(parts, 0, TOPICS)) {
            return inTopic(DomainNames.domain(domain), parts, path);
        }
        if (parts.size() == 1) {
            return new ArmPath(Kind.DOMAIN_TOPICS, DomainNames.domain(domain), "", "", false);
        }
        // Without a name, what follows would be taken for the domain's own.
        if (parts.get(1).isEmpty()) {
            throw noType(path);
        }
        return inTopic(DomainNames.topic(domain, parts.get(1)), parts.subList(2, parts.size()), path);
    }

    private static ArmPath inLocation(List<String> parts, String path) {
        if (parts.size() == 1 && is(parts, 0, SUBSCRIPTIONS)) {
            return new ArmPath(Kind.ALL_EVENT_SUBSCRIPTIONS, "", "", "", false);
        }
        if (parts.size() == 2 && is(parts, 0, "operationsStatus")) {
            return new ArmPath(Kind.OPERATION_STATUS, "", "", parts.get(1), false);
        }
        if (parts.size() == 2 && is(parts, 0, "operationResults")) {
            return new ArmPath(Kind.OPERATION_RESULT, "", "", parts.get(1), false);
        }
        throw noType(path);
    }

    private static ArmPath inTopic(String topic, List<String> parts, String path) {
        if (parts.isEmpty()) {
            return new ArmPath(Kind.TOPIC, topic, "", "", false);
        }
        if (is(parts, 0, SUBSCRIPTIONS)) {
            return inSubscriptions(topic, parts.subList(1, parts.size()), path, true);
        }
        if (is(parts, 0, "providers")) {
            List<String> extension = afterProvider(parts, path);
            if (is(extension, 0, SUBSCRIPTIONS)) {
                return inSubscriptions(topic, extension.subList(1, extension.size()), path, false);
            }
        }
        boolean isAction = parts.size() == 1 && (is(parts, 0, "listKeys") || is(parts, 0, "regenerateKey"));
        if (isAction && !DomainNames.isDomainTopic(topic)) {
            return new ArmPath(Kind.TOPIC_ACTION, topic, "", lower(parts.get(0)), false);
        }
        throw noType(path);
    }

    private static ArmPath inSubscriptions(String topic, List<String> parts, String path, boolean isNested) {
        if (parts.isEmpty()) {
            return new ArmPath(Kind.EVENT_SUBSCRIPTIONS, topic, "", "", isNested);
        }
        if (parts.size() == 1) {
            return new ArmPath(Kind.EVENT_SUBSCRIPTION, topic, parts.get(0), "", isNested);
        }
        if (parts.size() == 2 && ACTIONS.contains(lower(parts.get(1)))) {
            return new ArmPath(Kind.EVENT_SUBSCRIPTION_ACTION, topic, parts.get(0), lower(parts.get(1)), isNested);
        }
        throw noType(path);
    }

    private static boolean is(List<String> parts, int i, String text) {
        return i < parts.size() && parts.get(i).equalsIgnoreCase(text);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static ArmRefusedException noType(String path) {
        return new ArmRefusedException(
                404,
                "InvalidResourceType",
                "The resource type could not be found in the namespace '" + PROVIDER + "': " + Excerpt.of(path)
                        + " (expected: topics, domains, topics of a domain, or eventSubscriptions of one of them).");
    }
}
