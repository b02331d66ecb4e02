package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the console shows once all runs. */
final class Banner {
    /** A function that is routed all of these chooses by itself; the list would say nothing. */
    private static final Set<HttpMethod> USUAL_METHODS = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);

    private final Running running;
    private final List<LocalFunction> functions;
    private final String routePrefix;

    Banner(Running running, List<LocalFunction> functions, String routePrefix) {
        this.running = running;
        this.functions = functions;
        this.routePrefix = routePrefix;
    }

    /** The text, with one line for each function; {@code storage} says what the storage is. */
    String text(String storage) {
        StringBuilder text = new StringBuilder("Gridhook runs; Ctrl-C stops it.\n");
        text.append("  HTTP     http://localhost:").append(running.port()).append('\n');
        running.httpsPort().ifPresent(port -> text.append("  HTTPS    https://localhost:")
                .append(port)
                .append('\n'));
        text.append("  Storage  ").append(storage).append("\n\n");
        for (LocalFunction function : functions) {
            text.append(String.format("  %-28s %s%n", function.name(), trigger(function.trigger())));
        }
        return text.append('\n').toString();
    }

    private String trigger(Trigger trigger) {
        if (trigger instanceof Trigger.Http http) {
            String methods =
                    http.methods().stream().map(HttpMethod::name).sorted().collect(Collectors.joining(","));
            String prefix = routePrefix.isEmpty() ? "/" : "/" + routePrefix + "/";
            return (methods.isEmpty() || http.methods().containsAll(USUAL_METHODS) ? "ANY" : methods) + " " + prefix
                    + http.route();
        }
        if (trigger instanceof Trigger.Queue queue) {
            return "queue " + queue.queueName();
        }
        return "timer " + ((Trigger.Timer) trigger).schedule();
    }
}
