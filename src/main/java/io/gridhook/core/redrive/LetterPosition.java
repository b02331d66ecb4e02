package io.gridhook.core.redrive;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far somebody has come among dead letters.
 *
 * @param blob the blob to go on with; {@code ""} where letters are named one by one
 * @param letters how many of it, or of those that are named, are done; {@link #ALL} for all of the blob
 */
public record LetterPosition(String blob, int letters) {
    /** More than any blob has. */
    public static final int ALL = Integer.MAX_VALUE;

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,10}):(.{0,1024})", Pattern.DOTALL);

    public LetterPosition {
        if (letters < 0) {
            throw new IllegalArgumentException("letters: " + letters + " (expected: 0 or more)");
        }
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return letters + ":" + blob;
    }

    /** Empty if it is no such text. */
    public static Optional<LetterPosition> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long letters = Long.parseLong(matcher.group(1));
        return letters <= ALL ? Optional.of(new LetterPosition(matcher.group(2), (int) letters)) : Optional.empty();
    }
}
