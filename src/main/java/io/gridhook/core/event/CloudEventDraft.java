package io.gridhook.core.event;

import io.gridhook.core.event.InvalidEventException.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The context attributes of one CloudEvent as they come in, with the checks that both modes share (behaviour §9.6). */
final class CloudEventDraft {
    static final Set<String> STRING_ATTRIBUTES =
            Set.of("specversion", "id", "source", "type", "subject", "time", "datacontenttype", "dataschema");

    private static final Set<String> TRACE_ATTRIBUTES = Set.of(TraceContext.TRACEPARENT, TraceContext.TRACESTATE);

    private final Kind kind;
    private final String prefix;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, String> values = new HashMap<>();

    private CloudEventDraft(Kind kind, String prefix) {
        this.kind = kind;
        this.prefix = prefix;
    }

    static CloudEventDraft structured() {
        return new CloudEventDraft(Kind.INPUT_JSON_INVALID, "");
    }

    static CloudEventDraft binary() {
        return new CloudEventDraft(Kind.INVALID_CLOUD_EVENT_HEADER, "ce-");
    }

    /** Takes note of a member, which may come only once. */
    void see(String name) {
        if (!seen.add(name)) {
            throw Invalid.duplicate(name);
        }
    }

    /** Takes an attribute; only those that Gridhook reads are kept. */
    void put(String name, String value) {
        checkName(name);
        if (STRING_ATTRIBUTES.contains(name) || TRACE_ATTRIBUTES.contains(name)) {
            values.put(name, value);
        }
    }

    void checkName(String name) {
        boolean valid = !name.isEmpty() && name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
        if (!valid) {
            throw invalid(Invalid.value("attribute name", prefix + name, "lower-case letters a-z and digits"));
        }
    }

    EventAttributes checked() {
        String specversion = required("specversion");
        if (!specversion.equals("1.0")) {
            throw invalid(Invalid.value(prefix + "specversion", specversion, "1.0"));
        }
        String time = get("time");
        if (values.containsKey("time") && !DateTimeText.isRfc3339(time)) {
            throw invalid(Invalid.value(prefix + "time", time, "an RFC 3339 date and time"));
        }
        return new EventAttributes(
                required("id"), required("source"), required("type"), get("subject"), time, "", trace());
    }

    private Optional<TraceContext> trace() {
        String traceparent = get(TraceContext.TRACEPARENT);
        return traceparent.isEmpty() ? Optional.empty() : TraceContext.of(traceparent, get(TraceContext.TRACESTATE));
    }

    private String required(String name) {
        String value = get(name);
        if (value.isEmpty()) {
            throw invalid(prefix + name
                    + ": missing or empty (expected: a string that is not empty; this topic is configured for the"
                    + " 'CloudEventV10' schema, which requires it)");
        }
        return value;
    }

    private String get(String name) {
        return values.getOrDefault(name, "");
    }

    private InvalidEventException invalid(String message) {
        return new InvalidEventException(kind, message);
    }
}
