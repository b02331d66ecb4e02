package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.EventFilter;
import io.gridhook.core.filter.FilterEdition;
import io.gridhook.core.retry.RetryProfile;
import java.util.List;
import java.util.Optional;

/** Reads {@code filter} (behaviour §8.1), and refuses what the profile's edition does not have (§8.5). */
public final class FilterReader {
    /** Ours; Event Grid documents none. */
    private static final int EVENT_TYPES_MAX = 100;
    /** Ours: bounds what a definition takes in storage. */
    private static final int EVENT_TYPES_CHARS_MAX = 6_144;

    private FilterReader() {}

    static EventFilter read(JsonFields json, RetryProfile profile) {
        EventFilter filter = any(json);
        misfit(filter, profile).ifPresent(misfit -> {
            throw new InvalidDefinitionException(misfit);
        });
        return filter;
    }

    /**
     * A filter that is no subscription's, within the limits of the newest cloud edition.
     *
     * @throws InvalidDefinitionException if it is none
     */
    public static EventFilter read(JsonFields json) {
        EventFilter filter = any(json);
        FilterEdition.CLOUD.misfit(filter, "cloud").ifPresent(misfit -> {
            throw new InvalidDefinitionException(misfit);
        });
        return filter;
    }

    private static EventFilter any(JsonFields json) {
        EventFilter filter = new EventFilter(
                includedEventTypes(json),
                json.text("subjectBeginsWith", FilterEdition.VALUE_CHARS_MAX).orElse(""),
                json.text("subjectEndsWith", FilterEdition.VALUE_CHARS_MAX).orElse(""),
                json.flag("isSubjectCaseSensitive").orElse(false),
                json.flag("enableAdvancedFilteringOnArrays").orElse(false),
                advancedFilters(json));
        json.end();
        return filter;
    }

    /** What {@code profile}'s edition does not allow in {@code filter}. */
    static Optional<String> misfit(EventFilter filter, RetryProfile profile) {
        return FilterEdition.of(profile.name()).misfit(filter, profile.name());
    }

    private static List<AdvancedFilter> advancedFilters(JsonFields json) {
        Optional<JsonNode> given = json.value("advancedFilters");
        if (given.isEmpty()) {
            return List.of();
        }
        JsonNode filters = given.get();
        String expected = "an array of at most " + FilterEdition.FILTERS_MAX + " filters";
        if (!filters.isArray()) {
            throw JsonFields.wrong("filter.advancedFilters", filters, expected);
        }
        if (filters.size() > FilterEdition.FILTERS_MAX) {
            throw JsonFields.wrong("filter.advancedFilters", filters.size() + " filters", expected);
        }
        return AdvancedFilterJson.read(filters, "filter.advancedFilters");
    }

    private static List<String> includedEventTypes(JsonFields json) {
        List<String> types = json.texts("includedEventTypes", EVENT_TYPES_MAX, FilterEdition.VALUE_CHARS_MAX);
        int chars = types.stream().mapToInt(String::length).sum();
        if (chars > EVENT_TYPES_CHARS_MAX) {
            throw JsonFields.wrong(
                    "includedEventTypes", chars + " characters in all", "at most " + EVENT_TYPES_CHARS_MAX);
        }
        boolean all = types.size() == 1 && types.get(0).strip().equalsIgnoreCase("All");
        return all ? List.of() : types;
    }
}
