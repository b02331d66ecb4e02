package io.gridhook.adapter.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Who shares a connection with whom, decided without a network. */
class SharedConnectionsTest {
    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("https", "endpoint.example", 443), null, true);

    private final SharedConnections pool =
            new SharedConnections(new StrictConnPool<>(10_000, 10_000), TimeValue.ofMinutes(5));
    private final List<String> closed = new ArrayList<>();
    private ProtocolVersion version = HttpVersion.HTTP_2_0;
    private int made;

    private PoolEntry<HttpRoute, ManagedAsyncClientConnection> lease() {
        List<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> leased = new ArrayList<>();
        var unused = pool.lease(ROUTE, null, Timeout.ofSeconds(1), new FutureCallback<>() {
            @Override
            public void completed(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry) {
                leased.add(entry);
            }

            @Override
            public void failed(Exception failure) {
                throw new AssertionError(failure);
            }

            @Override
            public void cancelled() {
                throw new AssertionError("cancelled");
            }
        });
        PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry = leased.get(0);
        if (!entry.hasConnection()) { // as HttpClient does
            entry.assignConnection(connection());
        }
        return entry;
    }

    private ManagedAsyncClientConnection connection() {
        made++;
        String name = "connection-" + made;
        boolean[] isOpen = {true};
        InvocationHandler answers = (proxy, method, arguments) -> switch (method.getName()) {
            case "getProtocolVersion" -> version;
            case "isOpen" -> isOpen[0];
            case "close" -> {
                isOpen[0] = false;
                closed.add(name + (arguments == null ? "" : " " + arguments[0]));
                yield null;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> null;
        };
        return (ManagedAsyncClientConnection) Proxy.newProxyInstance(
                SharedConnectionsTest.class.getClassLoader(),
                new Class<?>[] {ManagedAsyncClientConnection.class},
                answers);
    }

    private List<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> lease(int count) {
        List<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(lease());
        }
        return entries;
    }

    /** Once it was used, it is known to speak HTTP/2. */
    private void warmUp() {
        pool.release(lease(), true);
        assertEquals(1, made);
    }

    @Test
    void a_connection_serves_64_at_a_time() {
        warmUp();
        List<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> first = lease(64);
        assertEquals(1, made);
        PoolEntry<HttpRoute, ManagedAsyncClientConnection> more = lease();
        assertEquals(2, made);
        pool.release(first.get(0), true);
        lease();
        assertEquals(2, made);
        pool.release(more, true);
        assertEquals(List.of(), closed);
    }

    @Test
    void a_connection_of_http_1_serves_one() {
        version = HttpVersion.HTTP_1_1;
        warmUp();
        lease(3);
        assertEquals(3, made);
    }

    @Test
    void who_is_given_up_ends_alone_and_nobody_follows_on_that_connection() throws IOException {
        warmUp();
        List<PoolEntry<HttpRoute, ManagedAsyncClientConnection>> both = lease(2);
        both.get(0).getConnection().close();
        assertFalse(both.get(0).getConnection().isOpen());
        assertTrue(both.get(1).getConnection().isOpen());
        pool.release(both.get(0), false);
        lease();
        assertEquals(2, made);
        assertEquals(List.of(), closed);
        pool.release(both.get(1), true);
        assertEquals(List.of("connection-1 IMMEDIATE"), closed);
    }

    /** Below the thousand after which nginx closes one, under whatever is on it. */
    @Test
    void a_connection_serves_500_in_all() {
        warmUp();
        for (int i = 0; i < SharedConnection.EXCHANGES_MAX; i++) {
            pool.release(lease(), true);
        }
        assertEquals(1, made);
        lease();
        assertEquals(2, made);
    }

    @Test
    void an_idle_connection_is_the_pools_again() {
        warmUp();
        lease(2).forEach(entry -> pool.release(entry, true));
        assertEquals(1, pool.getStats(ROUTE).getAvailable());
        assertEquals(0, pool.getStats(ROUTE).getLeased());
    }

    /** HttpClient may find a stream's connection closed, and make another in its place. */
    @Test
    void a_connection_made_in_a_streams_place_is_closed_after_use() {
        warmUp();
        PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry = lease();
        entry.discardConnection(CloseMode.IMMEDIATE);
        entry.assignConnection(connection());
        pool.release(entry, true);
        assertEquals(List.of("connection-2 GRACEFUL"), closed);
        assertNotEquals(0, pool.getStats(ROUTE).getAvailable());
    }
}
