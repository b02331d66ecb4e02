package io.gridhook.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.event.DryRunBody;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.InvalidEventException;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.Topic;
import java.time.InstantSource;
import java.util.List;

/**
 * Says of events whether a subscription would get them, and if not, why. They must be events that the topic would take. Nothing is
 * delivered, stored or counted.
 */
public final class DryRun {
    /** Ours: of one event. More are seldom of use, and an answer has to stay small. */
    static final int FAILED_MAX = 5;

    private final Topics topics;
    private final Subscriptions subscriptions;
    private final TopicRules rules;
    private final InstantSource clock;

    public DryRun(Topics topics, Subscriptions subscriptions, TopicRules rules, InstantSource clock) {
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * What came of one event.
     *
     * @param id the event's
     * @param failed the first {@link #FAILED_MAX} clauses that it does not meet; none: it matches
     */
    public record Result(String id, List<FailedClause> failed) {
        public Result {
            failed = List.copyOf(failed);
        }

        public boolean isMatched() {
            return failed.isEmpty();
        }
    }

    /**
     * Tests a subscription as it is stored; one that has expired counts as the one it was.
     *
     * @throws ManagementException if there is none, or the events are not such that the topic takes them
     */
    public List<Result> stored(String topicName, String name, DryRunBody body) {
        EventSubscription subscription = subscriptions.get(topicName, name);
        if (body.definition().isPresent()) {
            throw new ManagementException(
                    ManagementException.Kind.INVALID,
                    "eventSubscription: given (expected: absent, as " + subscription.name() + " is tested as stored)");
        }
        return run(topics.get(topicName), subscription, body);
    }

    /**
     * Tests a definition that is not stored.
     *
     * @param definition as a PUT would bring it
     * @throws io.gridhook.core.topic.InvalidDefinitionException if it is not valid
     * @throws ManagementException if there is no such topic, or the events are not such that it takes them
     */
    public List<Result> draft(String topicName, JsonNode definition, DryRunBody body) {
        return run(topics.get(topicName), subscriptions.draft(topicName, definition), body);
    }

    private List<Result> run(Topic topic, EventSubscription subscription, DryRunBody body) {
        EventFilter filter = subscription.filter().orElse(EventFilter.ALL);
        return events(topic, body).stream()
                .map(event -> new Result(
                        event.attributes().id(),
                        filter.failedClauses(event).stream().limit(FAILED_MAX).toList()))
                .toList();
    }

    private List<Event> events(Topic topic, DryRunBody body) {
        try {
            return EventReader.read(body.published(topic.inputSchema()), rules.of(topic, clock.instant()));
        } catch (InvalidEventException e) {
            throw ManagementException.invalid(e);
        }
    }
}
