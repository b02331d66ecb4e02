package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import java.util.Set;

/** What starts a function. */
sealed interface Trigger {
    /**
     * A request.
     *
     * @param route with {@code {parameters}}, without the route prefix
     * @param methods which it answers; empty for all
     */
    record Http(String route, Set<HttpMethod> methods) implements Trigger {
        public Http {
            methods = Set.copyOf(methods);
        }
    }

    /** A message of a queue; the name may be {@code %Setting%}. */
    record Queue(String queueName) implements Trigger {}

    /** A time; the NCRONTAB expression may be {@code %Setting%}. */
    record Timer(String schedule) implements Trigger {}
}
