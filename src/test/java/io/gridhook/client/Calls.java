package io.gridhook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** What managers, publishers and operators call, over plain HTTP. */
public final class Calls {
    public static final String JSON = "application/json";
    private static final String ARM = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/local"
            + "/providers/Microsoft.EventGrid";
    private static final String ARM_VERSION = "?api-version=2022-06-15";
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private final URI url;
    private final String managementKey;
    private final HttpClient client = HttpClient.newHttpClient();

    /** To the Gridhook at {@code url}. */
    public Calls(URI url, String managementKey) {
        this.url = url;
        this.managementKey = managementKey;
    }

    /** Makes a topic; its first key. */
    public String createTopic(String name, String inputSchema) {
        putTopic(name, "{\"properties\":{\"inputSchema\":\"" + inputSchema + "\"}}");
        return key(name);
    }

    /** Makes a topic as the body says; it must be taken. */
    public void putTopic(String name, String body) {
        expect(200, put("/topics/" + name, body));
    }

    /** The first key of a topic. */
    public String key(String topic) {
        return json(expect(200, send("POST", "/topics/" + topic + "/listKeys", managementKey, JSON, "")))
                .path("key1")
                .asText();
    }

    /** Makes one of a topic's keys anew: {@code key1} or {@code key2}; the new one. */
    public String regenerateKey(String topic, String name) {
        String path = "/topics/" + topic + "/regenerateKey";
        return json(expect(200, post(path, managementKey, "{\"keyName\":\"" + name + "\"}")))
                .path(name)
                .asText();
    }

    /** Subscribes an endpoint; {@code more} are further properties, each with a comma before it. */
    public void subscribe(String topic, String name, String endpointUrl, String more) {
        putSubscription(topic, name, """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}%s}}
                """.formatted(endpointUrl, more));
    }

    /** Makes a subscription as the body says; it must be taken. */
    public void putSubscription(String topic, String name, String body) {
        expect(200, put("/topics/" + topic + "/eventSubscriptions/" + name, body));
    }

    /** Makes a domain, in ARM's form; its path there. */
    public String createDomain(String name, String inputSchema) {
        String path = ARM + "/domains/" + name;
        expect(201, put(path + ARM_VERSION, "{\"properties\":{\"inputSchema\":\"" + inputSchema + "\"}}"));
        return path;
    }

    /** The first key of a domain. */
    public String domainKey(String path) {
        return json(expect(200, post(path + "/listKeys" + ARM_VERSION, managementKey, "")))
                .path("key1")
                .asText();
    }

    /** Subscribes an endpoint to what is at that path of ARM's; {@code more} as in {@link #subscribe}. */
    public void subscribeAt(String path, String name, String endpointUrl, String more) {
        expect(201, put(path + "/eventSubscriptions/" + name + ARM_VERSION, """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}%s}}
                """.formatted(endpointUrl, more)));
    }

    /** Publishes in the form of the cloud; the answer, whatever it is. */
    public HttpResponse<String> publish(String topic, String key, String contentType, String body) {
        return send("POST", "/topics/" + topic + "/api/events", key, contentType, body);
    }

    /** Publishes Event Grid events; they must be accepted. */
    public void publish(String topic, String key, String events) {
        expect(200, publish(topic, key, JSON, events));
    }

    /** Posts JSON. */
    public HttpResponse<String> post(String path, String key, String body) {
        return send("POST", path, key, JSON, body);
    }

    /** Deletes what a path names; it must be gone then. */
    public void delete(String path) {
        HttpResponse<String> response = send("DELETE", path, managementKey, JSON, "");
        assertTrue(List.of(200, 204).contains(response.statusCode()), response.body());
    }

    public HttpResponse<String> get(String path, String key) {
        return send("GET", path, key, JSON, "");
    }

    /** The counters as text. */
    public String metrics() {
        return expect(200, get("/metrics", managementKey)).body();
    }

    /** Puts JSON; the answer, whatever it is. */
    public HttpResponse<String> tryPut(String path, String body) {
        return put(path, body);
    }

    private HttpResponse<String> put(String path, String body) {
        return send("PUT", path, managementKey, JSON, body);
    }

    private HttpResponse<String> send(String method, String path, String key, String contentType, String body) {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", contentType)
                .header("aeg-sas-key", key)
                .timeout(TIMEOUT)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static HttpResponse<String> expect(int status, HttpResponse<String> response) {
        assertEquals(status, response.statusCode(), response.body());
        return response;
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return new ObjectMapper().readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(response.body(), e);
        }
    }
}
