package io.gridhook.core.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Behaviour §8.2 and §8.3, cell by cell: {@code src/test/resources/filter/truth-table.txt} has the answers and their sources. */
class TruthTableTest {
    private static final String NO_FILTER = "no filter";
    private static final Set<String> SOURCES = Set.of("documented", "observed", "ours");
    private static final int SHAPES_FROM = 2;

    @ParameterizedTest(name = "{0} {1} on {2}: {4}")
    @MethodSource("cells")
    void an_event_matches_as_the_table_says(
            String operatorType, String operand, String shape, String value, String answer) {
        String data = value.isEmpty() ? "{}" : "{\"key1\":" + value + "}";
        EventFilter filter = operatorType.equals(NO_FILTER)
                ? EventFilter.ALL
                : Filtering.advanced(operatorType, "data.key1", operand);
        EventFilter switched = shape.endsWith(", off")
                ? new EventFilter(List.of(), "", "", false, false, filter.advancedFilters())
                : filter;
        assertEquals(answer.equals("yes"), Filtering.matches(switched, Filtering.withData(data)));
    }

    @Test
    void the_table_has_every_operator_a_control_row_and_a_source_for_each_answer() throws IOException {
        List<List<String>> rows = rows();
        Set<String> operators = new HashSet<>(Set.of(NO_FILTER));
        Stream.of(OperatorType.values()).map(OperatorType::wireName).forEach(operators::add);
        assertEquals(
                operators,
                Set.copyOf(rows.stream().skip(2).map(row -> row.get(0)).toList()));
        assertEquals(20, rows.size() - 2);
        assertTrue(rows.get(0).size() - SHAPES_FROM >= 10);
        for (List<String> row : rows.subList(2, rows.size())) {
            assertEquals(rows.get(0).size(), row.size(), row.get(0));
            row.subList(SHAPES_FROM, row.size())
                    .forEach(cell -> assertTrue(
                            cell.matches("(yes|no) [a-z]+") && SOURCES.contains(cell.split(" ", -1)[1]),
                            row.get(0) + cell));
        }
    }

    static List<Arguments> cells() throws IOException {
        List<List<String>> rows = rows();
        List<String> shapes = rows.get(0);
        List<String> values = rows.get(1);
        List<Arguments> cells = new ArrayList<>();
        for (List<String> row : rows.subList(2, rows.size())) {
            for (int i = SHAPES_FROM; i < shapes.size(); i++) {
                String answer = row.get(i).split(" ", -1)[0];
                cells.add(Arguments.of(row.get(0), row.get(1), shapes.get(i), values.get(i), answer));
            }
        }
        return cells;
    }

    private static List<List<String>> rows() throws IOException {
        try (InputStream file = TruthTableTest.class.getResourceAsStream("/filter/truth-table.txt")) {
            assertNotNull(file);
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split("\\|", -1))
                            .map(String::strip)
                            .toList())
                    .toList();
        }
    }
}
