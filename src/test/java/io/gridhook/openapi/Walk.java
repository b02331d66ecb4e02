package io.gridhook.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Calls operations of the document by their ids, and holds each answer to it. */
final class Walk {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private final ApiDocument document;
    private final URI url;
    private final Map<String, ApiDocument.Operation> operations = new TreeMap<>();
    private final Map<String, Set<Integer>> seen = new TreeMap<>();
    private final HttpClient client = HttpClient.newHttpClient();

    Walk(ApiDocument document, URI url) {
        this.document = document;
        this.url = url;
        document.operations().forEach(each -> operations.put(each.id(), each));
    }

    /** An answer that is as the document says. */
    record Answer(int status, HttpResponse<String> response) {
        JsonNode json() {
            return ApiDocument.parse(response.body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElseThrow(() -> new AssertionError(name + ": missing"));
        }
    }

    /** One call of an operation, to be sent. */
    final class Call {
        private final ApiDocument.Operation operation;
        private final Map<String, String> headers = new TreeMap<>();
        private String path;
        private String body = "";

        private Call(ApiDocument.Operation operation) {
            this.operation = operation;
            this.path = operation.path();
        }

        /** Fills a parameter of the path. */
        Call in(String name, String value) {
            path = path.replace("{" + name + "}", value);
            return this;
        }

        Call query(String query) {
            path += (path.contains("?") ? "&" : "?") + query;
            return this;
        }

        Call header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        Call body(String json) {
            body = json;
            return header("Content-Type", "application/json");
        }

        Call body(String type, String text) {
            body = text;
            return header("Content-Type", type);
        }

        Answer expect(int status) {
            assertTrue(!path.contains("{"), path);
            HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path))
                    .timeout(TIMEOUT)
                    .method(operation.method(), HttpRequest.BodyPublishers.ofString(body));
            headers.forEach(request::header);
            HttpResponse<String> response = send(request.build());
            String what = operation + ": " + response.statusCode() + " " + response.body();
            assertEquals(status, response.statusCode(), what);
            check(operation, response, what);
            seen.computeIfAbsent(operation.id(), id -> new TreeSet<>()).add(status);
            return new Answer(status, response);
        }
    }

    Call call(String id) {
        ApiDocument.Operation operation = operations.get(id);
        assertTrue(operation != null, id + ": no operation");
        return new Call(operation);
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void check(ApiDocument.Operation operation, HttpResponse<String> response, String what) {
        JsonNode documented = document.response(operation, response.statusCode())
                .orElseThrow(() -> new AssertionError("not in the document: " + what));
        if (!documented.has("content")) {
            assertEquals("", response.body(), what);
        } else {
            String type =
                    response.headers().firstValue("Content-Type").orElse("none").split(";", 2)[0];
            JsonNode media = documented.path("content").path(type);
            assertTrue(!media.isMissingNode(), type + " is not in the document: " + what);
            if (type.equals("application/json")) {
                assertEquals(
                        List.of(), document.problems(media.path("schema"), ApiDocument.parse(response.body())), what);
            }
        }
        List<String> missing = new ArrayList<>();
        documented.path("headers").fieldNames().forEachRemaining(name -> {
            if (response.headers().firstValue(name).isEmpty() && !name.equals("aeg-input-event-schema")) {
                missing.add(name);
            }
        });
        assertEquals(List.of(), missing, what);
    }

    /** Operations without a good answer so far, and those without a refusal that the document says they may have. */
    List<String> unseen() {
        List<String> unseen = new ArrayList<>();
        operations.forEach((id, operation) -> {
            Set<Integer> statuses = seen.getOrDefault(id, Set.of());
            if (statuses.stream().noneMatch(status -> status < 300)) {
                unseen.add(id + ": no success");
            }
            boolean mayRefuse = operation.json().path("responses").has("400")
                    || operation.json().path("responses").has("401");
            if (mayRefuse && statuses.stream().noneMatch(status -> status >= 400)) {
                unseen.add(id + ": no refusal");
            }
        });
        return unseen;
    }
}
