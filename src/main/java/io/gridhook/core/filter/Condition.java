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

/** An advanced filter made ready for many events. What it compares texts with is in the {@link TextIndex} of its key. */
final class Condition {
    private final OperatorType type;
    private final int slot;
    private final boolean onArrays;
    private final TextIndex.Place place;
    private final int[] texts;
    private final BigDecimal[] numbers;
    private final Range[] ranges;
    private final boolean flag;

    /**
     * A filter's condition.
     *
     * @param slot of its key
     * @param index of its key; takes in the texts
     */
    Condition(AdvancedFilter filter, int slot, boolean onArrays, TextIndex index) {
        this.type = filter.operatorType();
        this.slot = slot;
        this.onArrays = onArrays && type.operand() != Operand.NOTHING;
        this.place = TextIndex.Place.of(type);
        List<FilterValue> values = filter.values();
        this.texts = of(values, Text.class).stream()
                .mapToInt(text -> index.add(place, text.text()))
                .toArray();
        this.numbers = of(values, Decimal.class).stream().map(Decimal::number).toArray(BigDecimal[]::new);
        this.ranges = of(values, Range.class).toArray(Range[]::new);
        this.flag = of(values, Flag.class).stream().anyMatch(Flag::flag);
    }

    private static <T> List<T> of(List<FilterValue> values, Class<T> kind) {
        return values.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    int slot() {
        return slot;
    }

    /** Whether it wants to see each element of an array, which {@link #isHit} is then asked of. */
    boolean isOnElements() {
        return onArrays && !isOnTexts();
    }

    /** Whether it wants the elements of an array marked in its key's index. */
    boolean isOnMarkedElements() {
        return onArrays && isOnTexts();
    }

    private boolean isOnTexts() {
        return type.operand() == Operand.STRINGS;
    }

    /**
     * Whether an event matches.
     *
     * @param value what it has at the key
     * @param elementHit whether {@link #isHit} was true of one of its elements, if it is an array
     * @param marks of the key, which are {@code mark} for the texts that fit the value, or one of its elements
     */
    boolean matches(EventValue value, boolean elementHit, TextIndex.Marks marks, int mark) {
        Kind kind = value.kind();
        if (type.operand() == Operand.NOTHING) {
            boolean isNull = kind == Kind.ABSENT || kind == Kind.NULL;
            return isNull == (type == OperatorType.IS_NULL_OR_UNDEFINED);
        }
        if (kind == Kind.ARRAY && !onArrays) {
            return false;
        }
        if (kind != Kind.ARRAY && !(isOnTexts() ? value.isText() : isOfType(value))) {
            return type.matchesMissing();
        }
        return type.isNegated() != isHit(value, elementHit, marks, mark);
    }

    private boolean isHit(EventValue value, boolean elementHit, TextIndex.Marks marks, int mark) {
        if (isOnTexts()) {
            return marks.any(place, texts, mark);
        }
        return value.kind() == Kind.ARRAY ? elementHit : isHit(value);
    }

    private boolean isOfType(EventValue value) {
        return value.kind() == (type.operand() == Operand.BOOL ? Kind.BOOLEAN : Kind.NUMBER);
    }

    /** Whether {@code value}, a scalar and no text, is of the operator's type and one that it asks for. */
    boolean isHit(EventValue value) {
        if (!isOfType(value)) {
            return false;
        }
        return switch (type) {
            case BOOL_EQUALS -> value.flag() == flag;
            case NUMBER_LESS_THAN -> value.number().compareTo(numbers[0]) < 0;
            case NUMBER_GREATER_THAN -> value.number().compareTo(numbers[0]) > 0;
            case NUMBER_LESS_THAN_OR_EQUALS -> value.number().compareTo(numbers[0]) <= 0;
            case NUMBER_GREATER_THAN_OR_EQUALS -> value.number().compareTo(numbers[0]) >= 0;
            case NUMBER_IN_RANGE, NUMBER_NOT_IN_RANGE -> isInRange(value.number());
            default -> isIn(value.number());
        };
    }

    private boolean isIn(BigDecimal number) {
        for (BigDecimal each : numbers) {
            if (number.compareTo(each) == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isInRange(BigDecimal number) {
        for (Range range : ranges) {
            if (range.contains(number)) {
                return true;
            }
        }
        return false;
    }
}
