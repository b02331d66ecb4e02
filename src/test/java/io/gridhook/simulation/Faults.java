package io.gridhook.simulation;

import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.StorageUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Lets every call of a port go wrong: the process dies before or after it, it is refused, or it is done and the answer is lost. Chance
 * decides, from a seed; how often each fault met each step is counted.
 */
final class Faults {
    /** What can happen to one call. */
    enum Fault {
        CRASH_BEFORE,
        CRASH_AFTER,
        REFUSED,
        ANSWER_LOST
    }

    /** An event is put a few times and received many times, an endpoint's health changes seldom; all of it is to meet every fault. */
    private static final int MORE_OFTEN = 10;

    private static final Set<String> RARE = Set.of("health.create", "health.delete", "deliveries.hide", "retries.hide");

    private final SplittableRandom random;
    private final double probability;
    private final Map<String, Integer> met;
    private final Map<String, Integer> calls = new TreeMap<>();
    private Predicate<String> refusesAlways = step -> false;
    private boolean enabled = true;

    /**
     * Faults of one run.
     *
     * @param probability of a fault at any one call
     * @param met counts {@code step fault}, over many runs
     */
    Faults(SplittableRandom random, double probability, Map<String, Integer> met) {
        this.random = random;
        this.probability = probability;
        this.met = met;
    }

    static Faults none() {
        return new Faults(new SplittableRandom(0), 0, new TreeMap<>());
    }

    /** How often {@code step} was called. */
    int calls(String step) {
        return calls.getOrDefault(step, 0);
    }

    /** From now on every step that {@code steps} names is refused, whatever chance says. */
    void refuse(Predicate<String> steps) {
        refusesAlways = steps;
    }

    /** No more faults: what is left must end by itself. */
    void stop() {
        enabled = false;
        refusesAlways = step -> false;
    }

    /** Whether the host loses a lease while its invocation goes on: then somebody else gets the message too. */
    boolean drawLeaseLoss() {
        boolean lost = enabled && random.nextDouble() < probability;
        if (lost) {
            met.merge("host LEASE_LOST", 1, Integer::sum);
        }
        return lost;
    }

    /** {@code port} as one process sees it: once dead, it calls nobody. */
    <T> T around(Class<T> type, String name, T port, BooleanSupplier dead, Runnable die) {
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    String step = name + "." + method.getName();
                    if (dead.getAsBoolean()) {
                        throw new SimulatedCrash(step);
                    }
                    return call(port, step, method, arguments, die);
                });
        return type.cast(proxy);
    }

    private Object call(Object port, String step, Method method, Object[] arguments, Runnable die) throws Throwable {
        boolean asked = step.startsWith("webhooks");
        calls.merge(step, 1, Integer::sum);
        Fault fault = draw(step, asked);
        if (fault == Fault.CRASH_BEFORE) {
            die.run();
            throw new SimulatedCrash(step);
        }
        if (fault == Fault.REFUSED) {
            return refused(step, port);
        }
        Object result = invoke(port, method, arguments);
        if (fault == Fault.CRASH_AFTER) {
            die.run();
            throw new SimulatedCrash(step);
        }
        return fault == Fault.ANSWER_LOST ? refused(step, port) : result;
    }

    /** Null: nothing goes wrong. What endpoints do is not storage's to refuse. */
    private Fault draw(String step, boolean endpoint) {
        if (!enabled) {
            return null;
        }
        Fault fault = null;
        if (!endpoint && refusesAlways.test(step)) {
            fault = Fault.REFUSED;
        } else if (random.nextDouble() < probability * (isRare(step) ? MORE_OFTEN : 1)) {
            fault = Fault.values()[random.nextInt(endpoint ? 2 : Fault.values().length)];
        }
        if (fault != null) {
            met.merge(step + " " + fault, 1, Integer::sum);
        }
        return fault;
    }

    private static boolean isRare(String step) {
        return step.endsWith(".put") || RARE.contains(step);
    }

    private static Object refused(String step, Object port) {
        if (port instanceof DeadLetterStore) {
            return DeadLetterStore.Result.REFUSED;
        }
        throw new StorageUnavailableException(step);
    }

    private static Object invoke(Object port, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(port, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
