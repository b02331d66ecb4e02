package io.gridhook.core.event;

import java.util.Map;
import java.util.TreeMap;

/** Reads a CloudEvent in binary mode: attributes in {@code ce-*} headers, the body as its data (CloudEvents 1.0, HTTP binding §3.1). */
final class CloudEventHeaders {
    private static final String PREFIX = "ce-";

    private final Map<String, String> attributes = new TreeMap<>();

    CloudEventHeaders(Map<String, String> headers) {
        headers.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                attributes.put(name.substring(PREFIX.length()), value);
            }
        });
    }

    boolean areAbsent() {
        return attributes.isEmpty();
    }

    /**
     * Makes the event that structured mode would have carried.
     *
     * @param contentType the {@code Content-Type} header, {@code ""} when absent
     * @param body JSON, which becomes {@code data} as it is; blank for no data
     */
    Event read(String contentType, JsonText body) {
        CloudEventDraft draft = CloudEventDraft.binary();
        JsonOutput out = new JsonOutput(body.length() + 512).raw("{").member("specversion", "1.0");
        attributes.forEach((name, header) -> {
            String value = decoded(name, header);
            draft.put(name, value);
            if (!name.equals("specversion")) {
                out.member(name, value);
            }
        });
        EventAttributes checked = draft.checked();
        if (!contentType.isBlank()) {
            out.member("datacontenttype", contentType.strip());
        }
        if (!isBlank(body)) {
            out.member("data", dataOf(body));
        }
        JsonText event = out.raw("}").text();
        if (event.length() > PublishRules.EVENT_BYTES_MAX) {
            throw EventSequence.tooLarge(event.length());
        }
        return new Event(EventSchema.CLOUD_EVENT_V1_0, event, checked);
    }

    private static String decoded(String name, String header) {
        if (name.equals("data") || name.equals("datacontenttype")) {
            throw Invalid.header(PREFIX + name + ": given as a header (expected: the body and Content-Type carry it)");
        }
        return HeaderValue.decode(PREFIX + name, header);
    }

    private static boolean isBlank(JsonText body) {
        for (int i = 0; i < body.length(); i++) {
            if (" \t\r\n".indexOf(body.byteAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static JsonText dataOf(JsonText body) {
        try (JsonCursor json = JsonCursor.overMember(body)) {
            json.next();
            JsonText data = json.value();
            json.expectEnd();
            return data;
        }
    }
}
