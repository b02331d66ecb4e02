package io.gridhook.functions;

import com.microsoft.azure.functions.HttpMethod;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request as text: a line with method and URL, a line for each header, an empty line, the body.
 *
 * @param url a path and perhaps a query; nothing says that it is well formed
 */
record RawRequest(HttpMethod method, String url, Map<String, String> headers, String body) {
    RawRequest {
        headers = new LinkedHashMap<>(headers);
    }

    static RawRequest parse(String text) {
        int end = text.indexOf("\n\n");
        String[] head = text.substring(0, end).split("\n", -1);
        int blank = head[0].indexOf(' ');
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < head.length; i++) {
            int colon = head[i].indexOf(':');
            headers.put(
                    head[i].substring(0, colon), head[i].substring(colon + 1).strip());
        }
        HttpMethod method = HttpMethod.value(head[0].substring(0, blank));
        return new RawRequest(method, head[0].substring(blank + 1), headers, text.substring(end + 2));
    }

    RawRequest withMethod(HttpMethod other) {
        return new RawRequest(other, url, headers, body);
    }

    RawRequest withUrl(String other) {
        return new RawRequest(method, other, headers, body);
    }

    RawRequest withBody(String other) {
        return new RawRequest(method, url, headers, other);
    }

    RawRequest withHeader(String name, String value) {
        RawRequest changed = new RawRequest(method, url, headers, body);
        changed.headers.put(name, value);
        return changed;
    }

    /** As its route is matched: before the query. */
    String path() {
        return url.split("\\?", 2)[0];
    }

    /** Errors have the cloud's shape there, and IoT Edge's elsewhere. */
    boolean isToCloudsRoute() {
        return path().contains("/api/events");
    }

    FakeHttpRequest toFake() {
        FakeHttpRequest request = new FakeHttpRequest(method, "https://host" + url).body(body);
        headers.forEach(request::header);
        return request;
    }

    /** Short, for the message of a test. */
    @Override
    public String toString() {
        String text = method + " " + url + " " + headers + " " + body;
        return text.length() > 2_000 ? text.substring(0, 2_000) + "…" : text;
    }
}
