package io.gridhook.core.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads one JSON document forwards and knows where each token stands in its bytes, so that pieces can be kept as they were written.
 * Whatever is wrong with the document comes out as {@link InvalidEventException}.
 */
final class JsonCursor implements AutoCloseable {
    /** How deep objects and arrays may nest, the event and the array around it included. */
    static final int NESTING_MAX = 1_000;

    private static final JsonFactory WHOLE = factory(NESTING_MAX);
    private static final JsonFactory INSIDE_AN_EVENT = factory(NESTING_MAX - 1);

    private final JsonText document;
    private final JsonParser parser;

    private JsonCursor(JsonFactory factory, JsonText document) {
        this.document = document;
        if (looksLikeUtf16(document)) {
            throw Invalid.json("Malformed JSON: a NUL character at its beginning");
        }
        try {
            parser = factory.createParser(document.array(), document.offset(), document.length());
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    static JsonCursor over(JsonText document) {
        return new JsonCursor(WHOLE, document);
    }

    /** Over a document that will become a member of an event, and so nest one deeper. */
    static JsonCursor overMember(JsonText document) {
        return new JsonCursor(INSIDE_AN_EVENT, document);
    }

    private static JsonFactory factory(int nestingMax) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(nestingMax)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
    }

    /** Jackson guesses UTF-16 and UTF-32 from NULs among the first bytes; ours is UTF-8, where they are just wrong. */
    private static boolean looksLikeUtf16(JsonText document) {
        return document.length() > 1 && (document.byteAt(0) == 0 || document.byteAt(1) == 0);
    }

    /** Moves to the next token; that there is none is an error. */
    JsonToken next() {
        try {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw Invalid.unexpectedEnd();
            }
            return token;
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Checks that nothing but white space follows. */
    void expectEnd() {
        try {
            JsonToken token = parser.nextToken();
            if (token != null) {
                throw Invalid.json("Unexpected " + Invalid.tokenName(token) + " after the end of the JSON document");
            }
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    JsonToken token() {
        return parser.currentToken();
    }

    /** The name of the member that the cursor is at, or in. */
    String name() {
        try {
            return parser.currentName();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** The text of the current scalar; a number or a literal as it is spelt. */
    String text() {
        try {
            return parser.getText();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Goes to the end of the current value, if it is an object or an array. */
    void skip() {
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Where the current token begins, in bytes from the document's beginning. */
    int start() {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Just behind the current token. */
    int end() {
        try {
            parser.finishToken();
        } catch (IOException e) {
            throw malformed(e);
        }
        return (int) parser.currentLocation().getByteOffset();
    }

    /** Skips the current value and hands out its bytes. */
    JsonText value() {
        int from = start();
        skip();
        return document.slice(from, end());
    }

    JsonText slice(int from, int to) {
        return document.slice(from, to);
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InvalidEventException malformed(IOException e) {
        if (e instanceof JsonEOFException) {
            return Invalid.unexpectedEnd();
        }
        if (e instanceof StreamConstraintsException) {
            return Invalid.json("JSON beyond the limits (expected: nesting up to " + NESTING_MAX
                    + ", numbers up to " + StreamReadConstraints.DEFAULT_MAX_NUM_LEN + " characters, names up to "
                    + StreamReadConstraints.DEFAULT_MAX_NAME_LEN + ")");
        }
        return Invalid.malformed(e);
    }
}
