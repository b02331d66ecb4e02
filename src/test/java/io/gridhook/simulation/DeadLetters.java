package io.gridhook.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The dead letters that were written, each blob read once. */
final class DeadLetters {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One record; {@code delivery} is {@code subscription event}. */
    record Letter(String delivery, String reason, int attempts, Instant at) {}

    private record Blob(String content, List<Letter> letters) {}

    private final VirtualTime time;
    private final Map<String, Blob> blobs = new LinkedHashMap<>();
    private final List<String> replaced = new ArrayList<>();

    DeadLetters(VirtualTime time) {
        this.time = time;
    }

    /** A blob was written, perhaps again; {@code generation} is whose container it is in, or empty. */
    void written(Optional<String> generation, String name, byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        String subscription = generation.orElseGet(() -> name.split("/", -1)[0].toLowerCase(Locale.ROOT));
        Blob old = blobs.get(name);
        if (old != null) {
            if (!old.content().equals(text)
                    && !deliveries(subscription, text).containsAll(deliveries(subscription, old.content()))) {
                replaced.add(name);
            }
            return;
        }
        blobs.put(name, new Blob(text, letters(subscription, text)));
    }

    private List<String> deliveries(String subscription, String content) {
        return letters(subscription, content).stream().map(Letter::delivery).toList();
    }

    private List<Letter> letters(String subscription, String content) {
        List<Letter> letters = new ArrayList<>();
        read(content).forEach(record -> letters.add(letter(subscription, record)));
        return letters;
    }

    private Letter letter(String subscription, JsonNode letter) {
        return new Letter(
                subscription + " " + letter.get("id").asText(),
                letter.get("deadLetterReason").asText(),
                letter.get("deliveryAttempts").asInt(),
                time.instant());
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("dead-letter blob is no JSON", e);
        }
    }

    /** Every record of every blob. */
    List<Letter> all() {
        return blobs.values().stream().flatMap(blob -> blob.letters().stream()).toList();
    }

    /** The blobs that were written a second time, without what they held. */
    List<String> replaced() {
        return replaced;
    }
}
