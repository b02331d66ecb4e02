package io.gridhook.core.delivery;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventAttributes;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.JsonText;
import java.nio.ByteBuffer;

/**
 * An event in bytes: its schema, the JSON as published, and for custom-schema events the attributes that were mapped or generated when
 * it was accepted (those of the other schemas are in the JSON).
 */
final class EventCodec {
    private static final int HEADER_BYTES = 1 + Integer.BYTES;

    private EventCodec() {}

    static int length(Event event) {
        int attributes = event.schema() == EventSchema.CUSTOM ? attributesLength(event.attributes()) : 0;
        return HEADER_BYTES + event.json().length() + attributes;
    }

    static void write(Event event, ByteBuffer out) {
        out.put((byte) schemaCode(event.schema()));
        out.putInt(event.json().length());
        event.json().writeTo(out);
        if (event.schema() == EventSchema.CUSTOM) {
            writeAttributes(event.attributes(), out);
        }
    }

    static Event read(ByteBuffer in) {
        EventSchema schema = schemaOf(in.get());
        JsonText json = readJson(in, in.getInt());
        EventAttributes attributes =
                schema == EventSchema.CUSTOM ? readAttributes(in) : EventReader.attributes(schema, json);
        return new Event(schema, json, attributes);
    }

    /** A slice of what a message held; a copy of what a payload did, which may be megabytes and would be kept as long as one event of it. */
    private static JsonText readJson(ByteBuffer in, int length) {
        if (in.capacity() > PackCodec.BYTES_MAX || length < 0 || length > in.remaining()) {
            return JsonText.of(Wire.readBytes(in, length));
        }
        int from = in.arrayOffset() + in.position();
        in.position(in.position() + length);
        return JsonText.of(in.array(), from, from + length);
    }

    private static int attributesLength(EventAttributes a) {
        return Wire.textLength(a.id())
                + Wire.textLength(a.source())
                + Wire.textLength(a.type())
                + Wire.textLength(a.subject())
                + Wire.textLength(a.time())
                + Wire.textLength(a.dataVersion());
    }

    private static void writeAttributes(EventAttributes a, ByteBuffer out) {
        Wire.writeText(out, a.id());
        Wire.writeText(out, a.source());
        Wire.writeText(out, a.type());
        Wire.writeText(out, a.subject());
        Wire.writeText(out, a.time());
        Wire.writeText(out, a.dataVersion());
    }

    private static EventAttributes readAttributes(ByteBuffer in) {
        return new EventAttributes(
                Wire.readText(in),
                Wire.readText(in),
                Wire.readText(in),
                Wire.readText(in),
                Wire.readText(in),
                Wire.readText(in));
    }

    /** The number in a pack; never reused. */
    private static int schemaCode(EventSchema schema) {
        return switch (schema) {
            case EVENT_GRID -> 1;
            case CLOUD_EVENT_V1_0 -> 2;
            case CUSTOM -> 3;
        };
    }

    private static EventSchema schemaOf(byte code) {
        for (EventSchema schema : EventSchema.values()) {
            if (schemaCode(schema) == code) {
                return schema;
            }
        }
        throw new IllegalArgumentException("event schema: " + code + " (expected: 1..3)");
    }
}
