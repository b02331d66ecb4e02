package io.gridhook.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gridhook.adapter.memory.InMemorySubscriptionStore;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.event.DeliverySchema;
import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.core.topic.EventSubscription;
import io.gridhook.core.topic.WebhookDestination;
import io.gridhook.simulation.Complaint.Kind;
import io.gridhook.simulation.SimulatedEndpoint.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Somebody who subscribes to the notices, and whose endpoint may be as bad as any: what it is told, and whether it should be. */
final class NoticeWatch {
    static final String TOPIC = "gridhook";
    /** What a broken variant calls the same topic. */
    static final String ELSEWHERE = "elsewhere";

    static final String NAME = "watching";
    static final String TOLD = "a notice comes to its endpoint";
    static final String DEAD = "a notice is dead-lettered";

    /** Ours, {@code Notices.EVERY}, written down again. */
    private static final Duration EVERY = Duration.ofMinutes(15);

    private static final String CONTAINER = "notices";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One notice.
     *
     * @param about its subject
     * @param at when it was seen first, at the endpoint or in a dead letter
     */
    record Told(String type, String about, long count, Instant at) {
        @Override
        public String toString() {
            Duration after = Duration.between(Simulation.START, at);
            return String.format("%02d:%02d:%02d ", after.toHours(), after.toMinutesPart(), after.toSecondsPart())
                    + type + " " + about + " " + count;
        }
    }

    private final Simulation world;
    /** By their ids. */
    private final Map<String, Told> told = new LinkedHashMap<>();

    private Optional<SimulatedEndpoint> endpoint = Optional.empty();

    NoticeWatch(Simulation world) {
        this.world = world;
    }

    void subscribe(InMemorySubscriptionStore subscriptions, Script script) {
        endpoint = Optional.of(new SimulatedEndpoint(world.time, script));
        subscriptions.create(new EventSubscription(
                TOPIC,
                NAME,
                1_000_000,
                new WebhookDestination(
                        WebhookDestination.Type.WEB_HOOK, "https://" + NAME, OptionalInt.empty(), OptionalInt.empty()),
                DeliverySchema.EVENT_GRID,
                Optional.empty(),
                Optional.of(Simulation.retry(4, 120)),
                Optional.empty(),
                Optional.of(new DeadLetterDestination("/storageAccounts/account", CONTAINER)),
                List.of(),
                Optional.empty(),
                Optional.empty()));
    }

    static boolean isItsOwn(DeadLetterDestination destination) {
        return destination.blobContainerName().equals(CONTAINER);
    }

    CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration timeout) {
        world.faults.table().happened(TOLD, 1);
        read(request.body().toString()).forEach(this::add);
        return endpoint.orElseThrow().postAny(timeout);
    }

    /** A blob was written, of notices that it may never have been sent. */
    void deadLettered(byte[] content) {
        world.faults.table().happened(DEAD, 1);
        read(new String(content, StandardCharsets.UTF_8)).forEach(this::add);
    }

    private void add(JsonNode event) {
        told.putIfAbsent(
                event.path("id").asText(),
                new Told(
                        event.path("eventType").asText(),
                        event.path("subject").asText(),
                        event.path("data").path("count").asLong(),
                        world.time.instant()));
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("notices are no JSON", e);
        }
    }

    /** In the order in which they were seen first. */
    List<Told> told() {
        return List.copyOf(told.values());
    }

    /** What there was too much of. */
    List<Complaint> complaints() {
        List<Complaint> complaints = new ArrayList<>();
        Map<String, Long> byKind = new LinkedHashMap<>();
        for (Told each : told.values()) {
            if (each.about().endsWith("/" + NAME)) {
                complaints.add(new Complaint(Kind.NOTICE_OF_NOTICE, each.toString()));
            }
            byKind.merge(each.type() + " " + each.about(), 1L, Long::sum);
        }
        long most = most();
        byKind.forEach((kind, count) -> {
            if (count > most) {
                complaints.add(new Complaint(Kind.MANY_NOTICES, count + " of " + kind + ", of " + most));
            }
        });
        return complaints;
    }

    /** Each process tells one at once, and then one in every quarter of an hour. */
    private long most() {
        Duration all = Duration.between(Simulation.START, world.time.instant());
        return world.instances.size() * (all.dividedBy(EVERY) + 1) + world.lives();
    }
}
