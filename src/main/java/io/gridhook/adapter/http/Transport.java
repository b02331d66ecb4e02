package io.gridhook.adapter.http;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;

/** HttpClient with everything switched off that is not one plain POST: behaviour §2.1 (no redirects), §3.1 (no User-Agent). */
final class Transport {
    /** An idle connection that was unused for longer is looked at before it is used again. */
    private static final TimeValue VALIDATE_AFTER_INACTIVITY = TimeValue.ofMilliseconds(200);
    /** For how long an endpoint's connection is kept unused; less than the 4 min after which Azure's load balancers forget one. */
    static final TimeValue IDLE_MAX = TimeValue.ofMinutes(1);
    /** A connection's whole life: so long may a move of the endpoint to other addresses go unnoticed. */
    private static final TimeValue TIME_TO_LIVE = TimeValue.ofMinutes(5);
    /** Bounds on a response's head, which HttpClient itself does not bound; servers commonly allow 8 to 16 KiB in all. */
    private static final int HEADER_LINE_LENGTH_MAX = 16 * 1024;

    private static final int HEADER_COUNT_MAX = 200;
    /** The same for HTTP/2, in bytes of names and values with 32 for each. */
    private static final int HEADER_LIST_SIZE_MAX = 64 * 1024;

    private Transport() {}

    static PoolingAsyncClientConnectionManager connections(
            WebhookClientSettings settings, DnsResolver resolver, SSLContext tls) {
        StrictConnPool<HttpRoute, ManagedAsyncClientConnection> pool =
                new StrictConnPool<>(settings.connectionsPerEndpoint(), settings.connectionsTotal());
        return new AbortableConnections(
                settings.http2() ? new SharedConnections(pool, TIME_TO_LIVE) : pool,
                ClientTlsStrategyBuilder.create()
                        .setSslContext(tls)
                        .setTlsVersions(TLS.V_1_3, TLS.V_1_2)
                        .setHostVerificationPolicy(HostnameVerificationPolicy.BUILTIN)
                        .buildAsync(),
                resolver,
                TlsConfig.custom()
                        .setVersionPolicy(
                                settings.http2() ? HttpVersionPolicy.NEGOTIATE : HttpVersionPolicy.FORCE_HTTP_1)
                        .build(),
                ConnectionConfig.custom()
                        .setValidateAfterInactivity(VALIDATE_AFTER_INACTIVITY)
                        .setTimeToLive(TIME_TO_LIVE)
                        .build());
    }

    static CloseableHttpAsyncClient client(
            WebhookClientSettings settings, PoolingAsyncClientConnectionManager connections) {
        return HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .setThreadFactory(new WebhookThreads("gridhook-webhook"))
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(settings.ioThreads())
                        .setTcpNoDelay(true)
                        .setSoKeepAlive(true)
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setMaxLineLength(HEADER_LINE_LENGTH_MAX)
                        .setMaxHeaderCount(HEADER_COUNT_MAX)
                        .build())
                .setH2Config(H2Config.custom()
                        .setPushEnabled(false)
                        .setMaxHeaderListSize(HEADER_LIST_SIZE_MAX)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setAuthenticationEnabled(false)
                        .setRedirectsEnabled(false)
                        .setExpectContinueEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .setConnectionKeepAlive(IDLE_MAX)
                        .setConnectionRequestTimeout(1, TimeUnit.DAYS) // the exchange's deadline is the only one
                        .build())
                .setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE)) // no proxy
                .setDefaultCookieSpecRegistry(name -> null) // its default reads a list of 9,000 domains at start
                .setUserAgent("")
                .addRequestInterceptorLast(Transport::dropEmptyUserAgent)
                .addExecInterceptorFirst("exchange", Transport::tellExchange)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .disableRequestPriority()
                .build();
    }

    private static void tellExchange(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        if (scope.clientContext.getAttribute(Exchange.ATTRIBUTE) instanceof Exchange exchange) {
            exchange.runsOn(scope.execRuntime);
        }
        chain.proceed(request, body, scope, callback);
    }

    private static void dropEmptyUserAgent(HttpRequest request, EntityDetails body, HttpContext context) {
        if (request.containsHeader(HttpHeaders.USER_AGENT)
                && request.getFirstHeader(HttpHeaders.USER_AGENT).getValue().isEmpty()) {
            request.removeHeaders(HttpHeaders.USER_AGENT);
        }
    }
}
