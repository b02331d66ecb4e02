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
    /** The deepest event there is, as {@code data} of a custom event's letter, in an array. */
    private static final JsonFactory OF_LETTERS = factory(NESTING_MAX + 2);

    private static final JsonFactory INSIDE_AN_EVENT = factory(NESTING_MAX - 1);

    private final JsonText document;
    private final Utf8Offsets offsets;
    private final JsonParser parser;

    private JsonCursor(JsonFactory factory, JsonText document) {
        this.document = document;
        String text = document.toString();
        if (new Utf8Offsets(text, document.length()).bytesBefore(text.length()) != document.length()) {
            throw Invalid.json("Malformed JSON: not UTF-8");
        }
        this.offsets = new Utf8Offsets(text, document.length());
        try {
            parser = factory.createParser(text);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    static JsonCursor over(JsonText document) {
        return new JsonCursor(WHOLE, document);
    }

    /** Over an array of dead letters, whose events may nest as deep as a published one. */
    static JsonCursor overLetters(JsonText document) {
        return new JsonCursor(OF_LETTERS, document);
    }

    /** Over a document that will become a member of an event, and so nest one deeper. */
    static JsonCursor overMember(JsonText document) {
        return new JsonCursor(INSIDE_AN_EVENT, document);
    }

    /**
     * Over characters and without a table of names, which the parser over bytes cannot do without: that table is shared by all of a
     * factory's documents, and names that are made to collide in it fail the documents of others.
     */
    private static JsonFactory factory(int nestingMax) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(nestingMax)
                        .build())
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
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
        return offsets.bytesBefore((int) parser.currentTokenLocation().getCharOffset());
    }

    /** Just behind the current token. */
    int end() {
        try {
            parser.finishToken();
        } catch (IOException e) {
            throw malformed(e);
        }
        return offsets.bytesBefore((int) parser.currentLocation().getCharOffset());
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
