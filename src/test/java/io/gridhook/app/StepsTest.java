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

class StepsTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private boolean isClosed;
    private final Steps steps = new Steps(task -> {
        if (isClosed) {
            throw new RejectedExecutionException("closed");
        }
        threads.add(task);
    });
    private final List<String> done = new ArrayList<>();

    private void soon(String name) {
        steps.soon(() -> done.add(name));
    }

    @Test
    void what_comes_together_is_one_threads() {
        soon("a");
        soon("b");
        soon("c");
        assertEquals(1, threads.size());
        threads.remove().run();
        assertEquals(List.of("a", "b", "c"), done);
        soon("d");
        threads.remove().run();
        assertEquals(List.of("a", "b", "c", "d"), done);
        assertTrue(threads.isEmpty());
    }

    @Test
    void a_step_may_bring_another() {
        steps.soon(() -> soon("inner"));
        soon("next");
        threads.remove().run();
        assertEquals(List.of("next", "inner"), done);
        assertTrue(threads.isEmpty());
    }

    @Test
    void a_step_that_throws_keeps_none_from_its_turn() {
        steps.soon(() -> {
            throw new AssertionError("planned");
        });
        soon("next");
        assertThrows(AssertionError.class, threads.remove()::run);
        threads.remove().run();
        assertEquals(List.of("next"), done);
    }

    @Test
    void without_a_thread_it_waits_for_the_next_step() {
        isClosed = true;
        assertThrows(RejectedExecutionException.class, () -> soon("a"));
        isClosed = false;
        soon("b");
        threads.remove().run();
        assertEquals(List.of("a", "b"), done);
    }

    /** None is lost between the last look and the thread's end, and no two run at a time: the list would notice. */
    @Test
    void many_callers_lose_no_step() throws Exception {
        int callers = 4;
        int each = 20_000;
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            Steps shared = new Steps(executor);
            CountDownLatch left = new CountDownLatch(callers * each);
            List<Integer> seen = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                executor.execute(() -> {
                    for (int step = 0; step < each; step++) {
                        int value = step;
                        shared.soon(() -> {
                            seen.add(value);
                            left.countDown();
                        });
                    }
                });
            }
            assertTrue(left.await(60, TimeUnit.SECONDS), () -> left.getCount() + " steps are left");
            assertEquals(callers * each, seen.size());
        } finally {
            executor.shutdownNow();
        }
    }
}
