package io.gridhook.adapter.http;

/**
 * What one {@link HttpWebhookClient} may hold open.
 *
 * @param connectionsPerEndpoint connections to one scheme, host and port at a time, 1 to {@code connectionsTotal}; a POST beyond it
 *     waits for one to be free, within its own response timeout; if none is, it fails, and was no attempt
 * @param connectionsTotal connections to all endpoints together, 1 to 65,536; idle ones give way. It should exceed the POSTs that
 *     the caller has open at a time, or slow endpoints make others wait
 * @param ioThreads threads that move the bytes, 1 to 16; none of them ever waits
 * @param http2 whether https endpoints that offer HTTP/2 (ALPN) get it; else all get HTTP/1.1
 */
public record WebhookClientSettings(int connectionsPerEndpoint, int connectionsTotal, int ioThreads, boolean http2) {
    private static final int CONNECTIONS_TOTAL_MAX = 65_536;
    private static final int IO_THREADS_MAX = 16;

    public WebhookClientSettings {
        requireWithin("connectionsTotal", connectionsTotal, CONNECTIONS_TOTAL_MAX);
        requireWithin("connectionsPerEndpoint", connectionsPerEndpoint, connectionsTotal);
        requireWithin("ioThreads", ioThreads, IO_THREADS_MAX);
    }

    /**
     * 4,096 connections in all, as many to one endpoint, since many subscriptions may have one host, and those that hang must not take
     * the others' connections; HTTP/1.1 alone; and 2 to 4 threads: limits.md measured 70,000 POSTs a second with 4.
     */
    public static WebhookClientSettings defaults() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new WebhookClientSettings(4096, 4096, Math.max(2, Math.min(4, processors)), false);
    }

    public WebhookClientSettings withHttp2(boolean negotiated) {
        return new WebhookClientSettings(connectionsPerEndpoint, connectionsTotal, ioThreads, negotiated);
    }

    private static void requireWithin(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1.." + max + ")");
        }
    }
}
