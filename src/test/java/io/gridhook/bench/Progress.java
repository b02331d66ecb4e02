package io.gridhook.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Says now and then how a run goes. */
final class Progress implements AutoCloseable {
    private static final long EVERY_SECONDS = 2;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SinkProcess sink;
    private final Consumer<String> lines;

    /** What is watched. */
    interface Work<T> {
        T run() throws IOException;
    }

    Progress(SinkProcess sink, Consumer<String> lines) {
        this.sink = sink;
        this.lines = lines;
    }

    void line(String line) {
        lines.accept(line);
    }

    /** Tells how work goes that takes so long, until it ends. */
    <T> T watched(String what, Duration duration, Work<T> work) throws IOException {
        long end = System.nanoTime() + duration.toNanos();
        Counter counter = new Counter();
        ScheduledFuture<?> ticking = timer.scheduleAtFixedRate(
                () -> lines.accept(
                        String.format(Locale.ROOT, "  %s: %s, %,d a second", what, left(end), counter.perSecond())),
                EVERY_SECONDS,
                EVERY_SECONDS,
                TimeUnit.SECONDS);
        try {
            return work.run();
        } finally {
            ticking.cancel(false);
        }
    }

    private static String left(long end) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
        return seconds >= 0 ? seconds + " s left" : "waits for what is under way";
    }

    /** Of deliveries since it was last asked. */
    private final class Counter {
        private long events = events();

        private long perSecond() {
            long now = events();
            long perSecond = (now - events) / EVERY_SECONDS;
            events = now;
            return perSecond;
        }

        private long events() {
            try {
                return sink.counts().events();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
