package io.gridhook.functions;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What is set under a name of ours that no setting has: a slip of the pen would otherwise leave a default in force, and nobody told. Names
 * of the platform and of other software begin otherwise, and are no business of ours. The IoT Edge module's begin as it says (see {@link
 * EdgeSettings}).
 */
final class UnknownSettings {
    static final String PREFIX = "GRIDHOOK_";

    /**
     * What Kubernetes sets in each container for services called {@code gridhook} and {@code gridhook-…} (its "docker links" and {@code
     * _SERVICE_HOST}, {@code _SERVICE_PORT}).
     */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            "GRIDHOOK(_[A-Z0-9_]+)?_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    /** What the project's own scripts (deploy/) and its command line (ctl.md) read, which a shell may have exported. */
    private static final Pattern OF_SCRIPTS =
            Pattern.compile("GRIDHOOK_(IMAGE|SAS_KEY[12]|DEPLOY_[A-Z_]+|URL|KEY|TOKEN)");

    /** Ours: more letters than that are another word. */
    private static final int SLIPS_MAX = 3;

    private final Set<String> known;
    private final Set<String> prefixes;

    /**
     * @param known all names that are none of an error
     * @param prefixes what names of ours begin with, in whatever case
     */
    UnknownSettings(Collection<String> known, Collection<String> prefixes) {
        this.known = new TreeSet<>(known);
        this.prefixes = new TreeSet<>(prefixes);
    }

    /** A problem for each of {@code names} that is unknown, in their order; it says no value, which may be a secret. */
    List<String> in(Collection<String> names) {
        return new TreeSet<>(names)
                .stream().filter(this::isUnknown).map(this::problem).toList();
    }

    private boolean isUnknown(String name) {
        return isOurs(name)
                && !known.contains(name)
                && !SERVICE_LINK.matcher(name).matches()
                && !OF_SCRIPTS.matcher(name).matches();
    }

    private boolean isOurs(String name) {
        return prefixes.stream().anyMatch(prefix -> name.regionMatches(true, 0, prefix, 0, prefix.length()));
    }

    private String problem(String name) {
        return name + ": no such setting"
                + nearest(name).map(near -> " (expected: " + near + "?)").orElse(" (expected: one of settings.md)");
    }

    private Optional<String> nearest(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return known.stream()
                .filter(this::isOurs)
                .filter(each -> slips(upper, each.toUpperCase(Locale.ROOT)) <= SLIPS_MAX)
                .min(Comparator.comparingInt(each -> slips(upper, each.toUpperCase(Locale.ROOT))));
    }

    /** How many letters to change, leave out or put in to make one the other (Levenshtein). */
    private static int slips(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int i = 0; i <= other.length(); i++) {
            row[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
