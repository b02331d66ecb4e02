package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.ManagementFixture;
import io.gridhook.app.PipelineFixture;
import io.gridhook.port.Metrics.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §4, row "Operators". */
class OperationsFunctionTest {
    private final PipelineFixture world = new PipelineFixture();
    private final PrometheusMetrics metrics = new PrometheusMetrics();
    private final OperationsFunction function =
            new OperationsFunction(world.ports.deliveries(), metrics, ManagementFixture.access("secret"));

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
}
