package io.gridhook.adapter.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Looks names up on threads of its own, because HttpClient would do it on whichever thread opens the connection, an I/O thread
 * included, and one slow name server would then hold up every endpoint. A look-up is shared by all who ask for the name and is good
 * for a short time; the client asks for it before each exchange, and HttpClient then reads it here without waiting.
 */
final class ResolvedHosts implements DnsResolver, AutoCloseable {
    /** Short beside the 30 s for which the JDK itself keeps an answer. */
    static final Duration FRESH = Duration.ofSeconds(5);
    /** So many names may be waiting for their name servers at once before others queue behind them. */
    private static final int THREADS_MAX = 64;
    /** More names than that are forgotten all at once, which costs one look-up each. */
    private static final int HOSTS_MAX = 10_000;

    private final HostResolver resolver;
    private final Duration fresh;
    private final ExecutorService threads;
    private final ConcurrentHashMap<String, Lookup> lookups = new ConcurrentHashMap<>();

    ResolvedHosts(HostResolver resolver) {
        this(resolver, FRESH);
    }

    /** @param fresh for how long an answer is good */
    ResolvedHosts(HostResolver resolver, Duration fresh) {
        this.resolver = resolver;
        this.fresh = fresh;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS_MAX,
                THREADS_MAX,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new WebhookThreads("gridhook-webhook-dns"));
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /** Done when {@link #resolve} has a fresh answer for {@code host}, be it that there is no such host. */
    CompletableFuture<InetAddress[]> lookUp(String host) {
        Lookup known = lookups.get(host);
        if (known != null && known.isWithin(fresh)) {
            return known.current();
        }
        if (lookups.size() >= HOSTS_MAX) {
            lookups.clear();
        }
        return lookups.compute(host, (name, last) -> last != null && last.isWithin(fresh) ? last : start(name, last))
                .current();
    }

    private Lookup start(String host, @Nullable Lookup last) {
        CompletableFuture<InetAddress[]> current = CompletableFuture.supplyAsync(() -> ask(host), threads);
        return new Lookup(current, last == null ? current : last.current(), System.nanoTime());
    }

    private InetAddress[] ask(String host) {
        try {
            return resolver.resolve(host);
        } catch (UnknownHostException e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        Lookup known = lookups.get(host);
        if (known == null || !known.settled().isDone()) {
            return resolver.resolve(host);
        }
        try {
            return known.settled().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UnknownHostException unknown) {
                throw unknown;
            }
            throw e;
        }
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** The running or newest look-up of a name, and the one before it, which answers until then. */
    private record Lookup(
            CompletableFuture<InetAddress[]> current, CompletableFuture<InetAddress[]> last, long startedNanos) {
        boolean isWithin(Duration fresh) {
            return !current.isDone() || System.nanoTime() - startedNanos < fresh.toNanos();
        }

        CompletableFuture<InetAddress[]> settled() {
            return current.isDone() ? current : last;
        }
    }
}
