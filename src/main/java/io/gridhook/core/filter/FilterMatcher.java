package io.gridhook.core.filter;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventValue;
import io.gridhook.core.event.EventValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Matches one event after the other with all filters of a {@link FilterSet}. All that it needs it has from the start: an event costs no
 * further memory, but for what must be read of its data. For one thread.
 */
public final class FilterMatcher {
    private static final byte UNKNOWN = 0;
    private static final byte YES = 1;
    private static final byte NO = 2;
    /** Ours: far from the largest number, however many events the last publish has. */
    private static final int ROUNDS_MAX = 1 << 20;

    private final FilterSet set;
    private final Condition[] conditions;
    private final EventValues values;
    private final TextIndex[] texts;
    /** By slot: which texts fit, and in which event they were marked last. */
    private final TextIndex.Marks[] marks;

    private final int[] markedIn;
    /** By slot: the conditions that look at each element of an array there, and whether others want its texts marked. */
    private final int[][] onElements;

    private final boolean[] onMarkedElements;

    private final byte[] answers;
    private final boolean[] elementHits;
    /** The event in which a beginning or an end was found last. */
    private final int[] prefixIn;

    private final int[] suffixIn;
    private final int[] matched;
    private int round;

    FilterMatcher(FilterSet set) {
        this.set = set;
        this.conditions = set.conditions();
        this.values = new EventValues(set.keys(), new ArrayElements());
        this.texts = set.texts();
        this.marks = Stream.of(texts).map(TextIndex::marks).toArray(TextIndex.Marks[]::new);
        this.markedIn = new int[texts.length];
        this.onElements = onElements(conditions, texts.length);
        this.onMarkedElements = new boolean[texts.length];
        for (Condition condition : conditions) {
            onMarkedElements[condition.slot()] |= condition.isOnMarkedElements();
        }
        this.answers = new byte[conditions.length];
        this.elementHits = new boolean[conditions.length];
        this.prefixIn = new int[set.prefixes().size()];
        this.suffixIn = new int[set.suffixes().size()];
        this.matched = new int[set.size()];
    }

    private static int[][] onElements(Condition[] conditions, int slots) {
        List<List<Integer>> bySlot = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            bySlot.add(new ArrayList<>());
        }
        for (int i = 0; i < conditions.length; i++) {
            if (conditions[i].isOnElements()) {
                bySlot.get(conditions[i].slot()).add(i);
            }
        }
        return bySlot.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /**
     * Matches an event.
     *
     * @return how many filters it matches; {@link #at} says which
     */
    public int match(Event event) {
        round++;
        values.of(event);
        Arrays.fill(answers, UNKNOWN);
        Arrays.fill(elementHits, false);
        String subject = event.attributes().subject();
        set.prefixes().markFitting(subject, prefixIn, round);
        set.suffixes().markFitting(subject, suffixIn, round);
        return merge(set.ofAnyType(), set.ofType(event.attributes().type()));
    }

    /** Its marks are numbers of events, which must not come round: what was never marked would be. */
    boolean isGoodForMore() {
        return round < ROUNDS_MAX;
    }

    /** Keeps no event alive. */
    void forget() {
        values.forget();
    }

    /** The index of the filter that is the {@code n}th that matched, from 0; ascending. */
    public int at(int n) {
        return matched[n];
    }

    private int merge(int[] some, int[] others) {
        int count = 0;
        int i = 0;
        int j = 0;
        while (i < some.length || j < others.length) {
            boolean fromSome = j == others.length || (i < some.length && some[i] < others[j]);
            int filter = fromSome ? some[i++] : others[j++];
            if (isMet(filter)) {
                matched[count++] = filter;
            }
        }
        return count;
    }

    private boolean isMet(int filter) {
        int prefix = set.prefix(filter);
        int suffix = set.suffix(filter);
        if ((prefix >= 0 && prefixIn[prefix] != round) || (suffix >= 0 && suffixIn[suffix] != round)) {
            return false;
        }
        for (int condition : set.conditions(filter)) {
            if (answers[condition] == UNKNOWN) {
                answers[condition] = ask(condition) ? YES : NO;
            }
            if (answers[condition] == NO) {
                return false;
            }
        }
        return true;
    }

    /** The value first: reading it is what finds the elements. */
    private boolean ask(int condition) {
        int slot = conditions[condition].slot();
        EventValue value = values.at(slot);
        if (markedIn[slot] != round) {
            markedIn[slot] = round;
            if (value.isText()) {
                texts[slot].mark(value.text(), marks[slot], round);
            }
        }
        return conditions[condition].matches(value, elementHits[condition], marks[slot], round);
    }

    /** Asks the conditions on arrays about one element after the other. */
    private final class ArrayElements implements EventValues.Elements {
        @Override
        public boolean wanted(int slot) {
            return onMarkedElements[slot] || onElements[slot].length > 0;
        }

        @Override
        public void element(int slot, EventValue element) {
            if (onMarkedElements[slot] && element.isText()) {
                texts[slot].mark(element.text(), marks[slot], round);
            }
            for (int condition : onElements[slot]) {
                elementHits[condition] = elementHits[condition] || conditions[condition].isHit(element);
            }
        }
    }
}
