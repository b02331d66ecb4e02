package io.gridhook.adapter.storage;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.Context;
import io.gridhook.port.StorageUnavailableException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The tries of one call, of which the SDK's exception shows the last alone: a call that failed did nothing if each of its tries did
 * nothing, and may have done what was asked if one of them was sent and not refused.
 */
final class Tries {
    private static final String KEY = "gridhook-tries";
    /** Storage may have given up waiting for itself. */
    private static final int REQUEST_TIMEOUT = 408;

    /** How many of them may have done what was asked. */
    private final AtomicInteger doubtful = new AtomicInteger();

    private Tries() {}

    /**
     * What {@code call} returns, which has to pass its context on.
     *
     * @throws StorageUnavailableException which knows whether nothing happened
     */
    static <T> T call(String what, Function<Context, T> call) {
        Tries tries = new Tries();
        try {
            return StorageCalls.call(what, () -> call.apply(new Context(KEY, tries)));
        } catch (StorageUnavailableException e) {
            throw tries.doubtful.get() == 0 ? e.refused() : e;
        }
    }

    private void sent() {
        doubtful.incrementAndGet();
    }

    private void answered(int status) {
        // A 5xx leaves it open: 500 OperationTimedOut, by its documentation, may have succeeded.
        if (status >= 400 && status < 500 && status != REQUEST_TIMEOUT) {
            doubtful.decrementAndGet();
        }
    }

    private void failed(Throwable failure) {
        if (isUnsent(failure)) {
            doubtful.decrementAndGet();
        }
    }

    /** Whether no connection came about. */
    private static boolean isUnsent(Throwable failure) {
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ConnectException
                    || each instanceof UnknownHostException
                    || each instanceof HttpConnectTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /** Sees every try of the calls that want it; those of others pass. */
    static final class Policy implements HttpPipelinePolicy {
        @Override
        public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
            return Mono.defer(() -> {
                Tries tries = of(context);
                tries.sent();
                return next.process()
                        .doOnNext(response -> tries.answered(response.getStatusCode()))
                        .doOnError(tries::failed);
            });
        }

        @Override
        public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
            Tries tries = of(context);
            tries.sent();
            try {
                HttpResponse response = next.processSync();
                tries.answered(response.getStatusCode());
                return response;
            } catch (RuntimeException e) {
                tries.failed(e);
                throw e;
            }
        }

        private static Tries of(HttpPipelineCallContext context) {
            return context.getData(KEY).map(Tries.class::cast).orElseGet(Tries::new);
        }
    }
}
