package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.Cached;
import io.gridhook.app.Overview;
import io.gridhook.core.delivery.EndpointHealth;
import io.gridhook.core.topic.ArmDefinitions;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.TopicIds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/** How things are, as JSON, found out once in a few seconds however many look. */
final class OverviewReport {
    /** Ours: less than the 5 s after which a dashboard asks again, so that one alone always sees something new. */
    static final Duration AGE = Duration.ofSeconds(4);

    private final Overview overview;
    private final LedgerReport ledger;
    private final PrometheusMetrics metrics;
    private final TopicIds ids;
    private final InstantSource clock;
    /** Tells whose counters they are: they begin at 0 with each process. */
    private final String instance = UUID.randomUUID().toString();

    private final Cached<ObjectNode> kept;

    OverviewReport(
            Overview overview, LedgerReport ledger, PrometheusMetrics metrics, TopicIds ids, InstantSource clock) {
        this.overview = overview;
        this.ledger = ledger;
        this.metrics = metrics;
        this.ids = ids;
        this.clock = clock;
        this.kept = new Cached<>(this::read, AGE, clock);
    }

    /** A few seconds old, unless it is to be {@code anew}; the caller's own to change. */
    ObjectNode json(boolean anew) {
        return (anew ? kept.getNow() : kept.get()).deepCopy();
    }

    private ObjectNode read() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        Instant now = clock.instant();
        json.put("generatedAt", now.toString()).put("version", AppVersion.TEXT);
        LedgerReport.Reading reading = ledger.read();
        LedgerReport.total(reading).ifPresent(total -> json.set("ledger", total));
        ObjectNode pending = json.putObject("pending");
        reading.pending().forEach((queue, count) -> pending.put(queue, Math.round(count)));
        putInstance(json.putObject("instance"));
        Overview.Answer answer = overview.read();
        ArrayNode topics = json.putArray("topics");
        answer.value().forEach(topic -> putTopic(topics.addObject(), topic, reading));
        return json.put("isComplete", answer.isComplete());
    }

    /** Sums of this process's metrics, which a page makes rates of. */
    private void putInstance(ObjectNode json) {
        json.put("id", instance);
        ObjectNode counts = json.putObject("counts");
        metrics.totals().forEach(counts::put);
        ObjectNode durations = json.putObject("durations");
        metrics.durations().forEach((name, each) -> {
            ObjectNode histogram = durations.putObject(name);
            ArrayNode upTo = histogram.putArray("upTo");
            each.upTo().stream().filter(Double::isFinite).forEach(upTo::add);
            ArrayNode inBuckets = histogram.putArray("counts");
            each.counts().forEach(inBuckets::add);
        });
    }

    private void putTopic(ObjectNode json, Overview.Subscribers topic, LedgerReport.Reading reading) {
        json.put("name", topic.topic().name())
                .put("inputSchema", topic.topic().inputSchema().wireName());
        ArrayNode subscriptions = json.putArray("eventSubscriptions");
        topic.subscriptions().forEach(each -> putSubscription(subscriptions.addObject(), each, reading));
    }

    private void putSubscription(ObjectNode json, Overview.Subscribed subscribed, LedgerReport.Reading reading) {
        EventSubscription subscription = subscribed.subscription();
        json.put("name", subscription.name())
                .put("id", ids.armId(subscription.topic()) + "/eventSubscriptions/" + subscription.name())
                .put("destination", subscription.destination().endpointHost())
                .put("endpointType", subscription.destination().type().wireName())
                .put("deliveryState", subscription.deliveryState().kind().wireName());
        subscription.deliveryState().cause().ifPresent(cause -> json.put("deliveryStateReason", cause.wireName()));
        json.put("provisioningState", ArmDefinitions.state(subscription)).put("profile", subscribed.profile());
        putHealth(json.putObject("health"), subscribed);
        reading.of(subscription.topic(), subscription.name())
                .ifPresent(counts -> LedgerReport.write(json.putObject("ledger"), counts));
    }

    private static void putHealth(ObjectNode json, Overview.Subscribed subscribed) {
        json.put("state", subscribed.health().map(OverviewReport::state).orElse("Healthy"));
        subscribed.health().ifPresent(health -> {
            json.put("cause", health.cause().wireName()).put("level", health.level());
            if (!health.isDisabled()) {
                json.put("until", health.until().toString());
            }
        });
        json.put("failures", subscribed.failures());
    }

    private static String state(EndpointHealth health) {
        return health.isDisabled() ? "Disabled" : "Probation";
    }
}
