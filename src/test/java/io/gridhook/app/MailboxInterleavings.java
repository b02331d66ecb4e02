package io.gridhook.app;

import io.gridhook.concurrency.ModelCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** An input that was brought is decided on, one at a time. The executor is the caller's thread. */
@Param(name = "input", gen = IntGen.class, conf = "1:4")
public class MailboxInterleavings {
    /** A mailbox without its last look is found within 60 of them. */
    static final int INTERLEAVINGS = 150;

    private final List<Integer> decided = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> brought = Collections.synchronizedList(new ArrayList<>());
    private int deciding;
    private final Mailbox<Integer, Integer> mailbox = new Mailbox<>(this::decide, this::carryOut, Runnable::run);

    private List<Integer> decide(int input) {
        deciding++;
        if (deciding != 1) {
            throw new IllegalStateException("two inputs are decided on at a time");
        }
        decided.add(input);
        deciding--;
        return List.of(input);
    }

    /** Every other command waits for something. */
    private void carryOut(List<Integer> commands) {
        if (commands.stream().anyMatch(command -> command % 2 == 0)) {
            mailbox.release();
        }
    }

    @Operation
    public void bring(int input) {
        brought.add(input);
        mailbox.bring(input);
    }

    @Operation
    public void bringAndWork(int input) {
        brought.add(input);
        mailbox.bringAndWork(input);
    }

    @Validate
    public void each_input_was_decided_on_once() {
        List<Integer> left = new ArrayList<>(brought);
        decided.forEach(left::remove);
        if (!left.isEmpty() || decided.size() != brought.size()) {
            throw new IllegalStateException("not decided on: " + left);
        }
    }

    @Test
    void each_input_is_decided_on_whoever_works() {
        ModelCheck.of(getClass())
                .interleavings(INTERLEAVINGS)
                .threads("bring(1)", "bringAndWork(2)")
                .holds();
    }

    @Test
    void no_input_is_left_behind_by_a_worker_that_ends() {
        ModelCheck.of(getClass())
                .interleavings(INTERLEAVINGS)
                .threads("bring(1)", "bring(3)")
                .holds();
    }

    @Test
    void no_input_is_lost_between_the_last_look_and_the_release() {
        ModelCheck.of(getClass())
                .interleavings(INTERLEAVINGS)
                .withAtomicCollections()
                .threads("bring(1) bring(2)", "bringAndWork(3) bring(4)")
                .threads("bring(1)", "bring(2)", "bringAndWork(4)")
                .holds();
    }
}
