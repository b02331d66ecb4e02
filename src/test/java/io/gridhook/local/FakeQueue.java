package io.gridhook.local;

import io.gridhook.port.DeliveryQueue;
import io.gridhook.port.QueueMessage;
import io.gridhook.port.Receipt;
import io.gridhook.port.StorageUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A queue in memory that counts calls and can be down. */
final class FakeQueue implements DeliveryQueue {
    private final InstantSource clock;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private int numbers;
    boolean down;
    int receives;
    int hides;

    private record Entry(String body, String popReceipt, Instant visibleAt, long dequeueCount) {}

    FakeQueue(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Receipt put(String body, Duration visibleAfter) {
        answer();
        String id = "m" + ++numbers;
        String popReceipt = "r" + ++numbers;
        entries.put(id, new Entry(body, popReceipt, clock.instant().plus(visibleAfter), 0));
        return new Receipt(id, popReceipt);
    }

    @Override
    public Optional<Receipt> update(Receipt receipt, String body, Duration visibleAfter) {
        answer();
        return change(receipt, Optional.of(body), visibleAfter);
    }

    @Override
    public Optional<Receipt> hide(Receipt receipt, Duration visibleAfter) {
        hides++;
        answer();
        return change(receipt, Optional.empty(), visibleAfter);
    }

    private Optional<Receipt> change(Receipt receipt, Optional<String> body, Duration visibleAfter) {
        Entry entry = entries.get(receipt.messageId());
        if (entry == null || !entry.popReceipt.equals(receipt.popReceipt())) {
            return Optional.empty();
        }
        String popReceipt = "r" + ++numbers;
        Instant visibleAt = clock.instant().plus(visibleAfter);
        entries.put(receipt.messageId(), new Entry(body.orElse(entry.body), popReceipt, visibleAt, entry.dequeueCount));
        return Optional.of(new Receipt(receipt.messageId(), popReceipt));
    }

    @Override
    public boolean delete(Receipt receipt) {
        answer();
        Entry entry = entries.get(receipt.messageId());
        return entry != null
                && entry.popReceipt.equals(receipt.popReceipt())
                && entries.remove(receipt.messageId(), entry);
    }

    @Override
    public List<QueueMessage> receive(int most, Duration lease) {
        receives++;
        answer();
        List<QueueMessage> received = new ArrayList<>();
        for (Map.Entry<String, Entry> slot : entries.entrySet()) {
            Entry entry = slot.getValue();
            if (received.size() < most && !entry.visibleAt.isAfter(clock.instant())) {
                String popReceipt = "r" + ++numbers;
                Instant visibleAt = clock.instant().plus(lease);
                slot.setValue(new Entry(entry.body, popReceipt, visibleAt, entry.dequeueCount + 1));
                Receipt receipt = new Receipt(slot.getKey(), popReceipt);
                received.add(new QueueMessage(receipt, entry.body, entry.dequeueCount + 1));
            }
        }
        return received;
    }

    @Override
    public long approximateMessageCount() {
        return entries.size();
    }

    List<String> bodies() {
        return entries.values().stream().map(Entry::body).toList();
    }

    /** How long the only message stays hidden from now. */
    Duration hiddenFor() {
        return Duration.between(clock.instant(), entries.values().iterator().next().visibleAt);
    }

    private void answer() {
        if (down) {
            throw new StorageUnavailableException("down");
        }
    }
}
