package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Answers requests with the functions of a {@link RouteTable}, as the host's HTTP trigger does (functions-runtime §3). */
final class HttpFunctions implements HttpHandler {
    private static final Logger LOGGER = Logger.getLogger("Host.Http");

    /** Ours: functions that run at a time for requests; more wait, their bodies read. */
    private static final int ANSWERED_AT_A_TIME = 256;

    private final RouteTable routes;
    private final FunctionInvoker invoker;
    private final RequestReader reader;
    private final InFlight inFlight;
    private final Semaphore answering = new Semaphore(ANSWERED_AT_A_TIME, true);

    /** {@code inFlight} counts what is being answered; when it refuses more, new requests get 503. */
    HttpFunctions(RouteTable routes, FunctionInvoker invoker, RequestReader reader, InFlight inFlight) {
        this.routes = routes;
        this.invoker = invoker;
        this.reader = reader;
        this.inFlight = inFlight;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!inFlight.enter()) {
                exchange.getResponseHeaders().set("Connection", "close");
                ResponseWriter.writeEmpty(exchange, 503);
                return;
            }
            try {
                answer(exchange);
            } finally {
                inFlight.leave();
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        Optional<HttpMethod> method = method(exchange.getRequestMethod());
        String path = exchange.getRequestURI().getRawPath();
        Optional<RouteTable.Match> match = method.flatMap(known -> routes.find(known, path == null ? "/" : path));
        if (method.isEmpty() || match.isEmpty()) {
            ResponseWriter.writeEmpty(exchange, 404);
            return;
        }
        Optional<LocalHttpRequest> request = reader.read(exchange, method.get());
        if (request.isEmpty()) {
            exchange.getResponseHeaders().set("Connection", "close");
            ResponseWriter.writeEmpty(exchange, 413);
            return;
        }
        answering.acquireUninterruptibly();
        try {
            respond(exchange, match.get(), request.get());
        } finally {
            answering.release();
        }
    }

    private void respond(HttpExchange exchange, RouteTable.Match match, LocalHttpRequest request) throws IOException {
        try {
            Optional<Object> returned = invoker.invoke(match.function(), request, match.parameters());
            if (returned.isPresent()) {
                ResponseWriter.write(exchange, (HttpResponseMessage) returned.get());
            } else {
                ResponseWriter.writeEmpty(exchange, 204);
            }
        } catch (FunctionFailedException | IllegalArgumentException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            LOGGER.log(Level.SEVERE, "function " + match.function().name() + " failed", cause);
            exchange.getResponseHeaders().clear();
            ResponseWriter.writeEmpty(exchange, 500);
        }
    }

    private static Optional<HttpMethod> method(String name) {
        try {
            return Optional.of(HttpMethod.valueOf(name.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
