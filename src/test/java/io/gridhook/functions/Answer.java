package io.gridhook.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.azure.functions.HttpResponseMessage;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** What bad input may be answered with: Event Grid's statuses, in its shapes (behaviour §9.4, §9.5, §14), in readable text. */
record Answer(HttpResponseMessage response, boolean hasCloudsShape) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<Integer> REFUSALS = Set.of(400, 401, 404, 405, 409, 411, 413, 415);
    /** Control and format characters, halves of surrogate pairs, ends of lines and paragraphs. */
    private static final Pattern UNREADABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");
    /** Of a message: what it may repeat is cut short. */
    private static final int MESSAGE_CHARS_MAX = 1_200;

    int status() {
        return response.getStatusCode();
    }

    /** Its message; {@code ""} for 200. */
    String checked() {
        UUID.fromString(response.getHeader("x-ms-request-id"));
        if (status() == 200) {
            return "";
        }
        String body = response.getBody().toString();
        assertTrue(REFUSALS.contains(status()), () -> status() + " " + body);
        assertEquals("application/json; charset=utf-8", response.getHeader("Content-Type"));
        assertReadable(body);
        JsonNode error = read(body).path("error");
        JsonNode details = hasCloudsShape ? error.path("details").path(0) : error.path("details");
        assertEquals(hasCloudsShape ? 3 : 2, error.size(), body);
        assertTrue(error.path("code").isTextual() && details.path("code").isTextual(), body);
        String message = details.path("message").textValue();
        assertReadable(message);
        assertTrue(message.length() <= MESSAGE_CHARS_MAX, () -> "message of " + message.length());
        return message;
    }

    private static void assertReadable(String text) {
        assertFalse(UNREADABLE.matcher(text).find(), () -> "has characters that do not show: " + text);
    }

    private static JsonNode read(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError(body, e);
        }
    }
}
