package io.gridhook.core.event;

import java.math.BigDecimal;

/** A number of an event, exactly as it is spelt (IoT Edge documents decimal comparison, without rounding). */
final class JsonNumber {
    /** Ours: digits of an exponent. {@code 1e9999999999} is no larger than {@code 1e999999999}, and both cost the same: nothing. */
    private static final int EXPONENT_DIGITS_MAX = 9;

    private JsonNumber() {}

    /**
     * Its value.
     *
     * @param spelling a JSON number
     */
    static BigDecimal of(CharText spelling) {
        return spelling.indexOf('e') < 0 && spelling.indexOf('E') < 0
                ? spelling.plainNumber()
                : of(spelling.toString());
    }

    /** The same of a text. */
    static BigDecimal of(String spelling) {
        int at = Math.max(spelling.indexOf('e'), spelling.indexOf('E'));
        return new BigDecimal(at < 0 ? spelling : spelling.substring(0, at) + exponent(spelling.substring(at + 1)));
    }

    private static String exponent(String spelling) {
        boolean negative = spelling.startsWith("-");
        int from = negative || spelling.startsWith("+") ? 1 : 0;
        while (from < spelling.length() - 1 && spelling.charAt(from) == '0') {
            from++;
        }
        String digits = spelling.substring(from);
        String bounded = digits.length() > EXPONENT_DIGITS_MAX ? "9".repeat(EXPONENT_DIGITS_MAX) : digits;
        return "e" + (negative ? "-" : "") + bounded;
    }
}
