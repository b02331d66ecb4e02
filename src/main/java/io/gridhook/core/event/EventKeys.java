package io.gridhook.core.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys that filters ask for (behaviour §8.4), arranged so that one pass over an event finds all: {@code .} separates nested names,
 * letter case does not count, and a name that holds a dot cannot be addressed. Ours: of members that differ in letter case only, or are
 * given twice, the first counts; nothing is found inside an array.
 */
public final class EventKeys {
    /** What attributes tell of a key without reading the event. */
    record Envelope(Function<EventAttributes, String> read, boolean mayBeAbsent) {}

    /** One name on the way to values. */
    static final class Node {
        private final Map<String, Node> building = new LinkedHashMap<>();
        private NameTable<Node> children = new NameTable<>(Map.of());
        /** Which value stands here; -1 if none does. */
        private int slot = -1;
        /** How many values stand here and below. */
        private int slots;
        /** A number of its own among all nodes. */
        private final int id;

        Node(int id) {
            this.id = id;
        }

        int slot() {
            return slot;
        }

        int slots() {
            return slots;
        }

        int id() {
            return id;
        }

        @Nullable
        Node child(CharSequence name) {
            return children.get(name);
        }

        Iterable<Node> children() {
            return children.values();
        }

        boolean isInner() {
            return !building.isEmpty();
        }

        private int seal() {
            children = new NameTable<>(building);
            slots = slot < 0 ? 0 : 1;
            for (Node child : building.values()) {
                slots += child.seal();
            }
            return slots;
        }
    }

    private final EventSchema schema;
    private final List<Optional<Envelope>> envelopes;
    private final Node root = new Node(0);
    private int nodes = 1;

    /**
     * Keys of events of one schema.
     *
     * @param keys each once, letter case aside; a value's slot is its key's index
     */
    public EventKeys(EventSchema schema, List<String> keys) {
        this.schema = schema;
        this.envelopes = keys.stream().map(key -> envelope(schema, key)).toList();
        for (int slot = 0; slot < envelopes.size(); slot++) {
            if (envelopes.get(slot).isEmpty()) {
                node(keys.get(slot)).slot = slot;
            }
        }
        root.seal();
    }

    private Node node(String key) {
        Node node = root;
        for (String name : key.split("\\.", -1)) {
            node = node.building.computeIfAbsent(Letters.fold(name), folded -> new Node(nodes++));
        }
        return node;
    }

    private static Optional<Envelope> envelope(EventSchema schema, String key) {
        return switch (schema) {
            case EVENT_GRID -> eventGrid(Letters.fold(key));
            case CLOUD_EVENT_V1_0 -> cloudEvent(Letters.fold(key));
            case CUSTOM -> Optional.empty();
        };
    }

    private static Optional<Envelope> eventGrid(String key) {
        return switch (key) {
            case "id" -> Optional.of(new Envelope(EventAttributes::id, false));
            case "topic" -> Optional.of(new Envelope(EventAttributes::source, false));
            case "subject" -> Optional.of(new Envelope(EventAttributes::subject, false));
            case "eventtype" -> Optional.of(new Envelope(EventAttributes::type, false));
            case "eventtime" -> Optional.of(new Envelope(EventAttributes::time, false));
            case "dataversion" -> Optional.of(new Envelope(EventAttributes::dataVersion, false));
            default -> Optional.empty();
        };
    }

    private static Optional<Envelope> cloudEvent(String key) {
        return switch (key) {
            case "id" -> Optional.of(new Envelope(EventAttributes::id, false));
            case "source" -> Optional.of(new Envelope(EventAttributes::source, false));
            case "type" -> Optional.of(new Envelope(EventAttributes::type, false));
            case "subject" -> Optional.of(new Envelope(EventAttributes::subject, true));
            case "time" -> Optional.of(new Envelope(EventAttributes::time, true));
            default -> Optional.empty();
        };
    }

    EventSchema schema() {
        return schema;
    }

    List<Optional<Envelope>> envelopes() {
        return envelopes;
    }

    Node root() {
        return root;
    }

    int nodes() {
        return nodes;
    }
}
