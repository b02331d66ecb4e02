package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> decided = new ArrayList<>();
    private final List<String> carriedOut = new ArrayList<>();
    private boolean isClosed;
    private Runnable effect = () -> {};

    private final Mailbox<String, String> mailbox = new Mailbox<>(
            input -> {
                if (input.equals("broken")) {
                    throw new AssertionError("planned");
                }
                decided.add(input);
                return List.of(input + "!");
            },
            commands -> {
                carriedOut.addAll(commands);
                Runnable now = effect;
                effect = () -> {};
                now.run();
            },
            task -> {
                if (isClosed) {
                    throw new RejectedExecutionException("closed");
                }
                threads.add(task);
            });

    @Test
    void inputs_that_come_together_wake_one_thread() {
        List.of("a", "b", "c").forEach(mailbox::bring);
        assertEquals(1, threads.size());
        threads.remove().run();
        assertEquals(List.of("a", "b", "c"), decided);
        assertEquals(List.of("a!", "b!", "c!"), carriedOut);
        mailbox.bring("d");
        threads.remove().run();
        assertEquals(List.of("a", "b", "c", "d"), decided);
    }

    @Test
    void a_thread_that_may_work_takes_what_others_brought() {
        mailbox.bring("a");
        mailbox.bringAndWork("b");
        assertEquals(List.of("a", "b"), decided);
        threads.remove().run();
        assertEquals(List.of("a", "b"), decided);
    }

    @Test
    void a_result_of_a_command_is_the_same_threads_next_input() {
        effect = () -> mailbox.bring("result");
        mailbox.bringAndWork("a");
        assertEquals(List.of("a", "result"), decided);
        assertTrue(threads.isEmpty());
    }

    /** Else it would wait for a slow storage call that has nothing to do with it. */
    @Test
    void a_thread_that_is_about_to_wait_calls_another_for_what_is_here() {
        effect = () -> {
            mailbox.bring("result");
            mailbox.release();
            assertEquals(1, threads.size());
            Thread other = new Thread(threads.remove());
            other.start();
            join(other);
            assertEquals(List.of("a", "result"), decided);
        };
        mailbox.bringAndWork("a");
        assertEquals(List.of("a", "result"), decided);
    }

    private static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_error_in_a_command_keeps_no_input_from_its_decision() {
        effect = () -> {
            mailbox.bring("b");
            throw new AssertionError("planned");
        };
        assertThrows(AssertionError.class, () -> mailbox.bringAndWork("a"));
        threads.remove().run();
        assertEquals(List.of("a", "b"), decided);
    }

    @Test
    void an_error_in_deciding_keeps_no_command_from_being_carried_out() {
        List.of("a", "broken", "b").forEach(mailbox::bring);
        Runnable worker = threads.remove();
        assertThrows(AssertionError.class, worker::run);
        assertEquals(List.of("a!"), carriedOut);
        threads.remove().run();
        assertEquals(List.of("a!", "b!"), carriedOut);
    }

    @Test
    void without_a_thread_the_bringer_works() {
        isClosed = true;
        mailbox.bring("a");
        assertEquals(List.of("a"), decided);
    }

    /** None is lost between the last look and the thread's end, and no two are decided at a time: the list would notice. */
    @Test
    void many_callers_lose_no_input() throws Exception {
        int callers = 4;
        int each = 20_000;
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            CountDownLatch left = new CountDownLatch(callers * each);
            List<Integer> seen = new ArrayList<>();
            Mailbox<Integer, Integer> shared = new Mailbox<>(
                    input -> {
                        seen.add(input);
                        return List.of(input);
                    },
                    commands -> commands.forEach(command -> left.countDown()),
                    executor);
            for (int i = 0; i < callers; i++) {
                boolean works = i % 2 == 0;
                executor.execute(() -> {
                    for (int input = 0; input < each; input++) {
                        if (works) {
                            shared.bringAndWork(input);
                        } else {
                            shared.bring(input);
                        }
                    }
                });
            }
            assertTrue(left.await(60, TimeUnit.SECONDS), () -> left.getCount() + " inputs are left");
            assertEquals(callers * each, seen.size());
        } finally {
            executor.shutdownNow();
        }
    }
}
