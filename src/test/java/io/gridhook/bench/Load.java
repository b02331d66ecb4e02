package io.gridhook.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes from one thread over a fixed number of connections, as cheaply as it can: bodies are ready but for their ids. In an open loop
 * the times of all publishes are fixed before and kept whatever happens; one that finds no free connection waits, and its latency counts
 * from the time at which it was to be sent.
 */
final class Load implements AutoCloseable {
    private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final int run;
    private final List<PublishBody> bodies;
    private final Selector selector;
    private final List<LoadConnection> connections = new ArrayList<>();
    private final Deque<LoadConnection> free = new ArrayDeque<>();
    private final Publishes publishes;

    /**
     * Opens the connections.
     *
     * @param url of the publishes
     * @param headers more of them, each with its line's end
     * @param run stands in the ids
     * @param bodies taken in turn, all with the same number of events
     */
    Load(URI url, String headers, int run, List<PublishBody> bodies, int connections) throws IOException {
        this.run = run;
        this.bodies = List.copyOf(bodies);
        this.publishes = new Publishes(bodies.get(0).events());
        this.selector = Selector.open();
        int bytes = bodies.stream().mapToInt(PublishBody::length).max().orElse(0);
        byte[] head = ("POST " + url.getRawPath() + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n"
                        + "Content-Type: application/json\r\n" + headers + "Content-Length: ")
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < connections; i++) {
            LoadConnection connection = new LoadConnection(selector, url, head, bytes);
            this.connections.add(connection);
            free.add(connection);
        }
    }

    /** Whether one more may be sent, after so many. */
    interface Pace {
        Pace AS_ANSWERED = sent -> true;

        boolean maySend(int sent) throws IOException;
    }

    /** As fast as answers come and the pace allows, for a time. */
    Publishes closedLoop(Duration duration, Pace pace) throws IOException {
        long start = System.nanoTime();
        long wall = WallClock.nanos();
        long end = start + duration.toNanos();
        for (long now = start; now < end; now = System.nanoTime()) {
            while (!free.isEmpty() && pace.maySend(publishes.count())) {
                send(publishes.add(wall + now - start));
            }
            select(TimeUnit.MILLISECONDS.toNanos(1));
        }
        awaitAnswers();
        return publishes;
    }

    /** At these nanoseconds after the start. */
    Publishes openLoop(long[] offsets) throws IOException {
        long wall = WallClock.nanos();
        long start = System.nanoTime();
        int next = 0;
        while (next < offsets.length) {
            long now = System.nanoTime() - start;
            if (!free.isEmpty() && offsets[next] <= now) {
                publishes.late(now - offsets[next]);
                send(publishes.add(wall + offsets[next]));
                next++;
            } else {
                select(free.isEmpty() ? TimeUnit.SECONDS.toNanos(1) : offsets[next] - now);
            }
        }
        awaitAnswers();
        return publishes;
    }

    private void send(int publish) throws IOException {
        LoadConnection connection = free.remove();
        PublishBody body = bodies.get(publish % bodies.size());
        connection.send(publish, body, EventIds.of(run, (long) publish * body.events()));
        if (connection.isBroken()) {
            ended(connection, 0);
        }
    }

    /** Waits for answers, up to {@code nanos}; a selector's own wait is in whole milliseconds. */
    private void select(long nanos) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        if (millis > 0) {
            selector.select(millis);
        } else {
            LockSupport.parkNanos(Math.min(nanos, NAP_NANOS));
            selector.selectNow();
        }
        for (SelectionKey key : selector.selectedKeys()) {
            LoadConnection connection = (LoadConnection) key.attachment();
            int status = connection.proceed();
            if (status >= 0 && connection.isBusy()) {
                ended(connection, status);
            }
        }
        selector.selectedKeys().clear();
    }

    private void ended(LoadConnection connection, int status) throws IOException {
        publishes.answered(connection.ended(), status);
        free.add(connection);
    }

    private void awaitAnswers() throws IOException {
        long deadline = System.nanoTime() + ANSWER_NANOS_MAX;
        while (free.size() < connections.size() && System.nanoTime() < deadline) {
            select(TimeUnit.MILLISECONDS.toNanos(10));
        }
        publishes.end();
    }

    @Override
    public void close() throws IOException {
        for (LoadConnection connection : connections) {
            connection.close();
        }
        selector.close();
    }
}
