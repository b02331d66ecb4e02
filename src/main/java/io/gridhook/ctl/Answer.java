package io.gridhook.ctl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * What the server said.
 *
 * @param text the body as it came
 */
record Answer(int status, String text) {
    /** Numbers stay as they are spelt. */
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Ours: characters of a body that is no error of Gridhook's. */
    private static final int EXCERPT_CHARS = 200;

    boolean isGood() {
        return status >= 200 && status < 300;
    }

    /**
     * The body.
     *
     * @throws CtlException if it is no JSON: then something else than Gridhook answered
     */
    JsonNode json() {
        JsonNode json = tried();
        if (json.isMissingNode()) {
            throw CtlException.refused(status, status + ": no JSON (expected: Gridhook's answer): " + excerpt());
        }
        return json;
    }

    private JsonNode tried() {
        try {
            JsonNode json = JSON.readTree(text);
            return json == null ? MissingNode.getInstance() : json;
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private String excerpt() {
        return text.length() <= EXCERPT_CHARS ? text : text.substring(0, EXCERPT_CHARS) + "…";
    }

    /** What went wrong, in any of the three shapes of an error: IoT Edge's, the cloud's and ARM's. */
    String problem() {
        JsonNode error = tried().path("error");
        JsonNode details = error.path("details");
        String code = details.path("code").asText(error.path("code").asText());
        String message = details.path("message").asText(error.path("message").asText());
        return message.isEmpty() ? status + ": " + excerpt() : status + " " + code + ": " + message;
    }
}
