package io.gridhook.core.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gridhook.core.topic.DeadLetterDestinations.Allowed;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ours: where messages may be written to. */
class QueueDestinationsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''          | mine  | in-box               | ''",
                "''          | mine  | deliveries           | queueName: deliveries (expected: a queue that neither Gridhook nor the Functions host works from)",
                "mine/*      | mine  | deliveries           | queueName: deliveries (expected: a queue that neither Gridhook nor the Functions host works from)",
                "''          | mine  | azure-webjobs-x      | queueName: azure-webjobs-x (expected: a queue that neither Gridhook nor the Functions host works from)",
                "''          | other | in-box               | resourceId: storage account other (expected: the app's own, mine, or one that GRIDHOOK_QUEUE_DESTINATIONS allows)",
                "other/*     | other | deliveries           | ''",
                "other/in-box| other | in-box               | ''",
                "other/in-box| other | out-box              | destination: other/out-box (expected: one that GRIDHOOK_QUEUE_DESTINATIONS allows)",
                "other/in-box| mine  | in-box               | destination: mine/in-box (expected: one that GRIDHOOK_QUEUE_DESTINATIONS allows)",
            })
    void a_queue_may_be_written_to_or_not(String list, String account, String queue, String refusal) {
        assertEquals(
                refusal,
                destinations(false, list).refusal(queue(account, queue)).orElse(""));
    }

    /** Azurite stands for every account, so that our queues are there under any name. */
    @ParameterizedTest
    @CsvSource({"other, deliveries, true", "other, in-box, false"})
    void on_the_emulator_every_account_is_its_own(String account, String queue, boolean isRefused) {
        assertEquals(
                isRefused, destinations(true, "").refusal(queue(account, queue)).isPresent());
    }

    private static QueueDestinations destinations(boolean isEmulator, String list) {
        List<Allowed> allowed = Stream.of(list.split(",", -1))
                .filter(entry -> !entry.isEmpty())
                .map(Allowed::parse)
                .toList();
        return new QueueDestinations("mine", isEmulator, Set.of("deliveries"), allowed);
    }

    private static StorageQueue queue(String account, String name) {
        return new StorageQueue("/x/storageAccounts/" + account, name, OptionalInt.empty());
    }
}
