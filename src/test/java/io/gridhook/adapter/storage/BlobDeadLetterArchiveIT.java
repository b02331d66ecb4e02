package io.gridhook.adapter.storage;

import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeadLetterArchiveContract;
import io.gridhook.port.DeadLetterStore;

/** On the emulator, which stands for every account. */
class BlobDeadLetterArchiveIT extends DeadLetterArchiveContract {
    private static final String ACCOUNT =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/mine";

    private final String container = SharedAzurite.newContainer();
    private final String noContainer = SharedAzurite.uniqueName("missing");

    @Override
    protected DeadLetterStore store() {
        return new BlobDeadLetterStore(SharedAzurite.connection());
    }

    @Override
    protected DeadLetterArchive archive() {
        return new BlobDeadLetterArchive(SharedAzurite.connection());
    }

    @Override
    protected DeadLetterDestination existing() {
        return new DeadLetterDestination(ACCOUNT, container);
    }

    @Override
    protected DeadLetterDestination missing() {
        return new DeadLetterDestination(ACCOUNT, noContainer);
    }
}
