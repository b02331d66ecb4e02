package io.gridhook.core.redrive;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in the queue of redrives: nothing but whose turn it is to go on. All else is in the redrive itself, so a message that is lost
 * can be made anew.
 *
 * @param id the redrive's
 * @param wake {@link RedriveTurn#wake}
 */
public record RedriveMessage(String id, int wake) {
    private static final Pattern TEXT = Pattern.compile("R1\\.([a-z0-9-]{1,64})\\.([0-9]{1,9})");
    private static final Pattern OF_A_VERSION = Pattern.compile("(R[0-9]{1,9})\\..*", Pattern.DOTALL);

    /** The one that {@code job} is worked on by. */
    public static RedriveMessage of(RedriveJob job) {
        return new RedriveMessage(job.id(), job.turn().wake());
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return "R1." + id + "." + wake;
    }

    /** The version of a message that a later one than this wrote, such as {@code R2}; or empty if it is none. */
    public static Optional<String> laterVersion(String text) {
        Matcher matcher = OF_A_VERSION.matcher(text);
        return matcher.matches() && !matcher.group(1).equals("R1") ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Empty if it is no such text. */
    public static Optional<RedriveMessage> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new RedriveMessage(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }
}
