package io.gridhook.core.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gridhook.core.event.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Evaluates the inside of a template's {@code [...]}: literals, calls, {@code .name} and {@code [index]} behind them. */
final class TemplateExpression {
    /** Ours: calls within calls. */
    private static final int DEPTH_MAX = 32;
    /** ARM's own limit of an expression. */
    private static final int CHARS_MAX = 24_576;

    private final String text;
    private final TemplateScope scope;
    private int at;
    private int depth;

    private TemplateExpression(String text, TemplateScope scope) {
        this.text = text;
        this.scope = scope;
    }

    /**
     * The value.
     *
     * @throws UnresolvedException if it has none here
     */
    static JsonNode value(String text, TemplateScope scope) {
        if (text.length() > CHARS_MAX) {
            throw new UnresolvedException("an expression of more than " + CHARS_MAX + " characters");
        }
        TemplateExpression expression = new TemplateExpression(text, scope);
        JsonNode value = expression.parse().get();
        if (!expression.isAtEnd()) {
            throw expression.unreadable();
        }
        return value;
    }

    /** Parsed whole before any of it is evaluated, as only one branch of an {@code if} is. */
    private Supplier<JsonNode> parse() {
        depth++;
        if (depth > DEPTH_MAX) {
            throw new UnresolvedException("calls within calls, more than " + DEPTH_MAX + " levels");
        }
        Supplier<JsonNode> value = postfixes(primary());
        depth--;
        return value;
    }

    private Supplier<JsonNode> primary() {
        char c = peek();
        if (c == '\'') {
            JsonNode literal = TextNode.valueOf(literal());
            return () -> literal;
        }
        if (c == '-' || Character.isDigit(c)) {
            JsonNode number = number();
            return () -> number;
        }
        String name = name();
        expect('(');
        List<Supplier<JsonNode>> arguments = new ArrayList<>();
        if (peek() != ')') {
            arguments.add(parse());
            while (peek() == ',') {
                at++;
                arguments.add(parse());
            }
        }
        expect(')');
        return () -> TemplateFunctions.call(name, arguments, scope);
    }

    private Supplier<JsonNode> postfixes(Supplier<JsonNode> start) {
        Supplier<JsonNode> value = start;
        while (!isAtEnd() && (peek() == '.' || peek() == '[')) {
            value = peek() == '.' ? member(value) : element(value);
        }
        return value;
    }

    private Supplier<JsonNode> member(Supplier<JsonNode> of) {
        at++;
        String name = name();
        return () -> found(of.get().get(name), name);
    }

    private Supplier<JsonNode> element(Supplier<JsonNode> of) {
        at++;
        Supplier<JsonNode> index = parse();
        expect(']');
        return () -> {
            JsonNode key = index.get();
            JsonNode value = of.get();
            return found(
                    key.isTextual() ? value.get(key.textValue()) : value.get(key.asInt(-1)),
                    key.isTextual() ? key.textValue() : "[" + key.asInt(-1) + "]");
        };
    }

    private static JsonNode found(@Nullable JsonNode value, String name) {
        if (value == null) {
            throw new UnresolvedException(Excerpt.of(name) + ": not there in the value that is asked for it");
        }
        return value;
    }

    private String literal() {
        StringBuilder read = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\'') {
                read.append(c);
            } else if (at < text.length() && text.charAt(at) == '\'') {
                at++;
                read.append('\'');
            } else {
                return read.toString();
            }
        }
        throw unreadable();
    }

    private JsonNode number() {
        int start = at++;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        try {
            return IntNode.valueOf(Integer.parseInt(text.substring(start, at)));
        } catch (NumberFormatException e) {
            throw unreadable();
        }
    }

    private String name() {
        peek();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (at == start) {
            throw unreadable();
        }
        return text.substring(start, at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw unreadable();
        }
        at++;
    }

    private char peek() {
        if (isAtEnd()) {
            throw unreadable();
        }
        return text.charAt(at);
    }

    private boolean isAtEnd() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at >= text.length();
    }

    /** Says the place alone: the expression may hold a secret. */
    private UnresolvedException unreadable() {
        return new UnresolvedException("not an expression that can be read, at character " + at);
    }
}
