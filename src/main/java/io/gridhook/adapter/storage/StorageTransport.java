package io.gridhook.adapter.storage;

import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.util.SharedExecutorService;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.queue.QueueMessageEncoding;
import com.azure.storage.queue.QueueServiceClientBuilder;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** How the three services are called: one transport, few and short repetitions. A call ends within about 35 s. */
final class StorageTransport {
    private static final int TRIES = 3;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TRY_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETRY_DELAY = Duration.ofMillis(200);
    private static final Duration RETRY_DELAY_MAX = Duration.ofSeconds(2);
    /** The JDK client's own executor costs several times the CPU per call (limits, "HTTP client"). */
    private static final int THREADS = 4;

    /** As the SDK has it: threads for its timeouts and for reading what takes long. */
    private static final int SDK_THREADS_PER_PROCESSOR = 10;

    static {
        // The SDK's own is ended by a shutdown hook, and every call fails after that: no shutdown could write anything
        // down.
        SharedExecutorService.getInstance().setExecutorService(sdkExecutor());
    }

    private final HttpClient client;
    private final StorageTransaction.Caller caller;
    private final Consumer<StorageTransaction> told;

    /** {@code told} hears of every request of every service, repetitions included, as the app's. */
    StorageTransport(Consumer<StorageTransaction> told) {
        this(newClient(), StorageTransaction.Caller.APP, told);
    }

    private StorageTransport(HttpClient client, StorageTransaction.Caller caller, Consumer<StorageTransaction> told) {
        this.client = client;
        this.caller = caller;
        this.told = told;
    }

    /** The same, on behalf of the local host. */
    StorageTransport ofHost() {
        return new StorageTransport(client, StorageTransaction.Caller.HOST, told);
    }

    private static HttpClient newClient() {
        return new JdkHttpClientBuilder(
                        java.net.http.HttpClient.newBuilder().version(java.net.http.HttpClient.Version.HTTP_1_1))
                .executor(executor())
                .connectionTimeout(CONNECT_TIMEOUT)
                .writeTimeout(TRY_TIMEOUT)
                .responseTimeout(TRY_TIMEOUT)
                .readTimeout(TRY_TIMEOUT)
                .build();
    }

    HttpClient client() {
        return client;
    }

    QueueServiceClientBuilder queues() {
        return new QueueServiceClientBuilder()
                .httpClient(client)
                .retryOptions(retries())
                .addPolicy(counting(StorageService.QUEUE))
                .addPolicy(new Tries.Policy())
                .messageEncoding(QueueMessageEncoding.NONE);
    }

    BlobServiceClientBuilder blobs() {
        return new BlobServiceClientBuilder()
                .httpClient(client)
                .addPolicy(counting(StorageService.BLOB))
                .retryOptions(retries());
    }

    TableServiceClientBuilder tables() {
        ExponentialBackoffOptions backoff = new ExponentialBackoffOptions()
                .setMaxRetries(TRIES - 1)
                .setBaseDelay(RETRY_DELAY)
                .setMaxDelay(RETRY_DELAY_MAX);
        return new TableServiceClientBuilder()
                .httpClient(client)
                .addPolicy(counting(StorageService.TABLE))
                .retryOptions(new RetryOptions(backoff));
    }

    private CountingPolicy counting(StorageService service) {
        return new CountingPolicy(service, caller, told);
    }

    private static RequestRetryOptions retries() {
        return new RequestRetryOptions(
                RetryPolicyType.EXPONENTIAL, TRIES, TRY_TIMEOUT, RETRY_DELAY, RETRY_DELAY_MAX, null);
    }

    private static ScheduledExecutorService sdkExecutor() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(
                SDK_THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(), daemons("storage-sdk-"));
        executor.setKeepAliveTime(1, TimeUnit.MINUTES);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    private static ExecutorService executor() {
        return Executors.newFixedThreadPool(THREADS, daemons("storage-http-"));
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
