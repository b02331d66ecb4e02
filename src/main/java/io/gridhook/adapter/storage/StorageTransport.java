package io.gridhook.adapter.storage;

import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.util.SharedExecutorService;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.queue.QueueMessageEncoding;
import com.azure.storage.queue.QueueServiceClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

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
    private final List<HttpPipelinePolicy> policies;

    /** {@code policies} see every request of every service, repetitions included. */
    StorageTransport(List<HttpPipelinePolicy> policies) {
        this.policies = List.copyOf(policies);
        this.client = new JdkHttpClientBuilder(
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
        QueueServiceClientBuilder builder = new QueueServiceClientBuilder()
                .httpClient(client)
                .retryOptions(retries())
                .messageEncoding(QueueMessageEncoding.NONE);
        policies.forEach(builder::addPolicy);
        return builder;
    }

    BlobServiceClientBuilder blobs() {
        BlobServiceClientBuilder builder =
                new BlobServiceClientBuilder().httpClient(client).retryOptions(retries());
        policies.forEach(builder::addPolicy);
        return builder;
    }

    TableServiceClientBuilder tables() {
        ExponentialBackoffOptions backoff = new ExponentialBackoffOptions()
                .setMaxRetries(TRIES - 1)
                .setBaseDelay(RETRY_DELAY)
                .setMaxDelay(RETRY_DELAY_MAX);
        TableServiceClientBuilder builder =
                new TableServiceClientBuilder().httpClient(client).retryOptions(new RetryOptions(backoff));
        policies.forEach(builder::addPolicy);
        return builder;
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
