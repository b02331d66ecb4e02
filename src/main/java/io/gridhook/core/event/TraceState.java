package io.gridhook.core.event;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The {@code tracestate} of a trace: {@code vendor=value} members with commas between (W3C Trace Context §3.3). */
final class TraceState {
    /** §3.3.1.5, in characters. */
    static final int CHARS_MAX = 512;
    /** §3.3.1.1. */
    private static final int MEMBERS_MAX = 32;
    /** §3.3.1.5: what is larger goes first. */
    private static final int LARGE = 128;
    /** Ours: more is not even looked at; a header with {@value #MEMBERS_MAX} members of full length. */
    private static final int READ_MAX = MEMBERS_MAX * 514;

    /** §3.3.1.3, of level 2, which takes what level 1 does. */
    private static final Pattern MEMBER =
            Pattern.compile("[a-z0-9][a-z0-9_*/@-]{0,255}=[ -+\\--<>-~]{0,255}[!-+\\--<>-~]");

    private TraceState() {}

    /**
     * The members that can be passed on. A list with one that breaks the rules, or with too many, is none; of two with one key, the first
     * is the latest. Where all are too long together, those of more than 128 characters go, then those at the end.
     */
    static String bounded(String tracestate) {
        if (tracestate.isBlank() || tracestate.length() > READ_MAX) {
            return "";
        }
        List<String> members = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        int count = 0;
        for (String part : tracestate.split(",", -1)) {
            String member = withoutBlanks(part);
            if (member.isEmpty()) {
                continue;
            }
            if (++count > MEMBERS_MAX || !MEMBER.matcher(member).matches()) {
                return "";
            }
            if (keys.add(member.substring(0, member.indexOf('=')))) {
                members.add(member);
            }
        }
        return shortened(members);
    }

    private static String shortened(List<String> members) {
        for (int i = members.size() - 1; i >= 0 && length(members) > CHARS_MAX; i--) {
            if (members.get(i).length() > LARGE) {
                members.remove(i);
            }
        }
        while (length(members) > CHARS_MAX) {
            members.remove(members.size() - 1);
        }
        return String.join(",", members);
    }

    private static int length(List<String> members) {
        return members.stream().mapToInt(member -> member.length() + 1).sum() - 1;
    }

    /** Blanks and tabs around a member are none of it. */
    private static String withoutBlanks(String part) {
        int from = 0;
        int to = part.length();
        while (from < to && isBlank(part.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(part.charAt(to - 1))) {
            to--;
        }
        return part.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
