package io.gridhook.core.filter;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.EventValue;
import io.gridhook.core.event.EventValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Matches one event after the other with all filters of a {@link FilterSet}. All that it needs it has from the start: an event costs no
 * further memory, but for what must be read of its data. For one thread.
 */
public final class FilterMatcher {
    private static final byte UNKNOWN = 0;
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final FilterSet set;
    private final Condition[] conditions;
    private final EventValues values;
    /** By slot: the conditions that look into an array there. */
    private final int[][] onArrays;

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
        this.onArrays = onArrays(conditions, set.keyCount());
        this.answers = new byte[conditions.length];
        this.elementHits = new boolean[conditions.length];
        this.prefixIn = new int[set.prefixes().size()];
        this.suffixIn = new int[set.suffixes().size()];
        this.matched = new int[set.size()];
    }

    private static int[][] onArrays(Condition[] conditions, int slots) {
        List<List<Integer>> bySlot = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            bySlot.add(new ArrayList<>());
        }
        for (int i = 0; i < conditions.length; i++) {
            if (conditions[i].isOnArrays()) {
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
        EventValue value = values.at(conditions[condition].slot());
        return conditions[condition].matches(value, elementHits[condition]);
    }

    /** Asks the conditions on arrays about one element after the other. */
    private final class ArrayElements implements EventValues.Elements {
        @Override
        public boolean wanted(int slot) {
            return onArrays[slot].length > 0;
        }

        @Override
        public void element(int slot, EventValue element) {
            for (int condition : onArrays[slot]) {
                elementHits[condition] = elementHits[condition] || conditions[condition].isHit(element);
            }
        }
    }
}
