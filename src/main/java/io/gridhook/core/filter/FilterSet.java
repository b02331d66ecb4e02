package io.gridhook.core.filter;

import io.gridhook.core.event.EventKeys;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.event.Letters;
import io.gridhook.core.event.NameTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filters of all subscriptions of a topic, compiled: what several of them ask is asked once. Event types are looked up, the beginnings
 * and ends of subjects found in one walk, keys in one pass over the event, all texts that are asked of a key at once, and equal advanced filters
 * tested once. Immutable; each thread
 * takes a {@link #matcher} of its own, and may give it back.
 */
public final class FilterSet {
    private static final int[] NONE = {};
    /** Ours: matching waits for nothing, so no more of them are in use at a time than there are processors. */
    private static final int SPARE_MAX = 4;

    /** What one subscription asks, as indexes; -1 where it asks nothing. */
    private static final class Wanted {
        private final int prefix;
        private final int suffix;
        private final int[] conditions;

        Wanted(int prefix, int suffix, int[] conditions) {
            this.prefix = prefix;
            this.suffix = suffix;
            this.conditions = conditions;
        }
    }

    private final NameTable<int[]> byType;
    private final int[] ofAnyType;
    private final AffixIndex prefixes = new AffixIndex(false);
    private final AffixIndex suffixes = new AffixIndex(true);
    private final Wanted[] wanted;
    private final Condition[] conditions;
    private final EventKeys keys;
    private final TextIndex[] texts;
    private final Deque<FilterMatcher> spare = new ArrayDeque<>(SPARE_MAX);

    /**
     * Compiles.
     *
     * @param schema of the topic's events
     * @param filters one for each subscription; a match is told by its index
     */
    public FilterSet(EventSchema schema, List<EventFilter> filters) {
        Compiler compiler = new Compiler();
        wanted = new Wanted[filters.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = compiler.add(i, filters.get(i));
        }
        prefixes.seal();
        suffixes.seal();
        byType = new NameTable<>(compiler.typeLists());
        ofAnyType = ints(compiler.ofAnyType);
        conditions = compiler.conditions.toArray(Condition[]::new);
        keys = new EventKeys(schema, new ArrayList<>(compiler.slots.keySet()));
        texts = compiler.texts.toArray(TextIndex[]::new);
        compiler.texts.forEach(TextIndex::seal);
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    /** What is only needed on the way. */
    private final class Compiler {
        private final Map<String, List<Integer>> byType = new HashMap<>();
        private final List<Integer> ofAnyType = new ArrayList<>();
        private final Map<String, Integer> slots = new LinkedHashMap<>();
        private final List<TextIndex> texts = new ArrayList<>();
        private final List<Condition> conditions = new ArrayList<>();
        private final Map<List<Object>, Integer> known = new HashMap<>();

        Wanted add(int index, EventFilter filter) {
            if (filter.includedEventTypes().isEmpty()) {
                ofAnyType.add(index);
            }
            filter.includedEventTypes().stream().map(Letters::fold).distinct().forEach(type -> byType.computeIfAbsent(
                            type, folded -> new ArrayList<>())
                    .add(index));
            boolean cased = filter.isSubjectCaseSensitive();
            return new Wanted(
                    filter.subjectBeginsWith().isEmpty() ? -1 : prefixes.add(filter.subjectBeginsWith(), cased),
                    filter.subjectEndsWith().isEmpty() ? -1 : suffixes.add(filter.subjectEndsWith(), cased),
                    filter.advancedFilters().stream()
                            .mapToInt(each -> condition(each, filter.enableAdvancedFilteringOnArrays()))
                            .distinct()
                            .toArray());
        }

        private int condition(AdvancedFilter filter, boolean onArrays) {
            String key = Letters.fold(filter.key());
            return known.computeIfAbsent(List.of(filter.operatorType(), key, filter.values(), onArrays), unused -> {
                int slot = slots.computeIfAbsent(key, unusedKey -> slots.size());
                if (slot == texts.size()) {
                    texts.add(new TextIndex());
                }
                conditions.add(new Condition(filter, slot, onArrays, texts.get(slot)));
                return conditions.size() - 1;
            });
        }

        Map<String, int[]> typeLists() {
            Map<String, int[]> lists = new HashMap<>();
            byType.forEach((type, list) -> lists.put(type, ints(list)));
            return lists;
        }
    }

    /** Something that matches events, one after the other, for one thread; one that was given back, if there is one. */
    public FilterMatcher matcher() {
        synchronized (spare) {
            if (!spare.isEmpty()) {
                return spare.pop();
            }
        }
        return new FilterMatcher(this);
    }

    /** Takes a matcher back that is not used any more, so that a publish of one event does not make one. */
    public void giveBack(FilterMatcher matcher) {
        if (!matcher.isGoodForMore()) {
            return;
        }
        matcher.forget();
        synchronized (spare) {
            if (spare.size() < SPARE_MAX) {
                spare.push(matcher);
            }
        }
    }

    int size() {
        return wanted.length;
    }

    EventKeys keys() {
        return keys;
    }

    /** By slot. */
    TextIndex[] texts() {
        return texts;
    }

    Condition[] conditions() {
        return conditions;
    }

    AffixIndex prefixes() {
        return prefixes;
    }

    AffixIndex suffixes() {
        return suffixes;
    }

    /** The filters that name this type, ascending. */
    int[] ofType(String type) {
        int @Nullable [] found = byType.get(type);
        return found == null ? NONE : found;
    }

    /** The filters that name no type, ascending. */
    int[] ofAnyType() {
        return ofAnyType;
    }

    int prefix(int filter) {
        return wanted[filter].prefix;
    }

    int suffix(int filter) {
        return wanted[filter].suffix;
    }

    int[] conditions(int filter) {
        return wanted[filter].conditions;
    }
}
