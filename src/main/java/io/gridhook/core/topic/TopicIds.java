package io.gridhook.core.topic;

/**
 * The ids of topics in the two forms of the management API: the cloud's ARM id and IoT Edge's. Both name the same topic.
 *
 * @param armPrefix {@code /subscriptions/…/resourceGroups/…/providers/Microsoft.EventGrid/topics/}
 * @param edgePrefix {@code /iotHubs/…/devices/…/modules/…/topics/}
 * @param stampsEdgeId whether events carry IoT Edge's id as their {@code topic} (profile {@code edge}) or the ARM id
 */
public record TopicIds(String armPrefix, String edgePrefix, boolean stampsEdgeId) {
    private static final String TOPICS = "topics/";

    public String armId(String topic) {
        return topic.indexOf('/') < 0 ? armPrefix + topic : provider() + DomainNames.path(topic);
    }

    private String provider() {
        return armPrefix.endsWith(TOPICS) ? armPrefix.substring(0, armPrefix.length() - TOPICS.length()) : armPrefix;
    }

    /** IoT Edge has no domains: theirs are the ARM ids. */
    public String edgeId(String topic) {
        return topic.indexOf('/') < 0 ? edgePrefix + topic : armId(topic);
    }

    /** The id that is stamped on events as their {@code topic}. */
    public String stamped(String topic) {
        return stampsEdgeId ? edgeId(topic) : armId(topic);
    }

    /** The same topic's other id, which a publisher may send as well. */
    public String other(String topic) {
        return stampsEdgeId ? armId(topic) : edgeId(topic);
    }
}
