package io.gridhook.functions;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.logging.Logger;

/** A function, called as the Java worker calls it: on an instance that the injector gives, with whatever it asks for. */
record WorkerCall(String name, Method method) {
    private static final Map<String, String> GOOD_SETTINGS = Map.of(
            "AzureWebJobsStorage", "UseDevelopmentStorage=true",
            "GRIDHOOK_MANAGEMENT_KEY", "a key of this test alone",
            "GRIDHOOK_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");

    /** The app's classes with functions in them. */
    static List<Class<?>> classes() {
        try (App app = new App(GOOD_SETTINGS, UnaryOperator.identity())) {
            return app.functionClasses();
        }
    }

    /** All functions of these classes by their names. */
    static Map<String, WorkerCall> all(Collection<Class<?>> classes) {
        Map<String, WorkerCall> calls = new TreeMap<>();
        for (Class<?> type : classes) {
            for (Method method : type.getMethods()) {
                FunctionName name = method.getAnnotation(FunctionName.class);
                if (name != null) {
                    calls.put(name.value(), new WorkerCall(name.value(), method));
                }
            }
        }
        return calls;
    }

    boolean isHttp() {
        return Arrays.stream(method.getParameters()).anyMatch(each -> each.isAnnotationPresent(HttpTrigger.class));
    }

    /** What an HTTP function answers to a GET. */
    HttpResponseMessage answer(FunctionInstanceInjector injector) throws Exception {
        return (HttpResponseMessage) run(injector);
    }

    /** One invocation; throws what the function throws, or the injector. */
    Object run(FunctionInstanceInjector injector) throws Exception {
        Object instance = injector.getInstance(method.getDeclaringClass());
        try {
            return method.invoke(
                    instance,
                    Arrays.stream(method.getParameters())
                            .map(WorkerCall::argument)
                            .toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception thrown ? thrown : e;
        }
    }

    private static Object argument(Parameter parameter) {
        if (parameter.isAnnotationPresent(HttpTrigger.class)) {
            return new FakeHttpRequest(HttpMethod.GET, "https://h/");
        }
        if (parameter.getType() == ExecutionContext.class) {
            return new Context();
        }
        return parameter.getType() == long.class ? (Object) 1L : "1";
    }

    private static final class Context implements ExecutionContext {
        @Override
        public Logger getLogger() {
            return Logger.getAnonymousLogger();
        }

        @Override
        public String getInvocationId() {
            return "invocation";
        }

        @Override
        public String getFunctionName() {
            return "function";
        }
    }
}
