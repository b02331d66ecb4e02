package io.gridhook.functions;

import static io.gridhook.app.ManagementFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.azure.functions.HttpMethod;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.ManagerRules;
import io.gridhook.core.topic.EdgeDefinitions;
import io.gridhook.core.topic.TopicIds;
import io.gridhook.core.trust.AttemptRules;
import io.gridhook.core.trust.Grant;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ours: who may read a definition may ask what it says of events, and may do nothing else. */
class DryRunAccessTest {
    private static final String DEFINITION =
            "{'destination':{'endpointType':'WebHook','properties':{'endpointUrl':'https://h/?code=1'}}}";
    private static final String DRAFT = ("{'events':[],'eventSubscription':" + DEFINITION + "}").replace('\'', '"');

    private final ManagementFixture fixture = new ManagementFixture();
    private final SubscriptionsFunction subscriptions = new SubscriptionsFunction(
            fixture.subscriptions,
            fixture.dryRun,
            new EdgeDefinitions(new TopicIds("/arm/", "/edge/topics/", false)),
            readers());

    private static ManagementAccess readers() {
        ManagerRules rules = new ManagerRules(
                Set.of(),
                Set.of("reading-key"),
                Optional.empty(),
                Grant.ofRole("none"),
                Grant.ofRole("none"),
                new AttemptRules(1_000, 1_000));
        return new ManagementAccess(rules, new PrometheusMetrics(), () -> Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void a_reader_may_make_dry_runs_and_no_change() {
        fixture.topics.put("orders", json("{}"));
        fixture.subscriptions.put("orders", "sub-1", json(DEFINITION));
        assertEquals(200, subscriptions.test(request("[]"), "orders", "sub-1").getStatusCode());
        assertEquals(
                200,
                subscriptions.subscription(request(DRAFT), "orders", "test").getStatusCode());
        assertEquals(
                403, subscriptions.getFullUrl(request(""), "orders", "sub-1").getStatusCode());
        FakeHttpRequest put = new FakeHttpRequest(HttpMethod.PUT, "https://host/")
                .header("aeg-sas-key", "reading-key")
                .body(DEFINITION.replace('\'', '"'));
        assertEquals(403, subscriptions.subscription(put, "orders", "test").getStatusCode());
    }

    @Test
    void a_stranger_may_make_none() {
        FakeHttpRequest request = new FakeHttpRequest(HttpMethod.POST, "https://host/").body("[]");
        assertEquals(401, subscriptions.test(request, "orders", "sub-1").getStatusCode());
        assertEquals(401, subscriptions.subscription(request, "orders", "test").getStatusCode());
    }

    private static FakeHttpRequest request(String body) {
        return new FakeHttpRequest(HttpMethod.POST, "https://host/")
                .header("aeg-sas-key", "reading-key")
                .body(body);
    }
}
