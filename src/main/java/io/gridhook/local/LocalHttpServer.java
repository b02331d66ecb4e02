package io.gridhook.local;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * The JDK's web server on the loopback interface. It is bound when made, so that a taken port shows early, and answers once started.
 */
final class LocalHttpServer {
    /**
     * As many as there are connections ({@link JdkServerProperties}): a thread also reads its request, and one that arrives slowly must
     * not keep others waiting. How many are answered at a time is {@link HttpFunctions}' to bound.
     */
    private static final int THREADS_MAX = JdkServerProperties.CONNECTIONS_MAX;

    private static final int THREAD_IDLE_SECONDS = 60;

    /** Connections that the system holds until they are accepted. */
    private static final int BACKLOG = 512;

    private final HttpServer server;
    /** A thread that is idle takes the next request; there is never a request more than threads. */
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            THREADS_MAX,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            HostThreads.named("gridhook-http-"));

    private LocalHttpServer(HttpServer server) {
        this.server = server;
    }

    /** Serves HTTP at a port, 0 for a free one; throws {@link LocalHostException} if it is taken. */
    static LocalHttpServer http(int port) {
        JdkServerProperties.apply();
        try {
            return new LocalHttpServer(HttpServer.create(address(port), BACKLOG));
        } catch (IOException e) {
            throw notBound("--port", port, e);
        }
    }

    /** Like {@link #http}, over TLS. */
    static LocalHttpServer https(int port, SSLContext tls) {
        JdkServerProperties.apply();
        try {
            HttpsServer server = HttpsServer.create(address(port), BACKLOG);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            return new LocalHttpServer(server);
        } catch (IOException e) {
            throw notBound("--https-port", port, e);
        }
    }

    /** Only this machine reaches a development host. */
    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static LocalHostException notBound(String option, int port, IOException cause) {
        String problem = cause instanceof BindException ? "is in use" : "cannot be used (" + cause.getMessage() + ")";
        return new LocalHostException("port " + port + " " + problem + " (choose another with " + option + ")", cause);
    }

    int port() {
        return server.getAddress().getPort();
    }

    void start(HttpHandler handler) {
        server.createContext("/", handler);
        server.setExecutor(threads);
        server.start();
    }

    void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
