package io.gridhook.core.topic;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The ids of topics in the two forms of the management API: the cloud's ARM id and IoT Edge's. Both name the same topic.
 *
 * @param armPrefix {@code /subscriptions/…/resourceGroups/…/providers/Microsoft.EventGrid/topics/}
 * @param edgePrefix {@code /iotHubs/…/devices/…/modules/…/topics/}
 * @param stampsName whether events carry the topic's name as their {@code topic}, as IoT Edge does (its page on event schemas), or the
 *     ARM id (behaviour §9.2)
 */
public record TopicIds(String armPrefix, String edgePrefix, boolean stampsName) {
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

    /** What is stamped on events as their {@code topic}. */
    public String stamped(String topic) {
        return stampsName ? topic : armId(topic);
    }

    /** What a publisher may send as well. Ours: either id. */
    public Set<String> both(String topic) {
        return new HashSet<>(List.of(armId(topic), edgeId(topic)));
    }
}
