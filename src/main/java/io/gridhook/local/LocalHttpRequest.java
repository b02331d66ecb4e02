package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.HttpStatusType;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the Java worker hands it to a function (functions-runtime §3).
 *
 * @param headers lower-case names; repeated ones joined with a comma
 * @param queryParameters those that have a value
 * @param body empty if there is none, or if its length was not announced
 */
record LocalHttpRequest(
        URI uri,
        HttpMethod method,
        Map<String, String> headers,
        Map<String, String> queryParameters,
        Optional<String> body)
        implements HttpRequestMessage<Optional<String>> {
    LocalHttpRequest {
        headers = Map.copyOf(headers);
        queryParameters = Map.copyOf(queryParameters);
    }

    @Override
    public URI getUri() {
        return uri;
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
        return queryParameters;
    }

    @Override
    public Optional<String> getBody() {
        return body;
    }

    @Override
    public HttpResponseMessage.Builder createResponseBuilder(HttpStatus status) {
        return new LocalHttpResponse().status(status);
    }

    @Override
    public HttpResponseMessage.Builder createResponseBuilder(HttpStatusType status) {
        return new LocalHttpResponse().status(status);
    }
}
