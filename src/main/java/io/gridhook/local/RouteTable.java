package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which HTTP function answers a request. */
final class RouteTable {
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(RoutePattern pattern, LocalFunction function, Trigger.Http trigger) {}

    /** A function and the values of its route's parameters. */
    record Match(LocalFunction function, Map<String, String> parameters) {}

    RouteTable(List<LocalFunction> functions, String routePrefix) {
        for (LocalFunction function : functions) {
            if (function.trigger() instanceof Trigger.Http http) {
                String route = routePrefix.isEmpty() ? http.route() : routePrefix + "/" + http.route();
                entries.add(new Entry(RoutePattern.of(route), function, http));
            }
        }
        entries.sort((one, other) -> RoutePattern.byPreference(one.pattern, other.pattern));
    }

    /** The function for a method and a path's decoded parts; the real host, too, knows no 405. */
    Optional<Match> find(HttpMethod method, List<String> path) {
        for (Entry entry : entries) {
            if (entry.trigger.methods().isEmpty() || entry.trigger.methods().contains(method)) {
                Optional<Map<String, String>> parameters = entry.pattern.match(path);
                if (parameters.isPresent()) {
                    return Optional.of(new Match(entry.function, parameters.get()));
                }
            }
        }
        return Optional.empty();
    }
}
