package io.gridhook.adapter.http;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.nio.AsyncClientConnectionOperator;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.pool.ManagedConnPool;

/** HttpClient's connection manager, connecting through {@link AbortableConnect}, over a pool of the caller's. */
final class AbortableConnections extends PoolingAsyncClientConnectionManager {
    AbortableConnections(
            ManagedConnPool<HttpRoute, ManagedAsyncClientConnection> pool,
            TlsStrategy tls,
            DnsResolver resolver,
            TlsConfig tlsConfig,
            ConnectionConfig connectionConfig) {
        super(pool, new AbortableConnect(Operators.operator(tls, resolver)));
        setDefaultTlsConfig(tlsConfig);
        setDefaultConnectionConfig(connectionConfig);
    }

    /** The way to HttpClient's connecting, which it shows to builders alone. */
    private static final class Operators extends PoolingAsyncClientConnectionManagerBuilder {
        static AsyncClientConnectionOperator operator(TlsStrategy tls, DnsResolver resolver) {
            return new Operators().createConnectionOperator(tls, DefaultSchemePortResolver.INSTANCE, resolver);
        }
    }
}
