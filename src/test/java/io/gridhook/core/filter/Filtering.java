package io.gridhook.core.filter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.PublishRules;
import io.gridhook.core.event.PublishedBody;
import io.gridhook.core.retry.RetryProfiles;
import io.gridhook.core.topic.DeadLetterDestinations;
import io.gridhook.core.topic.EventSubscriptionReader;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.topic.SecretSource;
import io.gridhook.core.topic.Topic;
import io.gridhook.core.topic.TopicKeys;
import io.gridhook.core.topic.WebhookApplications;
import io.gridhook.core.trust.EndpointGuard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Filters and events from their JSON, for tests and benchmarks. */
public final class Filtering {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final EventSubscriptionReader READER = new EventSubscriptionReader(
            RetryProfiles.standard(),
            EndpointGuard.STRICT,
            new WebhookApplications(Set.of()),
            new DeadLetterDestinations("account", false, Set.of(), List.of()),
            new QueueDestinations("account", false, Set.of(), List.of()));
    private static final SecretSource NO_SECRETS = new SecretSource(Optional.empty(), () -> {
        throw new AssertionError("asked for a secret");
    });

    private Filtering() {}

    /** A {@code filter}, written with double quotes. */
    public static EventFilter filter(String json) {
        String body = "{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"https://h/\"}},"
                + "\"filter\":" + json + "}";
        try {
            return READER.read(JSON.readTree(body), topic(), "sub-1", 1, NOW, NO_SECRETS)
                    .filter()
                    .orElseThrow();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** One advanced filter that looks into arrays. */
    static EventFilter advanced(String operatorType, String key, String operand) {
        String value = operand.isEmpty() ? "" : (operand.startsWith("[") ? ",\"values\":" : ",\"value\":") + operand;
        return filter("{\"enableAdvancedFilteringOnArrays\":true,\"advancedFilters\":[{\"operatorType\":\""
                + operatorType + "\",\"key\":\"" + key + "\"" + value + "}]}");
    }

    private static Topic topic() {
        return new Topic(
                "orders",
                EventSchema.EVENT_GRID,
                InputSchemaMapping.NONE,
                Optional.empty(),
                new TopicKeys("key-1", "key-2"));
    }

    /** A published event. */
    public static Event event(EventSchema schema, String json) {
        String text = schema == EventSchema.CUSTOM ? "[" + json + "]" : json;
        PublishRules rules = new PublishRules(
                schema,
                InputSchemaMapping.NONE,
                "/topics/orders",
                Set.of(),
                Optional.empty(),
                Set.of(),
                false,
                NOW,
                () -> "new-id");
        return EventReader.read(new PublishedBody("application/json", Map.of(), text), rules)
                .get(0);
    }

    /** An event of Event Grid's schema with this data. */
    public static Event withData(String data) {
        return event(
                EventSchema.EVENT_GRID,
                "{\"id\":\"1\",\"subject\":\"/s\",\"eventType\":\"T\",\"eventTime\":\"2026-01-01T00:00:00Z\""
                        + (data.isEmpty() ? "" : ",\"data\":" + data) + "}");
    }

    /** What one filter says, by the plain form and by the compiled one, which must agree. */
    static boolean matches(EventFilter filter, Event event) {
        boolean plain = filter.matches(event);
        boolean compiled = !matching(List.of(filter), event).isEmpty();
        if (plain != compiled) {
            throw new AssertionError("plain: " + plain + ", compiled: " + compiled + ", " + filter + ", " + event);
        }
        return plain;
    }

    /** The indexes of the filters that match, by the compiled form. */
    static List<Integer> matching(List<EventFilter> filters, Event event) {
        FilterMatcher matcher = new FilterSet(event.schema(), filters).matcher();
        return matching(matcher, event);
    }

    static List<Integer> matching(FilterMatcher matcher, Event event) {
        int count = matcher.match(event);
        List<Integer> matching = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            matching.add(matcher.at(i));
        }
        return matching;
    }
}
