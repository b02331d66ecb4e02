package io.gridhook.core.filter;

import io.gridhook.core.event.EventAttributes;
import java.util.List;

/**
 * Which events a subscription wants (behaviour §8.1): all clauses must hold. Advanced filters come as further clauses.
 *
 * @param includedEventTypes empty: every type; compared without regard to letter case
 * @param subjectBeginsWith {@code ""}: any
 * @param subjectEndsWith {@code ""}: any
 * @param isSubjectCaseSensitive for the two subject clauses
 */
public record EventFilter(
        List<String> includedEventTypes,
        String subjectBeginsWith,
        String subjectEndsWith,
        boolean isSubjectCaseSensitive) {
    public static final EventFilter ALL = new EventFilter(List.of(), "", "", false);

    public EventFilter {
        includedEventTypes = List.copyOf(includedEventTypes);
    }

    public boolean matches(EventAttributes event) {
        return matchesType(event.type()) && matchesSubject(event.subject());
    }

    private boolean matchesType(String type) {
        return includedEventTypes.isEmpty() || includedEventTypes.stream().anyMatch(type::equalsIgnoreCase);
    }

    private boolean matchesSubject(String subject) {
        int suffixAt = subject.length() - subjectEndsWith.length();
        boolean ignoreCase = !isSubjectCaseSensitive;
        return subject.regionMatches(ignoreCase, 0, subjectBeginsWith, 0, subjectBeginsWith.length())
                && subject.regionMatches(ignoreCase, suffixAt, subjectEndsWith, 0, subjectEndsWith.length());
    }
}
