package io.gridhook.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** A webhook endpoint on a free port of this machine. It keeps what it gets and answers as it is told. */
public final class Receiver implements AutoCloseable {
    private static final Duration WAIT_MAX = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One request.
     *
     * @param headers by their names in lower case
     */
    public record Received(String path, Map<String, String> headers, String body) {
        public Received {
            headers = Map.copyOf(headers);
        }

        public String header(String name) {
            return headers.getOrDefault(name, "missing");
        }

        /** The ids of its events, be they one or an array. */
        public List<String> ids() {
            List<String> ids = new ArrayList<>();
            JsonNode json = json();
            Iterable<JsonNode> events = json.isArray() ? json : List.of(json);
            events.forEach(event -> ids.add(event.path("id").asText("none")));
            return ids;
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError(body, e);
            }
        }
    }

    private final WebhookServer server;
    private final List<Received> requests = new ArrayList<>();
    private volatile ToIntFunction<Received> answer;

    /** Answers with the status that {@code answer} gives; it may take its time. */
    public Receiver(ToIntFunction<Received> answer) {
        this.answer = answer;
        server = new WebhookServer(received -> CompletableFuture.completedFuture(answerTo(received)));
    }

    /** Answers 200. */
    public Receiver() {
        this(request -> 200);
    }

    /** From now on. */
    public void answer(ToIntFunction<Received> newAnswer) {
        answer = newAnswer;
    }

    /** Of a path of it; the path starts with a slash. */
    public String url(String path) {
        return server.url(path);
    }

    public synchronized List<Received> requests() {
        return List.copyOf(requests);
    }

    /** Waits until there are so many requests. */
    public List<Received> await(int count) {
        return awaitUntil(all -> all.size() >= count, count + " requests");
    }

    /** Waits until each of these events was in a request. */
    public void awaitIds(Set<String> ids) {
        awaitUntil(all -> all.size() >= 1 && idsOf(all).containsAll(ids), ids.size() + " ids");
    }

    /** The ids of all events so far. */
    public Set<String> ids() {
        return idsOf(requests());
    }

    /** Waits for the first request that {@code wanted} takes. */
    public Received awaitFirst(Predicate<Received> wanted) {
        return awaitUntil(all -> all.stream().anyMatch(wanted), "one request of its kind").stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    private synchronized List<Received> awaitUntil(Predicate<List<Received>> enough, String wanted) {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        try {
            while (!enough.test(requests)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(wanted + " expected, but there were " + requests.size() + " requests with "
                            + idsOf(requests).size() + " ids");
                }
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return List.copyOf(requests);
    }

    private static Set<String> idsOf(List<Received> all) {
        Set<String> ids = new HashSet<>();
        all.forEach(received -> ids.addAll(received.ids()));
        return ids;
    }

    private int answerTo(Received received) {
        synchronized (this) {
            requests.add(received);
            notifyAll();
        }
        return answer.applyAsInt(received);
    }

    @Override
    public void close() {
        server.close();
    }
}
