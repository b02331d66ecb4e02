package io.gridhook.core.event;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The value of a {@code ce-*} header: CloudEvents 1.0, HTTP binding §3.1.3.2. */
final class HeaderValue {
    private HeaderValue() {}

    /** Takes away quotes around the value and decodes {@code %hh}; a {@code %} without two hex digits stands for itself. */
    static String decode(String name, String value) {
        String unquoted = unquote(value.strip());
        return unquoted.indexOf('%') < 0 ? unquoted : percentDecode(name, unquoted);
    }

    private static String unquote(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            return value;
        }
        StringBuilder out = new StringBuilder(value.length());
        for (int i = 1; i < value.length() - 1; i++) {
            boolean escape = value.charAt(i) == '\\' && i + 1 < value.length() - 1;
            out.append(value.charAt(escape ? ++i : i));
        }
        return out.toString();
    }

    private static String percentDecode(String name, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int decoded = bytes[i] == '%' && i + 2 < bytes.length ? hex(bytes[i + 1], bytes[i + 2]) : -1;
            out.write(decoded < 0 ? bytes[i] : decoded);
            i += decoded < 0 ? 0 : 2;
        }
        String decoded = out.toString(StandardCharsets.UTF_8);
        if (!Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), out.toByteArray())) {
            throw Invalid.header(Invalid.value(name, value, "percent-encoded UTF-8"));
        }
        return decoded;
    }

    private static int hex(byte high, byte low) {
        int first = Character.digit(high, 16);
        int second = Character.digit(low, 16);
        return first < 0 || second < 0 ? -1 : first * 16 + second;
    }
}
