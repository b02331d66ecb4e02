package io.gridhook.adapter.memory;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A Storage queue's semantics over a clock of the test's: a receipt is good until the next receive or update, whether or not the
 * message shows by then. Deterministic: what has shown longest is received first, and among those what was put first.
 */
public final class InMemoryDeliveryQueue implements DeliveryQueue {
    /** {@code sequence}: the order of the puts, and the message's id. */
    private record Stored(long sequence, String body, Instant visibleAt, long dequeueCount, String popReceipt) {}

    private static final Comparator<Stored> BY_VISIBILITY =
            Comparator.comparing(Stored::visibleAt).thenComparing(Stored::sequence);

    private final InstantSource clock;
    private final Map<String, Stored> byId = new HashMap<>();
    private final TreeSet<Stored> byVisibility = new TreeSet<>(BY_VISIBILITY);
    private long sequence;
    private long popReceipts;

    public InMemoryDeliveryQueue(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Receipt put(String body, Duration visibleAfter) {
        checkBody(body);
        checkRange("visibleAfter", visibleAfter, Duration.ZERO);
        sequence++;
        return store(new Stored(sequence, body, clock.instant().plus(visibleAfter), 0, nextPopReceipt()));
    }

    @Override
    public synchronized Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        checkBody(body);
        checkRange("visibleAfter", visibleAfter, Duration.ZERO);
        return take(receipt).map(old -> store(changed(old, body, visibleAfter, old.dequeueCount())));
    }

    @Override
    public synchronized Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
        checkRange("visibleAfter", visibleAfter, Duration.ZERO);
        return take(receipt).map(old -> store(changed(old, old.body(), visibleAfter, old.dequeueCount())));
    }

    @Override
    public synchronized boolean delete(Receipt receipt) {
        return take(receipt).isPresent();
    }

    @Override
    public synchronized List<QueueMessage> receive(int most, Duration lease) {
        if (most < 1 || most > 32) {
            throw new IllegalArgumentException("most: " + most + " (expected: 1..32)");
        }
        checkRange("lease", lease, Duration.ofSeconds(1));
        Instant now = clock.instant();
        List<QueueMessage> received = new ArrayList<>();
        while (received.size() < most
                && !byVisibility.isEmpty()
                && !byVisibility.first().visibleAt().isAfter(now)) {
            Stored shown = remove(byVisibility.first());
            Receipt receipt = store(changed(shown, shown.body(), lease, shown.dequeueCount() + 1));
            received.add(new QueueMessage(receipt, shown.body(), shown.dequeueCount() + 1));
        }
        return List.copyOf(received);
    }

    @Override
    public synchronized long approximateMessageCount() {
        return byId.size();
    }

    /** When the next message shows: in the past if it does already; empty if there is no message. */
    public synchronized Optional<Instant> nextVisibleAt() {
        return byVisibility.isEmpty()
                ? Optional.empty()
                : Optional.of(byVisibility.first().visibleAt());
    }

    /** The bodies of all messages, hidden ones included, in the order in which they show. */
    public synchronized List<String> bodies() {
        return byVisibility.stream().map(Stored::body).toList();
    }

    private Stored changed(Stored old, String body, Duration visibleAfter, long dequeueCount) {
        return new Stored(old.sequence(), body, clock.instant().plus(visibleAfter), dequeueCount, nextPopReceipt());
    }

    private Receipt store(Stored message) {
        String id = id(message);
        byId.put(id, message);
        byVisibility.add(message);
        return new Receipt(id, message.popReceipt());
    }

    /** Takes the message out if the receipt is good. */
    private Optional<Stored> take(Receipt receipt) {
        return Optional.ofNullable(byId.get(receipt.messageId()))
                .filter(message -> message.popReceipt().equals(receipt.popReceipt()))
                .map(this::remove);
    }

    private Stored remove(Stored message) {
        byId.remove(id(message));
        byVisibility.remove(message);
        return message;
    }

    private static String id(Stored message) {
        return "message-" + message.sequence();
    }

    private String nextPopReceipt() {
        popReceipts++;
        return "receipt-" + popReceipts;
    }

    private static void checkBody(String body) {
        int bytes = body.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > BODY_BYTES_MAX) {
            throw new IllegalArgumentException("body: " + bytes + " bytes (expected: 0.." + BODY_BYTES_MAX + ")");
        }
    }

    private static void checkRange(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(HIDDEN_MAX) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + ".." + HIDDEN_MAX + ")");
        }
    }
}
