package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.memory.InMemoryLedgerStore;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.Ledger;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.PipelineFixture;
import io.gridhook.app.Readiness;
import io.gridhook.app.StorageCheck;
import io.gridhook.port.Metrics.Counter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §4, row "Operators". */
class OperationsFunctionTest {
    private final PipelineFixture world = new PipelineFixture();
    private final PrometheusMetrics metrics = new PrometheusMetrics();
    private final Ledger ledger = new Ledger(
            metrics,
            new InMemoryLedgerStore(),
            world.ports.clock(),
            world.ports.timers(),
            Runnable::run,
            () -> new UUID(1, 1),
            world.ports.log());
    private double waiting;
    private final OperationsFunction function = function(Optional.of(ledger));

    private OperationsFunction function(Optional<Ledger> kept) {
        return new OperationsFunction(
                Readiness.READY,
                new StorageCheck(world.ports.deliveries(), Runnable::run),
                metrics,
                new LedgerReport(kept, Map.of("deliveries", () -> waiting)),
                ManagementFixture.access("secret"));
    }

    private static FakeHttpRequest get(String path) {
        return new FakeHttpRequest(HttpMethod.GET, "https://host" + path);
    }

    @Test
    void an_app_whose_storage_answers_is_healthy_to_everybody() {
        HttpResponseMessage response = function.health(get("/health"));
        assertEquals(200, response.getStatusCode());
        assertEquals("{\"status\":\"healthy\"}", response.getBody());
        assertEquals("application/json; charset=utf-8", response.getHeader("Content-Type"));
    }

    @Test
    void an_app_whose_storage_does_not_answer_is_unhealthy() {
        world.refuse(step -> true);
        HttpResponseMessage response = function.health(get("/health"));
        assertEquals(503, response.getStatusCode());
        assertEquals("{\"status\":\"unhealthy\",\"reason\":\"storage does not answer\"}", response.getBody());
    }

    @Test
    void counters_are_for_those_who_have_the_key() {
        metrics.add(Counter.PUBLISH_SUCCESS_COUNT, 3, "orders");
        HttpResponseMessage response = function.metrics(get("/metrics").header("aeg-sas-key", "secret"));
        assertEquals(200, response.getStatusCode());
        assertEquals(metrics.contentType(), response.getHeader("Content-Type"));
        assertEquals(metrics.text(), response.getBody());
        assertTrue(
                response.getBody().toString().lines().anyMatch(line -> line.contains("orders") && line.contains("3")),
                () -> response.getBody().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong"})
    void counters_are_for_nobody_else(String key) {
        FakeHttpRequest request = get("/metrics");
        HttpResponseMessage response = function.metrics(key.isEmpty() ? request : request.header("aeg-sas-key", key));
        assertEquals(401, response.getStatusCode());
    }

    private JsonNode ledgerOf(OperationsFunction asked, int status) throws JsonProcessingException {
        HttpResponseMessage response = asked.ledger(get("/manage/ledger").header("aeg-sas-key", "secret"));
        assertEquals(status, response.getStatusCode());
        return new ObjectMapper().readTree(response.getBody().toString());
    }

    private void count() {
        ledger.add(Counter.MATCHED_EVENT_COUNT, 10, "orders", "billing");
        ledger.add(Counter.DELIVERED_EVENT_COUNT, 6, "orders", "billing");
        ledger.add(Counter.DEAD_LETTERED_COUNT, 1, "orders", "billing", "MaxDeliveryAttemptsExceeded");
        ledger.add(Counter.DROPPED_EVENT_COUNT, 1, "orders", "billing", "Forbidden");
        ledger.add(Counter.MATCHED_EVENT_COUNT, 3, "fruit", "all");
    }

    @Test
    void the_ledger_says_what_became_of_each_subscriptions_events() throws JsonProcessingException {
        count();
        JsonNode json = ledgerOf(function, 200);
        assertEquals(
                "[{\"topic\":\"fruit\",\"eventSubscription\":\"all\",\"accepted\":3,\"delivered\":0,\"deadLettered\":0,"
                        + "\"dropped\":{},\"open\":3},"
                        + "{\"topic\":\"orders\",\"eventSubscription\":\"billing\",\"accepted\":10,\"delivered\":6,"
                        + "\"deadLettered\":1,\"dropped\":{\"Forbidden\":1},\"open\":2}]",
                json.path("value").toString());
        assertEquals(13, json.path("total").path("accepted").asLong());
        assertEquals(5, json.path("unaccounted").asLong());
        assertEquals(0, json.path("total").path("pendingEstimate").asLong());
    }

    /** What waits in a queue is open, and no reason for an alert. */
    @Test
    void nothing_is_unaccounted_for_while_something_waits() throws JsonProcessingException {
        count();
        waiting = 4.6;
        JsonNode json = ledgerOf(function, 200);
        assertTrue(json.path("unaccounted").isNull());
        assertEquals(5, json.path("total").path("pendingEstimate").asLong());
    }

    @Test
    void a_ledger_that_is_not_kept_is_not_found() throws JsonProcessingException {
        assertEquals(
                "No ledger is kept: GRIDHOOK_LEDGER is false.",
                ledgerOf(function(Optional.empty()), 404).findPath("message").asText());
    }

    @Test
    void the_ledger_is_for_those_who_have_the_key() {
        assertEquals(401, function.ledger(get("/manage/ledger")).getStatusCode());
    }
}
