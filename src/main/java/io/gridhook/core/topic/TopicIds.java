package io.gridhook.core.topic;

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
    public String armId(String topic) {
        return armPrefix + topic;
    }

    public String edgeId(String topic) {
        return edgePrefix + topic;
    }

    /** What is stamped on events as their {@code topic}. */
    public String stamped(String topic) {
        return stampsName ? topic : armId(topic);
    }

    /** What a publisher may send as well. Ours: either id. */
    public Set<String> both(String topic) {
        return Set.of(armId(topic), edgeId(topic));
    }
}
