package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.HttpStatusType;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A request as the Functions host hands it over (functions-runtime §3): header names in lower case, an empty body absent. */
public final class FakeHttpRequest implements HttpRequestMessage<Optional<String>> {
    private final HttpMethod method;
    private final String url;
    private final Map<String, String> headers = new HashMap<>();
    private Optional<String> body = Optional.empty();

    public FakeHttpRequest(HttpMethod method, String url) {
        this.method = method;
        this.url = url;
    }

    public FakeHttpRequest header(String name, String value) {
        headers.put(name.toLowerCase(Locale.ROOT), value);
        return this;
    }

    public FakeHttpRequest body(String text) {
        body = text.isEmpty() ? Optional.empty() : Optional.of(text);
        return this;
    }

    String url() {
        return url;
    }

    /** As the Java worker does: parsed when it is asked for, and thrown out of there. */
    @Override
    public URI getUri() {
        return URI.create(url);
    }

    @Override
    public HttpMethod getHttpMethod() {
        return method;
    }

    @Override
    public Map<String, String> getHeaders() {
        return headers;
    }

    @Override
    public Map<String, String> getQueryParameters() {
        Map<String, String> parameters = new HashMap<>();
        String query = url.contains("?") ? url.substring(url.indexOf('?') + 1) : "";
        for (String parameter : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            // The host drops parameters without a value.
            if (equals > 0 && equals < parameter.length() - 1) {
                parameters.put(decoded(parameter.substring(0, equals)), decoded(parameter.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // What is no escape stays as it is (ASP.NET Core).
            return text;
        }
    }

    @Override
    public Optional<String> getBody() {
        return body;
    }

    @Override
    public HttpResponseMessage.Builder createResponseBuilder(HttpStatus status) {
        return new FakeHttpResponse(status);
    }

    @Override
    public HttpResponseMessage.Builder createResponseBuilder(HttpStatusType status) {
        return new FakeHttpResponse(status);
    }

    private static final class FakeHttpResponse implements HttpResponseMessage.Builder, HttpResponseMessage {
        private final Map<String, String> headers = new HashMap<>();
        private HttpStatusType status;
        private Object body = "";

        FakeHttpResponse(HttpStatusType status) {
            this.status = status;
        }

        @Override
        public HttpResponseMessage.Builder status(HttpStatusType newStatus) {
            status = newStatus;
            return this;
        }

        @Override
        public HttpResponseMessage.Builder header(String name, String value) {
            headers.put(name.toLowerCase(Locale.ROOT), value);
            return this;
        }

        @Override
        public HttpResponseMessage.Builder body(Object newBody) {
            body = newBody;
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

        /** {@code ""} when absent. */
        @Override
        public String getHeader(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }

        /** {@code ""} when absent. */
        @Override
        public Object getBody() {
            return body;
        }
    }
}
