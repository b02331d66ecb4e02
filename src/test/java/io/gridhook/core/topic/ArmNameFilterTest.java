package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §13.1; the operators are of the reference of Event Grid's list calls. */
class ArmNameFilterTest {
    private static final List<String> NAMES = List.of("Orders", "orders-old", "clouds");

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "name eq 'orders', Orders",
                "NAME EQ 'ORDERS', Orders",
                "name ne 'orders', orders-old clouds",
                "\"contains(name, 'ord')\", Orders orders-old",
                "\"contains(namE, 'ORD') and name ne 'orders'\", orders-old",
                "name eq 'orders' or name eq 'clouds', Orders clouds",
                "not name eq 'orders', orders-old clouds",
                "\"not contains(name,'o') or name eq 'orders'\", Orders",
                "name eq 'clouds' or name eq 'orders' and name ne 'orders', clouds",
                "(name eq 'clouds' or name eq 'orders') and name ne 'orders', clouds",
                "(name eq 'clouds' or name eq 'orders') and name ne 'clouds', Orders",
                "not (name eq 'clouds' or name eq 'orders'), orders-old",
                "name eq 'it''s', \"\"",
            })
    void a_filter_lets_names_pass(String filter, String passing) {
        assertEquals(passing, NAMES.stream().filter(ArmNameFilter.parse(filter)).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "name",
                "name eq",
                "name eq orders",
                "name eq 'orders",
                "name gt 'orders'",
                "location eq 'westus2'",
                "startswith(name, 'o')",
                "contains(name)",
                "contains(location, 'w')",
                "name eq 'orders' and",
                "name eq 'orders' name",
                "(name eq 'orders'",
                "name eq 'orders')",
                "name eq 1",
                "'orders' eq name",
                "name eq 'a'; drop",
            })
    void anything_else_is_refused(String filter) {
        assertThrows(InvalidDefinitionException.class, () -> ArmNameFilter.parse(filter));
    }

    @Test
    void what_is_too_long_or_too_deep_is_refused() {
        List<String> bad = Stream.of("(".repeat(400), "not ".repeat(200), "name eq '" + "x".repeat(2_000) + "'")
                .toList();
        bad.forEach(filter -> assertThrows(InvalidDefinitionException.class, () -> ArmNameFilter.parse(filter)));
    }
}
