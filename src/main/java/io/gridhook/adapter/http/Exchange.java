package io.gridhook.adapter.http;

import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Responded;
import io.gridhook.core.delivery.AttemptOutcome.TimedOut;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * One POST from start to end. Whatever comes first ends it: HttpClient's answer, the deadline, the closing of the client or the
 * caller's own cancelling; in all but the first case HttpClient's side is aborted and the connection closed.
 */
final class Exchange implements FutureCallback<Responded> {
    /** Where HttpClient's context of the exchange carries this. */
    static final String ATTRIBUTE = "gridhook.exchange";
    /** How often a request that certainly did not reach the endpoint is sent again: connections closed at once may be several. */
    private static final int RESENDS_MAX = 3;

    private final CompletableFuture<AttemptOutcome> outcome = new CompletableFuture<>();
    private final AtomicInteger resendsLeft = new AtomicInteger(RESENDS_MAX);
    private volatile Runnable resend = () -> {};
    private volatile boolean httpEnded;
    private volatile @Nullable Future<?> http;
    private volatile @Nullable IOSession connecting;
    private volatile @Nullable AsyncExecRuntime runtime;
    private volatile @Nullable Future<?> deadline;

    /** @param whenEnded called once, whatever ends this */
    Exchange(Consumer<Exchange> whenEnded) {
        CompletableFuture<?> unused = outcome.whenComplete((ended, fault) -> {
            cancel(deadline);
            abortIfOpen();
            whenEnded.accept(this);
        });
    }

    /** Completed exactly once; failed by a fault of ours alone. */
    CompletableFuture<AttemptOutcome> outcome() {
        return outcome;
    }

    boolean isEnded() {
        return outcome.isDone();
    }

    /** {@code timer} will end this as timed out; it is cancelled when something else does. */
    void endsBy(Future<?> timer) {
        deadline = timer;
        if (isEnded()) {
            cancel(timer);
        }
    }

    /** The endpoint was too slow, or never asked: then all connections were taken, which is no fault of its own. */
    void timeOut() {
        AsyncExecRuntime connection = runtime;
        if (connection == null || connection.isEndpointAcquired()) {
            outcome.complete(new TimedOut());
        } else {
            outcome.completeExceptionally(new IllegalStateException("no connection was free in time"));
        }
    }

    /** {@code again} is what to do when HttpClient says that it has not sent the request. */
    void resendsBy(Runnable again) {
        resend = again;
    }

    /** HttpClient has taken the request and answers by this object's callbacks. */
    void sentAs(Future<?> future) {
        http = future;
        if (isEnded()) {
            abortIfOpen();
        }
    }

    /** {@code socket} is being made into this exchange's connection, and until then is nobody else's. */
    void connectsOver(IOSession socket) {
        connecting = socket;
        if (isEnded()) { // also when HttpClient has been told: it does not know of this socket yet, and would leave it
            // open
            socket.close(CloseMode.IMMEDIATE);
        }
    }

    void connected() {
        connecting = null;
    }

    /**
     * HttpClient runs the exchange on {@code connection}'s endpoint. Cancelling its future ends the waiting, the connecting and the
     * sending, but does nothing once the response has begun; giving the endpoint up closes the connection then.
     */
    void runsOn(AsyncExecRuntime connection) {
        runtime = connection;
        if (isEnded()) {
            abortIfOpen();
        }
    }

    private void abortIfOpen() {
        IOSession socket = connecting;
        AsyncExecRuntime connection = runtime;
        if (httpEnded) {
            return;
        }
        cancel(http);
        if (socket != null) {
            socket.close(CloseMode.IMMEDIATE);
        }
        if (connection != null) {
            connection.discardEndpoint();
        }
    }

    private static void cancel(@Nullable Future<?> future) {
        if (future != null) {
            future.cancel(false);
        }
    }

    @Override
    public void completed(Responded responded) {
        httpEnded = true;
        outcome.complete(responded);
    }

    @Override
    public void failed(Exception failure) {
        if (AttemptFailure.isUnsent(failure) && !isEnded() && resendsLeft.getAndDecrement() > 0) {
            AsyncExecRuntime unsent = runtime;
            runtime = null;
            if (unsent != null) {
                unsent.discardEndpoint(); // or it would be sent over the same connection
            }
            resend.run();
        } else {
            fail(failure);
        }
    }

    /** Ends it with what {@code failure} says of the endpoint, or as a fault of ours. */
    void fail(Throwable failure) {
        httpEnded = true;
        AttemptFailure.outcomeOf(failure)
                .ifPresentOrElse(outcome::complete, () -> outcome.completeExceptionally(failure));
    }

    @Override
    public void cancelled() {
        httpEnded = true;
        outcome.completeExceptionally(new CancellationException("exchange cancelled"));
    }
}
