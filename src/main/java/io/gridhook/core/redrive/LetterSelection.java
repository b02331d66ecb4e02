package io.gridhook.core.redrive;

import io.gridhook.core.event.DeadLetterRecord;
import io.gridhook.core.filter.EventFilter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which dead letters of a subscription are meant: those of a time, or some that are named one by one.
 *
 * @param from their first moment
 * @param to their last
 * @param reason their {@code deadLetterReason}, in any letter case
 * @param eventIds their events' ids; empty: all
 * @param filter what their events must meet
 * @param letters those that are named; then nothing else chooses. Empty: all of that time
 */
public record LetterSelection(
        Instant from,
        Instant to,
        Optional<String> reason,
        Set<String> eventIds,
        Optional<EventFilter> filter,
        List<Address> letters) {
    /** Where one is: its blob, {@code <container>/<path>.json}, and its place in it, from 0. */
    public record Address(String blob, int index) {}

    public LetterSelection {
        eventIds = Set.copyOf(eventIds);
        letters = List.copyOf(letters);
    }

    /** Whether a letter of that time is meant. */
    public boolean matches(DeadLetterRecord letter) {
        return reason.map(letter.deadLetterReason()::equalsIgnoreCase).orElse(true)
                && (eventIds.isEmpty()
                        || eventIds.contains(letter.event().attributes().id()))
                && filter.map(each -> each.matches(letter.event())).orElse(true);
    }
}
