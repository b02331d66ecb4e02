package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.gridhook.core.event.InvalidEventException.Kind;
import java.io.IOException;

/** The sentences for a publisher whose request breaks a rule, with the hints of behaviour §9.5. */
final class Invalid {
    private Invalid() {}

    static InvalidEventException json(String message) {
        return new InvalidEventException(Kind.INPUT_JSON_INVALID, message);
    }

    static InvalidEventException contentType(String contentType, String expected) {
        return new InvalidEventException(
                Kind.INVALID_CONTENT_TYPE,
                "Content-Type: " + Excerpt.of(contentType) + " (expected: " + expected + ")");
    }

    static InvalidEventException header(String message) {
        return new InvalidEventException(Kind.INVALID_CLOUD_EVENT_HEADER, message);
    }

    static InvalidEventException tooLarge(String message) {
        return new InvalidEventException(Kind.PAYLOAD_TOO_LARGE, message);
    }

    static InvalidEventException unexpectedEnd() {
        return json("Unexpected end when reading JSON");
    }

    /** Says where, and what Jackson found there, but quotes nothing longer than a character. */
    static InvalidEventException malformed(IOException e) {
        String where = "";
        String what = "";
        if (e instanceof JsonProcessingException jackson) {
            JsonLocation location = jackson.getLocation();
            where = location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
            what = ": " + Excerpt.of(jackson.getOriginalMessage());
        }
        return json("Malformed JSON" + where + what);
    }

    static InvalidEventException token(EventSchema schema, JsonToken expected, JsonToken actual) {
        return json("This topic is configured for the '" + schemaName(schema)
                + "' schema, to which the JSON does not conform. Token expected: " + tokenName(expected)
                + ", actual token received: " + tokenName(actual));
    }

    static InvalidEventException missing(EventSchema schema, String property) {
        return json(property + ": missing (expected: a string; this topic is configured for the '" + schemaName(schema)
                + "' schema, which requires it)");
    }

    static InvalidEventException unexpectedProperty(String property) {
        return json("Received unexpected property '" + Excerpt.of(property)
                + "' in JSON which does not conform to the expected schema");
    }

    static InvalidEventException duplicate(String property) {
        return json(Excerpt.of(property) + ": given more than once (expected: once)");
    }

    /** {@code property: value (expected: …)}. */
    static String value(String property, String value, String expected) {
        return Excerpt.of(property) + ": " + Excerpt.of(value) + " (expected: " + expected + ")";
    }

    /** The schemas' names in Event Grid's answers (behaviour §9.7; unknown for custom topics, so that one is ours). */
    private static String schemaName(EventSchema schema) {
        return switch (schema) {
            case EVENT_GRID -> "EventGridEvent";
            case CLOUD_EVENT_V1_0 -> "CloudEventV10";
            case CUSTOM -> "CustomEvent";
        };
    }

    /** The tokens' names in Event Grid's answers. */
    static String tokenName(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "StartObject";
            case END_OBJECT -> "EndObject";
            case START_ARRAY -> "StartArray";
            case END_ARRAY -> "EndArray";
            case FIELD_NAME -> "PropertyName";
            case VALUE_STRING -> "String";
            case VALUE_NUMBER_INT -> "Integer";
            case VALUE_NUMBER_FLOAT -> "Float";
            case VALUE_TRUE, VALUE_FALSE -> "Boolean";
            case VALUE_NULL -> "Null";
            case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> "None";
        };
    }
}
