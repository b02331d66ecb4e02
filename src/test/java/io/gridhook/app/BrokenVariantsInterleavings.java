package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.concurrency.ModelCheck;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Mistakes that the interleavings tests must notice. Each trace is in {@code target/interleavings} afterwards. */
public class BrokenVariantsInterleavings {
    private static final String ENDPOINT = "e";

    /** One permit, which is taken. A POST begins as a round begins it, while the one that has the permit ends. */
    public static class ThreeSections {
        final OldBulkhead bulkhead = new OldBulkhead(1);

        public ThreeSections() {
            bulkhead.enter(ENDPOINT, false);
        }

        @Operation
        public void begin() {
            if (!bulkhead.enter(ENDPOINT, false) && !bulkhead.isStuck(ENDPOINT)) {
                bulkhead.await(ENDPOINT, () -> bulkhead.enter(ENDPOINT, true));
            }
        }

        @Operation
        public void end() {
            bulkhead.leave(ENDPOINT);
        }

        @Validate
        public void nobody_queues_for_a_permit_that_is_free() {
            if (bulkhead.isAnybodyForgotten()) {
                throw new IllegalStateException("a permit is free, and a POST waits for it that nobody will wake");
            }
        }
    }

    /** The same in one critical section. */
    public static class OneSection extends ThreeSections {
        @Override
        @Operation
        public void begin() {
            synchronized (bulkhead) {
                super.begin();
            }
        }

        @Override
        @Operation
        public void end() {
            super.end();
        }
    }

    /** Two threads bring inputs to the mailbox and work on them. */
    public static class WithoutTheLastLook {
        private final AtomicInteger brought = new AtomicInteger();
        private final AtomicInteger decided = new AtomicInteger();
        private final MutantMailbox<Integer, Integer> mailbox;

        public WithoutTheLastLook() {
            this(false);
        }

        WithoutTheLastLook(boolean looksAgain) {
            this.mailbox = new MutantMailbox<>(this::decide, commands -> {}, Runnable::run, looksAgain);
        }

        private List<Integer> decide(int input) {
            decided.incrementAndGet();
            return List.of(input);
        }

        @Operation
        public void bring() {
            brought.incrementAndGet();
            mailbox.bring(1);
        }

        @Validate
        public void every_input_was_decided_on() {
            if (decided.get() != brought.get()) {
                throw new IllegalStateException("left in the mailbox: " + (brought.get() - decided.get()));
            }
        }
    }

    /** The mailbox as it is. */
    public static class WithTheLastLook extends WithoutTheLastLook {
        public WithTheLastLook() {
            super(true);
        }
    }

    /** One item comes while another is written. The right order is checked in {@link GroupCommitInterleavings}. */
    public static class ReleaseAndStartSwapped {
        private final AtomicInteger written = new AtomicInteger();
        private final Started started = new Started();
        private final MutantGroupCommit commits =
                new MutantGroupCommit(group -> written.addAndGet(group.size()), started);

        @Operation
        public void submit() {
            commits.submit(1);
        }

        @Operation
        public void write() {
            started.runOne();
        }

        @Validate
        public void no_item_is_left_behind() {
            started.runAll();
            if (!commits.isIdle()) {
                throw new IllegalStateException("an item was left in the line; written: " + written.get());
            }
        }
    }

    @Test
    void a_bulkhead_that_is_left_between_enter_and_await_wakes_nobody() {
        String trace =
                ModelCheck.of(ThreeSections.class).threads("begin()", "end()").broken();
        assertNames(trace, "nobody will wake", "bulkhead.enter", "bulkhead.leave", "bulkhead.await", "switch");
    }

    @Test
    void a_bulkhead_that_queues_in_one_section_forgets_nobody() {
        ModelCheck.of(OneSection.class).threads("begin()", "end()").holds();
    }

    @Test
    void a_mailbox_without_the_last_look_leaves_an_input_behind() {
        String trace = ModelCheck.of(WithoutTheLastLook.class)
                .interleavings(MailboxInterleavings.INTERLEAVINGS)
                .threads("bring()", "bring()")
                .broken();
        assertNames(trace, "left in the mailbox: 1", "inputs.poll(): null", "decideAll", "switch");
    }

    @Test
    void a_mailbox_with_the_last_look_leaves_none() {
        ModelCheck.of(WithTheLastLook.class)
                .interleavings(MailboxInterleavings.INTERLEAVINGS)
                .threads("bring()", "bring()")
                .holds();
    }

    @Test
    void a_group_commit_that_starts_before_it_releases_leaves_an_item_behind() {
        String trace = ModelCheck.of(ReleaseAndStartSwapped.class)
                .threadsAfter("submit()", "write()", "submit()")
                .broken();
        assertNames(trace, "left in the line", "startWrites", "release", "switch");
    }

    private static void assertNames(String trace, String... parts) {
        for (String part : parts) {
            assertTrue(trace.contains(part), () -> part + " is not in\n" + trace);
        }
    }
}
