package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Whether the topics of a domain come and go with their event subscriptions (the ARM reference of {@code Microsoft.EventGrid/domains},
 * 2022-06-15; both true unless given).
 *
 * @param create {@code autoCreateTopicWithFirstSubscription}
 * @param delete {@code autoDeleteTopicWithLastSubscription}, also of topics that were made by hand
 */
public record AutoTopics(boolean create, boolean delete) {
    public static final AutoTopics UNSET = new AutoTopics(true, true);

    private static final String CREATE = "autoCreateTopicWithFirstSubscription";
    private static final String DELETE = "autoDeleteTopicWithLastSubscription";

    static AutoTopics read(JsonFields properties) {
        return new AutoTopics(
                properties.flag(CREATE).orElse(true), properties.flag(DELETE).orElse(true));
    }

    void write(ObjectNode json) {
        json.put(CREATE, create).put(DELETE, delete);
    }
}
