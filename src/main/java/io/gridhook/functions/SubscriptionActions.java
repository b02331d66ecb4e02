package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.app.ManagerCredentials;
import io.gridhook.app.Subscriptions;
import io.gridhook.app.TestEvents;
import io.gridhook.core.delivery.DeliveryOutcome;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.topic.DeliveryChange;
import io.gridhook.core.topic.EventSubscription;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What operators do to a subscription in either form of the management API: hold its events back, let them go, send it a test event. Each
 * that was done has a line in the log, which says by which kind of credential, and where from.
 */
final class SubscriptionActions {
    /** The last segment of the path of a test event, in lower case. */
    static final String SEND_TEST_EVENT = "sendtestevent";

    private final Subscriptions subscriptions;
    private final TestEvents testEvents;
    private final Logger logger;

    SubscriptionActions(Subscriptions subscriptions, TestEvents testEvents, Logger logger) {
        this.subscriptions = subscriptions;
        this.testEvents = testEvents;
        this.logger = logger;
    }

    EventSubscription change(HttpRequestMessage<?> request, String topic, String name, DeliveryChange change) {
        EventSubscription changed = subscriptions.change(topic, name, change);
        log(
                request,
                changed.topic(),
                changed.name(),
                change.wireName(),
                "deliveryState=" + changed.deliveryState().kind().wireName());
        return changed;
    }

    ObjectNode sendTestEvent(HttpRequestMessage<?> request, String topic, String name) {
        TestEvents.Answer answer = testEvents.send(topic, name);
        log(request, topic, name, "sendTestEvent", "outcome=" + answer.outcome().wireName());
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("eventId", answer.eventId());
        json.put("delivered", answer.outcome() == DeliveryOutcome.DELIVERED);
        json.put("outcome", answer.outcome().wireName());
        if (answer.status() != 0) {
            json.put("httpStatus", answer.status());
        }
        json.put("durationInMilliseconds", answer.duration().toMillis());
        if (!answer.detail().isEmpty()) {
            json.put("detail", answer.detail());
        }
        return json.put("responseBody", answer.body());
    }

    private void log(HttpRequestMessage<?> request, String topic, String name, String action, String result) {
        ManagerCredentials by = ManagementCall.credentials(request);
        String kind = by.key().isPresent() ? ManagementCall.KEY : ManagementCall.BEARER;
        logger.log(
                Level.INFO,
                () -> "management action=" + action + " topic=" + Excerpt.of(topic) + " eventSubscription="
                        + Excerpt.of(name) + " " + result + " by=" + kind + " from="
                        + Excerpt.of(by.forwardedFor().orElse("unknown").replaceAll("[\\s\"=]", "")));
    }
}
