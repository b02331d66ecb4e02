package io.gridhook.core.event;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values that one event after another has at some keys. What Gridhook has read of the event anyway costs nothing more; the event
 * itself is read when the first other value is asked for, once, and not further than to the last key. What was found is kept in places
 * that are filled again and again, so an event allocates nothing but a {@link java.math.BigDecimal} for each number that is compared. For one
 * thread.
 */
public final class EventValues {
    /** Told the elements of arrays that stand at a key. */
    public interface Elements {
        /** Whether the elements at {@code slot} are of interest. */
        boolean wanted(int slot);

        /** One of them; an object or an array is not shown further. {@code element} is filled anew for the next. */
        void element(int slot, EventValue element);
    }

    private final EventKeys keys;
    private final Elements elements;
    private final EventValue[] values;
    private final EventValue element = new EventValue();
    /** In which event each node was met last. */
    private final int[] metIn;

    private final StoredJson json = new StoredJson();

    private @Nullable Event event;
    private int round;
    private boolean isRead;
    private int missing;

    public EventValues(EventKeys keys, Elements elements) {
        this.keys = keys;
        this.elements = elements;
        this.values = new EventValue[keys.envelopes().size()];
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = new EventValue();
        }
        this.metIn = new int[keys.nodes()];
    }

    /** Turns to the next event. */
    public void of(Event next) {
        event = next;
        round++;
        isRead = false;
        for (int slot = 0; slot < values.length; slot++) {
            Optional<EventKeys.Envelope> envelope = keys.envelopes().get(slot);
            if (envelope.isPresent()) {
                set(values[slot], envelope.get(), next.attributes());
            }
        }
    }

    /** Lets go of the event. */
    public void forget() {
        event = null;
        json.forget();
        for (EventValue value : values) {
            value.forget();
        }
        element.forget();
    }

    private static void set(EventValue value, EventKeys.Envelope envelope, EventAttributes attributes) {
        String text = envelope.read().apply(attributes);
        if (text.isEmpty() && envelope.mayBeAbsent()) {
            value.set(EventValue.Kind.ABSENT);
        } else {
            value.setString(text);
        }
    }

    /** What the event has at a key; the elements of wanted arrays, at any key, are told before the first answer that needs the event. */
    public EventValue at(int slot) {
        if (!isRead && keys.envelopes().get(slot).isEmpty()) {
            read();
        }
        return values[slot];
    }

    private void read() {
        isRead = true;
        Event current = event;
        if (current == null) {
            throw new IllegalStateException("event: none (expected: of(event) first)");
        }
        for (int slot = 0; slot < values.length; slot++) {
            if (keys.envelopes().get(slot).isEmpty()) {
                values[slot].set(EventValue.Kind.ABSENT);
            }
        }
        missing = keys.root().slots();
        json.over(current.json());
        json.enterObject();
        readObject(keys.root());
    }

    /** From its first member to its end, or to where nothing is missing any more. */
    private void readObject(EventKeys.Node node) {
        while (missing > 0 && json.nextMember()) {
            EventKeys.Node child = node.child(json.name());
            if (child == null || metIn[child.id()] == round) {
                json.skip();
            } else {
                metIn[child.id()] = round;
                readValue(child, isAttribute(node, json.name()));
            }
        }
        if (missing > 0) {
            for (EventKeys.Node child : node.children()) {
                missing -= metIn[child.id()] == round ? 0 : child.slots();
            }
        }
    }

    private boolean isAttribute(EventKeys.Node parent, CharSequence name) {
        return keys.schema() == EventSchema.CLOUD_EVENT_V1_0 && parent == keys.root() && !"data".contentEquals(name);
    }

    private void readValue(EventKeys.Node node, boolean isAttribute) {
        EventValue.Kind kind = json.kind();
        int slot = node.slot();
        if (slot >= 0) {
            values[slot].set(json, isAttribute);
            missing--;
            if (kind == EventValue.Kind.ARRAY && elements.wanted(slot)) {
                readElements(slot);
                missing -= node.slots() - 1;
                return;
            }
        }
        if (kind == EventValue.Kind.OBJECT && node.isInner()) {
            json.enterObject();
            readObject(node);
        } else {
            missing -= node.slots() - (slot < 0 ? 0 : 1);
            json.skip();
        }
    }

    private void readElements(int slot) {
        json.enterArray();
        while (json.nextElement()) {
            element.set(json, false);
            json.skip();
            elements.element(slot, element);
        }
    }
}
