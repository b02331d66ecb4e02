package io.gridhook.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A local host that runs. Closing it takes no more work, waits for what runs, then ends all that it started, last one first. */
public final class Running implements AutoCloseable {
    /** Ours: with the end of Azurite less than the 10 s that the Functions host gives a worker (functions-runtime §1). */
    private static final Duration DRAIN_MAX = Duration.ofSeconds(8);
    /** Ours: of these, for settling the messages of invocations that ended. */
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final Deque<Runnable> closers = new ArrayDeque<>();
    private final List<QueuePump> queuePumps = new ArrayList<>();
    private final List<TimerPump> timerPumps = new ArrayList<>();
    private final InFlight requests = new InFlight();
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable LocalHttpServer http;
    private @Nullable LocalHttpServer https;
    private LocalApp.Life app = () -> {};
    private boolean closing;

    Running() {}

    /** The HTTP port. */
    public int port() {
        return http == null ? 0 : http.port();
    }

    /** The TLS port, if it serves TLS. */
    public OptionalInt httpsPort() {
        return https == null ? OptionalInt.empty() : OptionalInt.of(https.port());
    }

    InFlight requests() {
        return requests;
    }

    LocalHttpServer http(LocalHttpServer server) {
        http = server;
        onClose(server::close);
        return server;
    }

    LocalHttpServer https(LocalHttpServer server) {
        https = server;
        onClose(server::close);
        return server;
    }

    void app(LocalApp.Life life) {
        app = life;
        onClose(life::close);
    }

    /** Something to end, before all that was given earlier. */
    synchronized void onClose(Runnable closer) {
        closers.push(closer);
    }

    void start(QueuePump pump) {
        queuePumps.add(pump);
        pump.start();
    }

    void start(TimerPump pump) {
        timerPumps.add(pump);
        pump.start();
    }

    /** Waits until it was closed. */
    public void await() throws InterruptedException {
        ended.await();
    }

    /** Ends all; a second call waits for the first. */
    @Override
    public void close() {
        if (begin()) {
            try {
                drain();
            } finally {
                closers.forEach(Runnable::run);
                ended.countDown();
            }
        } else {
            awaitUninterrupted();
        }
    }

    private synchronized boolean begin() {
        boolean first = !closing;
        closing = true;
        return first;
    }

    private void drain() {
        requests.refuseMore();
        queuePumps.forEach(QueuePump::stop);
        timerPumps.forEach(TimerPump::stop);
        long deadline = System.nanoTime() + DRAIN_MAX.toNanos();
        app.stop();
        try {
            app.finish(left(deadline).minus(SETTLING));
            requests.awaitIdle(left(deadline));
            for (QueuePump pump : queuePumps) {
                pump.awaitIdle(left(deadline));
            }
            for (TimerPump pump : timerPumps) {
                pump.awaitIdle(left(deadline));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private void awaitUninterrupted() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
