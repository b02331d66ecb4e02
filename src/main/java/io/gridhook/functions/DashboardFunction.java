package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.gridhook.app.Readiness;
import java.util.Arrays;
import java.util.Optional;

/** The dashboard's page and its files, open to everybody: what they show they ask for with the key of who looks. */
public final class DashboardFunction {
    /**
     * The page runs its own scripts, asks its own app, and shows its own pictures; nothing else, no frame around it, no form sent anywhere.
     */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private final Readiness readiness;

    public DashboardFunction(Readiness readiness) {
        this.readiness = readiness;
    }

    /**
     * {@code GET /}: the page. On Azure it is this function's while {@code AzureWebJobsDisableHomepage} is true; the slash is what the host's
     * routing takes for the root, as an empty route means the function's name.
     */
    @FunctionName("Dashboard")
    public HttpResponseMessage page(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET, HttpMethod.HEAD},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "/")
                    HttpRequestMessage<Optional<String>> request) {
        return file(request, DashboardFiles.PAGE);
    }

    /** {@code GET /dashboard/{file}}: its scripts, styles and pictures; 404 for any other name. */
    @FunctionName("DashboardFile")
    public HttpResponseMessage file(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET, HttpMethod.HEAD},
                            authLevel = AuthorizationLevel.ANONYMOUS,
                            route = "dashboard/{file}")
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("file") String file) {
        if (readiness.obstacle().isPresent()) {
            return guarded(request, HttpStatus.SERVICE_UNAVAILABLE)
                    .header("Retry-After", String.valueOf(ErrorResponse.RETRY_AFTER_SECONDS))
                    .header("Content-Type", "text/plain; charset=utf-8")
                    .body(Readiness.REFUSAL)
                    .build();
        }
        return DashboardFiles.ALL
                .find(file)
                .map(content -> answer(request, content))
                .orElseGet(() -> guarded(request, HttpStatus.NOT_FOUND).build());
    }

    /** Asked for again each time, as an upgrade changes all of them at once; sent again only then. */
    private static HttpResponseMessage answer(HttpRequestMessage<?> request, DashboardFiles.Content content) {
        boolean isKnown = knows(request.getHeaders().getOrDefault("if-none-match", ""), content.etag());
        HttpResponseMessage.Builder answer = guarded(request, isKnown ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
                .header("Content-Type", content.type())
                .header("ETag", content.etag())
                .header("Cache-Control", "no-cache");
        return isKnown ? answer.build() : answer.body(content.text()).build();
    }

    /** RFC 9110 §13.1.2: a list, compared weakly, as what compresses on the way makes a tag weak. */
    private static boolean knows(String ifNoneMatch, String etag) {
        return Arrays.stream(ifNoneMatch.split(",", -1))
                .map(each -> each.strip().replaceFirst("^W/", ""))
                .anyMatch(etag::equals);
    }

    private static HttpResponseMessage.Builder guarded(HttpRequestMessage<?> request, HttpStatus status) {
        return JsonResponse.empty(request, status)
                .header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin");
    }
}
