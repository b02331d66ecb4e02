package io.gridhook.adapter.storage;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import com.azure.data.tables.models.TableServiceException;
import io.gridhook.port.StorageUnavailableException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The one place where what the SDK throws becomes {@link StorageUnavailableException}. */
final class StorageCalls {
    private static final HttpHeaderName ERROR_CODE = HttpHeaderName.fromString("x-ms-error-code");

    private StorageCalls() {}

    /** What {@code call} returns. */
    static <T> T call(String what, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            // The SDK throws whatever its layers throw: its own, reactor's, the transport's, IllegalStateException for
            // a timeout.
            throw new StorageUnavailableException(what + ": " + reason(e), e);
        }
    }

    /** What {@code call} returns, or empty if storage answers one of the error codes {@code expected}. */
    static <T> Optional<T> callUnless(Set<String> expected, String what, Supplier<T> call) {
        return call(what, () -> {
            try {
                return Optional.of(call.get());
            } catch (HttpResponseException e) {
                if (expected.contains(errorCode(e))) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /** Storage's own name for the error, such as {@code PopReceiptMismatch}; {@code ""} if it gave none. */
    static String errorCode(HttpResponseException e) {
        if (e instanceof TableServiceException table && table.getValue() != null) {
            return String.valueOf(table.getValue().getErrorCode());
        }
        HttpResponse response = e.getResponse();
        return response == null
                ? ""
                : Optional.ofNullable(response.getHeaderValue(ERROR_CODE)).orElse("");
    }

    /** Without the SDK's own text: it may hold a URL with a signature. */
    private static String reason(RuntimeException e) {
        if (e instanceof HttpResponseException answered && answered.getResponse() != null) {
            return "HTTP " + answered.getResponse().getStatusCode() + " " + errorCode(answered);
        }
        Throwable cause = e;
        while (!(cause instanceof IOException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName();
    }
}
