package io.gridhook.core.event;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes JSON around pieces that are copied as they are. */
final class JsonOutput extends ByteArrayOutputStream {
    JsonOutput(int sizeHint) {
        super(sizeHint);
    }

    /** What has been written; nothing may be written any more. */
    JsonText text() {
        return JsonText.of(buf, 0, count);
    }

    /** Syntax: plain ASCII, copied. */
    JsonOutput raw(String syntax) {
        byte[] bytes = syntax.getBytes(StandardCharsets.US_ASCII);
        write(bytes, 0, bytes.length);
        return this;
    }

    JsonOutput raw(JsonText piece) {
        piece.writeTo(this);
        return this;
    }

    /** A member whose name needs no escapes, its value still to come; a comma goes before it unless it is the first of its object. */
    JsonOutput name(String name) {
        if (count > 0 && buf[count - 1] != '{') {
            write(',');
        }
        return raw("\"" + name + "\":");
    }

    JsonOutput member(String name, String value) {
        return name(name).string(value);
    }

    JsonOutput member(String name, int value) {
        return name(name).raw(Integer.toString(value));
    }

    JsonOutput member(String name, JsonText value) {
        return name(name).raw(value);
    }

    /** A string with the escapes that JSON needs. Half a surrogate pair, which has no UTF-8, stays the escape that it came as. */
    JsonOutput string(String value) {
        byte[] bytes = ('"' + (isPlain(value) ? value : escaped(value)) + '"').getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
        return this;
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String value) {
        StringBuilder out = new StringBuilder(value.length() + 16);
        value.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ' || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
