package io.gridhook.bench;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpClientProvider;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.HttpClientOptions;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import com.azure.storage.queue.models.SendMessageResult;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** A process that puts messages into a queue and deletes them, by the transport that it is told; it prints what that took, and ends. */
final class TransportProbe {
    /** As Gridhook's {@code StorageTransport} has it. */
    static final String GRIDHOOK = "gridhook";

    private static final int GRIDHOOK_THREADS = 4;
    private static final int THREADS = 16;
    private static final int WARM_UP_PAIRS = 3_000;
    private static final int PAIRS = 4_000;
    private static final String MESSAGE = "x".repeat(8_000);

    private final QueueClient queue;

    private TransportProbe(QueueClient queue) {
        this.queue = queue;
    }

    /** {@code args}: transport, connection string, queue, when the process was started in milliseconds since 1970. */
    public static void main(String[] args) throws Exception {
        TransportProbe probe = new TransportProbe(new QueueClientBuilder()
                .connectionString(args[1])
                .queueName(args[2])
                .messageEncoding(QueueMessageEncoding.NONE)
                .httpClient(client(args[0]))
                .buildClient());
        probe.pair();
        double first = (System.currentTimeMillis() - Long.parseLong(args[3])) / 1e3;
        double firstCpu = cpuSeconds();
        int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        probe.pairs(executor, WARM_UP_PAIRS);
        double cpu = cpuSeconds();
        long allocated = allocatedBytes();
        long from = System.nanoTime();
        probe.pairs(executor, PAIRS);
        double seconds = (System.nanoTime() - from) / 1e9;
        double calls = 2.0 * PAIRS;
        TransportRun run = new TransportRun(
                first,
                firstCpu,
                classes,
                calls / seconds,
                (cpuSeconds() - cpu) / calls * 1e6,
                (allocatedBytes() - allocated) / calls);
        System.out.println(run.line());
        System.exit(0);
    }

    private static HttpClient client(String transport) throws ClassNotFoundException {
        if (transport.equals(GRIDHOOK)) {
            return new JdkHttpClientBuilder(
                            java.net.http.HttpClient.newBuilder().version(java.net.http.HttpClient.Version.HTTP_1_1))
                    .executor(Executors.newFixedThreadPool(GRIDHOOK_THREADS))
                    .build();
        }
        return HttpClient.createDefault(new HttpClientOptions()
                .setHttpClientProvider(Class.forName(transport).asSubclass(HttpClientProvider.class)));
    }

    private void pairs(ExecutorService executor, int count) throws Exception {
        List<Future<?>> parts = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            parts.add(executor.submit(() -> {
                for (int i = 0; i < count / THREADS; i++) {
                    pair();
                }
            }));
        }
        for (Future<?> part : parts) {
            part.get();
        }
    }

    private void pair() {
        SendMessageResult sent = queue.sendMessage(MESSAGE);
        queue.deleteMessage(sent.getMessageId(), sent.getPopReceipt());
    }

    private static double cpuSeconds() {
        return ProcessUse.of(ProcessHandle.current().pid()).cpuSeconds();
    }

    /** By the threads that live, which are the same all the time. */
    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
