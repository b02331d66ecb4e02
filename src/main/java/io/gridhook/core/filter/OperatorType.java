package io.gridhook.core.filter;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The operators of advanced filters (behaviour §8.2). */
public enum OperatorType {
    NUMBER_IN("NumberIn", Operand.NUMBERS, false, false),
    NUMBER_NOT_IN("NumberNotIn", Operand.NUMBERS, true, true),
    NUMBER_LESS_THAN("NumberLessThan", Operand.NUMBER, false, false),
    NUMBER_GREATER_THAN("NumberGreaterThan", Operand.NUMBER, false, false),
    NUMBER_LESS_THAN_OR_EQUALS("NumberLessThanOrEquals", Operand.NUMBER, false, false),
    NUMBER_GREATER_THAN_OR_EQUALS("NumberGreaterThanOrEquals", Operand.NUMBER, false, false),
    NUMBER_IN_RANGE("NumberInRange", Operand.RANGES, false, false),
    NUMBER_NOT_IN_RANGE("NumberNotInRange", Operand.RANGES, true, true),
    BOOL_EQUALS("BoolEquals", Operand.BOOL, false, false),
    STRING_IN("StringIn", Operand.STRINGS, false, false),
    STRING_NOT_IN("StringNotIn", Operand.STRINGS, true, true),
    STRING_CONTAINS("StringContains", Operand.STRINGS, false, false),
    STRING_NOT_CONTAINS("StringNotContains", Operand.STRINGS, true, false),
    STRING_BEGINS_WITH("StringBeginsWith", Operand.STRINGS, false, false),
    STRING_NOT_BEGINS_WITH("StringNotBeginsWith", Operand.STRINGS, true, false),
    STRING_ENDS_WITH("StringEndsWith", Operand.STRINGS, false, false),
    STRING_NOT_ENDS_WITH("StringNotEndsWith", Operand.STRINGS, true, false),
    IS_NULL_OR_UNDEFINED("IsNullOrUndefined", Operand.NOTHING, false, true),
    IS_NOT_NULL("IsNotNull", Operand.NOTHING, false, false);

    /** Behaviour §8.5: what every edition has; the others came with {@code 2020-10-15-preview}. */
    public static final Set<OperatorType> OLDEST = Collections.unmodifiableSet(EnumSet.of(
            NUMBER_IN,
            NUMBER_NOT_IN,
            NUMBER_LESS_THAN,
            NUMBER_GREATER_THAN,
            NUMBER_LESS_THAN_OR_EQUALS,
            NUMBER_GREATER_THAN_OR_EQUALS,
            BOOL_EQUALS,
            STRING_IN,
            STRING_NOT_IN,
            STRING_CONTAINS,
            STRING_BEGINS_WITH,
            STRING_ENDS_WITH));

    /** What an operator compares with. */
    public enum Operand {
        NUMBER,
        NUMBERS,
        RANGES,
        BOOL,
        STRINGS,
        NOTHING;

        /** Whether it is {@code value}; else it is {@code values}, or nothing. */
        public boolean isSingle() {
            return this == NUMBER || this == BOOL;
        }
    }

    private final String wireName;
    private final Operand operand;
    private final boolean negated;
    private final boolean matchesMissing;

    OperatorType(String wireName, Operand operand, boolean negated, boolean matchesMissing) {
        this.wireName = wireName;
        this.operand = operand;
        this.negated = negated;
        this.matchesMissing = matchesMissing;
    }

    /** Reads {@code operatorType}, in any letter case; empty when it is none. */
    public static Optional<OperatorType> parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        for (OperatorType type : values()) {
            if (type.wireName.toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** The value of {@code operatorType} in the management API. */
    public String wireName() {
        return wireName;
    }

    public Operand operand() {
        return operand;
    }

    /** Whether a value that is hit does not match. */
    public boolean isNegated() {
        return negated;
    }

    /**
     * Whether an event without the key matches: of the negated ones those that say "not in", as documented; the note in the documentation
     * does not speak of {@link #NUMBER_NOT_IN_RANGE}, which goes with them (§8.2).
     */
    public boolean matchesMissing() {
        return matchesMissing;
    }
}
