package io.gridhook.core.redrive;

import io.gridhook.core.event.DeadLetterRecord;
import io.gridhook.core.event.Event;
import io.gridhook.core.event.JsonText;

/**
 * A dead letter where it is.
 *
 * @param blob its blob's name, without the container
 * @param index its place in the blob, from 0
 * @param record what it says
 * @param json the entry itself
 */
public record DeadLetter(String blob, int index, DeadLetterRecord record, JsonText json) {
    private static final JsonText NONE = JsonText.of("{}");

    /** With {@code {}} for the entry and for its event's JSON: those are slices, each of which keeps its whole blob in memory. */
    public DeadLetter withoutJson() {
        Event event = record.event();
        return new DeadLetter(blob, index, record.with(new Event(event.schema(), NONE, event.attributes())), NONE);
    }
}
