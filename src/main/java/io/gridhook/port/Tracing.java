package io.gridhook.port;

import io.gridhook.core.delivery.Answer;
import io.gridhook.core.delivery.PostTraces;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.TraceContext;
import io.gridhook.core.topic.EventSubscription;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Spans of what is done with events. Never throws of its own accord and never waits. */
public interface Tracing {
    /** Makes no spans: what came is what goes on. */
    Tracing NONE = new NoSpans();

    /**
     * A publish begins that its publisher may ask for.
     *
     * @param topic its name, as it is stored
     * @param came with the request
     */
    Publishing publish(String topic, Optional<TraceContext> came);

    /**
     * An attempt begins.
     *
     * @param number of this attempt, from 1
     * @param events one or more, that go together
     */
    Attempt attempt(EventSubscription subscription, int number, List<Event> events, PostTraces traces);

    /** The span of a publish; ended once. */
    interface Publishing {
        /** What its events are part of from now on, if they are not part of another trace themselves. */
        Optional<TraceContext> context();

        /** All is durable. */
        void accepted(int events);

        /**
         * Nothing was accepted.
         *
         * @param error a name for the kind of it
         */
        void refused(String error);
    }

    /** The span of an attempt; ended once. */
    interface Attempt {
        /** What the endpoint is told to be part of. */
        Optional<TraceContext> context();

        /** Does {@code work} as part of it. */
        <T> T within(Supplier<T> work);

        /** The attempt has an outcome. */
        void ended(Answer answer);

        /** It was given up, or a fault of ours ended it. */
        void broken(Throwable fault);
    }
}
