package io.gridhook.app;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.core.event.PublishRules;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.TopicReader;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicRulesTest {
    /**
     * What an event carries as its {@code topic}, and what a publisher may send: the ARM id (§9.2) or IoT Edge's (ours), to IoT Edge the
     * name in the URL (its pages on the API and on event schemas), which it also stamps where the app itself is one.
     */
    @ParameterizedTest
    @CsvSource({
        "cloud,      false, /arm/orders, false",
        "kubernetes, false, /arm/orders, false",
        "edge,       false, /arm/orders, true",
        "edge,       true,  orders,      true",
    })
    void an_events_topic_is_an_id_or_on_iot_edge_the_name(
            String profile, boolean isEdge, String stamped, boolean mayBeName) {
        RetryProfiles profiles = RetryProfiles.standard();
        Topic topic = new TopicReader(profiles)
                .read(json("{'properties':{'profile':'" + profile + "'}}"), "orders", new TopicKeys("a", "b"));
        TopicRules topicRules = new TopicRules(profiles, new TopicIds("/arm/", "/edge/", isEdge), () -> new UUID(0, 1));
        PublishRules rules = topicRules.of(topic, Instant.EPOCH);
        assertEquals(stamped, rules.topicId());
        assertEquals(mayBeName, rules.otherTopicIds().contains("orders"));
        assertTrue(rules.otherTopicIds().contains("/arm/orders"));
        assertTrue(rules.otherTopicIds().contains("/edge/orders"));
    }
}
