package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gridhook.adapter.memory.InMemoryDeliveryHistory;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.core.history.HistoryRow;
import io.gridhook.core.history.HistoryRules;
import io.gridhook.core.history.Rows;
import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.Metrics;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Issue 8, point 1: a log that costs 0.05 transactions for an attempt, and that nobody waits for. */
class DeliveryRecorderTest {
    private record Waiting(Instant due, Runnable task) {}

    private final InMemoryDeliveryHistory stored = new InMemoryDeliveryHistory();
    private final List<Waiting> timers = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private Instant now = Rows.NOON;
    private boolean refuses;
    private boolean losesAnswer;
    private boolean fails;
    private boolean isOutOfMemory;
    private int appends;
    private DeliveryRecorder recorder = newRecorder(Runnable::run);

    private DeliveryRecorder newRecorder(Executor executor) {
        DeliveryHistory history = new DeliveryHistory() {
            @Override
            public void append(HistoryBatch batch) {
                appends++;
                if (isOutOfMemory) {
                    throw new OutOfMemoryError("Java heap space");
                }
                if (fails) {
                    throw new IllegalStateException("not storage's fault");
                }
                if (!refuses) {
                    stored.append(batch);
                }
                if (refuses || losesAnswer) {
                    throw new StorageUnavailableException("refused");
                }
            }

            @Override
            public Found find(String first, String last, OptionalInt idHash, int most) {
                return stored.find(first, last, idHash, most);
            }

            @Override
            public int deleteBefore(Instant time, int most) {
                return stored.deleteBefore(time, most);
            }
        };
        Metrics metrics = new Metrics() {
            @Override
            public void add(Counter counter, long amount, String... labelValues) {
                counts.merge(counter.wireName() + " " + String.join(" ", labelValues), amount, Long::sum);
            }

            @Override
            public void record(Timer timer, Duration duration, String... labelValues) {
                throw new AssertionError(timer);
            }
        };
        return new DeliveryRecorder(
                HistoryRules.FAILURES,
                history,
                metrics,
                () -> now,
                (delay, task) -> {
                    timers.add(new Waiting(now.plus(delay), task));
                    return () -> {};
                },
                executor,
                new UUID(1, 1));
    }

    private void pass(Duration time) {
        Instant end = now.plus(time);
        while (true) {
            Waiting next = timers.stream()
                    .filter(each -> !each.due().isAfter(end))
                    .min(Comparator.comparing(Waiting::due))
                    .orElse(null);
            if (next == null) {
                now = end;
                return;
            }
            timers.remove(next);
            now = next.due().isAfter(now) ? next.due() : now;
            next.task().run();
        }
    }

    private void add(int rows) {
        for (int i = 0; i < rows; i++) {
            recorder.add(Rows.attempted(now, "e-" + i, 1, Rows.AGAIN));
        }
    }

    private List<HistoryRow> rows() {
        return stored.all().stream()
                .flatMap(batch -> batch.rows().orElseThrow().stream())
                .toList();
    }

    @Test
    void many_rows_are_written_after_ten_seconds_and_few_after_a_minute() {
        add(20);
        pass(Duration.ofSeconds(9));
        assertEquals(0, appends);
        pass(Duration.ofSeconds(1));
        assertEquals(1, appends);
        assertEquals(20, rows().size());
        add(19);
        pass(Duration.ofSeconds(59));
        assertEquals(1, appends);
        pass(Duration.ofSeconds(1));
        assertEquals(2, appends);
        assertEquals(39, rows().size());
        pass(Duration.ofHours(1));
        assertEquals(2, appends);
        assertEquals(List.of(), timers);
    }

    @Test
    void a_full_batch_is_written_at_once() {
        add(511);
        assertEquals(0, appends);
        add(1);
        assertEquals(1, appends);
        assertEquals(512, rows().size());
    }

    /** At any rate: rows share their writes, 20 of them at least but for one write in a minute. */
    @Test
    void what_is_promised_of_transactions_holds_at_any_rate() {
        for (Duration between :
                List.of(Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(499), Duration.ofMillis(900))) {
            appends = 0;
            Instant begin = now;
            int attempts = 3_000;
            for (int i = 0; i < attempts; i++) {
                recorder.add(Rows.attempted(now, "e-" + i, 1, Rows.AGAIN));
                pass(between);
            }
            recorder.save();
            assertTrue(
                    appends <= attempts * 0.05 + 1,
                    appends + " for " + attempts + ", one each " + between + " from " + begin);
            pass(Duration.ofHours(1));
        }
    }

    @Test
    void what_was_not_written_is_written_later_and_once() {
        refuses = true;
        add(600);
        int first = appends;
        pass(Duration.ofHours(2));
        assertTrue(appends - first > 20 && appends - first < 30, "tries: " + (appends - first));
        refuses = false;
        losesAnswer = true;
        pass(Duration.ofMinutes(6));
        losesAnswer = false;
        pass(Duration.ofMinutes(6));
        assertEquals(600, rows().size());
        assertEquals(2, stored.all().size());
        assertEquals(Map.of(), counts);
    }

    /** For hours: what comes then is counted, and takes no room. */
    @Test
    void what_has_no_room_is_left_out_and_counted() {
        refuses = true;
        add(DeliveryRecorder.WAITING_MAX + 5);
        assertEquals(Map.of("DeliveryLogLeftOutCount Full", 5L), counts);
        refuses = false;
        pass(Duration.ofMinutes(1));
        assertEquals(DeliveryRecorder.WAITING_MAX, rows().size());
        add(1);
        recorder.save();
        assertEquals(DeliveryRecorder.WAITING_MAX + 1, rows().size());
    }

    @Test
    void large_rows_take_the_room_of_many() {
        refuses = true;
        String text = "x".repeat(256);
        for (int i = 0; i < DeliveryRecorder.WAITING_MAX; i++) {
            recorder.add(Rows.ended(now, text, "Forbidden", text + text));
        }
        long left = counts.getOrDefault("DeliveryLogLeftOutCount Full", 0L);
        assertEquals(0, left, "a blob's name is cut, so these are not so large");
        recorder = new DeliveryRecorder(
                HistoryRules.parse("off", true, Duration.ofDays(1)),
                DeliveryHistory.NONE,
                metricsOf(counts),
                () -> now,
                (delay, task) -> () -> {},
                task -> {},
                new UUID(1, 1));
        List<String> names = java.util.Collections.nCopies(100, "n".repeat(64));
        for (int i = 0; i < 2_000; i++) {
            recorder.add(new HistoryRow.Published(now, "orders", "e", "T", names, List.of(), false));
        }
        assertTrue(counts.getOrDefault("DeliveryLogLeftOutCount Full", 0L) > 1_000, counts::toString);
    }

    private static Metrics metricsOf(Map<String, Long> counts) {
        return new Metrics() {
            @Override
            public void add(Counter counter, long amount, String... labelValues) {
                counts.merge(counter.wireName() + " " + String.join(" ", labelValues), amount, Long::sum);
            }

            @Override
            public void record(Timer timer, Duration duration, String... labelValues) {
                throw new AssertionError(timer);
            }
        };
    }

    /** One that no batch holds does not keep the others from being written. */
    @Test
    void a_row_that_is_too_large_is_left_out_and_counted() {
        recorder.add(Rows.attempted(now, "e-1", 1, Rows.AGAIN));
        recorder.add(new HistoryRow.Ended(
                now,
                new io.gridhook.core.delivery.SubscriptionRef("orders", "n".repeat(600_000), 1),
                "e-2",
                false,
                "Forbidden",
                ""));
        recorder.add(Rows.attempted(now, "e-3", 1, Rows.AGAIN));
        recorder.save();
        assertEquals(
                List.of("e-1", "e-3"),
                rows().stream().map(HistoryRow::eventId).sorted().toList());
        assertEquals(Map.of("DeliveryLogLeftOutCount TooLarge", 1L), counts);
    }

    /** Else one that always fails would be the end of the log, and nobody would hear of it. */
    @Test
    void what_fails_for_another_reason_is_left_out_and_counted() {
        fails = true;
        add(600);
        fails = false;
        pass(Duration.ofMinutes(2));
        assertEquals(Map.of("DeliveryLogLeftOutCount Failed", 512L), counts);
        add(1);
        pass(Duration.ofMinutes(2));
        assertEquals(89, rows().size());
    }

    @Test
    void an_error_in_a_write_is_followed_by_another_write() {
        recorder = newRecorder(task -> {
            try {
                task.run();
            } catch (OutOfMemoryError e) {
                isOutOfMemory = false; // this thread has ended
            }
        });
        isOutOfMemory = true;
        add(512);
        assertEquals(0, rows().size());
        pass(Duration.ofMinutes(1));
        assertEquals(512, rows().size());
    }

    @Test
    void nothing_is_thrown_where_there_is_no_thread() {
        recorder = newRecorder(task -> {
            throw new RejectedExecutionException("shut down");
        });
        add(600);
        assertEquals(0, appends);
        recorder.save();
        assertEquals(600, rows().size());
    }

    /** Storage that hangs holds up who writes, and nobody who delivers. */
    @Test
    void nobody_waits_for_a_write() throws InterruptedException {
        CountDownLatch isWriting = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        DeliveryHistory hanging = new DeliveryHistory() {
            @Override
            public void append(HistoryBatch batch) {
                isWriting.countDown();
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                stored.append(batch);
            }

            @Override
            public Found find(String first, String last, OptionalInt idHash, int most) {
                throw new AssertionError("not asked for");
            }

            @Override
            public int deleteBefore(Instant time, int most) {
                throw new AssertionError("not asked for");
            }
        };
        List<Thread> threads = new ArrayList<>();
        recorder = new DeliveryRecorder(
                HistoryRules.FAILURES,
                hanging,
                metricsOf(counts),
                () -> now,
                (delay, task) -> () -> {},
                task -> {
                    Thread thread = new Thread(task);
                    threads.add(thread);
                    thread.start();
                },
                new UUID(1, 1));
        add(512);
        assertTrue(isWriting.await(10, TimeUnit.SECONDS));
        add(DeliveryRecorder.WAITING_MAX);
        assertEquals(Map.of("DeliveryLogLeftOutCount Full", 512L), counts);
        assertEquals(1, threads.size());
        answer.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(512, rows().size());
    }

    @Test
    void two_processes_never_write_the_same_key() {
        add(1);
        recorder.save();
        add(1);
        recorder.save();
        assertEquals(2, stored.all().size());
    }

    @Test
    void what_is_older_than_the_retention_is_deleted() {
        add(1);
        recorder.save();
        now = now.plus(Duration.ofDays(7));
        recorder.deleteOld();
        assertEquals(1, rows().size());
        now = now.plusMillis(1);
        recorder.deleteOld();
        assertEquals(List.of(), rows());
    }

    @Test
    void who_saves_hears_that_storage_refused() {
        refuses = true;
        add(1);
        assertThrows(StorageUnavailableException.class, recorder::save);
    }
}
