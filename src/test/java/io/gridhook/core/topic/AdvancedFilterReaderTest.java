package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gridhook.core.event.EventSchema;
import io.gridhook.core.filter.OperatorType;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviour §8.2, §8.5 and §14: what is read, echoed and refused. */
class AdvancedFilterReaderTest {
    private static final String NUMBER = "a number of at most 34 digits, from 1e-400 to 1e400";
    private static final String STRING = "a string of at most 512 characters, none a control character";

    /** What came in goes out in the form of the documentation. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'operatorType':'NumberGreaterThan','key':'data.n','value':5} | {'operatorType':'NumberGreaterThan','key':'data.n','value':5}",
                "{'OperatorType':'boolequals','Key':' Data.x ','Value':false}  | {'operatorType':'BoolEquals','key':'Data.x','value':false}",
                "{'operatorType':'NumberIn','key':'n','values':[1,0.10,1e3]}   | {'operatorType':'NumberIn','key':'n','values':[1,0.10,1e3]}",
                "{'operatorType':'NumberInRange','key':'n','values':[[3.14159,999.95],[-1,-1]]} | {'operatorType':'NumberInRange','key':'n','values':[[3.14159,999.95],[-1,-1]]}",
                "{'operatorType':'StringIn','key':'n','values':['','a.b']}     | {'operatorType':'StringIn','key':'n','values':['','a.b']}",
                "{'operatorType':'IsNotNull','key':'n'}                        | {'operatorType':'IsNotNull','key':'n'}",
                "{'operatorType':'IsNotNull','key':'n','value':null,'values':[]} | {'operatorType':'IsNotNull','key':'n'}",
                // azure-docs issue 18172: seen to be taken.
                "{'OperatorType':'NumberGreaterThanOrEquals','Key':'n','Values':5} | {'operatorType':'NumberGreaterThanOrEquals','key':'n','value':5}",
                "{'operatorType':'BoolEquals','key':'n','values':[true]}       | {'operatorType':'BoolEquals','key':'n','value':true}",
            })
    void a_filter_is_echoed(String given, String echoed) {
        JsonNode filter = new EdgeDefinitions(Definitions.IDS)
                .subscription(read(given, "cloud"))
                .at("/properties/filter");
        assertEquals(Definitions.json("[" + echoed + "]").toString(), plain(filter.path("advancedFilters")));
        assertEquals(true, filter.path("enableAdvancedFilteringOnArrays").booleanValue());
    }

    /** Numbers as the test's own reader spells them. */
    private static String plain(JsonNode json) {
        return Definitions.json(json.toString()).toString();
    }

    @Test
    void what_was_not_given_is_not_echoed() {
        ObjectNode echo = new EdgeDefinitions(Definitions.IDS)
                .subscription(Definitions.read(Definitions.with("'filter':{'advancedFilters':[]}")));
        assertEquals(
                Definitions.json("{'subjectBeginsWith':'','subjectEndsWith':'','isSubjectCaseSensitive':false}"),
                echo.at("/properties/filter"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5                                                         | filter.advancedFilters[0]: 5 (expected: a JSON object)",
                "{'operatorType':'IsNotNull'}                              | filter.advancedFilters[0].key: missing (expected: 1..512 characters, none a control character, as data.color)",
                "{'operatorType':'IsNotNull','key':' '}                    | filter.advancedFilters[0].key:   (expected: 1..512 characters, none a control character, as data.color)",
                "{'operatorType':'IsNotNull','key':7}                      | filter.advancedFilters[0].key: 7 (expected: 1..512 characters, none a control character, as data.color)",
                "{'operatorType':'IsNotNull','key':'n','value':1}          | filter.advancedFilters[0].value: 1 (expected: absent: IsNotNull takes no value)",
                "{'operatorType':'IsNotNull','key':'n','values':[1]}       | filter.advancedFilters[0].values: [1] (expected: absent: IsNotNull takes no value)",
                "{'operatorType':'IsNotNull','key':'n','vlaue':1}          | filter.advancedFilters[0].vlaue: unknown property (expected: key, operatorType, value, values)",
                "{'operatorType':'NumberLessThan','key':'n'}               | filter.advancedFilters[0].value: missing (expected: "
                        + NUMBER + ")",
                "{'operatorType':'NumberLessThan','key':'n','value':'5'}   | filter.advancedFilters[0].value: 5 (expected: "
                        + NUMBER + ")",
                "{'operatorType':'NumberLessThan','key':'n','value':[5]}   | filter.advancedFilters[0].value: [5] (expected: "
                        + NUMBER + ")",
                "{'operatorType':'NumberLessThan','key':'n','value':1e401} | filter.advancedFilters[0].value: \"Infinity\" (expected: "
                        + NUMBER + ")",
                "{'operatorType':'NumberLessThan','key':'n','values':[5,6]} | filter.advancedFilters[0].values: 2 values (expected: value, "
                        + NUMBER + ")",
                "{'operatorType':'NumberLessThan','key':'n','value':5,'values':[5]} | filter.advancedFilters[0].values: [5] (expected: absent: NumberLessThan takes value)",
                "{'operatorType':'BoolEquals','key':'n','value':'true'}    | filter.advancedFilters[0].value: true (expected: true or false)",
                "{'operatorType':'NumberIn','key':'n','value':5}           | filter.advancedFilters[0].value: 5 (expected: values, an array of 1..25 values, each "
                        + NUMBER + ")",
                "{'operatorType':'NumberIn','key':'n'}                     | filter.advancedFilters[0].values: missing (expected: an array of 1..25 values, each "
                        + NUMBER + ")",
                "{'operatorType':'NumberIn','key':'n','values':[]}         | filter.advancedFilters[0].values: 0 values (expected: an array of 1..25 values, each "
                        + NUMBER + ")",
                "{'operatorType':'NumberIn','key':'n','values':5}          | filter.advancedFilters[0].values: 5 (expected: an array of 1..25 values, each "
                        + NUMBER + ")",
                "{'operatorType':'NumberIn','key':'n','values':[1,true]}   | filter.advancedFilters[0].values[1]: true (expected: "
                        + NUMBER + ")",
                "{'operatorType':'NumberInRange','key':'n','values':[[1,2],[4,3]]} | filter.advancedFilters[0].values[1]: [4,3] (expected: two numbers in an array, the lower one first)",
                "{'operatorType':'NumberInRange','key':'n','values':[[1]]} | filter.advancedFilters[0].values[0]: [1] (expected: two numbers in an array, the lower one first)",
                "{'operatorType':'NumberInRange','key':'n','values':[1,2]} | filter.advancedFilters[0].values[0]: 1 (expected: two numbers in an array, the lower one first)",
                "{'operatorType':'NumberInRange','key':'n','values':[[1,'2']]} | filter.advancedFilters[0].values[0][1]: 2 (expected: "
                        + NUMBER + ")",
                "{'operatorType':'StringIn','key':'n','values':['a',null]} | filter.advancedFilters[0].values[1]: null (expected: "
                        + STRING + ")",
                "{'operatorType':'StringIn','key':'n','values':['\\u0007']} | filter.advancedFilters[0].values[0]: \ufffd (expected: "
                        + STRING + ")",
            })
    void what_is_wrong_is_refused_with_its_place(String filter, String message) {
        assertEquals(
                message.strip(),
                assertThrows(InvalidDefinitionException.class, () -> read(filter, "cloud"))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({"IsOdd", "''", "String In"})
    void an_unknown_operator_is_refused_with_those_that_there_are(String operator) {
        String message = assertThrows(
                        InvalidDefinitionException.class,
                        () -> read("{'operatorType':'" + operator + "','key':'n'}", "cloud"))
                .getMessage();
        assertEquals(
                "filter.advancedFilters[0].operatorType: " + operator
                        + " (expected: one of NumberIn, NumberNotIn, NumberLessThan, NumberGreaterThan,"
                        + " NumberLessThanOrEquals, NumberGreaterThanOrEquals, NumberInRange, NumberNotInRange,"
                        + " BoolEquals, StringIn, StringNotIn, StringContains, StringNotContains, StringBeginsWith,"
                        + " StringNotBeginsWith, StringEndsWith, StringNotEndsWith, IsNullOrUndefined, IsNotNull)",
                message);
    }

    /** §8.5: 25 filters, 25 values in all, 512 characters; five filters and five values of "in" operators in 2019. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud      | 25 | 1  | 512 | ''",
                "cloud      | 1  | 25 | 512 | ''",
                "cloud      | 26 | 1  | 1   | filter.advancedFilters: 26 filters (expected: an array of at most 25 filters)",
                "cloud      | 13 | 2  | 1   | filter.advancedFilters: 26 values in all (expected: at most 25 in profile cloud)",
                "edge       | 13 | 2  | 1   | ''",
                "edge       | 25 | 2  | 1   | ''",
                "edge       | 17 | 3  | 1   | filter.advancedFilters: 51 values in all (expected: at most 50 in profile edge)",
                "cloud      | 1  | 26 | 1   | filter.advancedFilters[0].values: 26 values (expected: an array of 1..25 values, each "
                        + STRING + ")",
                "cloud-2019 | 5  | 5  | 512 | ''",
                "cloud-2019 | 6  | 1  | 1   | filter.advancedFilters: 6 filters (expected: at most 5 in profile cloud-2019)",
                "cloud-2019 | 1  | 6  | 1   | filter.advancedFilters[0].values: 6 values (expected: at most 5 in profile cloud-2019)",
            })
    void the_limits_hold(String profile, int filters, int values, int chars, String message) {
        String one = "{'operatorType':'StringIn','key':'n','values':[" + repeat(values, "'" + "x".repeat(chars) + "'")
                + "]}";
        assertEquals(message, outcome(repeat(filters, one), profile, "advancedFilters"));
    }

    @Test
    void a_value_of_513_characters_is_refused() {
        String value = "x".repeat(513);
        assertEquals(
                "filter.advancedFilters[0].values[0]: " + "x".repeat(80) + "… (expected: " + STRING + ")",
                outcome(
                        "{'operatorType':'StringIn','key':'n','values':['" + value + "']}",
                        "cloud",
                        "advancedFilters"));
    }

    /** §8.5: the twelve operators of IoT Edge are those that Kubernetes and 2019 have as well. */
    @ParameterizedTest
    @EnumSource
    void an_edition_has_its_operators(OperatorType type) {
        String value =
                switch (type.operand()) {
                    case NUMBER -> ",'value':1";
                    case BOOL -> ",'value':true";
                    case NUMBERS -> ",'values':[1]";
                    case RANGES -> ",'values':[[1,2]]";
                    case STRINGS -> ",'values':['a']";
                    case NOTHING -> "";
                };
        String filter = "{'operatorType':'" + type.wireName() + "','key':'data.n'" + value + "}";
        assertEquals("", outcome(filter, "cloud", "advancedFilters"));
        assertEquals("", outcome(filter, "cloud-2021", "advancedFilters"));
        for (String profile : new String[] {"cloud-2019", "edge", "kubernetes"}) {
            String refusal = "filter.advancedFilters[0].operatorType: " + type.wireName()
                    + " (expected: one of NumberIn, NumberNotIn, NumberLessThan, NumberGreaterThan,"
                    + " NumberLessThanOrEquals, NumberGreaterThanOrEquals, BoolEquals, StringIn, StringNotIn,"
                    + " StringContains, StringBeginsWith, StringEndsWith in profile " + profile + ")";
            boolean isOld = type.name().matches("NUMBER_(?!.*RANGE).*|BOOL_.*|STRING_(?!NOT_(CONTAINS|BEGINS|ENDS)).*");
            assertEquals(isOld ? "" : refusal, outcome(filter, profile, "advancedFilters"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud      | ''",
                "cloud-2019 | filter.enableAdvancedFilteringOnArrays: true (expected: absent or false in profile cloud-2019)",
                "edge       | filter.enableAdvancedFilteringOnArrays: true (expected: absent or false in profile edge)",
                "kubernetes | filter.enableAdvancedFilteringOnArrays: true (expected: absent or false in profile kubernetes)",
            })
    void an_edition_looks_into_arrays_or_does_not(String profile, String message) {
        assertEquals(message, outcome("", profile, "enableAdvancedFilteringOnArrays':true,'advancedFilters"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kubernetes | data.a.b | ''",
                "kubernetes | Source   | ''",
                "kubernetes | ext      | filter.advancedFilters[0].key: ext (expected: an attribute of CloudEvents 1.0 or data.… in profile kubernetes)",
                "edge       | ext      | ''",
            })
    void kubernetes_has_no_extension_attributes(String profile, String key, String message) {
        assertEquals(
                message,
                outcome("{'operatorType':'BoolEquals','key':'" + key + "','value':true}", profile, "advancedFilters"));
    }

    /** The message, or {@code ""} if it is read. */
    private static String outcome(String filters, String profile, String name) {
        EventSchema schema = profile.equals("kubernetes") ? EventSchema.CLOUD_EVENT_V1_0 : EventSchema.EVENT_GRID;
        try {
            EventSubscription read =
                    Definitions.read(Definitions.with("'filter':{'" + name + "':[" + filters + "]}"), schema, profile);
            assertEquals(
                    Optional.empty(),
                    SubscriptionFit.misfit(
                            read,
                            Definitions.topic(schema, Optional.of(profile)),
                            Definitions.PROFILES.named(profile).orElseThrow()));
            return "";
        } catch (InvalidDefinitionException e) {
            return e.getMessage();
        }
    }

    private static String repeat(int count, String text) {
        return IntStream.range(0, count).mapToObj(i -> text).collect(Collectors.joining(","));
    }

    private static EventSubscription read(String filter, String profile) {
        return Definitions.read(
                Definitions.with(
                        "'filter':{'enableAdvancedFilteringOnArrays':true,'advancedFilters':[" + filter + "]}"),
                EventSchema.EVENT_GRID,
                profile);
    }
}
