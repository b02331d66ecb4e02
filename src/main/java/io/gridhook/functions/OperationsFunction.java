package io.gridhook.functions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.adapter.metrics.PrometheusMetrics;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.StorageUnavailableException;
import java.util.Optional;

/** For operators: whether the app works, its counters, and the ledger. */
public final class OperationsFunction {
    private final DeliveryQueue probe;
    private final PrometheusMetrics metrics;
    private final LedgerReport ledger;
    private final ManagementCall call;

    /**
     * The calls.
     *
     * @param probe is asked for its length, to see whether storage answers
     */
    public OperationsFunction(
            DeliveryQueue probe, PrometheusMetrics metrics, LedgerReport ledger, ManagementAccess access) {
        this.probe = probe;
        this.metrics = metrics;
        this.ledger = ledger;
        this.call = new ManagementCall(access);
    }

    /** {@code GET /health}, open to everybody: 200 when storage answers, else 503 with the reason. HEAD for monitors that ask so. */
    @FunctionName("Health")
    public HttpResponseMessage health(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET, HttpMethod.HEAD},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "health")
                    HttpRequestMessage<Optional<String>> request) {
        var json = JsonNodeFactory.instance.objectNode();
        try {
            probe.approximateMessageCount();
            return JsonResponse.ok(request, json.put("status", "healthy"));
        } catch (StorageUnavailableException e) {
            json.put("status", "unhealthy").put("reason", "storage does not answer");
            return JsonResponse.builder(request, HttpStatus.SERVICE_UNAVAILABLE, json)
                    .build();
        }
    }

    /** {@code GET /metrics}, with the management key: this instance's counters as Prometheus text. */
    @FunctionName("Metrics")
    public HttpResponseMessage metrics(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "metrics")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> authorized
                .createResponseBuilder(HttpStatus.OK)
                .header("Content-Type", metrics.contentType())
                .body(metrics.text())
                .build());
    }

    /** {@code GET /manage/ledger}, with a management key: what became of the events of each subscription, on all instances. */
    @FunctionName("Ledger")
    public HttpResponseMessage ledger(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/ledger")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> ledger.json()
                .map(json -> JsonResponse.ok(authorized, json))
                .orElseThrow(() -> new ManagementException(
                        ManagementException.Kind.NOT_FOUND, "No ledger is kept: GRIDHOOK_LEDGER is false.")));
    }
}
