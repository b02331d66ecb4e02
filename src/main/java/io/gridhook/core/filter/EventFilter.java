package io.gridhook.core.filter;

import io.gridhook.core.event.Event;
import io.gridhook.core.event.FoundValue;
import io.gridhook.core.event.JsonText;
import io.gridhook.core.event.Letters;
import java.util.ArrayList;
import java.util.List;

/**
 * Which events a subscription wants (behaviour §8.1): all clauses must hold. This is the plain form, one clause after the other;
 * publishing goes by {@link FilterSet}, which must say the same.
 *
 * @param includedEventTypes empty: every type; compared without regard to letter case
 * @param subjectBeginsWith {@code ""}: any
 * @param subjectEndsWith {@code ""}: any
 * @param isSubjectCaseSensitive for the two subject clauses
 * @param enableAdvancedFilteringOnArrays whether advanced filters look into arrays (§8.3)
 * @param advancedFilters further clauses, at most {@link FilterEdition#FILTERS_MAX}
 */
public record EventFilter(
        List<String> includedEventTypes,
        String subjectBeginsWith,
        String subjectEndsWith,
        boolean isSubjectCaseSensitive,
        boolean enableAdvancedFilteringOnArrays,
        List<AdvancedFilter> advancedFilters) {
    public static final EventFilter ALL = new EventFilter(List.of(), "", "", false);

    public EventFilter {
        includedEventTypes = List.copyOf(includedEventTypes);
        advancedFilters = List.copyOf(advancedFilters);
    }

    /** A filter without advanced ones. */
    public EventFilter(
            List<String> includedEventTypes,
            String subjectBeginsWith,
            String subjectEndsWith,
            boolean isSubjectCaseSensitive) {
        this(includedEventTypes, subjectBeginsWith, subjectEndsWith, isSubjectCaseSensitive, false, List.of());
    }

    public boolean matches(Event event) {
        return failedClauses(event).isEmpty();
    }

    /** The clauses that {@code event} does not meet, in the order of the definition. */
    public List<FailedClause> failedClauses(Event event) {
        List<FailedClause> failed = new ArrayList<>();
        String type = event.attributes().type();
        String subject = event.attributes().subject();
        if (!includedEventTypes.isEmpty() && includedEventTypes.stream().noneMatch(each -> Letters.same(each, type))) {
            failed.add(new FailedClause(
                    "filter.includedEventTypes",
                    "",
                    '"' + type + '"',
                    "one of " + String.join(", ", includedEventTypes)));
        }
        if (!subject.regionMatches(0, subjectBeginsWith, 0, subjectBeginsWith.length())
                && (isSubjectCaseSensitive || !Letters.isAt(subject, 0, Letters.fold(subjectBeginsWith)))) {
            failed.add(subject("filter.subjectBeginsWith", subject, "to begin with " + subjectBeginsWith));
        }
        int endAt = subject.length() - subjectEndsWith.length();
        if (!subject.endsWith(subjectEndsWith)
                && (isSubjectCaseSensitive || !Letters.isAt(subject, endAt, Letters.fold(subjectEndsWith)))) {
            failed.add(subject("filter.subjectEndsWith", subject, "to end with " + subjectEndsWith));
        }
        for (int i = 0; i < advancedFilters.size(); i++) {
            addIfFailed(i, event, failed);
        }
        return failed;
    }

    private FailedClause subject(String clause, String subject, String expected) {
        String letterCase = isSubjectCaseSensitive ? ", letter case included" : "";
        return new FailedClause(clause, "", '"' + subject + '"', expected + letterCase);
    }

    private void addIfFailed(int index, Event event, List<FailedClause> failed) {
        AdvancedFilter filter = advancedFilters.get(index);
        FoundValue found = FoundValue.at(event, filter.key());
        if (!filter.matches(found, enableAdvancedFilteringOnArrays)) {
            List<String> values =
                    filter.values().stream().map(FilterValue::toString).toList();
            failed.add(new FailedClause(
                    "filter.advancedFilters[" + index + "]",
                    filter.key(),
                    found.json().map(JsonText::toString).orElse("absent"),
                    (filter.operatorType().wireName() + " " + String.join(", ", values)).strip()));
        }
    }
}
