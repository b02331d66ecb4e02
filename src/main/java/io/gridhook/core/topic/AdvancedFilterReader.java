package io.gridhook.core.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import io.gridhook.core.filter.AdvancedFilter;
import io.gridhook.core.filter.FilterEdition;
import io.gridhook.core.filter.FilterValue;
import io.gridhook.core.filter.OperatorType;
import io.gridhook.core.filter.OperatorType.Operand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads one advanced filter (behaviour §8.2, §14): names in any letter case, {@code value} or {@code values}. Where an operator takes one
 * value, {@code values} with just that one is taken too, as Event Grid has been seen to do (azure-docs issue 18172).
 */
final class AdvancedFilterReader {
    /** Ours; Event Grid documents none. */
    private static final int KEY_CHARS_MAX = 512;
    /** Ours: what a decimal of IEEE 754 holds, and more than .NET's, which IoT Edge compares with. */
    private static final int DIGITS_MAX = 34;
    /** Ours: beyond the range of a double, which the cloud's definitions have. */
    private static final int EXPONENT_MAX = 400;

    private final JsonFields json;
    private final String path;

    private AdvancedFilterReader(JsonFields json, String path) {
        this.json = json;
        this.path = path;
    }

    /**
     * Reads a filter.
     *
     * @param path its place, for error messages
     */
    static AdvancedFilter read(JsonNode json, String path) {
        return new AdvancedFilterReader(JsonFields.of(json, path), path).read();
    }

    private AdvancedFilter read() {
        OperatorType type = operatorType();
        String key = key();
        List<FilterValue> values = values(type);
        json.end();
        return new AdvancedFilter(type, key, values);
    }

    private OperatorType operatorType() {
        String expected = "one of "
                + String.join(
                        ", ",
                        Stream.of(OperatorType.values())
                                .map(OperatorType::wireName)
                                .toList());
        JsonNode given = json.value("operatorType").orElseThrow(() -> json.missing("operatorType", expected));
        return Optional.of(given)
                .filter(JsonNode::isTextual)
                .flatMap(text -> OperatorType.parse(text.textValue()))
                .orElseThrow(() -> wrong("operatorType", given, expected));
    }

    private String key() {
        String expected = "1.." + KEY_CHARS_MAX + " characters, none a control character, as data.color";
        JsonNode given = json.value("key").orElseThrow(() -> json.missing("key", expected));
        if (!given.isTextual() || given.textValue().isBlank() || !isPlain(given.textValue(), KEY_CHARS_MAX)) {
            throw wrong("key", given, expected);
        }
        return given.textValue().strip();
    }

    private List<FilterValue> values(OperatorType type) {
        Optional<JsonNode> value = json.value("value");
        Optional<JsonNode> values = json.value("values");
        Operand operand = type.operand();
        if (operand == Operand.NOTHING) {
            refuse("value", value, type);
            refuse("values", values.filter(array -> !array.isArray() || !array.isEmpty()), type);
            return List.of();
        }
        return operand.isSingle() ? List.of(single(type, value, values)) : several(type, value, values);
    }

    private FilterValue single(OperatorType type, Optional<JsonNode> value, Optional<JsonNode> values) {
        String expected = expected(type.operand());
        if (value.isPresent()) {
            refuse("values", values, type);
            return one("value", value.get(), type.operand());
        }
        JsonNode given = values.orElseThrow(() -> json.missing("value", expected));
        if (!given.isArray()) {
            return one("values", given, type.operand());
        }
        if (given.size() != 1) {
            throw wrong("values", given.size() + " values", "value, " + expected);
        }
        return one("values[0]", given.get(0), type.operand());
    }

    private List<FilterValue> several(OperatorType type, Optional<JsonNode> value, Optional<JsonNode> values) {
        String expected = "an array of 1.." + FilterEdition.VALUES_MAX + " values, each " + expected(type.operand());
        value.ifPresent(given -> {
            throw wrong("value", given, "values, " + expected);
        });
        JsonNode given = values.orElseThrow(() -> json.missing("values", expected));
        if (!given.isArray() || given.isEmpty() || given.size() > FilterEdition.VALUES_MAX) {
            throw given.isArray()
                    ? wrong("values", given.size() + " values", expected)
                    : wrong("values", given, expected);
        }
        List<FilterValue> read = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            read.add(one("values[" + i + "]", given.get(i), type.operand()));
        }
        return read;
    }

    private void refuse(String name, Optional<JsonNode> given, OperatorType type) {
        given.ifPresent(node -> {
            String instead = type.operand() == Operand.NOTHING ? " takes no value" : " takes value";
            throw wrong(name, node, "absent: " + type.wireName() + instead);
        });
    }

    private FilterValue one(String name, JsonNode given, Operand operand) {
        return switch (operand) {
            case NUMBER, NUMBERS -> new FilterValue.Decimal(number(name, given));
            case RANGES -> range(name, given);
            case BOOL -> {
                if (!given.isBoolean()) {
                    throw wrong(name, given, expected(operand));
                }
                yield new FilterValue.Flag(given.booleanValue());
            }
            case STRINGS -> {
                if (!given.isTextual() || !isPlain(given.textValue(), FilterEdition.VALUE_CHARS_MAX)) {
                    throw wrong(name, given, expected(operand));
                }
                yield new FilterValue.Text(given.textValue());
            }
            case NOTHING -> throw new IllegalArgumentException(name + ": " + given + " (expected: no value)");
        };
    }

    private FilterValue range(String name, JsonNode given) {
        if (!given.isArray() || given.size() != 2) {
            throw wrong(name, given, expected(Operand.RANGES));
        }
        BigDecimal low = number(name + "[0]", given.get(0));
        BigDecimal high = number(name + "[1]", given.get(1));
        if (low.compareTo(high) > 0) {
            throw wrong(name, given, expected(Operand.RANGES));
        }
        return new FilterValue.Range(low, high);
    }

    private BigDecimal number(String name, JsonNode given) {
        boolean isInfinite = given instanceof DoubleNode && !Double.isFinite(given.doubleValue());
        if (!given.isNumber() || isInfinite || !isBounded(given.decimalValue())) {
            throw wrong(name, given, expected(Operand.NUMBER));
        }
        return given.decimalValue();
    }

    private static boolean isBounded(BigDecimal number) {
        long exponent = (long) number.precision() - number.scale();
        return number.signum() == 0
                ? Math.abs((long) number.scale()) <= EXPONENT_MAX
                : number.precision() <= DIGITS_MAX && Math.abs(exponent) <= EXPONENT_MAX;
    }

    private static String expected(Operand operand) {
        return switch (operand) {
            case NUMBER, NUMBERS ->
                "a number of at most " + DIGITS_MAX + " digits, from 1e-" + EXPONENT_MAX + " to 1e" + EXPONENT_MAX;
            case RANGES -> "two numbers in an array, the lower one first";
            case BOOL -> "true or false";
            case STRINGS ->
                "a string of at most " + FilterEdition.VALUE_CHARS_MAX + " characters, none a control character";
            case NOTHING -> "no value";
        };
    }

    private static boolean isPlain(String text, int charsMax) {
        return text.length() <= charsMax && text.chars().noneMatch(Character::isISOControl);
    }

    private InvalidDefinitionException wrong(String name, JsonNode value, String expected) {
        return JsonFields.wrong(path + "." + name, value, expected);
    }

    private InvalidDefinitionException wrong(String name, String value, String expected) {
        return JsonFields.wrong(path + "." + name, value, expected);
    }
}
