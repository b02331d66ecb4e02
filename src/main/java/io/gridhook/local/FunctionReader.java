package io.gridhook.local;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads one annotated method. */
final class FunctionReader {
    /** The host keeps routes that start so for itself. */
    private static final List<String> RESERVED_ROUTES = List.of("admin", "runtime");

    /** Binding data of a queue message that a port's message has; the times of the real host are absent here. */
    private static final Set<String> QUEUE_DATA = Set.of(
            QueueBindingData.ID,
            QueueBindingData.POP_RECEIPT,
            QueueBindingData.DEQUEUE_COUNT,
            QueueBindingData.QUEUE_TRIGGER);

    private final String name;
    private final Method method;
    private final List<Trigger> triggers = new ArrayList<>();
    private final List<LocalFunction.Argument> arguments = new ArrayList<>();

    FunctionReader(String name, Method method) {
        this.name = name;
        this.method = method;
    }

    LocalFunction read(Class<?> type) {
        for (Parameter parameter : method.getParameters()) {
            arguments.add(argument(parameter));
        }
        if (triggers.size() != 1) {
            throw refused(triggers.size() + " triggers (expected: 1)");
        }
        Trigger trigger = triggers.get(0);
        checkReturn(trigger);
        checkData(trigger);
        return new LocalFunction(name, type, method, trigger, arguments);
    }

    private LocalFunction.Argument argument(Parameter parameter) {
        if (parameter.isAnnotationPresent(BindingName.class)) {
            return dataArgument(parameter);
        }
        if (parameter.getType() == ExecutionContext.class) {
            return new LocalFunction.ContextArgument();
        }
        triggers.add(trigger(parameter));
        return new LocalFunction.TriggerArgument();
    }

    private Trigger trigger(Parameter parameter) {
        if (parameter.isAnnotationPresent(HttpTrigger.class)) {
            return http(parameter, parameter.getAnnotation(HttpTrigger.class));
        }
        if (parameter.isAnnotationPresent(QueueTrigger.class)) {
            expectString(parameter);
            return new Trigger.Queue(parameter.getAnnotation(QueueTrigger.class).queueName());
        }
        if (parameter.isAnnotationPresent(TimerTrigger.class)) {
            expectString(parameter);
            return new Trigger.Timer(parameter.getAnnotation(TimerTrigger.class).schedule());
        }
        throw refused("parameter " + parameter.getName()
                + " (expected: an HTTP, queue or timer trigger, a @BindingName or the ExecutionContext)");
    }

    private Trigger http(Parameter parameter, HttpTrigger trigger) {
        if (!isTextRequest(parameter.getParameterizedType())) {
            throw refused("request type " + parameter.getParameterizedType().getTypeName()
                    + " (expected: HttpRequestMessage<Optional<String>>)");
        }
        String route = trigger.route().isEmpty() ? name : trigger.route();
        String path = route.startsWith("/") ? route.substring(1) : route;
        for (String reserved : RESERVED_ROUTES) {
            if (path.toLowerCase(Locale.ROOT).startsWith(reserved)) {
                throw refused("route " + route + " (expected: none that starts with " + reserved + ")");
            }
        }
        return new Trigger.Http(path, Set.<HttpMethod>of(trigger.methods()));
    }

    private static boolean isTextRequest(Type type) {
        return type instanceof ParameterizedType request
                && request.getRawType() == HttpRequestMessage.class
                && request.getActualTypeArguments()[0] instanceof ParameterizedType body
                && body.getRawType() == Optional.class
                && body.getActualTypeArguments()[0] == String.class;
    }

    private void expectString(Parameter parameter) {
        if (parameter.getType() != String.class) {
            throw refused("trigger type " + parameter.getType().getName() + " (expected: String)");
        }
    }

    private LocalFunction.Argument dataArgument(Parameter parameter) {
        String data = parameter.getAnnotation(BindingName.class).value();
        Class<?> type = parameter.getType();
        boolean count = data.equals(QueueBindingData.DEQUEUE_COUNT) && (type == long.class || type == int.class);
        if (type != String.class && !count) {
            throw refused("@BindingName " + data + " of type " + type.getName() + " (expected: String"
                    + (data.equals(QueueBindingData.DEQUEUE_COUNT) ? ", long or int)" : ")"));
        }
        return new LocalFunction.DataArgument(data, type);
    }

    private void checkReturn(Trigger trigger) {
        Class<?> returned = method.getReturnType();
        boolean answers = trigger instanceof Trigger.Http && returned == HttpResponseMessage.class;
        if (returned != void.class && !answers) {
            throw refused("return type " + returned.getName() + " (expected: void, or HttpResponseMessage for HTTP)");
        }
    }

    private void checkData(Trigger trigger) {
        Set<String> known = Set.of();
        if (trigger instanceof Trigger.Http http) {
            known = RoutePattern.of(http.route()).parameterNames();
        } else if (trigger instanceof Trigger.Queue) {
            known = QUEUE_DATA;
        }
        for (LocalFunction.Argument argument : arguments) {
            if (argument instanceof LocalFunction.DataArgument data && !known.contains(data.name())) {
                throw refused("@BindingName " + data.name() + " is absent in the local host (expected: one of "
                        + known.stream().sorted().toList() + ")");
            }
        }
    }

    private LocalHostException refused(String problem) {
        return new LocalHostException("function " + name + ": " + problem);
    }
}
