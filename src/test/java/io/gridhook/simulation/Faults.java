package io.gridhook.simulation;

import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.StorageUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Lets every call of a port go wrong, in each of the ways of {@link Fault}. Chance decides, from a seed; how often each fault met each
 * step is counted.
 */
final class Faults {
    /** What the faults need to know of a process, and do to it. */
    interface Caller {
        boolean isOver();

        void die();

        /** Something went wrong in a call of this process. */
        void met(String step, Fault fault, Object[] arguments);
    }

    /** What happens at most a few times a day is to meet every fault as well. */
    private static final int MORE_OFTEN = 10;

    private static final Set<String> RARE_METHODS = Set.of("put", "keep", "deleteBefore");
    private static final Set<String> RARE = Set.of(
            "health.create",
            "health.delete",
            "subscriptions.listAll",
            "topics.create",
            "topics.delete",
            "subscriptions.find",
            "subscriptions.create",
            "subscriptions.delete",
            "deadletters.update",
            "redrives.hide");
    /** Only an outage of dead-letter storage makes these, or a day on which a topic is deleted. */
    private static final Set<String> RAREST = Set.of("deadletters.update", "topics.create", "topics.delete");

    private static final List<Fault> OF_ENDPOINTS = List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER);
    private static final List<Fault> OF_STORAGE =
            List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER, Fault.REFUSED, Fault.ANSWER_LOST, Fault.TIMED_OUT);
    /** The longest that a call may take before it is given up: the storage adapters' own limit is below. */
    private static final long TIMEOUT_MAX_MILLIS = 40_000;

    /** One method of one port. */
    private static final class Step {
        private final String name;
        private final boolean isEndpoint;
        private final int weight;
        private int calls;

        private Step(String name, int weight) {
            this.name = name;
            this.isEndpoint = name.startsWith("webhooks");
            this.weight = weight;
        }
    }

    private final SplittableRandom random;
    private final double probability;
    private final FaultTable table;
    private final Map<String, Step> steps = new HashMap<>();
    private Consumer<Duration> delay = time -> {};
    private Predicate<String> refusesAlways = step -> false;
    private boolean enabled = true;

    /**
     * Faults of one run.
     *
     * @param probability of a fault at any one call
     */
    Faults(SplittableRandom random, double probability, FaultTable table) {
        this.random = random;
        this.probability = probability;
        this.table = table;
    }

    static Faults none() {
        return new Faults(new SplittableRandom(0), 0, new FaultTable());
    }

    FaultTable table() {
        return table;
    }

    /** How time passes while a call gets no answer. */
    void setDelay(Consumer<Duration> newDelay) {
        delay = newDelay;
    }

    /** How often {@code step} was called. */
    int calls(String step) {
        Step known = steps.get(step);
        return known == null ? 0 : known.calls;
    }

    /** How often each method of each storage port was called. */
    Map<String, Integer> transactions() {
        Map<String, Integer> transactions = new TreeMap<>();
        steps.values().stream()
                .filter(step -> !step.isEndpoint)
                .forEach(step -> transactions.put(step.name, step.calls));
        return transactions;
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

    /** Whether a fault of the host happens now, which is counted as {@code event}. */
    boolean draw(String event) {
        boolean happens = enabled && random.nextDouble() < probability;
        if (happens) {
            table.happened(event, 1);
        }
        return happens;
    }

    /** {@code port} as one process sees it: once dead, it calls nobody. */
    <T> T around(Class<T> type, String name, T port, Caller caller) {
        Map<Method, Step> known = new HashMap<>();
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Step step = known.computeIfAbsent(method, key -> step(name, key.getName()));
                    if (caller.isOver()) {
                        throw new SimulatedCrash(step.name);
                    }
                    return call(port, step, method, arguments, caller);
                });
        return type.cast(proxy);
    }

    private Step step(String port, String method) {
        String name = port + "." + method;
        int weight = (RARE_METHODS.contains(method) ? MORE_OFTEN : 1)
                * (RARE.contains(name) ? MORE_OFTEN : 1)
                * (RAREST.contains(name) ? MORE_OFTEN : 1);
        return steps.computeIfAbsent(name, key -> new Step(key, weight));
    }

    private Object call(Object port, Step step, Method method, Object[] arguments, Caller caller) throws Throwable {
        step.calls++;
        Fault fault = draw(step);
        if (fault == null) {
            return invoke(port, method, arguments);
        }
        table.met(step.name, fault);
        caller.met(step.name, fault, arguments);
        if (fault == Fault.CRASH_BEFORE) {
            return dies(step, caller);
        }
        if (fault == Fault.TIMED_OUT) {
            delay.accept(Duration.ofMillis(random.nextLong(1_000, TIMEOUT_MAX_MILLIS)));
        }
        boolean isDone = fault == Fault.CRASH_AFTER
                || fault == Fault.ANSWER_LOST
                || (fault == Fault.TIMED_OUT && random.nextBoolean());
        if (isDone) {
            invoke(port, method, arguments);
        }
        return fault == Fault.CRASH_AFTER ? dies(step, caller) : refused(step, port);
    }

    /** Null: nothing goes wrong. What endpoints do is not storage's to refuse. */
    private Fault draw(Step step) {
        if (!enabled) {
            return null;
        }
        if (!step.isEndpoint && refusesAlways.test(step.name)) {
            return Fault.OUTAGE;
        }
        if (random.nextDouble() >= probability * step.weight) {
            return null;
        }
        List<Fault> possible = step.isEndpoint ? OF_ENDPOINTS : OF_STORAGE;
        return possible.get(random.nextInt(possible.size()));
    }

    private static Object dies(Step step, Caller caller) {
        caller.die();
        throw new SimulatedCrash(step.name);
    }

    private static Object refused(Step step, Object port) {
        if (port instanceof DeadLetterStore && step.name.endsWith(".write")) {
            return DeadLetterStore.Result.REFUSED;
        }
        throw new StorageUnavailableException(step.name);
    }

    private static Object invoke(Object port, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(port, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
