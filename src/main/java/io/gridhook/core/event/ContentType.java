package io.gridhook.core.event;

import java.util.Locale;

/** A {@code Content-Type} header without its parameters, in lower case; {@code ""} when there was none. */
record ContentType(String mediaType) {
    static ContentType parse(String header) {
        int parameters = header.indexOf(';');
        String type = parameters < 0 ? header : header.substring(0, parameters);
        return new ContentType(type.strip().toLowerCase(Locale.ROOT));
    }

    boolean isAbsent() {
        return mediaType.isEmpty();
    }

    boolean is(String other) {
        return mediaType.equals(other);
    }

    boolean isStructuredCloudEvent() {
        return mediaType.startsWith("application/cloudevents");
    }

    boolean isJson() {
        return is("application/json") || is("text/json") || mediaType.endsWith("+json");
    }

    /** Bodies that the Functions host does not hand over as the text they are (functions-runtime §3). */
    boolean isNotText() {
        return is("application/octet-stream") || mediaType.startsWith("multipart/");
    }
}
