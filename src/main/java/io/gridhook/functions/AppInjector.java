package io.gridhook.functions;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;

/** Gives the worker its function instances. The worker finds it by ServiceLoader and makes it once, before the first invocation. */
public final class AppInjector implements FunctionInstanceInjector {
    private final App app;

    /** The app of this process, with the settings of its environment. */
    public AppInjector() {
        this(started());
    }

    public AppInjector(App app) {
        this.app = app;
    }

    private static App started() {
        WorkerConsole.install();
        return App.start(System.getenv());
    }

    @Override
    public <T> T getInstance(Class<T> functionClass) {
        return app.function(functionClass);
    }
}
