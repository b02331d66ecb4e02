package io.gridhook.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour §12: strings, numbers and booleans that a path leads to. */
class JsonPathTest {
    private static final JsonText EVENT = JsonText.of("""
            {"id":"e1","type":"T","data":{"system":"billing","n":1.50,"big":12345678901234567890,"yes":true,"no":false,
             "nothing":null,"list":[{"a":1},["x","y"],"z"],"a.b":"dotted","object":{},"empty":"","Data":"upper"}}""");

    private static Optional<String> found(String path) {
        return JsonPath.parse(path).orElseThrow().scalarIn(EVENT);
    }

    @ParameterizedTest
    @CsvSource({
        "id,                 e1",
        "$.id,               e1",
        "data.system,        billing",
        "$.data.system,      billing",
        "$['data']['system'], billing",
        "data.n,             1.50",
        "data.big,           12345678901234567890",
        "data.yes,           true",
        "data.no,            false",
        "data.list[0].a,     1",
        "data.list[1][1],    y",
        "data.list[2],       z",
        "data['a.b'],        dotted",
        "data.empty,         ''",
        "data.Data,          upper",
    })
    void a_path_leads_to_a_value(String path, String value) {
        assertEquals(Optional.of(value), found(path));
    }

    /** Other types, and what is not there, have none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "data",
                "data.nothing",
                "data.object",
                "data.list",
                "data.list[0]",
                "data.list[3]",
                "data.list.a",
                "data.system.more",
                "data.system[0]",
                "data.SYSTEM",
                "missing",
                "data.a.b",
                "data[0]",
            })
    void other_things_are_no_value(String path) {
        assertEquals(Optional.empty(), found(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "$",
                "$.",
                "a.",
                ".a",
                "a..b",
                "a[",
                "a[]",
                "a[x]",
                "a[-1]",
                "a[0",
                "a]",
                "a[0]b",
                "a['']",
                "a[99999999999]",
                "$$.['a'",
                "a[*]"
            })
    void what_is_no_path_is_none(String text) {
        assertEquals(Optional.empty(), JsonPath.parse(text));
    }
}
