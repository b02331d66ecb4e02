package io.gridhook.functions;

import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import io.gridhook.app.ManagementAccess;
import io.gridhook.app.ManagementException;
import io.gridhook.core.topic.InvalidDefinitionException;
import io.gridhook.port.StorageUnavailableException;
import java.util.Optional;
import java.util.function.Function;

/** What every call of the IoT Edge form of the management API has in common: its key, and errors in its shape (behaviour §14). */
final class ManagementCall {
    private final ManagementAccess access;

    ManagementCall(ManagementAccess access) {
        this.access = access;
    }

    /** Answers with {@code call}'s answer to a request that may manage. */
    HttpResponseMessage answer(
            HttpRequestMessage<Optional<String>> request,
            Function<HttpRequestMessage<Optional<String>>, HttpResponseMessage> call) {
        if (!access.allows(request.getHeaders().getOrDefault(ManagementAccess.HEADER, ""))) {
            return ErrorResponse.edge(
                    request,
                    HttpStatus.UNAUTHORIZED,
                    "Unauthorized",
                    ManagementAccess.HEADER + ": missing or wrong (expected: the management key)");
        }
        try {
            return call.apply(request);
        } catch (InvalidDefinitionException e) {
            return badRequest(request, e.getMessage());
        } catch (CalledUrl.UnreadableException e) {
            return badRequest(request, e.getMessage());
        } catch (ManagementException e) {
            return refused(request, e);
        } catch (StorageUnavailableException e) {
            return ErrorResponse.edgeUnavailable(
                    request, "Storage did not answer, so the change may or may not have been made. Try again.");
        }
    }

    private static HttpResponseMessage badRequest(HttpRequestMessage<?> request, String message) {
        return ErrorResponse.edge(request, HttpStatus.BAD_REQUEST, "InvalidRequest", message);
    }

    private static HttpResponseMessage refused(HttpRequestMessage<?> request, ManagementException e) {
        return switch (e.kind()) {
            case INVALID -> badRequest(request, e.getMessage());
            case TOO_LARGE ->
                ErrorResponse.edge(request, HttpStatus.PAYLOAD_TOO_LARGE, "PayloadTooLarge", e.getMessage());
            // For a DELETE, too: ARM's answers 204, but IoT Edge's is not documented, and a misspelt name should not
            // look deleted.
            case NOT_FOUND -> ErrorResponse.edge(request, HttpStatus.NOT_FOUND, "ResourceNotFound", e.getMessage());
            case CONFLICT -> ErrorResponse.edge(request, HttpStatus.CONFLICT, "Conflict", e.getMessage());
        };
    }
}
