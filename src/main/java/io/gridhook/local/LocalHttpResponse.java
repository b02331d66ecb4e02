package io.gridhook.local;

import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.HttpStatusType;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a function answers; header names are case-insensitive and single-valued, the last one set wins. */
final class LocalHttpResponse implements HttpResponseMessage, HttpResponseMessage.Builder {
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private HttpStatusType status = HttpStatus.OK;
    private @Nullable Object body;

    @Override
    public HttpResponseMessage.Builder status(HttpStatusType value) {
        this.status = value;
        return this;
    }

    @Override
    public HttpResponseMessage.Builder header(String key, String value) {
        headers.put(key, value);
        return this;
    }

    @Override
    public HttpResponseMessage.Builder body(@Nullable Object value) {
        this.body = value;
        return this;
    }

    @Override
    public HttpResponseMessage build() {
        return this;
    }

    @Override
    public HttpStatusType getStatus() {
        return status;
    }

    @Override
    public @Nullable String getHeader(String key) {
        return headers.get(key);
    }

    @Override
    public @Nullable Object getBody() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
