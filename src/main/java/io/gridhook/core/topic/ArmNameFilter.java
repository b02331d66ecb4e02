package io.gridhook.core.topic;

import io.gridhook.core.event.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code $filter} of ARM's lists. Event Grid's reference of the call says: on {@code name} only, with {@code contains}, {@code eq},
 * {@code ne}, {@code and}, {@code or} and {@code not}; for example {@code contains(namE, 'PATTERN') and name ne 'PATTERN-1'}. Letter case
 * does not matter, as it does not in names. OData's precedence: {@code not}, {@code and}, {@code or}; parentheses go first.
 */
public final class ArmNameFilter {
    /** Ours. */
    private static final int CHARS_MAX = 1_024;
    /** Ours: of parentheses and {@code not}. */
    private static final int DEPTH_MAX = 20;

    private static final Pattern TOKEN = Pattern.compile("\\s*('(?:[^']|'')*'|[A-Za-z]+|[(),])");
    private static final String EXPECTED = "on name only: contains(name, 'x'), eq, ne, and, or, not";

    private final String text;
    private final List<String> tokens;
    private int next;
    private int depth;

    private ArmNameFilter(String text) {
        this.text = text;
        this.tokens = tokens(text);
    }

    /**
     * Which names it lets pass.
     *
     * @throws InvalidDefinitionException if it is not such a filter
     */
    public static Predicate<String> parse(String text) {
        if (text.length() > CHARS_MAX) {
            throw wrong(text);
        }
        ArmNameFilter filter = new ArmNameFilter(text);
        Predicate<String> names = filter.or();
        if (filter.next < filter.tokens.size()) {
            throw wrong(text);
        }
        return names;
    }

    private static List<String> tokens(String text) {
        String stripped = text.strip();
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(stripped);
        int end = 0;
        while (end < stripped.length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                throw wrong(text);
            }
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        return tokens;
    }

    private Predicate<String> or() {
        Predicate<String> left = and();
        while (skip("or")) {
            left = left.or(and());
        }
        return left;
    }

    private Predicate<String> and() {
        Predicate<String> left = not();
        while (skip("and")) {
            left = left.and(not());
        }
        return left;
    }

    private Predicate<String> not() {
        if (++depth > DEPTH_MAX) {
            throw wrong(text);
        }
        Predicate<String> read = skip("not") ? not().negate() : clause();
        depth--;
        return read;
    }

    private Predicate<String> clause() {
        if (skip("(")) {
            Predicate<String> inner = or();
            take(")");
            return inner;
        }
        if (skip("contains")) {
            take("(");
            take("name");
            take(",");
            String part = literal();
            take(")");
            return name -> lower(name).contains(part);
        }
        take("name");
        if (skip("ne")) {
            String other = literal();
            return name -> !lower(name).equals(other);
        }
        take("eq");
        String same = literal();
        return name -> lower(name).equals(same);
    }

    private String literal() {
        String token = next < tokens.size() ? tokens.get(next++) : "";
        if (!token.startsWith("'")) {
            throw wrong(text);
        }
        return lower(token.substring(1, token.length() - 1).replace("''", "'"));
    }

    private void take(String token) {
        if (!skip(token)) {
            throw wrong(text);
        }
    }

    private boolean skip(String token) {
        boolean isNext = next < tokens.size() && tokens.get(next).equalsIgnoreCase(token);
        if (isNext) {
            next++;
        }
        return isNext;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static InvalidDefinitionException wrong(String text) {
        return new InvalidDefinitionException("$filter: " + Excerpt.of(text) + " (expected: " + EXPECTED + ")");
    }
}
