package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.app.GroupCommit.BusyException;
import io.gridhook.app.GroupCommit.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** DESIGN §2, "group commit", with writes that happen when the test says so. */
class GroupCommitTest {
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    private Instant now = Instant.parse("2026-11-20T00:00:00Z");
    private final Deque<Runnable> started = new ArrayDeque<>();
    private final List<String> written = new ArrayList<>();
    private final List<CompletableFuture<Void>> others = new ArrayList<>();
    /** What happens while the next write is under way. */
    private Runnable during = () -> {};

    private GroupCommit<String> commits(long weightMax, int itemsMax, int waitingMax, int writesMax) {
        Limits limits = new Limits(weightMax, itemsMax, waitingMax, writesMax, WAIT_MAX);
        return new GroupCommit<>(limits, this::write, () -> now, started::add);
    }

    /** Room for a hundred of a weight of one. */
    private GroupCommit<String> commits() {
        return commits(100, 100, 1_000, 4);
    }

    private void write(List<String> group) {
        Runnable meanwhile = during;
        during = () -> {};
        meanwhile.run();
        String text = String.join(" ", group);
        if (text.contains("broken")) {
            throw new IllegalStateException(text);
        }
        if (text.contains("fatal")) {
            throw new AssertionError(text);
        }
        written.add(text);
    }

    private static CompletableFuture<Void> submit(GroupCommit<String> commits, String item) {
        return commits.submit(item, 1, 1);
    }

    /** For those whose answer the test does not look at. */
    private void bring(GroupCommit<String> commits, String item, int count, long weight) {
        others.add(commits.submit(item, count, weight));
    }

    private void finishOne() {
        started.remove().run();
    }

    private void finishOne(Runnable meanwhile) {
        during = meanwhile;
        finishOne();
    }

    private static Throwable failure(CompletableFuture<Void> done) {
        assertTrue(done.isDone());
        return Objects.requireNonNull(
                assertThrows(CompletionException.class, done::join).getCause());
    }

    private static boolean succeeded(CompletableFuture<Void> done) {
        return done.isDone() && !done.isCompletedExceptionally();
    }

    @Test
    void the_first_goes_at_once() {
        CompletableFuture<Void> done = submit(commits(), "a");
        assertEquals(1, started.size());
        assertFalse(done.isDone());
        finishOne();
        assertEquals(List.of("a"), written);
        assertTrue(succeeded(done));
    }

    @Test
    void those_that_come_while_a_write_is_under_way_share_the_next() {
        GroupCommit<String> commits = commits();
        CompletableFuture<Void> first = submit(commits, "a");
        List<CompletableFuture<Void>> next = new ArrayList<>();
        finishOne(() -> {
            next.add(submit(commits, "b"));
            next.add(submit(commits, "c"));
            assertTrue(started.isEmpty());
        });
        assertTrue(succeeded(first));
        assertTrue(next.stream().noneMatch(CompletableFuture::isDone));
        assertEquals(1, started.size());
        finishOne();
        assertTrue(next.stream().allMatch(GroupCommitTest::succeeded));
        assertEquals(List.of("a", "b c"), written);
    }

    @Test
    void those_that_come_before_a_write_begins_go_along() {
        GroupCommit<String> commits = commits();
        bring(commits, "a", 1, 1);
        bring(commits, "b", 1, 1);
        assertEquals(1, started.size());
        finishOne();
        assertEquals(List.of("a b"), written);
        assertTrue(started.isEmpty() && commits.isIdle());
    }

    @Test
    void one_that_comes_after_the_write_goes_at_once_again() {
        GroupCommit<String> commits = commits();
        bring(commits, "a", 1, 1);
        finishOne();
        bring(commits, "b", 1, 1);
        finishOne();
        assertEquals(List.of("a", "b"), written);
        assertTrue(started.isEmpty());
    }

    @Test
    void enough_weight_for_a_full_write_does_not_wait() {
        GroupCommit<String> commits = commits(10, 100, 1_000, 4);
        bring(commits, "a", 1, 1);
        finishOne(() -> {
            bring(commits, "b", 1, 6);
            assertEquals(0, started.size(), "not full yet");
            bring(commits, "c", 1, 4);
            assertEquals(1, started.size());
            finishOne();
            bring(commits, "d", 1, 1);
            assertEquals(0, started.size(), "the rest waits again");
        });
        finishOne();
        assertEquals(List.of("b c", "a", "d"), written);
    }

    @Test
    void enough_items_for_a_full_write_do_not_wait() {
        GroupCommit<String> commits = commits(1_000, 10, 1_000, 4);
        bring(commits, "a", 1, 1);
        finishOne(() -> {
            bring(commits, "b", 6, 1);
            bring(commits, "c", 6, 1);
            assertEquals(1, started.size());
        });
        finishOne();
        finishOne();
        // Six and six are more than ten: no write carries more than its limit.
        assertEquals(List.of("a", "b", "c"), written);
    }

    @Test
    void full_writes_are_limited_too() {
        GroupCommit<String> commits = commits(1, 1, 1_000, 3);
        for (int i = 0; i < 10; i++) {
            bring(commits, "i" + i, 1, 1);
        }
        assertEquals(3, started.size());
        for (int i = 0; i < 10; i++) {
            finishOne();
            assertTrue(started.size() <= 3);
        }
        assertEquals(10, written.size());
    }

    @Test
    void one_that_is_heavier_than_a_write_goes_alone() {
        GroupCommit<String> commits = commits(10, 100, 1_000, 4);
        bring(commits, "heavy", 1, 11);
        bring(commits, "light", 1, 1);
        finishOne();
        finishOne();
        assertEquals(List.of("heavy", "light"), written);
    }

    @Test
    void a_full_line_takes_nobody_else() {
        GroupCommit<String> commits = commits(100, 100, 2, 1);
        bring(commits, "a", 1, 1);
        bring(commits, "b", 1, 1);
        CompletableFuture<Void> refused = submit(commits, "c");
        assertInstanceOf(BusyException.class, failure(refused));
        assertEquals(
                "waiting: 2 (expected: below 2, and less than 512 writes' weight)",
                failure(refused).getMessage());
        finishOne();
        CompletableFuture<Void> taken = submit(commits, "d");
        finishOne();
        assertTrue(succeeded(taken));
        assertEquals(List.of("a b", "d"), written);
    }

    @Test
    void a_line_of_512_full_writes_takes_nobody_else() {
        GroupCommit<String> commits = commits(10, 100, 1_000_000, 1);
        bring(commits, "a", 1, 5_119);
        CompletableFuture<Void> last = submit(commits, "c");
        CompletableFuture<Void> refused = submit(commits, "d");
        assertInstanceOf(BusyException.class, failure(refused));
        assertFalse(last.isDone());
    }

    @Test
    void one_that_waited_too_long_is_sent_away_and_not_written() {
        GroupCommit<String> commits = commits();
        CompletableFuture<Void> late = submit(commits, "late");
        now = now.plusMillis(1);
        CompletableFuture<Void> inTime = submit(commits, "in-time");
        now = now.plus(WAIT_MAX);
        finishOne();
        assertInstanceOf(BusyException.class, failure(late));
        assertTrue(succeeded(inTime));
        assertEquals(List.of("in-time"), written);
    }

    @Test
    void a_group_that_waited_too_long_is_not_written_at_all() {
        GroupCommit<String> commits = commits();
        CompletableFuture<Void> late = submit(commits, "late");
        now = now.plus(WAIT_MAX).plusMillis(1);
        finishOne();
        assertInstanceOf(BusyException.class, failure(late));
        assertEquals(List.of(), written);
        bring(commits, "next", 1, 1);
        finishOne();
        assertEquals(List.of("next"), written);
    }

    @Test
    void a_failed_write_fails_its_own_group_and_no_other() {
        GroupCommit<String> commits = commits();
        CompletableFuture<Void> first = submit(commits, "a");
        finishOne();
        CompletableFuture<Void> broken = submit(commits, "broken");
        CompletableFuture<Void> beside = submit(commits, "beside");
        finishOne();
        CompletableFuture<Void> after = submit(commits, "after");
        finishOne();
        assertTrue(succeeded(first) && succeeded(after));
        assertEquals("broken beside", failure(broken).getMessage());
        assertEquals("broken beside", failure(beside).getMessage());
        assertEquals(List.of("a", "after"), written);
    }

    /** Out of memory, or a class that cannot be loaded: the caller is told, and the line goes on. */
    @Test
    void an_error_in_a_write_does_not_stop_those_that_follow() {
        GroupCommit<String> commits = commits();
        CompletableFuture<Void> fatal = submit(commits, "fatal");
        List<CompletableFuture<Void>> after = new ArrayList<>();
        during = () -> after.add(submit(commits, "after"));
        assertThrows(AssertionError.class, this::finishOne, "the thread is told too");
        assertEquals("the write broke off", failure(fatal).getMessage());
        finishOne();
        assertTrue(succeeded(after.get(0)));
    }

    /** The app is closing. */
    @Test
    void an_executor_that_takes_nothing_fails_those_that_wait() {
        GroupCommit<String> commits =
                new GroupCommit<>(new Limits(100, 100, 1_000, 4, WAIT_MAX), this::write, () -> now, task -> {
                    throw new RejectedExecutionException("closing");
                });
        assertInstanceOf(RejectedExecutionException.class, failure(submit(commits, "a")));
        assertInstanceOf(RejectedExecutionException.class, failure(submit(commits, "b")));
    }

    /** Whatever comes in whatever order: one write each, in order, none too large, none left behind. */
    @Test
    void every_item_is_in_exactly_one_write() {
        for (long seed = 1; seed <= 1_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int weightMax = random.nextInt(5, 50);
            int itemsMax = random.nextInt(5, 50);
            int writesMax = random.nextInt(1, 5);
            List<int[]> carried = new ArrayList<>();
            List<Integer> order = new ArrayList<>();
            GroupCommit<int[]> commits = new GroupCommit<>(
                    new Limits(weightMax, itemsMax, 1_000, writesMax, WAIT_MAX),
                    group -> {
                        int weight = group.stream().mapToInt(item -> item[1]).sum();
                        int items = group.stream().mapToInt(item -> item[2]).sum();
                        assertTrue(group.size() == 1 || (weight <= weightMax && items <= itemsMax));
                        carried.addAll(group);
                    },
                    () -> now,
                    started::add);
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int[] item = {i, random.nextInt(1, weightMax + 3), random.nextInt(1, itemsMax + 1)};
                order.add(i);
                answers.add(commits.submit(item, item[2], item[1]));
                while (!started.isEmpty() && random.nextInt(3) == 0) {
                    finishOne();
                }
                assertTrue(started.size() <= writesMax, "seed " + seed);
            }
            while (!started.isEmpty()) {
                finishOne();
            }
            assertEquals(order, carried.stream().map(item -> item[0]).toList(), "seed " + seed);
            assertTrue(answers.stream().allMatch(GroupCommitTest::succeeded), "seed " + seed);
        }
    }

    @Test
    void threads_at_once_lose_and_repeat_nothing() throws InterruptedException {
        List<Integer> carried = Collections.synchronizedList(new ArrayList<>());
        ExecutorService writers = Executors.newFixedThreadPool(4);
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            GroupCommit<Integer> commits = new GroupCommit<>(
                    new Limits(20, 20, 1_000_000, 3, Duration.ofHours(1)), carried::addAll, () -> now, writers);
            List<CompletableFuture<Void>> answers = Collections.synchronizedList(new ArrayList<>());
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                int first = caller * 2_000;
                calls.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = first; i < first + 2_000; i++) {
                                answers.add(commits.submit(i, 1, 1));
                            }
                        },
                        callers));
            }
            calls.forEach(CompletableFuture::join);
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
            Set<Integer> once = new HashSet<>(carried);
            assertEquals(8_000, carried.size());
            assertEquals(8_000, once.size());
        } finally {
            callers.shutdownNow();
            writers.shutdownNow();
        }
    }
}
