package io.gridhook.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A route such as {@code topics/{topic}/events}; a last part {@code {*rest}} takes all that follows. */
final class RoutePattern {
    private final List<Part> parts;

    private RoutePattern(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** How one part matches; in the order in which routes are preferred. */
    private enum Kind {
        LITERAL,
        PARAMETER,
        CATCH_ALL
    }

    private record Part(Kind kind, String text) {}

    /**
     * Reads a route.
     *
     * @throws LocalHostException if it uses a form that is not known here (constraints, optional parts)
     */
    static RoutePattern of(String route) {
        List<Part> parts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<String> texts = split(route);
        for (String text : texts) {
            Part part = part(route, text);
            boolean misplaced = part.kind == Kind.CATCH_ALL && parts.size() + 1 < texts.size();
            if (misplaced || (part.kind != Kind.LITERAL && !names.add(part.text))) {
                throw new LocalHostException("route " + route + ": " + text + " (expected: each name once, * last)");
            }
            parts.add(part);
        }
        return new RoutePattern(parts);
    }

    /** The path's parts; slashes at its ends count for nothing. */
    static List<String> split(String path) {
        String inner = path.startsWith("/") ? path.substring(1) : path;
        inner = inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner;
        return inner.isEmpty() ? List.of() : List.of(inner.split("/", -1));
    }

    private static Part part(String route, String text) {
        if (text.matches("\\{\\*[A-Za-z_][A-Za-z0-9_]*}")) {
            return new Part(Kind.CATCH_ALL, text.substring(2, text.length() - 1));
        }
        if (text.matches("\\{[A-Za-z_][A-Za-z0-9_]*}")) {
            return new Part(Kind.PARAMETER, text.substring(1, text.length() - 1));
        }
        if (text.isEmpty() || text.contains("{") || text.contains("}")) {
            throw new LocalHostException(
                    "route " + route + ": part '" + text + "' (expected: text, {name} or {*name})");
        }
        return new Part(Kind.LITERAL, text);
    }

    Set<String> parameterNames() {
        Set<String> names = new HashSet<>();
        for (Part part : parts) {
            if (part.kind != Kind.LITERAL) {
                names.add(part.text);
            }
        }
        return names;
    }

    /** The parameters' values if the path's decoded parts match; letter case of literals does not matter. */
    Optional<Map<String, String>> match(List<String> path) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part.kind == Kind.CATCH_ALL) {
                values.put(part.text, String.join("/", path.subList(Math.min(i, path.size()), path.size())));
                return Optional.of(values);
            }
            if (i >= path.size() || !matches(part, path.get(i))) {
                return Optional.empty();
            }
            if (part.kind == Kind.PARAMETER) {
                values.put(part.text, path.get(i));
            }
        }
        return parts.size() == path.size() ? Optional.of(values) : Optional.empty();
    }

    private static boolean matches(Part part, String text) {
        return part.kind == Kind.PARAMETER ? !text.isEmpty() : part.text.equalsIgnoreCase(text);
    }

    /** Sorts the route that is preferred first: at the first part that differs a literal goes before a parameter. */
    static int byPreference(RoutePattern one, RoutePattern other) {
        int common = Math.min(one.parts.size(), other.parts.size());
        for (int i = 0; i < common; i++) {
            int difference = one.parts.get(i).kind.compareTo(other.parts.get(i).kind);
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(other.parts.size(), one.parts.size());
    }
}
