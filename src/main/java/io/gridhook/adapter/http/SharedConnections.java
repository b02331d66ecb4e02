package io.gridhook.adapter.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.CompletedFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A pool in which an HTTP/2 connection serves up to {@value SharedConnection#STREAMS_MAX} exchanges at a time. HttpClient's own
 * ({@code H2SharingConnPool}, 5.6) closes the connection under all of them when one is given up, which would fail other events'
 * deliveries; here each has a {@link StreamConnection} of its own.
 *
 * <p>A connection is shared from its second lease on: only then is it known to speak HTTP/2. HTTP/1.1 ones pass through.
 */
final class SharedConnections implements ManagedConnPool<HttpRoute, ManagedAsyncClientConnection> {
    private final ManagedConnPool<HttpRoute, ManagedAsyncClientConnection> pool;
    private final TimeValue timeToLive;
    /** Guarded by this; no list is empty. */
    private final Map<HttpRoute, List<SharedConnection>> shared = new HashMap<>();
    /** Exchanges that were on a connection before it became idle. Guarded by this. */
    private final Map<ManagedAsyncClientConnection, Integer> exchanges = new WeakHashMap<>();
    /** By the entry that an exchange was given. Guarded by this. */
    private final Map<PoolEntry<HttpRoute, ManagedAsyncClientConnection>, SharedConnection> streams = new HashMap<>();

    /** @param timeToLive of a connection; an older one is joined by nobody */
    SharedConnections(ManagedConnPool<HttpRoute, ManagedAsyncClientConnection> pool, TimeValue timeToLive) {
        this.pool = pool;
        this.timeToLive = timeToLive;
    }

    @Override
    public Future<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> lease(
            HttpRoute route,
            @Nullable Object state,
            Timeout timeout,
            FutureCallback<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> callback) {
        PoolEntry<HttpRoute, ManagedAsyncClientConnection> stream = joinShared(route);
        if (stream != null) {
            callback.completed(stream);
            return new CompletedFuture<>(stream);
        }
        return pool.lease(route, state, timeout, new CallbackContribution<>(callback) {
            @Override
            public void completed(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry) {
                callback.completed(isHttp2(entry) ? share(entry) : entry);
            }
        });
    }

    private synchronized @Nullable PoolEntry<HttpRoute, ManagedAsyncClientConnection> joinShared(HttpRoute route) {
        long now = System.currentTimeMillis();
        for (SharedConnection connection : shared.getOrDefault(route, List.of())) {
            if (connection.hasRoom(now)) {
                return join(connection);
            }
        }
        return null;
    }

    private static boolean isHttp2(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry) {
        ManagedAsyncClientConnection connection = entry.getConnection();
        return connection != null && HttpVersion.HTTP_2_0.equals(connection.getProtocolVersion());
    }

    /** A connection that has served its time is left to HttpClient, which makes another in its place. */
    private synchronized PoolEntry<HttpRoute, ManagedAsyncClientConnection> share(
            PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry) {
        ManagedAsyncClientConnection used = entry.getConnection();
        SharedConnection connection = new SharedConnection(entry, timeToLive, exchanges.getOrDefault(used, 0));
        if (!connection.hasRoom(System.currentTimeMillis())) {
            entry.discardConnection(CloseMode.GRACEFUL);
            return entry;
        }
        shared.computeIfAbsent(entry.getRoute(), route -> new ArrayList<>()).add(connection);
        return join(connection);
    }

    private PoolEntry<HttpRoute, ManagedAsyncClientConnection> join(SharedConnection connection) {
        PoolEntry<HttpRoute, ManagedAsyncClientConnection> stream = connection.join();
        streams.put(stream, connection);
        return stream;
    }

    @Override
    public void release(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry, boolean reusable) {
        SharedConnection connection;
        boolean last;
        synchronized (this) {
            connection = streams.remove(entry);
            last = connection != null && connection.leave(reusable);
            if (last) {
                forget(connection);
                exchanges.put(connection.connection(), connection.exchanges());
            }
        }
        if (connection == null) {
            pool.release(entry, reusable);
            return;
        }
        if (!(entry.getConnection() instanceof StreamConnection)) { // it had closed, and HttpClient made another
            entry.discardConnection(CloseMode.GRACEFUL);
        }
        if (last) {
            giveBack(connection);
        }
    }

    /** A graceful end would wait for streams that nobody waits for any more: HttpClient resets one only when its answer comes. */
    private void giveBack(SharedConnection connection) {
        boolean reusable = connection.isReusable();
        if (reusable) {
            connection.entry().updateExpiry(Transport.IDLE_MAX);
        } else {
            connection.entry().discardConnection(CloseMode.IMMEDIATE);
        }
        pool.release(connection.entry(), reusable);
    }

    private void forget(SharedConnection connection) {
        shared.computeIfPresent(connection.entry().getRoute(), (route, connections) -> {
            connections.remove(connection);
            return connections.isEmpty() ? null : connections;
        });
    }

    @Override
    public void close(CloseMode mode) {
        pool.close(mode);
    }

    @Override
    public void close() throws IOException {
        pool.close();
    }

    @Override
    public void closeIdle(TimeValue idleTime) {
        pool.closeIdle(idleTime);
    }

    @Override
    public void closeExpired() {
        pool.closeExpired();
    }

    @Override
    public void setMaxTotal(int max) {
        pool.setMaxTotal(max);
    }

    @Override
    public int getMaxTotal() {
        return pool.getMaxTotal();
    }

    @Override
    public void setDefaultMaxPerRoute(int max) {
        pool.setDefaultMaxPerRoute(max);
    }

    @Override
    public int getDefaultMaxPerRoute() {
        return pool.getDefaultMaxPerRoute();
    }

    @Override
    public void setMaxPerRoute(HttpRoute route, int max) {
        pool.setMaxPerRoute(route, max);
    }

    @Override
    public int getMaxPerRoute(HttpRoute route) {
        return pool.getMaxPerRoute(route);
    }

    @Override
    public Set<HttpRoute> getRoutes() {
        return pool.getRoutes();
    }

    @Override
    public PoolStats getTotalStats() {
        return pool.getTotalStats();
    }

    @Override
    public PoolStats getStats(HttpRoute route) {
        return pool.getStats(route);
    }
}
