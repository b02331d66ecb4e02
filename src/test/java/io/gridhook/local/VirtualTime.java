package io.gridhook.local;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** One thread and no clock: tasks run when the test says so, alarms when it moves the time. */
final class VirtualTime implements Scheduler, InstantSource {
    private final Deque<Runnable> ready = new ArrayDeque<>();
    private final List<Alarm> alarms = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");

    private record Alarm(Instant due, Runnable task) {}

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public void execute(Runnable task) {
        ready.add(task);
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
        Alarm alarm = new Alarm(now.plus(delay), task);
        alarms.add(alarm);
        return () -> alarms.removeIf(alarm::equals);
    }

    /** Runs the task that is ready the longest; false if there is none. */
    boolean runOne() {
        Optional<Runnable> next = Optional.ofNullable(ready.poll());
        next.ifPresent(Runnable::run);
        return next.isPresent();
    }

    /** Runs tasks until none is ready. */
    void runAll() {
        while (runOne()) {
            // goes on
        }
    }

    /** Moves on; alarms run at their times, and after each what it made ready. */
    void advance(Duration duration) {
        Instant end = now.plus(duration);
        for (Optional<Alarm> next = firstUntil(end); next.isPresent(); next = firstUntil(end)) {
            alarms.remove(next.get());
            now = next.get().due.isAfter(now) ? next.get().due : now;
            next.get().task.run();
            runAll();
        }
        now = end;
    }

    /** The waits of the alarms that are set, the next one first. */
    List<Duration> alarms() {
        return alarms.stream()
                .map(alarm -> Duration.between(now, alarm.due))
                .sorted()
                .toList();
    }

    private Optional<Alarm> firstUntil(Instant end) {
        return alarms.stream().filter(alarm -> !alarm.due.isAfter(end)).min(Comparator.comparing(Alarm::due));
    }
}
