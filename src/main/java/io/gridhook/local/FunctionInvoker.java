package io.gridhook.local;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Calls functions as the Java worker does: a new instance from the injector for every invocation, the app's class loader as the
 * thread's during it (functions-runtime §1).
 */
final class FunctionInvoker {
    private final FunctionInstanceInjector injector;

    FunctionInvoker(FunctionInstanceInjector injector) {
        this.injector = injector;
    }

    /**
     * Runs the function to its end.
     *
     * @return what it returned; empty for null and void
     * @throws FunctionFailedException if it threw anything
     */
    Optional<Object> invoke(LocalFunction function, Object triggerValue, Map<String, String> data)
            throws FunctionFailedException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(function.type().getClassLoader());
        try {
            Object instance = injector.getInstance(function.type());
            return Optional.ofNullable(function.method().invoke(instance, arguments(function, triggerValue, data)));
        } catch (InvocationTargetException e) {
            throw new FunctionFailedException(function.name(), e.getCause() == null ? e : e.getCause());
        } catch (Exception e) {
            throw new FunctionFailedException(function.name(), e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Object[] arguments(LocalFunction function, Object triggerValue, Map<String, String> data) {
        String invocationId = UUID.randomUUID().toString();
        return function.parameters().stream()
                .map(argument -> argument(argument, function, triggerValue, data, invocationId))
                .toArray();
    }

    private static Object argument(
            LocalFunction.Argument argument,
            LocalFunction function,
            Object triggerValue,
            Map<String, String> data,
            String invocationId) {
        if (argument instanceof LocalFunction.DataArgument wanted) {
            return converted(data.getOrDefault(wanted.name(), ""), wanted.type());
        }
        if (argument instanceof LocalFunction.ContextArgument) {
            return new LocalExecutionContext(function.name(), invocationId);
        }
        return triggerValue;
    }

    private static Object converted(String text, Class<?> type) {
        if (type == long.class) {
            return Long.parseLong(text);
        }
        return type == int.class ? (Object) Math.toIntExact(Long.parseLong(text)) : text;
    }
}
