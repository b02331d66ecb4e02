package io.gridhook.core.event;

import io.gridhook.core.event.EventValue.Kind;

/**
 * Walks over the bytes of JSON that {@link JsonCursor} has read before and found well-formed, as that of every event was when it was
 * published. So it checks no grammar and, unlike a parser, makes no text of a name or a value that nobody asked for: one walk after the
 * other allocates nothing. It stands in front of a value, or at its end. What cannot be walked over is an {@link IllegalArgumentException}.
 * For one thread.
 */
final class StoredJson {
    private static final JsonText NOTHING = JsonText.of("");

    private final CharText name = new CharText();
    private JsonText json = NOTHING;
    private int at;

    /** Turns to another document, and stands in front of its value. */
    void over(JsonText document) {
        json = document;
        at = 0;
        skipBlanks();
    }

    /** Lets go of the document. */
    void forget() {
        json = NOTHING;
        name.clear();
    }

    /** What the value is that it stands in front of; never {@link Kind#ABSENT}. */
    Kind kind() {
        return switch (peek()) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't', 'f' -> Kind.BOOLEAN;
            case 'n' -> Kind.NULL;
            default -> Kind.NUMBER;
        };
    }

    /** Goes in front of the members of an object. */
    void enterObject() {
        expect('{');
    }

    /** Goes in front of the elements of an array. */
    void enterArray() {
        expect('[');
    }

    /** Goes in front of the next member's value and says true, or behind the object. */
    boolean nextMember() {
        if (!next('}')) {
            return false;
        }
        readString(name);
        skipString();
        skipBlanks();
        expect(':');
        skipBlanks();
        return true;
    }

    /** Goes in front of the next element and says true, or behind the array. */
    boolean nextElement() {
        return next(']');
    }

    private boolean next(char end) {
        skipBlanks();
        if (peek() == ',') {
            at++;
            skipBlanks();
        }
        if (peek() == end) {
            at++;
            return false;
        }
        return true;
    }

    /** Of the member that it is at; good until the next one. */
    CharSequence name() {
        return name;
    }

    /** The content of the string that it stands in front of, or the number or literal as it is spelt. */
    void read(CharText into) {
        if (peek() == '"') {
            readString(into);
            return;
        }
        into.clear();
        for (int i = at; i < json.length() && isOfScalar(json.byteAt(i)); i++) {
            into.add((char) json.byteAt(i));
        }
    }

    /** Goes behind the value. */
    void skip() {
        switch (peek()) {
            case '"' -> skipString();
            case '{', '[' -> skipNested();
            default -> skipScalar();
        }
    }

    /** Checks that nothing but white space follows. */
    void expectEnd() {
        skipBlanks();
        if (at < json.length()) {
            throw unexpected();
        }
    }

    private void skipNested() {
        int depth = 0;
        do {
            byte b = peek();
            if (b == '"') {
                skipString();
                continue;
            }
            depth += b == '{' || b == '[' ? 1 : 0;
            depth -= b == '}' || b == ']' ? 1 : 0;
            at++;
        } while (depth > 0);
    }

    private void skipScalar() {
        int from = at;
        while (at < json.length() && isOfScalar(json.byteAt(at))) {
            at++;
        }
        if (at == from) {
            throw unexpected();
        }
    }

    private static boolean isOfScalar(byte b) {
        return b == '-' || b == '+' || b == '.' || (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || b == 'E';
    }

    private void skipString() {
        expect('"');
        for (byte b = take(); b != '"'; b = take()) {
            if (b == '\\') {
                take();
            }
        }
    }

    /** Leaves it in front of the string. */
    private void readString(CharText into) {
        int from = at;
        into.clear();
        expect('"');
        for (byte b = take(); b != '"'; b = take()) {
            if (b == '\\') {
                into.add(escaped());
            } else if (b >= 0) {
                into.add((char) b);
            } else {
                addWide(b, into);
            }
        }
        at = from;
    }

    private char escaped() {
        byte b = take();
        return switch (b) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
            default -> (char) b;
        };
    }

    private int hex() {
        int digit = Character.digit(take(), 16);
        if (digit < 0) {
            throw unexpected();
        }
        return digit;
    }

    /** A character of two to four bytes in UTF-8, of which the first says how many. */
    private void addWide(byte first, CharText into) {
        if ((first & 0xE0) == 0xC0) {
            into.add((char) ((first & 0x1F) << 6 | more()));
        } else if ((first & 0xF0) == 0xE0) {
            into.add((char) ((first & 0x0F) << 12 | more() << 6 | more()));
        } else {
            int point = (first & 0x07) << 18 | more() << 12 | more() << 6 | more();
            into.add(Character.highSurrogate(point));
            into.add(Character.lowSurrogate(point));
        }
    }

    private int more() {
        return take() & 0x3F;
    }

    private void skipBlanks() {
        while (at < json.length() && isBlank(json.byteAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private void expect(char c) {
        if (peek() != c) {
            throw unexpected();
        }
        at++;
    }

    private byte take() {
        byte b = peek();
        at++;
        return b;
    }

    private byte peek() {
        if (at >= json.length()) {
            throw unexpected();
        }
        return json.byteAt(at);
    }

    private IllegalArgumentException unexpected() {
        String found = at < json.length() ? "byte " + (json.byteAt(at) & 0xFF) : "end";
        return new IllegalArgumentException("json: " + found + " at " + at + " (expected: a published event)");
    }
}
