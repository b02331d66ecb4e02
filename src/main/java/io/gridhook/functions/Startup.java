package io.gridhook.functions;

import io.gridhook.app.Readiness;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Starts the app of a process, and never throws: the Java worker would not answer a single load request after that, nor log why. A start
 * that fails is one line in the log, and kept to be told to whoever calls a function. What may pass, such as a storage that does not
 * answer, is tried again until it has passed. Nothing waits for storage here but {@code timers}.
 */
final class Startup implements Readiness, AutoCloseable {
    /** Ours: before the second try. Each further one waits twice as long. */
    static final Duration WAIT_FIRST = Duration.ofSeconds(1);
    /** Ours: and never longer than this. */
    static final Duration WAIT_MAX = Duration.ofMinutes(1);

    /** Ours: how long a call waits for the first try, so that what comes with a cold start is not refused. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOGGER = Logger.getLogger("gridhook");

    private final Supplier<Map<String, String>> env;
    private final Timers timers;
    private final CompletableFuture<Void> firstTry = new CompletableFuture<>();
    /** The app, once its settings are good. */
    private volatile Optional<App> app = Optional.empty();
    /** Refuses calls while there is none. */
    private Optional<App> standIn = Optional.empty();

    private volatile Optional<String> obstacle = Optional.of("the first try is under way");
    private Duration wait = WAIT_FIRST;
    private boolean isClosed;

    /**
     * Makes the app, and leaves to {@code timers} whatever storage has to be asked for.
     *
     * @param env reads the settings, anew for each try: the worker may be given others while it runs
     */
    Startup(Supplier<Map<String, String>> env, Timers timers) {
        this.env = env;
        this.timers = timers;
        guard(() -> {
            App made = make();
            if (made.settings().createsAnything()) {
                var unused = timers.after(Duration.ZERO, this::tryAgain);
            } else {
                started();
            }
        });
    }

    private void tryAgain() {
        guard(() -> {
            make().setUp();
            started();
        });
    }

    private void guard(Runnable step) {
        try {
            step.run();
        } catch (WrongSettingsException e) {
            failed(String.valueOf(e.getMessage()), e.mayPass());
        } catch (StorageUnavailableException e) {
            failed("storage does not answer, or refuses (" + e.getMessage() + ")", true);
        } catch (RuntimeException | Error e) {
            // Its own text may hold anything, a secret too.
            StackTraceElement[] trace = e.getStackTrace();
            failed(e.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]), true);
        }
    }

    private App make() {
        App made = app.orElseGet(() -> App.of(env.get(), this));
        app = Optional.of(made);
        return made;
    }

    private synchronized void started() {
        boolean wasLate = firstTry.isDone();
        obstacle = Optional.empty();
        firstTry.complete(null);
        if (wasLate) {
            LOGGER.info("The app has started.");
        }
        standIn.ifPresent(App::close);
        standIn = Optional.empty();
    }

    private synchronized void failed(String why, boolean mayPass) {
        if (isClosed) {
            return;
        }
        String line = why.replaceAll("\\p{Cntrl}+", " ");
        Duration next = wait;
        LOGGER.log(
                Level.SEVERE,
                () -> "The app has not started: " + line + ". Every call is refused "
                        + (mayPass
                                ? "until it has; tried again in " + next
                                : "until that is mended and the app restarts"));
        obstacle = Optional.of(line);
        firstTry.complete(null);
        if (mayPass) {
            wait = next.multipliedBy(2).compareTo(WAIT_MAX) > 0 ? WAIT_MAX : next.multipliedBy(2);
            var unused = timers.after(next, this::tryAgain);
        }
    }

    @Override
    public Optional<String> obstacle() {
        return obstacle;
    }

    /**
     * An instance of a function class, of the app or, as long as there is none, of one that refuses every call.
     *
     * @throws NotStartedException if the app has not started and the class is one of a queue or a timer: its message is to come back
     */
    <T> T function(Class<T> type) {
        // Who asks whether the app is well is told at once.
        if (type != OperationsFunction.class) {
            awaitFirstTry();
        }
        return app.orElseGet(this::standIn).function(type);
    }

    private void awaitFirstTry() {
        try {
            firstTry.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // It is answered what is known by now.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized App standIn() {
        if (app.isEmpty() && standIn.isEmpty()) {
            standIn = Optional.of(
                    App.refusing(() -> Optional.of(obstacle.orElse("it was not there when this call came"))));
        }
        return app.or(() -> standIn).orElseThrow();
    }

    /** Tries no more, and ends the app as {@link App#shutDown} does. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        app.ifPresent(App::shutDown);
    }
}
