package io.gridhook.adapter.http;

import static java.util.Objects.requireNonNull;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.HandshakeAnswer;
import io.gridhook.core.delivery.HandshakeRequest;
import io.gridhook.core.delivery.WebhookRequest;
import io.gridhook.core.trust.EndpointGuard;
import io.gridhook.core.trust.EndpointUrl;
import io.gridhook.core.trust.Remembered;
import io.gridhook.port.HandshakeClient;
import io.gridhook.port.WebhookClient;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.jspecify.annotations.Nullable;

/**
 * {@link WebhookClient} and {@link HandshakeClient} on Apache HttpClient 5's async client: kept-alive connections, TLS 1.2 and newer, HTTP/2
 * where an https endpoint offers it and HTTP/1.1 elsewhere.
 *
 * <p>One deadline covers looking up the name, waiting for a connection, connecting, sending and the full response; there is no other
 * timeout. A connection that the endpoint closed while it was idle is noticed before it is used; one that it closes in the very
 * moment of use is {@code Unreachable}, because a POST is not repeated here, unless it certainly was not sent. Headers that belong to the transport
 * ({@code Host}, {@code Content-Length}, {@code Connection} and the like) are left out of a request's own.
 *
 * <p>An endpoint that may not be called is an outcome: {@code Unreachable}, for want of an address ({@code RESOLUTION}) where its
 * addresses are refused, and of a connection ({@code SOCKET}) where its URL is. So its events are tried again, and go out if the setting
 * or the name's addresses are mended in time. Proxies of the environment or of system properties are not used: they would look the
 * name up themselves.
 *
 * <p>Outcomes are completed on this client's own threads, which serve every endpoint: what depends on a future must not block.
 * Cancelling a returned future aborts its exchange.
 */
public final class HttpWebhookClient implements WebhookClient, HandshakeClient, AutoCloseable {
    private static final Duration SWEEP_EVERY = Duration.ofSeconds(15);

    private final InstantSource clock;
    /** Those that may be called. */
    private final Remembered<EndpointUrl> urls;

    private final ResolvedHosts hosts;
    private final PoolingAsyncClientConnectionManager connections;
    private final CloseableHttpAsyncClient http;
    private final ScheduledThreadPoolExecutor deadlines;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * With the system's resolver and the JDK's trust store.
     *
     * @param guard which endpoints may be called; asked at every POST, and whenever a name was looked up
     * @param clock what a {@code Retry-After} date is compared with
     */
    public HttpWebhookClient(WebhookClientSettings settings, EndpointGuard guard, InstantSource clock) {
        this(settings, guard, clock, HostResolver.SYSTEM, systemTls());
    }

    /**
     * @param resolver asked for the addresses to connect to
     * @param tls decides which certificates are trusted; that they are made out to the host is checked in any case
     */
    public HttpWebhookClient(
            WebhookClientSettings settings,
            EndpointGuard guard,
            InstantSource clock,
            HostResolver resolver,
            SSLContext tls) {
        this(settings, guard, clock, new ResolvedHosts(new GuardedResolver(resolver, guard.addresses())), tls);
    }

    /** With look-ups of its own, which must be guarded. */
    HttpWebhookClient(
            WebhookClientSettings settings,
            EndpointGuard guard,
            InstantSource clock,
            ResolvedHosts hosts,
            SSLContext tls) {
        this.clock = clock;
        this.urls = new Remembered<>(guard::read);
        this.hosts = hosts;
        this.connections = Transport.connections(settings, hosts, tls);
        this.http = Transport.client(settings, connections);
        this.deadlines = new ScheduledThreadPoolExecutor(1, new WebhookThreads("gridhook-webhook-deadlines"));
        deadlines.setRemoveOnCancelPolicy(true);
        http.start();
        long every = SWEEP_EVERY.toMillis();
        Future<?> unused =
                deadlines.scheduleWithFixedDelay(this::sweepConnections, every, every, TimeUnit.MILLISECONDS);
    }

    private static SSLContext systemTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JDK's TLS does not start", e);
        }
    }

    @Override
    public CompletableFuture<AttemptOutcome> post(WebhookRequest request, Duration responseTimeout) {
        return exchange(
                request.endpointUrl(),
                new Sending(
                        url -> OutgoingRequest.of(request, url),
                        () -> new StatusConsumer(clock, SentSecrets.of(request))),
                responseTimeout);
    }

    @Override
    public CompletableFuture<HandshakeAnswer> shakeHands(HandshakeRequest request, Duration responseTimeout) {
        AtomicReference<HandshakeConsumer> consumer = new AtomicReference<>(newHandshakeConsumer());
        return exchange(
                        request.endpointUrl(),
                        new Sending(
                                url -> OutgoingRequest.of(request, url),
                                () -> consumer.updateAndGet(before -> newHandshakeConsumer())),
                        responseTimeout)
                .thenApply(outcome -> requireNonNull(consumer.get()).answer(outcome));
    }

    private HandshakeConsumer newHandshakeConsumer() {
        return new HandshakeConsumer(new StatusConsumer(clock));
    }

    /** What is sent to a URL, and what is made of the response: both anew where it is sent again. */
    private record Sending(
            Function<EndpointUrl, AsyncRequestProducer> request, Supplier<AsyncResponseConsumer<Responded>> response) {}

    private CompletableFuture<AttemptOutcome> exchange(String endpointUrl, Sending sending, Duration responseTimeout) {
        if (responseTimeout.isNegative() || responseTimeout.isZero()) {
            throw new IllegalArgumentException("responseTimeout: " + responseTimeout + " (expected: more than zero)");
        }
        EndpointUrl url;
        try {
            url = urls.of(endpointUrl);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(
                    new Unreachable(Unreachable.Cause.SOCKET, String.valueOf(e.getMessage())));
        }
        Exchange exchange = new Exchange(open::remove);
        open.add(exchange);
        if (isRunning()) {
            begin(exchange, sending, url, responseTimeout);
        } else {
            exchange.fail(notRunning());
        }
        return exchange.outcome();
    }

    private boolean isRunning() {
        return !closed && http.getStatus().compareTo(IOReactorStatus.SHUTTING_DOWN) < 0;
    }

    private void begin(Exchange exchange, Sending sending, EndpointUrl url, Duration responseTimeout) {
        try {
            exchange.endsBy(deadlines.schedule(exchange::timeOut, responseTimeout.toNanos(), TimeUnit.NANOSECONDS));
            CompletableFuture<?> unused = hosts.lookUp(url.host()).handle((addresses, failure) -> {
                if (failure == null || isUnanswered(failure.getCause())) {
                    send(exchange, sending, url); // an open connection needs no address; HttpClient asks if it does
                } else {
                    exchange.fail(failure.getCause() instanceof AddressRefusedException refused ? refused : failure);
                }
                return exchange;
            });
        } catch (RejectedExecutionException e) { // closed meanwhile
            exchange.fail(e);
        }
    }

    /** Not if the answer was refused: then an open connection is not used either. */
    private static boolean isUnanswered(@Nullable Throwable failure) {
        return failure instanceof UnknownHostException && !(failure instanceof AddressRefusedException);
    }

    private void send(Exchange exchange, Sending sending, EndpointUrl url) {
        if (exchange.isEnded()) {
            return;
        }
        try {
            HttpClientContext context = HttpClientContext.create();
            context.setAttribute(Exchange.ATTRIBUTE, exchange);
            exchange.resendsBy(() -> send(exchange, sending, url));
            exchange.sentAs(http.execute(
                    sending.request().apply(url), sending.response().get(), null, context, exchange));
        } catch (RuntimeException e) { // nothing was sent, and nobody else hears of it on this thread
            exchange.fail(e);
        }
    }

    private void sweepConnections() {
        connections.closeExpired();
        connections.closeIdle(Transport.IDLE_MAX);
    }

    private static IllegalStateException notRunning() {
        return new IllegalStateException("the webhook client is closed");
    }

    /** Ends at once: exchanges in flight fail with {@link IllegalStateException}, and their connections are closed. */
    @Override
    public void close() {
        closed = true;
        open.forEach(exchange -> exchange.fail(notRunning()));
        deadlines.shutdownNow();
        http.close(CloseMode.IMMEDIATE);
        hosts.close();
    }
}
