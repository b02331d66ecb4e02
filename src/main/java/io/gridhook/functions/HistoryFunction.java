package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** For operators: the delivery log, and what became of one event. */
public final class HistoryFunction {
    private static final String EVENTS = "/manage/events/";
    private static final String WHY = "/why";

    private final HistoryReport report;
    private final InstantSource clock;
    private final ManagementCall call;

    public HistoryFunction(HistoryReport report, ManagementAccess access, InstantSource clock) {
        this.report = report;
        this.clock = clock;
        this.call = new ManagementCall(access);
    }

    /** {@code GET /manage/deliveries}, with a management key: rows of the delivery log, the newest first. */
    @FunctionName("Deliveries")
    public HttpResponseMessage deliveries(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/deliveries")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(request, authorized -> JsonResponse.ok(authorized, report.deliveries(query(authorized))));
    }

    /**
     * {@code GET /manage/events/{id}/why}, with a management key: one answer for each subscription. Ids may have slashes, as they are or
     * percent-encoded.
     */
    @FunctionName("EventWhy")
    public HttpResponseMessage why(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "manage/events/{*id}")
                    HttpRequestMessage<Optional<String>> request) {
        return call.answer(
                request, authorized -> JsonResponse.ok(authorized, report.why(eventId(authorized), query(authorized))));
    }

    private HistoryQuery query(HttpRequestMessage<?> request) {
        return HistoryQuery.of(request, clock.instant(), report.retention());
    }

    /** By the URL as it was sent: what routing makes of an encoded slash is the host's affair. */
    private static String eventId(HttpRequestMessage<?> request) {
        String path = CalledUrl.of(request).getRawPath();
        int from = path.toLowerCase(Locale.ROOT).indexOf(EVENTS) + EVENTS.length();
        if (!path.regionMatches(true, path.length() - WHY.length(), WHY, 0, WHY.length())
                || path.length() - WHY.length() <= from) {
            throw new ManagementException(
                    ManagementException.Kind.NOT_FOUND, "path: not known (expected: /manage/events/<event id>/why)");
        }
        // A plus is one, in a path.
        String id = path.substring(from, path.length() - WHY.length()).replace("+", "%2B");
        return URLDecoder.decode(id, StandardCharsets.UTF_8);
    }
}
