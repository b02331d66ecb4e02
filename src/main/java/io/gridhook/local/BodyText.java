package io.gridhook.local;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request's bytes as the text that a function sees (functions-runtime §3): UTF-8 whatever the charset parameter says, unless a byte
 * order mark says otherwise; the mark is dropped, what is invalid becomes U+FFFD. Octet streams and multipart bodies keep their mark.
 */
final class BodyText {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private BodyText() {}

    static String decode(byte[] bytes, @Nullable String contentType) {
        if (isBinary(contentType)) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        String text = new String(bytes, charset(bytes));
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    private static boolean isBinary(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType.trim().toLowerCase(Locale.ROOT);
        return type.startsWith("application/octet-stream") || type.startsWith("multipart/");
    }

    /** .NET's StreamReader also knows UTF-16 by its mark. */
    private static Charset charset(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
        if (mark == 0xfffe) {
            return StandardCharsets.UTF_16LE;
        }
        return mark == 0xfeff ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
    }
}
