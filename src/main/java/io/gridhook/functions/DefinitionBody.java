package io.gridhook.functions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.azure.functions.HttpRequestMessage;
import io.gridhook.app.ManagementException;
import io.gridhook.core.topic.InvalidDefinitionException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads the JSON body of a management call, bounded and strictly: no property twice, nothing after the end. A comma after the last
 * property and comments pass, as the editions print both in their examples, and ARM templates have the latter.
 */
final class DefinitionBody {
    /** Ours: more than any legal definition. */
    static final int BYTES_MAX = 262_144;
    /** Ours: more than any legal definition. */
    private static final int DEPTH_MAX = 32;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    // That table is shared by all bodies, and names that are made to collide in it fail those of
                    // others.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private DefinitionBody() {}

    static JsonNode of(HttpRequestMessage<Optional<String>> request) {
        return of(request.getBody().orElse(""));
    }

    static JsonNode of(String text) {
        return of(text, BYTES_MAX);
    }

    /** The same for a body of many definitions, of at most {@code bytesMax}. */
    static JsonNode of(String text, int bytesMax) {
        if (text.isBlank()) {
            throw new InvalidDefinitionException(
                    "body: empty (expected: a JSON object, sent with a Content-Length and not chunked)");
        }
        // Each character is at least one byte, so what has too many is not even encoded.
        if (text.length() > bytesMax || text.getBytes(StandardCharsets.UTF_8).length > bytesMax) {
            throw new ManagementException(
                    ManagementException.Kind.TOO_LARGE, "body: too long (expected: at most " + bytesMax + " bytes)");
        }
        try {
            return JSON.readTree(text);
        } catch (StreamConstraintsException e) {
            throw new InvalidDefinitionException(
                    "body: nested too deeply, or with a number too long (expected: at most "
                            + DEPTH_MAX + " levels, and numbers of at most "
                            + StreamReadConstraints.DEFAULT_MAX_NUM_LEN + " characters)");
        } catch (NumberFormatException e) {
            throw new InvalidDefinitionException(
                    "body: a number with an exponent of too many digits (expected: at most 10)");
        } catch (JsonProcessingException e) {
            throw new InvalidDefinitionException("body: not valid JSON" + place(e)
                    + " (expected: one JSON object, every brace closed, no property twice)");
        }
    }

    private static String place(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }
}
