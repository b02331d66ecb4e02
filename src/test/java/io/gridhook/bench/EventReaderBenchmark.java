package io.gridhook.bench;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventReader;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.InputSchemaMapping;
import io.gridhook.core.event.PublishRules;
import io.gridhook.core.event.PublishedBody;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Parse: a published request becomes events. One operation is one request. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EventReaderBenchmark {
    @Param({"1", "100"})
    public int events;

    private PublishedBody eventGrid;
    private PublishedBody cloudEvents;

    @Setup
    public void prepare() {
        eventGrid = new PublishedBody("application/json", Map.of(), BenchEvents.eventGridArray(events));
        cloudEvents = new PublishedBody(
                "application/cloudevents-batch+json; charset=utf-8", Map.of(), BenchEvents.cloudEventArray(events));
    }

    @Benchmark
    public List<Event> eventGridArray() {
        return EventReader.read(eventGrid, rules(EventSchema.EVENT_GRID));
    }

    @Benchmark
    public List<Event> cloudEventsBatch() {
        return EventReader.read(cloudEvents, rules(EventSchema.CLOUD_EVENT_V1_0));
    }

    /** Those of a topic in profile {@code cloud}; each request has its own, for its time of arrival. */
    private static PublishRules rules(EventSchema schema) {
        return new PublishRules(
                schema,
                InputSchemaMapping.NONE,
                "/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid/topics/orders",
                Set.of("/iotHubs/h/devices/d/modules/m/topics/orders"),
                Optional.empty(),
                Set.of("subject", "id", "eventType", "eventTime"),
                true,
                Instant.EPOCH,
                () -> "new-id");
    }
}
