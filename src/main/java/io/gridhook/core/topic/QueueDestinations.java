package io.gridhook.core.topic;

import io.gridhook.core.topic.DeadLetterDestinations.Allowed;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which Storage queues events may be delivered to. Whoever saves a subscription writes messages with the app's identity: unless a list
 * says otherwise, to any queue of the app's own account; in it never to one that Gridhook or the Functions host works from, as a message
 * there is work that nobody accepted.
 *
 * @param ownAccount the app's storage account
 * @param isEmulator whether storage is Azurite, which stands for every account
 * @param ownQueues what Gridhook works from
 * @param allowed the list, entries as for {@link DeadLetterDestinations}; empty for the app's own account
 */
public record QueueDestinations(String ownAccount, boolean isEmulator, Set<String> ownQueues, List<Allowed> allowed) {
    /** The setting with the list, for messages. */
    public static final String SETTING = "GRIDHOOK_QUEUE_DESTINATIONS";

    /** What the Functions host keeps in the app's account, blob receipts and poison among them. */
    private static final List<String> HOST_PREFIXES = List.of("azure-webjobs-", "webjobs-");

    public QueueDestinations {
        ownQueues = Set.copyOf(ownQueues);
        allowed = List.copyOf(allowed);
    }

    /** Why a queue may not be written to, naming the property, its value and what is expected; empty if it may be. */
    public Optional<String> refusal(StorageQueue queue) {
        String account = queue.accountName();
        String name = queue.queueName();
        boolean isOwn = isEmulator || account.equals(ownAccount);
        if (isOwn && isKept(name.toLowerCase(Locale.ROOT))) {
            return Optional.of("queueName: " + name
                    + " (expected: a queue that neither Gridhook nor the Functions host works from)");
        }
        if (allowed.isEmpty()) {
            return isOwn
                    ? Optional.empty()
                    : Optional.of("resourceId: storage account " + account + " (expected: the app's own, " + ownAccount
                            + ", or one that " + SETTING + " allows)");
        }
        return allowed.stream().anyMatch(entry -> entry.matches(account, name))
                ? Optional.empty()
                : Optional.of("destination: " + account + "/" + name + " (expected: one that " + SETTING + " allows)");
    }

    private boolean isKept(String queue) {
        return ownQueues.contains(queue) || HOST_PREFIXES.stream().anyMatch(queue::startsWith);
    }
}
