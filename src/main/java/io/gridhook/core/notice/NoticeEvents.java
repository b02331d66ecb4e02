package io.gridhook.core.notice;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.event.Timestamps;
import io.gridhook.core.topic.DomainNames;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Notices as a publisher would send them to their topic. Their form is that of Event Grid's own system events: a type in two parts, a
 * subject that is a path.
 */
public final class NoticeEvents {
    private static final String DATA_VERSION = "1";

    private NoticeEvents() {}

    /** Whether a topic with this input schema can take notices: of a publisher's own schema nobody else knows the properties. */
    public static boolean canBe(EventSchema schema) {
        return schema != EventSchema.CUSTOM;
    }

    /**
     * One request.
     *
     * @param schema the topic's; not {@link EventSchema#CUSTOM}
     * @param source of CloudEvents: the topic's id
     * @param ids of the events
     */
    public static PublishedBody body(List<Notice> notices, EventSchema schema, String source, Supplier<UUID> ids) {
        boolean isCloudEvent = schema == EventSchema.CLOUD_EVENT_V1_0;
        ArrayNode events = JsonNodeFactory.instance.arrayNode();
        for (Notice notice : notices) {
            ObjectNode event = events.addObject();
            if (isCloudEvent) {
                event.put("specversion", "1.0").put("source", source);
            }
            event.put("id", ids.get().toString())
                    .put(isCloudEvent ? "type" : "eventType", notice.type().wireName())
                    .put("subject", subject(notice))
                    .put(isCloudEvent ? "time" : "eventTime", Timestamps.iso(notice.last()));
            if (isCloudEvent) {
                event.put("datacontenttype", "application/json");
            } else {
                event.put("dataVersion", DATA_VERSION);
            }
            event.set("data", data(notice));
        }
        return new PublishedBody(
                isCloudEvent ? "application/cloudevents-batch+json" : "application/json", Map.of(), events.toString());
    }

    private static String subject(Notice notice) {
        return DomainNames.path(notice.topic()) + "/eventSubscriptions/" + notice.eventSubscription();
    }

    private static ObjectNode data(Notice notice) {
        ObjectNode data = JsonNodeFactory.instance
                .objectNode()
                .put("topic", notice.topic())
                .put("eventSubscription", notice.eventSubscription());
        putUnlessEmpty(data, "endpoint", notice.endpoint());
        putUnlessEmpty(data, "cause", notice.cause());
        notice.until().ifPresent(until -> data.put("until", until.toString()));
        putUnlessEmpty(data, "blob", notice.blob());
        return data.put("count", notice.count()).put("since", notice.since().toString());
    }

    private static void putUnlessEmpty(ObjectNode data, String name, String value) {
        if (!value.isEmpty()) {
            data.put(name, value);
        }
    }
}
