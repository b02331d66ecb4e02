package io.gridhook.functions;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Loads a staged app as the Java worker does (functions-runtime §1): its jar and its {@code lib} in a class loader of their own, whose
 * parent has the functions' interfaces alone; the injector by ServiceLoader, with the settings of the environment; an instance of each
 * function. Started as a process on a class path of this class and those interfaces.
 */
final class StagedAppProbe {
    private StagedAppProbe() {}

    /** {@code <staging directory> <entry point>...}; prints each entry point it could have called. */
    public static void main(String[] args) throws Exception {
        try (URLClassLoader app = new URLClassLoader(urls(Path.of(args[0])), StagedAppProbe.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(app);
            List<FunctionInstanceInjector> injectors = new ArrayList<>();
            ServiceLoader.load(FunctionInstanceInjector.class, app).forEach(injectors::add);
            if (injectors.size() != 1) {
                throw new IllegalStateException(injectors.size() + " injectors (expected: 1)");
            }
            for (String entryPoint : List.of(args).subList(1, args.length)) {
                probe(app, injectors.get(0), entryPoint);
            }
            // Threads of the app may not be daemons; the worker ends by exit as well, with the app's class loader open.
            System.exit(0);
        }
    }

    private static void probe(ClassLoader app, FunctionInstanceInjector injector, String entryPoint) throws Exception {
        int dot = entryPoint.lastIndexOf('.');
        Class<?> type = Class.forName(entryPoint.substring(0, dot), false, app);
        Object instance = injector.getInstance(type);
        long methods = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(entryPoint.substring(dot + 1)))
                .count();
        if (instance.getClass() != type || type.getClassLoader() != app || methods != 1) {
            throw new IllegalStateException(entryPoint + ": " + instance + ", " + methods + " methods");
        }
        System.out.println(entryPoint);
    }

    private static URL[] urls(Path staging) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path directory : List.of(staging, staging.resolve("lib"))) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path jar :
                        files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                    urls.add(jar.toUri().toURL());
                }
            }
        }
        return urls.toArray(URL[]::new);
    }
}
