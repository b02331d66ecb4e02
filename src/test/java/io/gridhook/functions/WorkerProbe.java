package io.gridhook.functions;

import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * What the Java worker does with the app in a process of its own (functions-runtime §0b, §1): one load request for each function, of which
 * the first loads the injector by ServiceLoader, with {@code Exception} alone caught; then an invocation for each line of the input, which
 * names a function. An {@code Error} of a load is not answered, as the worker does not answer it either.
 */
final class WorkerProbe {
    private static final PrintStream ANSWERS = System.out;

    private static Optional<FunctionInstanceInjector> injector = Optional.empty();

    private WorkerProbe() {}

    /** {@code <function class>...} */
    public static void main(String[] args) throws Exception {
        // The app's log goes elsewhere.
        System.setOut(System.err);
        List<Class<?>> classes = new ArrayList<>();
        for (String name : args) {
            classes.add(Class.forName(name, false, WorkerProbe.class.getClassLoader()));
        }
        Map<String, WorkerCall> functions = WorkerCall.all(classes);
        int loaded = 0;
        for (String name : functions.keySet()) {
            loaded += isLoaded(name) ? 1 : 0;
        }
        ANSWERS.println("loaded " + loaded + " of " + functions.size());
        serve(functions);
        // As the worker's answer to WorkerTerminate.
        System.exit(0);
    }

    private static boolean isLoaded(String name) throws InterruptedException {
        boolean[] answered = {false};
        Thread request = new Thread(() -> {
            try {
                load();
                answered[0] = true;
            } catch (Exception e) {
                ANSWERS.println(name + " failed " + e);
                answered[0] = true;
            }
        });
        request.start();
        request.join();
        return answered[0];
    }

    private static void load() {
        if (injector.isEmpty()) {
            injector = ServiceLoader.load(FunctionInstanceInjector.class).findFirst();
        }
    }

    private static void serve(Map<String, WorkerCall> functions) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ANSWERS.println(line + " " + outcome(Objects.requireNonNull(functions.get(line), line)));
        }
    }

    private static String outcome(WorkerCall function) {
        try {
            return function.run(injector.orElseThrow()) instanceof HttpResponseMessage answer
                    ? answer.getStatusCode() + " " + answer.getBody()
                    : "done";
        } catch (Exception e) {
            return "threw " + e;
        }
    }
}
