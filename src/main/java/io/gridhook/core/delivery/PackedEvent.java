package io.gridhook.core.delivery;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * An event on its way.
 *
 * @param payload the event, or where it is kept
 * @param publishTime when it was accepted; time to live counts from here
 * @param trace of the publish that brought it, if it was part of one and the event has none of its own
 */
public record PackedEvent(Payload payload, Instant publishTime, Optional<TraceContext> trace) {
    /** Without a trace. */
    public PackedEvent(Payload payload, Instant publishTime) {
        this(payload, publishTime, Optional.empty());
    }

    /** The same event elsewhere. */
    public PackedEvent with(Payload newPayload) {
        return new PackedEvent(newPayload, publishTime, trace);
    }

    /** An event in the message itself, or in a blob that the message names. */
    public sealed interface Payload {
        <R> R match(Function<Inline, R> inline, Function<Kept, R> kept);
    }

    /** In the message. */
    public record Inline(Event event) implements Payload {
        @Override
        public <R> R match(Function<Inline, R> inline, Function<Kept, R> kept) {
            return inline.apply(this);
        }
    }

    /**
     * In a payload blob, as {@link EventCodec} writes it.
     *
     * @param name the blob's name
     * @param offset of the first byte in the blob, 0 or more
     * @param length in bytes, 1 or more; what it ends at is a number of bytes as well
     */
    public record Kept(String name, long offset, int length) implements Payload {
        public Kept {
            if (offset < 0 || length < 1 || offset > Long.MAX_VALUE - length) {
                throw new IllegalArgumentException(
                        "kept: " + length + " bytes from " + offset + " (expected: 1 or more from 0 or more)");
            }
        }

        @Override
        public <R> R match(Function<Inline, R> inline, Function<Kept, R> kept) {
            return kept.apply(this);
        }
    }
}
