package io.gridhook.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** One thread's worth of time: tasks run in the order of their times, and the clock jumps from one to the next. */
final class VirtualTime implements InstantSource {
    /** Many times what any run takes: what goes round in circles fails, and does not hang. */
    private static final long TASKS_MAX = 60_000;

    private record Task(Instant at, long sequence, Runnable body) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparing(Task::at).thenComparing(Task::sequence));
    private Instant now;
    private long sequence;
    private long tasksRun;

    VirtualTime(Instant start) {
        this.now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    long tasksRun() {
        return tasksRun;
    }

    void after(Duration wait, Runnable body) {
        sequence++;
        tasks.add(new Task(now.plus(wait), sequence, body));
    }

    Optional<Instant> nextTaskAt() {
        return Optional.ofNullable(tasks.peek()).map(Task::at);
    }

    void runNext() {
        Task task = tasks.remove();
        tasksRun++;
        if (tasksRun > TASKS_MAX) {
            throw new EndlessException("more than " + TASKS_MAX + " tasks by " + task.at());
        }
        advanceTo(task.at());
        task.body().run();
    }

    void advanceTo(Instant time) {
        if (time.isAfter(now)) {
            now = time;
        }
    }
}
