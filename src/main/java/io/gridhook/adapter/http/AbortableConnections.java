package io.gridhook.adapter.http;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.nio.AsyncClientConnectionOperator;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;

/** HttpClient's pool, connecting through {@link AbortableConnect}. */
final class AbortableConnections extends PoolingAsyncClientConnectionManagerBuilder {
    @Override
    protected AsyncClientConnectionOperator createConnectionOperator(
            TlsStrategy tls, SchemePortResolver ports, DnsResolver resolver) {
        return new AbortableConnect(super.createConnectionOperator(tls, ports, resolver));
    }
}
