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

    private final PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry;
    private final ManagedAsyncClientConnection connection;
    private final long endsAtMillis;
    private int streams;
    private boolean retired;

    /** @param entry leased from the pool, with a connection */
    SharedConnection(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry, TimeValue timeToLive) {
        this.entry = entry;
        this.connection = entry.getConnection();
        this.endsAtMillis = entry.getCreated() + timeToLive.toMilliseconds();
    }

    PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry() {
        return entry;
    }

    /** Whether one more exchange may begin here. */
    boolean hasRoom(long nowMillis) {
        return streams < STREAMS_MAX && isReusable() && nowMillis < endsAtMillis;
    }

    PoolEntry<HttpRoute, ManagedAsyncClientConnection> join() {
        streams++;
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

    boolean isReusable() {
        return !retired && connection.isOpen();
    }
}
