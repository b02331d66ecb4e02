package io.gridhook.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A copy of {@link Mailbox} that may lack its last look: its worker then ends without looking for inputs that came after it had decided
 * on the others. The copy with the last look is the control.
 */
final class MutantMailbox<I, C> {
    /** Inputs that one worker takes before it carries out what follows from them: their commands are not to wait for long. */
    private static final int INPUTS_MAX = 32;

    private enum State {
        IDLE,
        /** A thread was called; whoever comes first works the mailbox. */
        CALLED,
        WORKED,
        /** Its last worker carries out commands, and looks again soon. */
        ATTENDED
    }

    private final Queue<I> inputs = new ConcurrentLinkedQueue<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    /** Whether this thread carries out commands, and will look at the inputs again after it. */
    private final ThreadLocal<Boolean> isBusy = ThreadLocal.withInitial(() -> false);

    private final Function<I, List<C>> decide;
    private final Consumer<List<C>> carryOut;
    private final Executor executor;
    private final boolean looksAgain;

    /**
     * An empty mailbox.
     *
     * @param decide called by one thread at a time; never throws
     * @param carryOut called by any number of threads at a time
     */
    MutantMailbox(Function<I, List<C>> decide, Consumer<List<C>> carryOut, Executor executor, boolean looksAgain) {
        this.decide = decide;
        this.carryOut = carryOut;
        this.executor = executor;
        this.looksAgain = looksAgain;
    }

    /** Brings an input; another thread works on it, unless this one carries out commands already and comes back. */
    void bring(I input) {
        inputs.add(input);
        if (!isBusy.get()) {
            callSomebody();
        }
    }

    /** To be called before this thread waits for something else: another works on the inputs that are here, and on those that come. */
    void release() {
        state.compareAndSet(State.ATTENDED, State.IDLE);
        callSomebody();
    }

    private void callSomebody() {
        if (inputs.isEmpty() || !state.compareAndSet(State.IDLE, State.CALLED)) {
            return;
        }
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // No thread to be had: better late than never. A busy one comes back by itself.
            work();
        }
    }

    private void work() {
        workAfter(() -> {});
    }

    /** Does {@code first}, whose inputs wait for it, and then works on all inputs that are here, and on those that come meanwhile. */
    void workAfter(Runnable first) {
        if (isBusy.get()) {
            first.run();
            return;
        }
        isBusy.set(true);
        try {
            first.run();
            do {
                while (take()) {
                    carryOut.accept(decideAll());
                }
                state.compareAndSet(State.ATTENDED, State.IDLE);
            } while (looksAgain && !inputs.isEmpty() && state.get() != State.WORKED);
        } finally {
            isBusy.set(false);
            if (looksAgain) {
                release();
            }
        }
    }

    /** False: there is nothing to do, or another thread works, which looks again. */
    private boolean take() {
        while (true) {
            State now = state.get();
            if (now == State.WORKED || (now != State.CALLED && inputs.isEmpty())) {
                return false;
            }
            if (state.compareAndSet(now, State.WORKED)) {
                return true;
            }
        }
    }

    private List<C> decideAll() {
        List<C> commands = new ArrayList<>();
        try {
            for (int i = 0; i < INPUTS_MAX; i++) {
                I next = inputs.poll();
                if (next == null) {
                    break;
                }
                commands.addAll(decide.apply(next));
            }
        } finally {
            state.set(State.ATTENDED);
        }
        return commands;
    }
}
