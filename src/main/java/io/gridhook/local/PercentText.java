package io.gridhook.local;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes what is percent-encoded in a URL, as ASP.NET Core does: what is no escape stays as it is. */
final class PercentText {
    private PercentText() {}

    /** One part of a path; an escaped slash stays escaped. */
    static String pathPart(String text) {
        return decode(text, false);
    }

    /** A query string's parameters: repeated ones joined with a comma, those with an empty value dropped. */
    static Map<String, String> query(@Nullable String rawQuery) {
        Map<String, String> parameters = new HashMap<>();
        if (rawQuery == null) {
            return parameters;
        }
        for (String pair : rawQuery.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && equals < pair.length() - 1) {
                String name = decode(pair.substring(0, equals), true);
                String value = decode(pair.substring(equals + 1), true);
                parameters.merge(name, value, (first, second) -> first + "," + second);
            }
        }
        return parameters;
    }

    private static String decode(String text, boolean query) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            int value = encoded[i] == '%' ? escape(encoded, i) : -1;
            if (value >= 0 && (query || value != '/')) {
                decoded.write(value);
                i += 2;
            } else {
                decoded.write(query && encoded[i] == '+' ? ' ' : encoded[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }

    private static int escape(byte[] text, int at) {
        if (at + 2 >= text.length) {
            return -1;
        }
        int high = Character.digit(text[at + 1], 16);
        int low = Character.digit(text[at + 2], 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
