package io.gridhook.local;

import com.microsoft.azure.functions.annotation.FunctionName;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The functions of a list of classes; refuses what the host or the Java worker would refuse (functions-runtime §0.1, §1, §3). */
final class FunctionIndex {
    private final List<LocalFunction> functions;

    private FunctionIndex(List<LocalFunction> functions) {
        this.functions = List.copyOf(functions);
    }

    /**
     * Reads the annotations.
     *
     * @throws LocalHostException that names the function and what is wrong with it
     */
    static FunctionIndex of(List<Class<?>> classes) {
        Map<String, LocalFunction> byName = new TreeMap<>(Comparator.comparing(name -> name.toLowerCase(Locale.ROOT)));
        for (Class<?> type : classes) {
            for (Method method : functionMethods(type)) {
                LocalFunction function = read(type, method);
                if (byName.put(function.name(), function) != null) {
                    throw new LocalHostException("function " + function.name() + ": declared twice (expected: once)");
                }
            }
        }
        return new FunctionIndex(new ArrayList<>(byName.values()));
    }

    List<LocalFunction> functions() {
        return functions;
    }

    private static List<Method> functionMethods(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> method.isAnnotationPresent(FunctionName.class))
                .toList();
    }

    private static LocalFunction read(Class<?> type, Method method) {
        String name = method.getAnnotation(FunctionName.class).value();
        if (Modifier.isStatic(method.getModifiers())) {
            throw new LocalHostException("function " + name + ": static (expected: an instance method)");
        }
        refuseOverload(name, type, method);
        return new FunctionReader(name, method).read(type);
    }

    /** The worker finds the method by its name alone. */
    private static void refuseOverload(String name, Class<?> type, Method method) {
        long sameName = Arrays.stream(type.getMethods())
                .filter(other -> other.getName().equals(method.getName()) && !other.isBridge())
                .count();
        if (sameName > 1) {
            throw new LocalHostException("function " + name + ": method " + method.getName()
                    + " is overloaded (expected: one method of that name)");
        }
    }
}
