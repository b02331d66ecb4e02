package io.gridhook.adapter.http;

import io.gridhook.concurrency.ModelCheck;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** No connection is closed under an exchange, and the pool has every connection back when no exchange is left. */
public class SharedConnectionsInterleavings {
    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("https", "endpoint.example", 443), null, true);

    private final SharedConnections pool = new SharedConnections(new StrictConnPool<>(10, 10), TimeValue.ofDays(9_999));
    private volatile boolean isBroken;

    /** One whose connection is made first, as HttpClient does, and known to speak HTTP/2 from then on. */
    public SharedConnectionsInterleavings() {
        exchange(true);
    }

    @Operation
    public void exchange() {
        exchange(true);
    }

    @Operation
    public void givenUp() {
        exchange(false);
    }

    private void exchange(boolean endsWell) {
        var unused = pool.lease(ROUTE, null, Timeout.ofSeconds(1), new FutureCallback<>() {
            @Override
            public void completed(PoolEntry<HttpRoute, ManagedAsyncClientConnection> entry) {
                if (!entry.hasConnection()) {
                    entry.assignConnection(connection());
                }
                isBroken |= !entry.getConnection().isOpen();
                pool.release(entry, endsWell);
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
    }

    private static ManagedAsyncClientConnection connection() {
        AtomicBoolean isOpen = new AtomicBoolean(true);
        return (ManagedAsyncClientConnection) Proxy.newProxyInstance(
                SharedConnectionsInterleavings.class.getClassLoader(),
                new Class<?>[] {ManagedAsyncClientConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getProtocolVersion" -> HttpVersion.HTTP_2_0;
                    case "isOpen" -> isOpen.get();
                    case "close" -> {
                        isOpen.set(false);
                        yield null;
                    }
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> 1;
                    default -> null;
                });
    }

    @Validate
    public void the_pool_has_every_connection_back() {
        int leased = pool.getTotalStats().getLeased();
        if (isBroken || leased != 0) {
            throw new IllegalStateException("leased: " + leased + ", closed under an exchange: " + isBroken);
        }
    }

    @Test
    void no_connection_is_closed_under_an_exchange_and_all_come_back() {
        ModelCheck.of(getClass())
                .withAtomicCollections()
                .threads("exchange() exchange()", "givenUp() exchange()")
                .holds();
    }
}
