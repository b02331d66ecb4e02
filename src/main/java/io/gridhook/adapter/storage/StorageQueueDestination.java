package io.gridhook.adapter.storage;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.util.Context;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClient;
import com.azure.storage.queue.models.QueueStorageException;
import io.gridhook.core.delivery.AttemptOutcome;
import io.gridhook.core.delivery.AttemptOutcome.Unreachable;
import io.gridhook.core.delivery.QueueDelivery;
import io.gridhook.core.topic.QueueDestinations;
import io.gridhook.core.topic.StorageQueue;
import io.gridhook.port.QueueDestination;
import io.gridhook.port.StorageUnavailableException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Subscribers' Storage queues. With an identity they may be in any account in which it has a role and that is allowed; with a connection
 * string in its account alone.
 */
public final class StorageQueueDestination implements QueueDestination {
    private final StorageConnection connection;
    private final QueueDestinations allowed;
    private final Executor executor;

    /**
     * The queues that {@code allowed} names now; another, saved when more was allowed, is not written to.
     *
     * @param executor waits for storage
     */
    public StorageQueueDestination(StorageConnection connection, QueueDestinations allowed, Executor executor) {
        this.connection = connection;
        this.allowed = allowed;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<AttemptOutcome> put(QueueDelivery delivery, Duration responseTimeout) {
        Optional<String> refusal = allowed.refusal(delivery.queue());
        if (refusal.isPresent()) {
            return CompletableFuture.completedFuture(unknown(refusal.get()));
        }
        Optional<QueueServiceClient> account =
                connection.queuesOf(delivery.queue().accountName());
        if (account.isEmpty()) {
            return CompletableFuture.completedFuture(unknown("a connection string opens its own account alone"));
        }
        return CompletableFuture.supplyAsync(() -> put(delivery, account.get()), executor)
                .completeOnTimeout(new AttemptOutcome.TimedOut(), responseTimeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private AttemptOutcome put(QueueDelivery delivery, QueueServiceClient account) {
        QueueClient queue = account.getQueueClient(delivery.queue().queueName());
        Duration timeToLive = Duration.ofSeconds(delivery.queue().timeToLiveInSeconds());
        try {
            return AttemptOutcome.Responded.of(
                    queue.sendMessageWithResponse(delivery.body(), Duration.ZERO, timeToLive, null, Context.NONE)
                            .getStatusCode());
        } catch (QueueStorageException e) {
            // What the queue's own account answered; what a token's issuer answers is another exception.
            return AttemptOutcome.Responded.of(e.getStatusCode());
        } catch (HttpResponseException e) {
            throw unavailable(delivery.queue(), e);
        } catch (RuntimeException e) {
            return unanswered(delivery.queue(), e);
        }
    }

    /** As an endpoint at an address that may not be called: events wait, and a setting that is mended lets them go on. */
    private static AttemptOutcome unknown(String why) {
        return new Unreachable(Unreachable.Cause.RESOLUTION, why);
    }

    private static AttemptOutcome unanswered(StorageQueue queue, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException) {
                return new Unreachable(Unreachable.Cause.RESOLUTION, "UnknownHostException");
            }
            if (cause instanceof TimeoutException) {
                return new AttemptOutcome.TimedOut();
            }
            if (cause instanceof IOException) {
                return new Unreachable(
                        Unreachable.Cause.SOCKET, cause.getClass().getSimpleName());
            }
        }
        throw unavailable(queue, failure);
    }

    private static StorageUnavailableException unavailable(StorageQueue queue, RuntimeException cause) {
        return new StorageUnavailableException(
                "queue " + queue.accountName() + "/" + queue.queueName() + ": put: "
                        + cause.getClass().getSimpleName(),
                cause);
    }
}
