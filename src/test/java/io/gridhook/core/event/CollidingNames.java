package io.gridhook.core.event;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Names of eight letters that all have one hash in Jackson's table of names in bytes, whatever its seed: the seed is added last, to
 * {@code mixed(first four letters) + 33 * last four letters}.
 */
public final class CollidingNames {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    private static final int BY_33 =
            BigInteger.valueOf(33).modInverse(BigInteger.ONE.shiftLeft(32)).intValue();

    private CollidingNames() {}

    /** {@code count} of them, others for another {@code hash}. */
    static List<String> of(int count, int hash) {
        SplittableRandom random = new SplittableRandom(hash);
        List<String> names = new ArrayList<>();
        while (names.size() < count) {
            String first = "" + letter(random) + letter(random) + letter(random) + letter(random);
            String last = text((hash - mixed(quad(first))) * BY_33);
            if (last.chars().allMatch(c -> LETTERS.indexOf(c) >= 0)) {
                names.add(first + last);
            }
        }
        return names;
    }

    /** A JSON object with such names. */
    public static String object(int count, int hash) {
        return of(count, hash).stream().map(name -> "\"" + name + "\":1").collect(Collectors.joining(",", "{", "}"));
    }

    private static char letter(SplittableRandom random) {
        return LETTERS.charAt(random.nextInt(LETTERS.length()));
    }

    private static int quad(String four) {
        return four.charAt(0) << 24 | four.charAt(1) << 16 | four.charAt(2) << 8 | four.charAt(3);
    }

    private static String text(int quad) {
        return "" + (char) (quad >>> 24) + (char) (quad >> 16 & 0xff) + (char) (quad >> 8 & 0xff)
                + (char) (quad & 0xff);
    }

    private static int mixed(int quad) {
        int hash = quad + (quad >>> 15);
        return hash ^ hash >>> 9;
    }
}
