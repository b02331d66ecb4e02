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
 * Has inputs decided on one at a time, in the order in which they came, without a thread of its own: whoever brings one works the mailbox.
 * The worker carries out the commands that follow after it has released the mailbox, while another thread may go on with the next inputs.
 *
 * <p>Invariant: an input that was brought is decided on, whatever else happens at the same time.
 *
 * @param <I> the inputs
 * @param <C> the commands that follow
 */
final class Mailbox<I, C> {
    /** Inputs that one worker takes before it carries out what follows from them: their commands are not to wait for long. */
    private static final int INPUTS_MAX = 32;
    /** Then another thread goes on: the one that came with a message has its own invocation to end. */
    private static final int TURNS_MAX = 32;

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

    /**
     * An empty mailbox.
     *
     * @param decide called by one thread at a time; never throws
     * @param carryOut called by any number of threads at a time
     */
    Mailbox(Function<I, List<C>> decide, Consumer<List<C>> carryOut, Executor executor) {
        this.decide = decide;
        this.carryOut = carryOut;
        this.executor = executor;
    }

    /** Brings an input; another thread works on it, unless this one carries out commands already and comes back. */
    void bring(I input) {
        inputs.add(input);
        if (!isBusy.get()) {
            callSomebody();
        }
    }

    /** Brings an input and works the mailbox, unless another thread does. */
    void bringAndWork(I input) {
        inputs.add(input);
        work();
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
            for (int turn = 0; turn < TURNS_MAX && take(); turn++) {
                decideAllAndCarryOut();
            }
        } finally {
            isBusy.set(false);
            // The last look: whoever brought something since the one before saw the mailbox attended.
            release();
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

    /** What was decided before an error is carried out all the same. */
    private void decideAllAndCarryOut() {
        List<C> commands = new ArrayList<>();
        try {
            decideAll(commands);
        } finally {
            carryOut.accept(commands);
        }
    }

    private void decideAll(List<C> commands) {
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
    }
}
