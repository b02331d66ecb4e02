package io.gridhook.core.event;

import java.util.Map;
import java.util.Optional;

/**
 * Where something happens in a distributed trace, as W3C Trace Context says it: in the headers of a publish, in the attributes of a
 * CloudEvent (its extension for distributed tracing), and in the headers of a POST to an endpoint.
 *
 * @param traceparent version 00: {@code 00-<32 hex digits>-<16 hex digits>-<2 hex digits>}, in lower case, neither id all zeros
 * @param tracestate a list of vendors' own, at most {@value #STATE_CHARS_MAX} characters; {@code ""} for none
 */
public record TraceContext(String traceparent, String tracestate) {
    /** The header's and the attribute's name. */
    public static final String TRACEPARENT = "traceparent";

    /** The header's and the attribute's name. */
    public static final String TRACESTATE = "tracestate";

    /** Trace Context §3.3.1.5: what has to be passed on at least; here, at most. */
    public static final int STATE_CHARS_MAX = TraceState.CHARS_MAX;

    private static final int TRACE_ID_AT = 3;
    private static final int SPAN_ID_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int LENGTH = 55;

    /** Throws {@link IllegalArgumentException} for what no {@code traceparent} of version 00 is. */
    public TraceContext {
        if (!isReadable(traceparent) || traceparent.length() != LENGTH || !traceparent.startsWith("00-")) {
            throw new IllegalArgumentException(
                    "traceparent: " + Excerpt.of(traceparent) + " (expected: 00-<32 hex>-<16 hex>-<2 hex>)");
        }
        if (tracestate.length() > STATE_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "tracestate: " + tracestate.length() + " characters (expected: at most " + STATE_CHARS_MAX + ")");
        }
    }

    /**
     * Reads what came (Trace Context §3.2, §3.3). A {@code traceparent} that breaks the rules is as good as none, and takes its {@code
     * tracestate} with it; a {@code tracestate} that does is left out. A version to come is read as far as 00 goes, and passed on as 00.
     *
     * @param traceparent {@code ""} for none
     * @param tracestate {@code ""} for none; of several headers, all with a comma between
     */
    public static Optional<TraceContext> of(String traceparent, String tracestate) {
        if (traceparent.isEmpty() || !isReadable(traceparent)) {
            return Optional.empty();
        }
        String known = traceparent.startsWith("00") ? traceparent : asVersion00(traceparent);
        return Optional.of(new TraceContext(known, TraceState.bounded(tracestate)));
    }

    /**
     * That of a request, if it has one.
     *
     * @param headers names in lower case
     */
    public static Optional<TraceContext> of(Map<String, String> headers) {
        String traceparent = headers.getOrDefault(TRACEPARENT, "");
        return traceparent.isEmpty() ? Optional.empty() : of(traceparent, headers.getOrDefault(TRACESTATE, ""));
    }

    /** 32 hexadecimal digits. */
    public String traceId() {
        return traceparent.substring(TRACE_ID_AT, SPAN_ID_AT - 1);
    }

    /** Whether both are of one trace. */
    public boolean isSameTrace(TraceContext other) {
        return traceparent.regionMatches(TRACE_ID_AT, other.traceparent, TRACE_ID_AT, SPAN_ID_AT - 1 - TRACE_ID_AT);
    }

    private static boolean isReadable(String text) {
        return text.length() >= LENGTH
                && isHex(text, 0, 2)
                && !text.startsWith("ff")
                && text.charAt(2) == '-'
                && isId(text, TRACE_ID_AT, SPAN_ID_AT - 1)
                && text.charAt(SPAN_ID_AT - 1) == '-'
                && isId(text, SPAN_ID_AT, FLAGS_AT - 1)
                && text.charAt(FLAGS_AT - 1) == '-'
                && isHex(text, FLAGS_AT, LENGTH)
                && hasRightEnd(text);
    }

    /** Version 00 ends where it ends; later ones may say more, behind a dash. */
    private static boolean hasRightEnd(String text) {
        return text.length() == LENGTH || (!text.startsWith("00") && text.charAt(LENGTH) == '-');
    }

    /** Of a later version's flags, only whether the trace is sampled is known (§3.2.4). */
    private static String asVersion00(String later) {
        boolean isSampled = (Character.digit(later.charAt(LENGTH - 1), 16) & 1) == 1;
        return "00" + later.substring(2, FLAGS_AT) + (isSampled ? "01" : "00");
    }

    private static boolean isId(String text, int from, int to) {
        if (!isHex(text, from, to)) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '0') {
                return true;
            }
        }
        return false;
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }
}
