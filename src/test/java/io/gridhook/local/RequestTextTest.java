package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a request's query and bytes become text (functions-runtime §3). */
class RequestTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            api-version=2018-01-01 | {api-version=2018-01-01}
            a=1&b=2                | {a=1, b=2}
            a=1&a=2                | {a=1,2}
            a=&b=2                 | {b=2}
            a&b=2                  | {b=2}
            =1&b=2                 | {b=2}
            a=x%20y+z%2B           | {a=x y z+}
            a=%C3%A9%              | {a=é%}
            a=b=c                  | {a=b=c}
            """)
    void a_query_is_decoded_joined_and_loses_what_is_empty(String query, String expected) {
        assertEquals(expected, new TreeMap<>(PercentText.query(query)).toString());
    }

    @Test
    void no_query_has_no_parameters() {
        assertEquals(0, PercentText.query(null).size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7b2261223a312e30307d | application/json                 | {"a":1.00}
            c3a9                 | application/json; charset=latin1 | é
            efbbbf7b7d           | application/json                 | {}
            efbbbf7b7d           | application/octet-stream         | \uFEFF{}
            efbbbf7b7d           | Multipart/Form-Data; boundary=x  | \uFEFF{}
            fffe7b007d00         | application/json                 | {}
            feff007b007d         | text/plain                       | {}
            61ff62               | text/plain                       | a\uFFFDb
            61ff62               | application/octet-stream         | a\uFFFDb
            """)
    void a_body_is_utf_8_without_its_mark(String hex, String contentType, String expected) {
        assertEquals(expected, BodyText.decode(HexFormat.of().parseHex(hex), contentType));
    }

    @Test
    void a_body_without_a_content_type_is_text() {
        assertEquals("{}", BodyText.decode(HexFormat.of().parseHex("efbbbf7b7d"), null));
    }
}
