package io.gridhook.core.redrive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** A redrive as the JSON text that is stored. */
public final class RedriveCodec {
    /** What another version wrote is not worked on: it may mean something else. */
    private static final int FORMAT_VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private RedriveCodec() {}

    /** Its text. */
    public static String write(RedriveJob job) {
        ObjectNode json = JSON.createObjectNode()
                .put("formatVersion", FORMAT_VERSION)
                .put("id", job.id())
                .put("state", job.state().wireName())
                .put("createdAt", job.createdAt().toString())
                .put("createdBy", job.createdBy())
                .put("updatedAt", job.updatedAt().toString())
                .put("detail", job.detail());
        job.endedAt().ifPresent(time -> json.put("endedAt", time.toString()));
        RedriveProgress progress = job.progress();
        json.put("read", progress.read())
                .put("matched", progress.matched())
                .put("sent", progress.sent())
                .put("skippedBlobs", progress.skippedBlobs());
        progress.at().ifPresent(at -> json.put("at", at.text()));
        RedriveTurn turn = job.turn();
        json.put("wake", turn.wake())
                .put("owner", turn.owner())
                .put("until", turn.until().toString())
                .put("paceUntil", turn.paceUntil().toString());
        String filter = job.request().filterText();
        json.set(
                "request",
                RedriveRequestReader.write(
                        job.request(), filter.isEmpty() ? Optional.empty() : Optional.of(tree(filter))));
        return json.toString();
    }

    /**
     * Reads it again.
     *
     * @throws IllegalArgumentException if it is none, or of another version
     */
    public static RedriveJob read(String text) {
        JsonNode json = tree(text);
        int version = json.path("formatVersion").asInt();
        if (version != FORMAT_VERSION) {
            throw new IllegalArgumentException("formatVersion: " + version + " (expected: " + FORMAT_VERSION + ")");
        }
        try {
            Instant createdAt = time(json, "createdAt");
            RedriveProgress progress = new RedriveProgress(
                    json.path("read").asLong(),
                    json.path("matched").asLong(),
                    json.path("sent").asLong(),
                    json.path("skippedBlobs").asLong(),
                    json.has("at") ? LetterPosition.parse(json.path("at").asText()) : Optional.empty());
            RedriveTurn turn = new RedriveTurn(
                    json.path("wake").asInt(),
                    json.path("owner").asText(),
                    time(json, "until"),
                    time(json, "paceUntil"));
            return new RedriveJob(
                    json.path("id").asText(),
                    RedriveRequestReader.read(json.path("request"), createdAt),
                    RedriveState.ofWireName(json.path("state").asText()),
                    progress,
                    turn,
                    createdAt,
                    json.path("createdBy").asText(),
                    time(json, "updatedAt"),
                    json.has("endedAt") ? Optional.of(time(json, "endedAt")) : Optional.empty(),
                    json.path("detail").asText());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("redrive: " + e.getMessage(), e);
        }
    }

    private static Instant time(JsonNode json, String name) {
        return Instant.parse(json.path(name).asText());
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("redrive: not JSON", e);
        }
    }
}
