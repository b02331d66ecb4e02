package io.gridhook.core.topic;

import io.gridhook.core.filter.EventFilter;
import java.util.List;

/** Reads {@code filter} (behaviour §8.1). Advanced filters are refused until Gridhook has them. */
final class FilterReader {
    /** Behaviour §8.5: characters of a filter's string value. */
    private static final int VALUE_CHARS_MAX = 512;
    /** Ours; Event Grid documents none. */
    private static final int EVENT_TYPES_MAX = 100;
    /** Ours: with everything else at its fullest, a definition fits into one table property (32,768 characters). */
    private static final int EVENT_TYPES_CHARS_MAX = 6_144;

    private FilterReader() {}

    static EventFilter read(JsonFields json) {
        EventFilter filter = new EventFilter(
                includedEventTypes(json),
                json.text("subjectBeginsWith", VALUE_CHARS_MAX).orElse(""),
                json.text("subjectEndsWith", VALUE_CHARS_MAX).orElse(""),
                json.flag("isSubjectCaseSensitive").orElse(false));
        json.refuseUnlessEmpty("advancedFilters", "absent or []");
        if (json.flag("enableAdvancedFilteringOnArrays").orElse(false)) {
            throw new InvalidDefinitionException(
                    "enableAdvancedFilteringOnArrays: not supported yet (expected: absent or false)");
        }
        json.end();
        return filter;
    }

    private static List<String> includedEventTypes(JsonFields json) {
        List<String> types = json.texts("includedEventTypes", EVENT_TYPES_MAX, VALUE_CHARS_MAX);
        int chars = types.stream().mapToInt(String::length).sum();
        if (chars > EVENT_TYPES_CHARS_MAX) {
            throw JsonFields.wrong(
                    "includedEventTypes", chars + " characters in all", "at most " + EVENT_TYPES_CHARS_MAX);
        }
        boolean all = types.size() == 1 && types.get(0).strip().equalsIgnoreCase("All");
        return all ? List.of() : types;
    }
}
