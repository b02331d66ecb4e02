package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutePatternTest {
    /** ASP.NET Core's matching, as far as the app's routes need it (functions-runtime §3). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            topics/{topic}/events     | /topics/orders/events      | {topic=orders}
            topics/{topic}/events     | /TOPICS/Orders/Events      | {topic=Orders}
            topics/{topic}/events     | /topics/orders/events/     | {topic=orders}
            topics/{topic}/events     | /topics/a%20b/events       | {topic=a b}
            topics/{topic}/events     | /topics/a%2Fb/events       | {topic=a%2Fb}
            topics/{topic}/events     | /topics/%C3%A9%zz/events   | {topic=é%zz}
            topics/{topic}/events     | /topics//events            | none
            topics/{topic}/events     | /topics/orders             | none
            topics/{topic}/events     | /topics/orders/events/more | none
            topics                    | /topics                    | {}
            topics                    | /                          | none
            files/{*path}             | /files/a/b                 | {path=a/b}
            files/{*path}             | /files                     | {path=}
            """)
    void a_path_matches_part_by_part(String route, String path, String expected) {
        List<String> parts =
                RoutePattern.split(path).stream().map(PercentText::pathPart).toList();
        assertEquals(
                expected,
                RoutePattern.of(route)
                        .match(parts)
                        .map(values -> new TreeMap<>(values).toString())
                        .orElse("none"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a} a                 | a {a}
            {*a} {a} a            | a {a} {*a}
            a/{b}/c a/b/{c}       | a/b/{c} a/{b}/c
            a/{*b} a/{b}/c a/b/c  | a/b/c a/{b}/c a/{*b}
            """)
    void a_literal_goes_before_a_parameter_and_that_before_the_rest(String routes, String expected) {
        String sorted = Arrays.stream(routes.split(" ", -1))
                .sorted((one, other) -> RoutePattern.byPreference(RoutePattern.of(one), RoutePattern.of(other)))
                .collect(Collectors.joining(" "));
        assertEquals(expected, sorted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/{b?}", "a/{b:int}", "a//b", "{a}/{a}", "{*a}/b", "a{b}", "{}"})
    void a_form_that_is_not_known_is_refused(String route) {
        assertThrows(LocalHostException.class, () -> RoutePattern.of(route));
    }

    @Test
    void the_parameters_names_are_known() {
        assertEquals(
                Map.of("a", 1, "b", 1).keySet(), RoutePattern.of("x/{a}/{*b}").parameterNames());
    }
}
