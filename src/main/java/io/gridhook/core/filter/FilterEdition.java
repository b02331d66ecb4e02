package io.gridhook.core.filter;

import io.gridhook.core.event.Letters;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the editions of Event Grid allow of advanced filters (behaviour §8.5).
 */
public enum FilterEdition {
    /** The newest, and that of 2021. */
    CLOUD(25, 25, 25, true, true, true),
    /** S-001: five filters, and five values for "in" and "not in" operators. */
    CLOUD_2019(5, 25, 5, false, false, true),
    /** No arrays. Its limits are not documented; the values are ours, as the example of its API page has 26. */
    EDGE(25, 50, 50, false, false, true),
    /** No arrays, and no extension attributes of CloudEvents as keys; limits as the cloud's, to whose page its own refers. */
    KUBERNETES(25, 25, 25, false, false, false);

    /** Behaviour §8.5: filters of one subscription, in the editions that have most. */
    public static final int FILTERS_MAX = 25;
    /** Behaviour §8.5: values of one filter, in the editions that have most; a range is one. */
    public static final int VALUES_MAX = 25;
    /** Behaviour §8.5: characters of a string value. */
    public static final int VALUE_CHARS_MAX = 512;

    private static final Set<String> ATTRIBUTES =
            Set.of("id", "source", "type", "specversion", "subject", "time", "datacontenttype", "dataschema", "data");

    private static final Set<OperatorType> IN_OPERATORS = EnumSet.of(
            OperatorType.NUMBER_IN, OperatorType.NUMBER_NOT_IN, OperatorType.STRING_IN, OperatorType.STRING_NOT_IN);

    private final int filtersMax;
    private final int valuesMax;
    private final int inValuesMax;
    private final boolean hasAllOperators;
    private final boolean onArrays;
    private final boolean onExtensions;

    FilterEdition(
            int filtersMax,
            int valuesMax,
            int inValuesMax,
            boolean hasAllOperators,
            boolean onArrays,
            boolean onExtensions) {
        this.filtersMax = filtersMax;
        this.valuesMax = valuesMax;
        this.inValuesMax = inValuesMax;
        this.hasAllOperators = hasAllOperators;
        this.onArrays = onArrays;
        this.onExtensions = onExtensions;
    }

    /** The edition of a retry profile. */
    public static FilterEdition of(String profile) {
        return switch (profile) {
            case "cloud-2019" -> CLOUD_2019;
            case "edge" -> EDGE;
            case "kubernetes" -> KUBERNETES;
            default -> CLOUD;
        };
    }

    /** The first thing in {@code filter} that this edition does not allow: field, value and expectation; empty if there is none. */
    public Optional<String> misfit(EventFilter filter, String profile) {
        String in = " in profile " + profile + ")";
        int filters = filter.advancedFilters().size();
        if (filters > filtersMax) {
            return Optional.of("filter.advancedFilters: " + filters + " filters (expected: at most " + filtersMax + in);
        }
        if (filter.enableAdvancedFilteringOnArrays() && !onArrays) {
            return Optional.of("filter.enableAdvancedFilteringOnArrays: true (expected: absent or false" + in);
        }
        for (int i = 0; i < filters; i++) {
            Optional<String> misfit = misfit(filter.advancedFilters().get(i));
            if (misfit.isPresent()) {
                return Optional.of("filter.advancedFilters[" + i + "]." + misfit.get() + in);
            }
        }
        int values = filter.advancedFilters().stream()
                .mapToInt(each -> each.values().size())
                .sum();
        return values <= valuesMax
                ? Optional.empty()
                : Optional.of(
                        "filter.advancedFilters: " + values + " values in all (expected: at most " + valuesMax + in);
    }

    private Optional<String> misfit(AdvancedFilter filter) {
        OperatorType type = filter.operatorType();
        if (!hasAllOperators && !OperatorType.OLDEST.contains(type)) {
            List<String> names =
                    OperatorType.OLDEST.stream().map(OperatorType::wireName).toList();
            return Optional.of("operatorType: " + type.wireName() + " (expected: one of " + String.join(", ", names));
        }
        if (IN_OPERATORS.contains(type) && filter.values().size() > inValuesMax) {
            return Optional.of("values: " + filter.values().size() + " values (expected: at most " + inValuesMax);
        }
        if (!onExtensions && !isAttributeOrData(filter.key())) {
            return Optional.of("key: " + filter.key() + " (expected: an attribute of CloudEvents 1.0 or data.…");
        }
        return Optional.empty();
    }

    private static boolean isAttributeOrData(String key) {
        String folded = Letters.fold(key);
        return ATTRIBUTES.contains(folded) || folded.startsWith("data.");
    }
}
