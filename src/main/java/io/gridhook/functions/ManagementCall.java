package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import io.gridhook.app.ManagerCredentials;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.port.StorageUnavailableException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What every call of the IoT Edge form of the management API has in common: its key, and errors in its shape (behaviour §14). */
final class ManagementCall {
    /** By these nobody changes anything. What shows a secret ({@code listKeys}) is a POST. */
    private static final Set<HttpMethod> READING = EnumSet.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    /** How a log says that a call brought a key, or a token or a key as one. */
    static final String KEY = "key";

    static final String BEARER = "bearer";

    private final ManagementAccess access;

    ManagementCall(ManagementAccess access) {
        this.access = access;
    }

    /** Answers with {@code call}'s answer to a request that may manage. */
    HttpResponseMessage answer(
            HttpRequestMessage<Optional<String>> request,
            Function<HttpRequestMessage<Optional<String>>, HttpResponseMessage> call) {
        return answer(request, isChange(request), call);
    }

    /** The same for a call that changes nothing and shows no secret, whatever its method. */
    HttpResponseMessage answerReader(
            HttpRequestMessage<Optional<String>> request,
            Function<HttpRequestMessage<Optional<String>>, HttpResponseMessage> call) {
        return answer(request, false, call);
    }

    private HttpResponseMessage answer(
            HttpRequestMessage<Optional<String>> request,
            boolean changes,
            Function<HttpRequestMessage<Optional<String>>, HttpResponseMessage> call) {
        try {
            access.check(credentials(request), changes);
            return call.apply(request);
        } catch (InvalidDefinitionException e) {
            return badRequest(request, e.getMessage());
        } catch (CalledUrl.UnreadableException e) {
            return badRequest(request, e.getMessage());
        } catch (ManagementException e) {
            return refused(request, e);
        } catch (StorageUnavailableException e) {
            return ErrorResponse.edgeUnavailable(request, storageSilent(changes));
        }
    }

    /** What a caller is told of storage that did not answer. */
    static String storageSilent(boolean changes) {
        return changes
                ? "Storage did not answer, so the change may or may not have been made. Try again."
                : "Storage did not answer. Try again.";
    }

    /** Whether its method is one by which something is changed or a secret is shown. */
    static boolean isChange(HttpRequestMessage<?> request) {
        return !READING.contains(request.getHttpMethod());
    }

    static ManagerCredentials credentials(HttpRequestMessage<?> request) {
        Map<String, String> headers = request.getHeaders();
        return new ManagerCredentials(
                Optional.ofNullable(headers.get(ManagementAccess.HEADER)),
                Optional.ofNullable(headers.get("authorization")),
                Optional.ofNullable(headers.get("x-forwarded-for")));
    }

    private static HttpResponseMessage badRequest(HttpRequestMessage<?> request, String message) {
        return ErrorResponse.edge(request, HttpStatus.BAD_REQUEST, "InvalidRequest", message);
    }

    private static HttpResponseMessage refused(HttpRequestMessage<?> request, ManagementException e) {
        return switch (e.kind()) {
            case INVALID -> badRequest(request, e.getMessage());
            // Event Grid's code for it.
            case NOT_VALIDATED -> ErrorResponse.edge(request, HttpStatus.BAD_REQUEST, "Url validation", e.getMessage());
            case TOO_LARGE ->
                ErrorResponse.edge(request, HttpStatus.PAYLOAD_TOO_LARGE, "PayloadTooLarge", e.getMessage());
            // For a DELETE, too: ARM's answers 204, but IoT Edge's is not documented, and a misspelt name should not
            // look deleted.
            case NOT_FOUND -> ErrorResponse.edge(request, HttpStatus.NOT_FOUND, "ResourceNotFound", e.getMessage());
            case CONFLICT -> ErrorResponse.edge(request, HttpStatus.CONFLICT, "Conflict", e.getMessage());
            case UNAUTHORIZED -> ErrorResponse.edge(request, HttpStatus.UNAUTHORIZED, "Unauthorized", e.getMessage());
            case FORBIDDEN -> ErrorResponse.edge(request, HttpStatus.FORBIDDEN, "Forbidden", e.getMessage());
            case TOO_MANY_FAILURES, TOO_MANY_REQUESTS ->
                ErrorResponse.edgeLater(request, HttpStatus.TOO_MANY_REQUESTS, e.getMessage(), e.retryAfter());
            case UNAVAILABLE ->
                ErrorResponse.edgeLater(request, HttpStatus.SERVICE_UNAVAILABLE, e.getMessage(), e.retryAfter());
        };
    }
}
