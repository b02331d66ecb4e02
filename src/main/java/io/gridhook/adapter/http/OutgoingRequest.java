package io.gridhook.adapter.http;

import io.gridhook.core.delivery.HandshakeRequest;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.trust.EndpointUrl;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;

/** Puts a {@link WebhookRequest} or a {@link HandshakeRequest} into HttpClient's terms. */
final class OutgoingRequest {
    /** What says where a message ends or where it goes is the transport's to say; a second opinion could smuggle a request. */
    private static final Set<String> TRANSPORT_HEADERS = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private OutgoingRequest() {}

    static AsyncRequestProducer of(WebhookRequest request, EndpointUrl url) {
        return new BasicRequestProducer(
                head(Method.POST, request.headers(), url),
                new BasicAsyncEntityProducer(request.body().toBytes(), null));
    }

    static AsyncRequestProducer of(HandshakeRequest request, EndpointUrl url) {
        return switch (request.method()) {
            case POST ->
                new BasicRequestProducer(
                        head(Method.POST, request.headers(), url),
                        new BasicAsyncEntityProducer(request.body().toBytes(), null));
            case OPTIONS -> new BasicRequestProducer(head(Method.OPTIONS, request.headers(), url), null);
        };
    }

    private static BasicHttpRequest head(Method method, List<WebhookRequest.Header> headers, EndpointUrl url) {
        BasicHttpRequest head =
                new BasicHttpRequest(method, new HttpHost(url.scheme(), url.host(), url.port()), url.pathAndQuery());
        for (WebhookRequest.Header header : headers) {
            if (!TRANSPORT_HEADERS.contains(header.name().toLowerCase(Locale.ROOT))) {
                head.addHeader(requireToken(header.name()), oneLine(header.value()));
            }
        }
        return head;
    }

    private static String requireToken(String name) {
        if (name.isEmpty() || !isPrintable(name, '!') || name.indexOf(':') >= 0) {
            throw new IllegalArgumentException("header name: " + oneLine(name) + " (expected: an HTTP token)");
        }
        return name;
    }

    /** Callers send printable ASCII; should one not, a line break still starts no header of its own. */
    private static String oneLine(String value) {
        return isPrintable(value, ' ') ? value : value.replaceAll("[^ -~]", " ");
    }

    private static boolean isPrintable(String text, char least) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < least || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
