package io.gridhook.core.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateScopeTest {
    private static final String TEMPLATE = """
            {"parameters": {"p": {"defaultValue": "v"}, "given": {}, "o": {"defaultValue": {"a": ["x", "y"]}}},
             "variables": {"V": "[concat(parameters('p'), '-1')]", "self": "[variables('other')]",
                           "other": "[variables('self')]"}}""";

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    private static JsonNode resolve(String text) {
        return TemplateScope.of(json(TEMPLATE), Map.of("given", TextNode.valueOf("g")))
                .resolve(TextNode.valueOf(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "plain | plain",
                "[[not one] | [not one]",
                "['it''s'] | it's",
                "[parameters('P')] | v",
                "[ parameters( 'given' ) ] | g",
                "[variables('v')] | v-1",
                "[concat('a', 1, true())] | a1true",
                "[format('{1}{{{0}}}', 'a', 'b')] | b{a}",
                "[parameters('o').a[1]] | y",
                "[parameters('o')['a'][0]] | x",
                "[last(split('/a/b', '/'))] | b",
                "[first(createArray('a', 'b'))] | a",
                "[if(empty(''), 'none', reference('x'))] | none",
                "[if(and(not(equals('a', 'b')), or(false(), true())), toUpper('y'), 'n')] | Y",
                "[replace(toLower('A-B'), '-', '.')] | a.b",
                "[string(int('7'))] | 7",
                "[resourceId('Microsoft.EventGrid/topics', 't')] | /providers/Microsoft.EventGrid/topics/t",
                "[resourceId('s', 'g', 'M.E/a/b', 'x', 'y')] | /subscriptions/s/resourceGroups/g/providers/M.E/a/x/b/y",
                "[resourceId('g', 'M.E/a', 'x')] | /resourceGroups/g/providers/M.E/a/x",
                "[subscriptionResourceId('s', 'M.E/a', 'x')] | /subscriptions/s/providers/M.E/a/x",
                "[extensionResourceId('/a/b', 'M.E/a', 'x')] | /a/b/providers/M.E/a/x",
            })
    void an_expression_has_its_value(String expression, String value) {
        assertEquals(value, resolve(expression).asText());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[parameters('none')]",
                "[variables('self')]",
                "[reference('x').y]",
                "[concat('a']",
                "['open]",
                "[]",
                "[concat('a',)]",
                "[concat('a') b]",
                "[format('{9}', 'a')]",
                "[format('{0:D3}', 'a')]",
                "[toLower(1)]",
                "[if('x', 1, 2)]",
                "[first(createArray())]",
                "[parameters('o').b]",
                "[resourceId('none')]",
                "[resourceId('M.E/a')]",
                "[99999999999]",
                "[int('x')]",
            })
    void one_without_a_value_is_refused_and_not_repeated(String expression) {
        String message = assertThrows(UnresolvedException.class, () -> resolve(expression))
                .getMessage();
        assertTrue(!message.contains(expression), message);
    }

    @Test
    @Timeout(20)
    void what_makes_too_much_ends() {
        StringBuilder variables = new StringBuilder("\"v0\":\"0123456789\"");
        for (int i = 1; i < 60; i++) {
            variables.append(
                    ",\"v" + i + "\":\"[concat(variables('v" + (i - 1) + "'),variables('v" + (i - 1) + "'))]\"");
        }
        TemplateScope scope = TemplateScope.of(json("{\"variables\":{" + variables + "}}"), Map.of());
        TextNode last = TextNode.valueOf("[variables('v59')]");
        assertThrows(UnresolvedException.class, () -> scope.resolve(last));
        TextNode twice = TextNode.valueOf("[" + "empty(".repeat(30) + "'a'" + ")".repeat(30) + "]");
        assertTrue(scope.resolve(twice).isBoolean());
        TextNode deep = TextNode.valueOf("[" + "not(".repeat(1_000) + ")".repeat(1_000) + "]");
        assertThrows(UnresolvedException.class, () -> scope.resolve(deep));
    }
}
