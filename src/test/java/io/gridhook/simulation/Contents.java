package io.gridhook.simulation;

import io.gridhook.adapter.memory.InMemoryPayloadStore;
import io.gridhook.core.delivery.BulkPublish;
import io.gridhook.core.delivery.DeliveryPack;
import io.gridhook.core.delivery.DeliveryTask;
import io.gridhook.core.delivery.Message;
import io.gridhook.core.delivery.PackCodec;
import io.gridhook.core.delivery.PackedEvent;
import io.gridhook.core.delivery.PackedEvent.Kept;
import io.gridhook.core.delivery.Packer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Which deliveries a queue message holds, as {@code subscription event}; see {@link Generations}. */
final class Contents {
    private final InMemoryPayloadStore payloads;
    private final Generations generations;
    private final Map<String, List<String>> bulks = new HashMap<>();
    private final Map<String, String> keptIds = new HashMap<>();

    Contents(InMemoryPayloadStore payloads, Generations generations) {
        this.payloads = payloads;
        this.generations = generations;
    }

    /** Names every delivery in a message; none in one that nobody can read. */
    void each(String body, Consumer<String> consumer) {
        PackCodec.decode(body).match(new Message.Visitor<Boolean>() {
            @Override
            public Boolean pack(DeliveryPack pack) {
                name(pack.tasks(), consumer);
                return true;
            }

            @Override
            public Boolean bulk(BulkPublish bulk) {
                List<String> all = bulks.computeIfAbsent(bulk.payloadName(), key -> read(key));
                all.stream().skip(bulk.tasksPut()).forEach(consumer);
                return true;
            }

            @Override
            public Boolean unknownVersion(String version) {
                return false;
            }

            @Override
            public Boolean unreadable(String why) {
                return false;
            }
        });
    }

    /** Whether it is a pack with events in a blob that a message would have room for. */
    boolean hasSmallKept(String body) {
        return PackCodec.decode(body) instanceof Message.Pack message
                && message.pack().tasks().stream().anyMatch(task -> task.event()
                        .payload()
                        .match(inline -> false, kept -> kept.length() <= Packer.INLINE_BYTES_MAX));
    }

    private List<String> read(String payloadName) {
        List<String> names = new ArrayList<>();
        payloads.get(payloadName)
                .ifPresent(content ->
                        name(PackCodec.fromPayload(payloadName, content).tasks(), names::add));
        return names;
    }

    private void name(List<DeliveryTask> tasks, Consumer<String> consumer) {
        tasks.forEach(task -> consumer.accept(generations.called(task.subscription()) + " " + id(task.event())));
    }

    private String id(PackedEvent event) {
        return event.payload().match(inline -> inline.event().attributes().id(), this::keptId);
    }

    private String keptId(Kept kept) {
        return keptIds.computeIfAbsent(
                kept.name() + " " + kept.offset(), key -> payloads.get(kept.name(), kept.offset(), kept.length())
                        .map(content -> PackCodec.readKept(content, 0, content.length)
                                .orElseThrow()
                                .attributes()
                                .id())
                        .orElse("whose payload is gone"));
    }
}
