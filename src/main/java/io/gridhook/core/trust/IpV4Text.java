package io.gridhook.core.trust;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** IPv4 addresses as text. */
final class IpV4Text {
    private static final String NUMBER = "(0|[1-9][0-9]{0,2})";
    private static final Pattern FOUR_NUMBERS = Pattern.compile(NUMBER + ("\\." + NUMBER).repeat(3));

    private IpV4Text() {}

    static Optional<IpAddress> parse(String text) {
        Matcher numbers = FOUR_NUMBERS.matcher(text);
        if (!numbers.matches()) {
            return Optional.empty();
        }
        long bits = 0;
        for (int i = 1; i <= 4; i++) {
            int number = Integer.parseInt(numbers.group(i));
            if (number > 255) {
                return Optional.empty();
            }
            bits = bits << 8 | number;
        }
        return Optional.of(IpAddress.v4(bits));
    }

    static String of(long bits) {
        return (bits >>> 24 & 0xFF) + "." + (bits >>> 16 & 0xFF) + "." + (bits >>> 8 & 0xFF) + "." + (bits & 0xFF);
    }
}
