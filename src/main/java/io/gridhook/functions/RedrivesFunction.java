package io.gridhook.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.DeadLetters;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.Redrives;
import io.gridhook.core.event.Excerpt;
import io.gridhook.core.redrive.RedriveJob;
import io.gridhook.core.redrive.RedriveRequest;
import io.gridhook.core.redrive.RedriveRequestReader;
import java.time.InstantSource;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** For operators: dead letters sent again. Each that was begun or changed has a line in the log, which says by whom. */
public final class RedrivesFunction {
    private final Redrives redrives;
    private final InstantSource clock;
    private final Logger logger;
    private final ManagementCall call;

    public RedrivesFunction(Redrives redrives, ManagementAccess access, InstantSource clock, Logger logger) {
        this.redrives = redrives;
        this.clock = clock;
        this.logger = logger;
        this.call = new ManagementCall(access);
    }

    /** {@code GET /manage/redrives}: the newest first; {@code POST} begins one, or counts what it would send. */
    @FunctionName("Redrives")
    public HttpResponseMessage redrives(
            @HttpTrigger(
                            name = "request",
                            methods = {
                                HttpMethod.GET,
                                HttpMethod.HEAD,
                                HttpMethod.POST,
                                HttpMethod.PUT,
                                HttpMethod.PATCH,
                                HttpMethod.DELETE,
                                HttpMethod.OPTIONS
                            },
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/redrives")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> switch (authorized.getHttpMethod()) {
            case GET -> JsonResponse.ok(authorized, list());
            case POST -> post(authorized);
            default -> ErrorResponse.edgeMethodNotAllowed(authorized, "GET, POST");
        });
    }

    private ObjectNode list() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        redrives.list().forEach(job -> value.add(json(job)));
        return json;
    }

    private HttpResponseMessage post(HttpRequestMessage<Optional<String>> request) {
        JsonNode body = DefinitionBody.of(request);
        RedriveRequest wanted = RedriveRequestReader.read(body, clock.instant());
        if (RedriveRequestReader.isDryRun(body)) {
            return JsonResponse.ok(request, json(redrives.count(wanted)));
        }
        String by = ManagementCall.credentials(request).key().isPresent() ? ManagementCall.KEY : ManagementCall.BEARER;
        RedriveJob job = redrives.begin(wanted, by);
        log(request, "redrive", job);
        return JsonResponse.builder(request, HttpStatus.ACCEPTED, json(job))
                .header("Location", CalledUrl.base(request) + "/manage/redrives/" + job.id())
                .build();
    }

    /** {@code GET /manage/redrives/{id}}: how far it came. */
    @FunctionName("Redrive")
    public HttpResponseMessage redrive(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/redrives/{id}")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("id") String id) {
        return call.answer(request, authorized -> JsonResponse.ok(authorized, json(redrives.find(id))));
    }

    /** {@code POST …/pause}: what is put already, for the next ten seconds, is still delivered. */
    @FunctionName("RedrivePause")
    public HttpResponseMessage pause(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.POST},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/redrives/{id}/pause")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("id") String id) {
        return change(request, id, Redrives.Change.PAUSE, "pauseRedrive");
    }

    /** {@code POST …/resume}. */
    @FunctionName("RedriveResume")
    public HttpResponseMessage resume(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.POST},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/redrives/{id}/resume")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("id") String id) {
        return change(request, id, Redrives.Change.RESUME, "resumeRedrive");
    }

    /** {@code POST …/cancel}: for good. */
    @FunctionName("RedriveCancel")
    public HttpResponseMessage cancel(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.POST},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/redrives/{id}/cancel")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("id") String id) {
        return change(request, id, Redrives.Change.CANCEL, "cancelRedrive");
    }

    private HttpResponseMessage change(
            HttpRequestMessage<Optional<String>> request, String id, Redrives.Change change, String action) {
        return call.answer(request, authorized -> {
            RedriveJob job = redrives.change(id, change);
            log(authorized, action, job);
            return JsonResponse.ok(authorized, json(job));
        });
    }

    private void log(HttpRequestMessage<?> request, String action, RedriveJob job) {
        var by = ManagementCall.credentials(request);
        logger.log(
                Level.INFO,
                () -> "management action=" + action + " topic="
                        + Excerpt.of(job.request().topic()) + " eventSubscription="
                        + Excerpt.of(job.request().eventSubscription()) + " redrive=" + job.id() + " state="
                        + job.state().wireName() + " by="
                        + (by.key().isPresent() ? ManagementCall.KEY : ManagementCall.BEARER) + " from="
                        + Excerpt.of(by.forwardedFor().orElse("unknown").replaceAll("[\\s\"=]", "")));
    }

    private static ObjectNode json(DeadLetters.Count count) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("dryRun", true)
                .put("matched", count.matched())
                .put("isComplete", count.isComplete())
                .put("read", count.read())
                .put("skippedBlobs", count.skippedBlobs());
    }

    private static ObjectNode json(RedriveJob job) {
        RedriveRequest request = job.request();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", job.id())
                .put("state", job.state().wireName())
                .put("topic", request.topic())
                .put("eventSubscription", request.eventSubscription())
                .put("toEventSubscription", request.toEventSubscription())
                .put("source", request.source().wireName())
                .put("from", request.selection().from().toString())
                .put("to", request.selection().to().toString());
        request.selection().reason().ifPresent(reason -> json.put("reason", reason));
        json.put("ratePerSecond", request.ratePerSecond())
                .put("read", job.progress().read())
                .put("matched", job.progress().matched())
                .put("sent", job.progress().sent())
                .put("skippedBlobs", job.progress().skippedBlobs())
                .put("createdAt", job.createdAt().toString())
                .put("createdBy", job.createdBy())
                .put("updatedAt", job.updatedAt().toString());
        job.endedAt().ifPresent(time -> json.put("endedAt", time.toString()));
        if (!job.detail().isEmpty()) {
            json.put("detail", job.detail());
        }
        return json;
    }
}
