package io.gridhook.functions;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Gives the worker its function instances. The worker finds it by ServiceLoader and makes it once, before the first invocation. */
public final class AppInjector implements FunctionInstanceInjector {
    private final Instances instances;

    /** Where they come from. */
    @FunctionalInterface
    private interface Instances {
        <T> T of(Class<T> functionClass);
    }

    /** For the app of this process, with the settings of its environment; it may start later, and this does not wait for it. */
    public AppInjector() {
        WorkerConsole.install();
        ScheduledThreadPoolExecutor tries = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "gridhook-start");
            thread.setDaemon(true);
            return thread;
        });
        // One that is due when the process ends is not made.
        tries.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        Startup startup = new Startup(System::getenv, (delay, task) -> {
            var timer = tries.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
            return () -> timer.cancel(false);
        });
        this.instances = startup::function;
        // WorkerTerminate is System.exit(0) (functions-runtime §1).
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            tries.shutdown();
                            startup.close();
                        },
                        "gridhook-stop"));
    }

    /** For an app that has started. */
    public AppInjector(App app) {
        this.instances = app::function;
    }

    @Override
    public <T> T getInstance(Class<T> functionClass) {
        return instances.of(functionClass);
    }
}
