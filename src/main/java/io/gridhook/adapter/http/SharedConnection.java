package io.gridhook.adapter.http;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;

/** A pool's HTTP/2 connection with the exchanges that are on it now. Not safe for threads: {@link SharedConnections} locks. */
final class SharedConnection {
    /**
     * Exchanges on one connection at a time. RFC 9113 §6.5.2 recommends that servers allow 100 or more, and common ones do; what an
     * endpoint allows less would wait unsent.
     */
    static final int STREAMS_MAX = 64;

    /**
     * Exchanges on one connection in all. nginx closes one after a thousand (its {@code keepalive_requests}) while others are on their
     * way, and HttpCore 5.4 cannot tell those that were not read from those that were: of 10,000 POSTs, 64 at a time, 12 to 255 failed.
     */
    static final int EXCHANGES_MAX = 500;

    private final PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry;
    private final ManagedAsyncClientConnection connection;
    private final long endsAtMillis;
    private int exchanges;
    private int streams;
    private boolean retired;

    /**
     * A connection that nobody is on.
     *
     * @param entry leased from the pool, with a connection
     * @param exchanges that were on it so far
     */
    SharedConnection(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry, TimeValue timeToLive, int exchanges) {
        this.exchanges = exchanges;
        this.entry = entry;
        this.connection = entry.getConnection();
        this.endsAtMillis = entry.getCreated() + timeToLive.toMilliseconds();
    }

    ManagedAsyncClientConnection connection() {
        return connection;
    }

    PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry() {
        return entry;
    }

    /** Whether one more exchange may begin here. */
    boolean hasRoom(long nowMillis) {
        return streams < STREAMS_MAX && exchanges < EXCHANGES_MAX && isReusable() && nowMillis < endsAtMillis;
    }

    PoolEntry<HttpRoute, ManagedAsyncClientConnection> join() {
        streams++;
        exchanges++;
        PoolEntry<HttpRoute, ManagedAsyncClientConnection> stream = new PoolEntry<>(entry.getRoute());
        stream.assignConnection(new StreamConnection(connection));
        return stream;
    }

    /**
     * One exchange has ended.
     *
     * @param reusable whether the exchange ended well. If not, nobody begins here any more: what kept its answer back may keep back the
     *     others', and a connection that leads nowhere is told from a slow answer by nothing else
     * @return whether it was the last one
     */
    boolean leave(boolean reusable) {
        streams--;
        retired |= !reusable;
        return streams == 0;
    }

    /** So far, those that ended among them. */
    int exchanges() {
        return exchanges;
    }

    boolean isReusable() {
        return !retired && connection.isOpen();
    }
}
