package io.gridhook.core.filter;

import io.gridhook.core.event.EventValue;
import io.gridhook.core.event.FoundValue;
import io.gridhook.core.event.Letters;
import io.gridhook.core.filter.FilterValue.Decimal;
import io.gridhook.core.filter.FilterValue.Flag;
import io.gridhook.core.filter.FilterValue.Range;
import io.gridhook.core.filter.FilterValue.Text;
import io.gridhook.core.filter.OperatorType.Operand;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;

/**
 * One advanced filter (behaviour §8.2). What is said of matching here is the plain form, which dry runs use; {@link FilterSet} is the
 * quick one, and a test holds the two together.
 *
 * @param key where in the event, see {@link io.gridhook.core.event.EventKeys}
 * @param values at least one, all of the operator's kind; exactly one where it takes but one; none where it takes nothing
 */
public record AdvancedFilter(OperatorType operatorType, String key, List<FilterValue> values) {
    public AdvancedFilter {
        values = List.copyOf(values);
        if (!isCount(operatorType.operand(), values.size()) || !allFit(operatorType.operand(), values)) {
            throw new IllegalArgumentException(
                    "values: " + values + " (expected: what " + operatorType.wireName() + " takes)");
        }
    }

    private static boolean isCount(Operand operand, int count) {
        return operand == Operand.NOTHING ? count == 0 : count == 1 || (count > 1 && !operand.isSingle());
    }

    private static boolean allFit(Operand operand, List<FilterValue> values) {
        Class<? extends FilterValue> kind =
                switch (operand) {
                    case NUMBER, NUMBERS -> Decimal.class;
                    case RANGES -> Range.class;
                    case BOOL -> Flag.class;
                    case STRINGS, NOTHING -> Text.class;
                };
        return values.stream().allMatch(kind::isInstance);
    }

    /**
     * Whether an event with {@code found} at the key matches. A value of another type than the operator's counts as missing (§8.2).
     *
     * @param onArrays {@code enableAdvancedFilteringOnArrays}: the elements of an array count, those of other types aside (§8.3); else
     *     nothing but {@code IsNotNull} matches an array
     */
    boolean matches(FoundValue found, boolean onArrays) {
        boolean isNull = found.kind() == EventValue.Kind.ABSENT || found.kind() == EventValue.Kind.NULL;
        if (operatorType.operand() == Operand.NOTHING) {
            return isNull == (operatorType == OperatorType.IS_NULL_OR_UNDEFINED);
        }
        if (found.kind() == EventValue.Kind.ARRAY) {
            return onArrays && operatorType.isNegated() != anyHit(found.elements());
        }
        return isOfType(found) ? operatorType.isNegated() != isHit(found) : operatorType.matchesMissing();
    }

    private boolean anyHit(List<FoundValue> elements) {
        return elements.stream().filter(this::isOfType).anyMatch(this::isHit);
    }

    private boolean isOfType(FoundValue found) {
        return switch (operatorType.operand()) {
            case NUMBER, NUMBERS, RANGES -> found.kind() == EventValue.Kind.NUMBER;
            case BOOL -> found.kind() == EventValue.Kind.BOOLEAN;
            case STRINGS -> found.isText();
            case NOTHING -> true;
        };
    }

    private boolean isHit(FoundValue found) {
        return switch (operatorType) {
            case NUMBER_IN, NUMBER_NOT_IN -> anyNumber(found, order -> order == 0);
            case NUMBER_LESS_THAN -> anyNumber(found, order -> order < 0);
            case NUMBER_GREATER_THAN -> anyNumber(found, order -> order > 0);
            case NUMBER_LESS_THAN_OR_EQUALS -> anyNumber(found, order -> order <= 0);
            case NUMBER_GREATER_THAN_OR_EQUALS -> anyNumber(found, order -> order >= 0);
            case NUMBER_IN_RANGE, NUMBER_NOT_IN_RANGE -> any(value -> ((Range) value).contains(found.number()));
            case BOOL_EQUALS ->
                any(value -> String.valueOf(((Flag) value).flag()).equals(found.text()));
            case STRING_IN, STRING_NOT_IN -> anyText(text -> folded(found).equals(text));
            case STRING_CONTAINS, STRING_NOT_CONTAINS ->
                anyText(text -> folded(found).contains(text));
            case STRING_BEGINS_WITH, STRING_NOT_BEGINS_WITH ->
                anyText(text -> folded(found).startsWith(text));
            case STRING_ENDS_WITH, STRING_NOT_ENDS_WITH ->
                anyText(text -> folded(found).endsWith(text));
            case IS_NULL_OR_UNDEFINED, IS_NOT_NULL -> false;
        };
    }

    private static String folded(FoundValue found) {
        return Letters.fold(found.text());
    }

    private boolean any(Predicate<FilterValue> hit) {
        return values.stream().anyMatch(hit);
    }

    private boolean anyText(Predicate<String> hit) {
        return any(value -> hit.test(Letters.fold(((Text) value).text())));
    }

    /** By how the event's number compares with the filter's. */
    private boolean anyNumber(FoundValue found, Predicate<Integer> hit) {
        BigDecimal number = found.number();
        return any(value -> hit.test(number.compareTo(((Decimal) value).number())));
    }
}
