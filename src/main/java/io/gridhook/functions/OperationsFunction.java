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
import io.gridhook.app.Readiness;
import io.gridhook.app.StorageCheck;
import java.util.Optional;

/** For operators: whether the app works, its counters, and the ledger. */
public final class OperationsFunction {
    private final Readiness readiness;
    private final StorageCheck storage;
    private final PrometheusMetrics metrics;
    private final LedgerReport ledger;
    private final ManagementCall call;

    public OperationsFunction(
            Readiness readiness,
            StorageCheck storage,
            PrometheusMetrics metrics,
            LedgerReport ledger,
            ManagementAccess access) {
        this.readiness = readiness;
        this.storage = storage;
        this.metrics = metrics;
        this.ledger = ledger;
        this.call = new ManagementCall(access);
    }

    /**
     * {@code GET /health}, open to everybody: 200 when the app has started and storage answers, else 503 with the reason. Within 2 s. HEAD
     * for monitors that ask so.
     */
    @FunctionName("Health")
    public HttpResponseMessage health(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET, HttpMethod.HEAD},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "health")
                    HttpRequestMessage<Optional<String>> request) {
        var json = JsonNodeFactory.instance.objectNode();
        Optional<String> reason = readiness
                .obstacle()
                .map(why -> "the app has not started: " + why)
                .or(() -> storage.answers() ? Optional.empty() : Optional.of("storage does not answer"));
        if (reason.isEmpty()) {
            return JsonResponse.ok(request, json.put("status", "healthy"));
        }
        json.put("status", "unhealthy").put("reason", reason.get());
        return JsonResponse.builder(request, HttpStatus.SERVICE_UNAVAILABLE, json)
                .build();
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
