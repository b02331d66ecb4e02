package io.gridhook.core.filter;

import io.gridhook.core.event.EventValue;
import io.gridhook.core.event.EventValue.Kind;
import io.gridhook.core.filter.FilterValue.Decimal;
import io.gridhook.core.filter.FilterValue.Flag;
import io.gridhook.core.filter.FilterValue.Range;
import io.gridhook.core.filter.FilterValue.Text;
import io.gridhook.core.filter.OperatorType.Operand;
import java.math.BigDecimal;
import java.util.List;

/** An advanced filter made ready for many events: the test of one value, apart from what the operator makes of it. */
final class Condition {
    private interface Test {
        boolean isHit(EventValue value);
    }

    private final OperatorType type;
    private final int slot;
    private final boolean onArrays;
    private final Test test;

    /**
     * A filter's test.
     *
     * @param slot of its key
     */
    Condition(AdvancedFilter filter, int slot, boolean onArrays) {
        this.type = filter.operatorType();
        this.slot = slot;
        this.onArrays = onArrays && type.operand() != Operand.NOTHING;
        this.test = test(type, filter.values());
    }

    int slot() {
        return slot;
    }

    boolean isOnArrays() {
        return onArrays;
    }

    /** Whether {@code value}, a scalar, is of the operator's type and one that it asks for. */
    boolean isHit(EventValue value) {
        return isOfType(value) && test.isHit(value);
    }

    /**
     * Whether an event matches.
     *
     * @param value what it has at the key
     * @param elementHit whether {@link #isHit} was true of one of its elements, if it is an array
     */
    boolean matches(EventValue value, boolean elementHit) {
        Kind kind = value.kind();
        if (type.operand() == Operand.NOTHING) {
            boolean isNull = kind == Kind.ABSENT || kind == Kind.NULL;
            return isNull == (type == OperatorType.IS_NULL_OR_UNDEFINED);
        }
        if (kind == Kind.ARRAY) {
            return onArrays && type.isNegated() != elementHit;
        }
        return isOfType(value) ? type.isNegated() != test.isHit(value) : type.matchesMissing();
    }

    private boolean isOfType(EventValue value) {
        return switch (type.operand()) {
            case NUMBER, NUMBERS, RANGES -> value.kind() == Kind.NUMBER;
            case BOOL -> value.kind() == Kind.BOOLEAN;
            case STRINGS -> value.isText();
            case NOTHING -> false;
        };
    }

    private static Test test(OperatorType type, List<FilterValue> values) {
        return switch (type.operand()) {
            case NUMBER, NUMBERS -> numberTest(type, numbers(values));
            case RANGES -> rangeTest(values.toArray(Range[]::new));
            case BOOL -> {
                boolean wanted = ((Flag) values.get(0)).flag();
                yield value -> value.flag() == wanted;
            }
            case STRINGS -> textTest(type, texts(values));
            case NOTHING -> value -> false;
        };
    }

    private static Test numberTest(OperatorType type, BigDecimal[] numbers) {
        BigDecimal first = numbers[0];
        return switch (type) {
            case NUMBER_LESS_THAN -> value -> value.number().compareTo(first) < 0;
            case NUMBER_GREATER_THAN -> value -> value.number().compareTo(first) > 0;
            case NUMBER_LESS_THAN_OR_EQUALS -> value -> value.number().compareTo(first) <= 0;
            case NUMBER_GREATER_THAN_OR_EQUALS -> value -> value.number().compareTo(first) >= 0;
            default -> value -> isIn(value.number(), numbers);
        };
    }

    private static boolean isIn(BigDecimal number, BigDecimal[] numbers) {
        for (BigDecimal each : numbers) {
            if (number.compareTo(each) == 0) {
                return true;
            }
        }
        return false;
    }

    private static Test rangeTest(Range[] ranges) {
        return value -> {
            for (Range range : ranges) {
                if (range.contains(value.number())) {
                    return true;
                }
            }
            return false;
        };
    }

    private static Test textTest(OperatorType type, TextPattern[] patterns) {
        return switch (type) {
            case STRING_CONTAINS, STRING_NOT_CONTAINS -> value -> any(patterns, value, TextPattern::isIn);
            case STRING_BEGINS_WITH, STRING_NOT_BEGINS_WITH -> value -> any(patterns, value, TextPattern::begins);
            case STRING_ENDS_WITH, STRING_NOT_ENDS_WITH -> value -> any(patterns, value, TextPattern::ends);
            default -> value -> any(patterns, value, TextPattern::is);
        };
    }

    private interface Place {
        boolean isHit(TextPattern pattern, String text);
    }

    private static boolean any(TextPattern[] patterns, EventValue value, Place place) {
        String text = value.text();
        for (TextPattern pattern : patterns) {
            if (place.isHit(pattern, text)) {
                return true;
            }
        }
        return false;
    }

    private static BigDecimal[] numbers(List<FilterValue> values) {
        return values.stream().map(value -> ((Decimal) value).number()).toArray(BigDecimal[]::new);
    }

    private static TextPattern[] texts(List<FilterValue> values) {
        return values.stream()
                .map(value -> new TextPattern(((Text) value).text()))
                .toArray(TextPattern[]::new);
    }
}
