package io.gridhook.local;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Answers requests with the functions of a {@link RouteTable}, as the host's HTTP trigger does (functions-runtime §3). */
final class HttpFunctions implements HttpHandler {
    private static final Logger LOGGER = Logger.getLogger("Host.Http");

    /** Ours: functions that run at a time for requests; more wait, their bodies read. */
    private static final int ANSWERED_AT_A_TIME = 256;

    /** Ours: large bodies read and answered at a time, so that many of them do not fill the heap; the others wait. */
    private static final int LARGE_BODIES_AT_A_TIME = 1;

    private final RouteTable routes;
    private final FunctionInvoker invoker;
    private final RequestReader reader;
    private final InFlight inFlight;
    private final Semaphore largeBodies = new Semaphore(LARGE_BODIES_AT_A_TIME, true);
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
                refuse(exchange, 503);
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
        OptionalInt refusal = RequestHead.refusal(exchange);
        if (refusal.isPresent()) {
            refuse(exchange, refusal.getAsInt());
            return;
        }
        String sent = exchange.getRequestURI().getRawPath();
        Optional<RequestPath> path = RequestPath.of(sent == null ? "/" : sent);
        if (path.isEmpty()) {
            refuse(exchange, 400);
            return;
        }
        Optional<HttpMethod> method = method(exchange.getRequestMethod());
        Optional<RouteTable.Match> match =
                method.flatMap(known -> routes.find(known, path.get().parts()));
        if (method.isEmpty() || match.isEmpty()) {
            ResponseWriter.writeEmpty(exchange, unrouted(path.get()));
        } else if (reader.isOverLimit(exchange)) {
            LOGGER.severe("request body too large: the function "
                    + match.get().function().name() + " does not run");
            refuse(exchange, 500);
        } else {
            answer(exchange, match.get(), method.get(), path.get());
        }
    }

    /** As the host answers what no function does; {@code /} is its homepage, which AzureWebJobsDisableHomepage empties. */
    private static int unrouted(RequestPath path) {
        if (path.isRoot()) {
            return 204;
        }
        return path.isHosts() ? 401 : 404;
    }

    private static void refuse(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        ResponseWriter.writeEmpty(exchange, status);
    }

    private void answer(HttpExchange exchange, RouteTable.Match match, HttpMethod method, RequestPath path)
            throws IOException {
        boolean isLarge = RequestReader.isLarge(exchange);
        if (isLarge) {
            largeBodies.acquireUninterruptibly();
        }
        try {
            LocalHttpRequest request = reader.read(exchange, method, path);
            answering.acquireUninterruptibly();
            try {
                respond(exchange, match, request);
            } finally {
                answering.release();
            }
        } finally {
            if (isLarge) {
                largeBodies.release();
            }
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
