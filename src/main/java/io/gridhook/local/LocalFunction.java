package io.gridhook.local;

import java.lang.reflect.Method;
import java.util.List;

/**
 * One function, as its annotations describe it.
 *
 * @param parameters one for each parameter of {@code method}, in order
 */
record LocalFunction(String name, Class<?> type, Method method, Trigger trigger, List<Argument> parameters) {
    /** Where a parameter's value comes from. */
    sealed interface Argument {}

    /** The request, the message's text or the timer's state. */
    record TriggerArgument() implements Argument {}

    /** Binding data by name; {@code type} is {@code String}, {@code long} or {@code int}. */
    record DataArgument(String name, Class<?> type) implements Argument {}

    /** The invocation's context. */
    record ContextArgument() implements Argument {}

    LocalFunction {
        parameters = List.copyOf(parameters);
    }
}
