package io.gridhook.core.filter;

/**
 * A clause of a filter that an event does not meet.
 *
 * @param clause its place in the definition, as {@code filter.advancedFilters[2]}
 * @param key where an advanced filter looks; {@code ""} for the other clauses
 * @param value what the event has there, as JSON; {@code absent} if it has nothing
 * @param expected what the clause asks for
 */
public record FailedClause(String clause, String key, String value, String expected) {
    /** Ours: how much of a value or an expectation is shown. */
    private static final int CHARS_MAX = 120;

    public FailedClause {
        value = shown(value);
        expected = shown(expected);
    }

    private static String shown(String text) {
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "…";
    }
}
