package io.gridhook.adapter.http;

import static io.gridhook.adapter.http.WebhookClientFixture.LONG;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncFilterChain;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.impl.nio.H2StreamListener;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;

/**
 * An HTTP/2 endpoint. {@code /} answers 200; {@code /hang} does when {@link #answerHanging} is called; {@code /refuse-once} refuses its
 * first stream, {@code /refuse} all, and {@code /break} resets them with an error.
 */
final class Http2Endpoint implements AutoCloseable, AsyncServerRequestHandler<Message<HttpRequest, String>> {
    /** As {@code version METHOD path body}. */
    final Queue<String> requests = new ConcurrentLinkedQueue<>();

    /** Streams that were reset. */
    final Queue<H2Error> broken = new ConcurrentLinkedQueue<>();

    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Queue<ResponseTrigger> hanging = new ConcurrentLinkedQueue<>();
    private final Queue<HttpContext> hangingContexts = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Boolean> left = new CompletableFuture<>();
    private final Semaphore handled = new Semaphore(0);
    private final HttpAsyncServer server;
    private final int port;

    Http2Endpoint(SSLContext tls, int streamsMax) throws IOException, ExecutionException, InterruptedException {
        server = H2ServerBootstrap.bootstrap()
                .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(1).build())
                .setVersionPolicy(HttpVersionPolicy.NEGOTIATE)
                .setH2Config(
                        H2Config.custom().setMaxConcurrentStreams(streamsMax).build())
                .setTlsStrategy(new H2ServerTlsStrategy(tls))
                .setStreamListener(new Listener())
                .setIOSessionListener(new Sessions())
                .addFilterFirst("breakStreams", this::breakStreams)
                .register("*", this)
                .create();
        server.start();
        port = ((InetSocketAddress) server.listen(new InetSocketAddress("localhost", 0), URIScheme.HTTPS)
                        .get()
                        .getAddress())
                .getPort();
    }

    String url(String path) {
        return "https://localhost:" + port + path;
    }

    /** Completed when a connection ends. */
    CompletableFuture<Boolean> left() {
        return left;
    }

    /** Waits until {@code count} more requests than before have come. */
    void awaitRequests(int count) {
        try {
            if (!handled.tryAcquire(count, LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("requests: " + requests);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void answerHanging() {
        for (ResponseTrigger trigger = hanging.poll(); trigger != null; trigger = hanging.poll()) {
            answer(200, trigger, hangingContexts.remove());
        }
    }

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, String>> prepare(
            HttpRequest request, EntityDetails entity, HttpContext context) {
        return new BasicRequestConsumer<>(entity == null ? null : new StringAsyncEntityConsumer());
    }

    @Override
    public void handle(Message<HttpRequest, String> message, ResponseTrigger trigger, HttpContext context)
            throws HttpException {
        HttpRequest request = message.getHead();
        requests.add(context.getProtocolVersion() + " " + request.getMethod() + " " + request.getPath() + " "
                + message.getBody());
        if (request.getPath().equals("/hang")) {
            hangingContexts.add(context);
            hanging.add(trigger);
        } else {
            answer(200, trigger, context);
        }
        handled.release();
    }

    private AsyncDataConsumer breakStreams(
            HttpRequest request,
            EntityDetails entity,
            HttpContext context,
            AsyncFilterChain.ResponseTrigger trigger,
            AsyncFilterChain chain)
            throws HttpException, IOException {
        switch (request.getPath()) {
            case "/refuse" -> throw reset(H2Error.REFUSED_STREAM);
            case "/refuse-once" -> {
                if (broken.isEmpty()) {
                    throw reset(H2Error.REFUSED_STREAM);
                }
            }
            case "/break" -> throw reset(H2Error.INTERNAL_ERROR);
            default -> {}
        }
        return chain.proceed(request, entity, context, trigger);
    }

    private H2StreamResetException reset(H2Error error) {
        broken.add(error);
        return new H2StreamResetException(error, "as the path says");
    }

    private static void answer(int status, ResponseTrigger trigger, HttpContext context) {
        try {
            trigger.submitResponse(AsyncResponseBuilder.create(status).build(), context);
        } catch (HttpException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            // the client has given it up
        }
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }

    private final class Listener implements H2StreamListener {
        @Override
        public void onHeaderInput(HttpConnection connection, int streamId, List<? extends Header> headers) {
            connections.add(connection);
        }

        @Override
        public void onFrameInput(HttpConnection connection, int streamId, RawFrame frame) {}

        @Override
        public void onHeaderOutput(HttpConnection connection, int streamId, List<? extends Header> headers) {}

        @Override
        public void onFrameOutput(HttpConnection connection, int streamId, RawFrame frame) {}

        @Override
        public void onInputFlowControl(HttpConnection connection, int streamId, int delta, int actualSize) {}

        @Override
        public void onOutputFlowControl(HttpConnection connection, int streamId, int delta, int actualSize) {}
    }

    private final class Sessions implements IOSessionListener {
        @Override
        public void connected(IOSession session) {}

        @Override
        public void startTls(IOSession session) {}

        @Override
        public void inputReady(IOSession session) {}

        @Override
        public void outputReady(IOSession session) {}

        @Override
        public void timeout(IOSession session) {}

        @Override
        public void exception(IOSession session, Exception failure) {}

        @Override
        public void disconnected(IOSession session) {
            left.complete(true);
        }
    }
}
