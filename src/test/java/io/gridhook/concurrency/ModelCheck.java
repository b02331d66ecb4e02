package io.gridhook.concurrency;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operations of a class in the interleavings of a few scenarios, by Lincheck. Each interleaving must give results that some
 * order of whole operations gives too, and must keep the invariant in the method marked {@link Validate}. Streams are not looked into:
 * those of this project hold the data of one thread.
 */
public final class ModelCheck {
    /** Interleavings of one scenario. Each broken variant is found within 25 of them, but that of the mailbox, which asks for more. */
    private static final int INTERLEAVINGS = 60;

    private static final Pattern CALL = Pattern.compile("(\\w+)\\(([^)]*)\\)");
    private static final Pattern PLAIN_COLLECTION =
            Pattern.compile("java\\.util\\.(Abstract|Array|Collections|Hash|Linked|Tree).*");

    private static final Path TRACES = Path.of("target", "interleavings");

    private final Class<?> operations;
    private final ModelCheckingOptions options;

    private ModelCheck(Class<?> operations) {
        this.operations = operations;
        this.options = new ModelCheckingOptions().iterations(0).invocationsPerIteration(INTERLEAVINGS);
        options.addGuarantee(forClasses((String name) -> name.startsWith("java.util.stream."))
                .allMethods()
                .ignore());
    }

    /** Checks a class with a public constructor without parameters. Add a scenario, or have some drawn. */
    public static ModelCheck of(Class<?> operations) {
        return new ModelCheck(operations);
    }

    /**
     * A scenario.
     *
     * @param threads what each thread calls, as {@code "submit(1) submit(2)"}; no two operations have the same name
     */
    public ModelCheck threads(String... threads) {
        return threadsAfter("", threads);
    }

    /** A scenario whose threads begin once the calls in {@code before} have returned. */
    public ModelCheck threadsAfter(String before, String... threads) {
        options.addCustomScenario(new ExecutionScenario(
                actors(before), Arrays.stream(threads).map(this::actors).toList(), List.of(), validation()));
        return this;
    }

    /** Does not look into classes whose names begin like this, such as codecs: their objects are one thread's. */
    public ModelCheck ignoring(String... prefixes) {
        options.addGuarantee(forClasses((String name) -> Stream.of(prefixes).anyMatch(name::startsWith))
                .allMethods()
                .ignore());
        return this;
    }

    /** Fewer interleavings for scenarios of many steps, more where a mistake is rarer. */
    public ModelCheck interleavings(int most) {
        options.invocationsPerIteration(most);
        return this;
    }

    /**
     * Assumes that calls of plain collections are atomic, which is far faster. The assumption hides a missing lock around them, so each
     * class has a check without it.
     */
    public ModelCheck withAtomicCollections() {
        options.addGuarantee(
                forClasses((String name) -> PLAIN_COLLECTION.matcher(name).matches())
                        .allMethods()
                        .treatAsAtomic());
        return this;
    }

    /** Fails with the interleaving that breaks a promise, if there is one. */
    public void holds() {
        options.check(operations);
    }

    /** The interleaving that breaks a promise, also written to {@code target/interleavings}. Fails if there is none. */
    public String broken() {
        try {
            options.check(operations);
        } catch (LincheckAssertionError e) {
            return saved(String.valueOf(e.getMessage()));
        }
        return fail("no interleaving of " + operations.getSimpleName() + " breaks a promise (expected: one)");
    }

    private String saved(String trace) {
        try {
            Files.createDirectories(TRACES);
            Files.writeString(TRACES.resolve(operations.getSimpleName() + ".txt"), trace);
            return trace;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Actor> actors(String calls) {
        return CALL.matcher(calls)
                .results()
                .map(call -> actor(call.group(1), call.group(2)))
                .toList();
    }

    private Actor actor(String name, String arguments) {
        Method method = marked(Operation.class)
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation " + name + " in " + operations));
        String[] texts = arguments.isEmpty() ? new String[0] : arguments.split(", ", -1);
        Class<?>[] types = method.getParameterTypes();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            values.add(types[i] == int.class ? Integer.valueOf(texts[i]) : texts[i]);
        }
        return new Actor(method, values);
    }

    private @Nullable Actor validation() {
        return marked(Validate.class)
                .findFirst()
                .map(method -> new Actor(method, List.of()))
                .orElse(null);
    }

    private Stream<Method> marked(Class<? extends Annotation> mark) {
        return Arrays.stream(operations.getMethods()).filter(method -> method.isAnnotationPresent(mark));
    }
}
