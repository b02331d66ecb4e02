package io.gridhook.bench;

import io.gridhook.client.Receiver;
import io.gridhook.client.WebhookServer;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The receiver's process. {@code POST /ok/...} is answered 200 at once, {@code /error/...} 500 at once, {@code /hang/...} 503 after 30 s
 * or when {@code /release} is called. {@code /receipts} forgets what came; its caller reads it from the standard output, a line for each
 * event: id and nanoseconds since 1970; the last line is a dot. Ends with its standard input.
 */
final class BenchReceiver {
    private static final int HANG_SECONDS = 30;

    private final Queue<String> receipts = new ConcurrentLinkedQueue<>();
    /** Answers all that hang. */
    private CompletableFuture<Integer> released = new CompletableFuture<>();

    private BenchReceiver() {}

    /** Prints its URL, then runs until its standard input ends. */
    public static void main(String[] args) throws IOException {
        try (WebhookServer server = new WebhookServer(new BenchReceiver()::answer)) {
            System.out.println(server.url(""));
            while (System.in.read() >= 0) {
                // nothing is said to it there
            }
        }
    }

    private CompletionStage<Integer> answer(Receiver.Received received) {
        long now = WallClock.nanos();
        String kind = received.path().split("/", 3)[1];
        return switch (kind) {
            case "receipts" -> CompletableFuture.completedFuture(printReceipts());
            case "release" -> CompletableFuture.completedFuture(release());
            case "ok" -> CompletableFuture.completedFuture(note(received, now));
            case "hang" -> hang();
            default -> CompletableFuture.completedFuture(500);
        };
    }

    private int note(Receiver.Received received, long now) {
        received.ids().forEach(id -> receipts.add(id + " " + now));
        return 200;
    }

    private synchronized CompletionStage<Integer> hang() {
        return released.copy().completeOnTimeout(503, HANG_SECONDS, TimeUnit.SECONDS);
    }

    private synchronized int release() {
        released.complete(503);
        released = new CompletableFuture<>();
        return 200;
    }

    private synchronized int printReceipts() {
        StringBuilder lines = new StringBuilder();
        for (String receipt = receipts.poll(); receipt != null; receipt = receipts.poll()) {
            lines.append(receipt).append('\n');
        }
        System.out.print(lines.append(".\n"));
        System.out.flush();
        return 200;
    }
}
