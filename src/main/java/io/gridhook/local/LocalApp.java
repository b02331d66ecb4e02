package io.gridhook.local;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.gridhook.port.DeliveryQueue;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The app as the local host needs it.
 *
 * @param functions the classes with its functions
 * @param injector makes their instances
 * @param queues gives the Storage queue of a name, without any {@link Factory#create leasing}
 * @param setUpStorage makes what is missing of queues, tables and containers; throws StorageUnavailableException
 * @param firstSteps what to print once it answers at a URL: how to subscribe and to publish
 * @param life how it ends
 */
record LocalApp(
        List<Class<?>> functions,
        FunctionInstanceInjector injector,
        Function<String, DeliveryQueue> queues,
        Runnable setUpStorage,
        Function<URI, String> firstSteps,
        Life life) {
    LocalApp {
        functions = List.copyOf(functions);
    }

    /** How the app ends: told to stop, given some time, closed. */
    @FunctionalInterface
    interface Life {
        /** Begins no more work, and lets invocations end soon; does not wait for it. */
        default void stop() {}

        /** Waits for what no invocation waits for, at most so long. */
        default void finish(Duration most) {}

        /** Closed after all that uses it. */
        void close();
    }

    /** Makes the app. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes the app; nothing is connected yet.
         *
         * @param leased to be put around every queue whose messages functions change by the receipt they were bound to
         * @throws IllegalArgumentException if a setting is wrong; the message says which
         */
        LocalApp create(LocalSettings settings, UnaryOperator<DeliveryQueue> leased);
    }
}
