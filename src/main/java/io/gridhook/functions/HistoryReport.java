package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.app.DeliveryLookup;
import io.gridhook.app.EventFates;
import io.gridhook.core.delivery.DeliveryAttempt;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.filter.FailedClause;
import io.gridhook.core.history.Fate;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRow.Attempted;
import io.gridhook.core.history.HistoryRow.Ended;
import io.gridhook.core.history.HistoryRow.Published;
import io.gridhook.core.history.HistoryRules;
import java.time.Duration;

/** The delivery log as JSON. */
final class HistoryReport {
    private final DeliveryLookup lookup;
    private final EventFates fates;
    private final HistoryRules rules;

    HistoryReport(DeliveryLookup lookup, EventFates fates, HistoryRules rules) {
        this.lookup = lookup;
        this.fates = fates;
        this.rules = rules;
    }

    Duration retention() {
        return rules.retention();
    }

    /** Rows, the newest first, and a {@code nextLink} as long as there may be more: also where a page is empty. */
    ObjectNode deliveries(HistoryQuery query) {
        DeliveryLookup.Page page = lookup.find(query.query(), query.top(), query.after());
        ObjectNode json = kept(JsonNodeFactory.instance.objectNode());
        ArrayNode value = json.putArray("value");
        page.rows().forEach(row -> value.add(row(row)));
        putUnreadable(json, page.unreadable());
        page.next().ifPresent(next -> json.put("nextLink", query.nextLink(next)));
        return json;
    }

    private ObjectNode kept(ObjectNode json) {
        json.putObject("kept")
                .put("deliveries", rules.successes())
                .put("publishes", rules.publishes())
                .put("retention", rules.retentionText());
        return json;
    }

    private static void putUnreadable(ObjectNode json, int unreadable) {
        if (unreadable > 0) {
            json.put("unreadableBatches", unreadable);
        }
    }

    private static ObjectNode row(HistoryRow row) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("time", row.time().toString()).put("topic", row.topic()).put("eventId", row.eventId());
        return row.match(
                attempted -> attempt(named(json, attempted), attempted),
                ended -> end(json.put("eventSubscription", ended.subscription().name()), ended),
                published -> published(json, published));
    }

    private static ObjectNode named(ObjectNode json, Attempted row) {
        return json.put("eventSubscription", row.attempt().subscription().name())
                .put("eventType", row.attempt().eventType());
    }

    private static ObjectNode attempt(ObjectNode json, Attempted row) {
        DeliveryAttempt attempt = row.attempt();
        json.put("kind", "attempt")
                .put("attempt", attempt.attempt())
                .put("outcome", attempt.outcome().wireName())
                .put("endpoint", attempt.endpointHost())
                .put("durationInMs", attempt.duration().toMillis());
        if (attempt.httpStatus() > 0) {
            json.put("httpStatus", attempt.httpStatus());
        }
        putText(json, "detail", attempt.detail());
        putText(json, "response", attempt.response());
        return row.next()
                .match(
                        () -> json.put("nextStep", "none"),
                        due -> json.put("nextStep", "retry").put("nextTime", due.toString()),
                        reason -> json.put("nextStep", "giveUp").put("reason", reason.wireName()));
    }

    private static ObjectNode end(ObjectNode json, Ended row) {
        json.put("kind", "end")
                .put("outcome", row.isKept() ? "deadLettered" : "dropped")
                .put("reason", row.reason());
        putText(json, "blob", row.blob());
        return json;
    }

    private static ObjectNode published(ObjectNode json, Published row) {
        json.put("kind", "publish").put("outcome", "published").put("eventType", row.eventType());
        ArrayNode matched = json.putArray("matched");
        row.matched().forEach(matched::add);
        ArrayNode notMatched = json.putArray("notMatched");
        row.notMatched()
                .forEach(each -> clause(
                        notMatched.addObject().put("eventSubscription", each.eventSubscription()), each.clause()));
        if (row.isCut()) {
            json.put("isCut", true);
        }
        return json;
    }

    private static void clause(ObjectNode json, FailedClause clause) {
        json.put("clause", clause.clause());
        putText(json, "key", clause.key());
        json.put("value", clause.value()).put("expected", clause.expected());
    }

    private static void putText(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    /** What became of one event. */
    ObjectNode why(String eventId, HistoryQuery query) {
        EventFates.Answer answer = fates.of(
                eventId,
                query.query().topic(),
                query.query().from(),
                query.query().to());
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("eventId", eventId);
        putText(json, "eventType", answer.eventType());
        kept(json);
        json.put(
                "searchedFrom",
                answer.searchedFrom().orElse(query.query().from()).toString());
        json.put("isComplete", answer.searchedFrom().isEmpty() && answer.unreadable() == 0);
        putUnreadable(json, answer.unreadable());
        ArrayNode value = json.putArray("value");
        answer.value().forEach(one -> one(value.addObject(), one));
        if (answer.value().isEmpty() && query.query().topic().isEmpty()) {
            json.put(
                    "hint",
                    "Nothing is kept of this event. With topic=<name> each subscription of it is answered for.");
        }
        return json;
    }

    private void one(ObjectNode json, EventFates.One one) {
        json.put("topic", one.topic())
                .put("eventSubscription", one.eventSubscription())
                .put("status", one.fate().status().wireName())
                .put("why", new FateText(rules).of(one));
        if (one.isGone()) {
            json.put("isGone", true);
        }
        one.fate().published().ifPresent(row -> json.put("accepted", row.time().toString()));
        if (one.fate().status() == Fate.Status.NOT_MATCHED) {
            one.fate().clause().ifPresent(clause -> clause(json, clause));
            return;
        }
        one.fate().attempt().ifPresent(row -> attempt(json.putObject("lastAttempt"), row)
                .put("time", row.time().toString()));
        one.fate().end().ifPresent(row -> end(json.putObject("end"), row)
                .put("time", row.time().toString()));
        one.health().ifPresent(health -> probation(json.putObject("probation"), health));
    }

    private static void probation(ObjectNode json, EndpointHealth health) {
        json.put("cause", health.cause().wireName());
        if (health.isDisabled()) {
            json.put("isDisabled", true);
        } else {
            json.put("until", health.until().toString());
        }
    }
}
