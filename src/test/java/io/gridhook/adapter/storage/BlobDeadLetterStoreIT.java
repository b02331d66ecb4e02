package io.gridhook.adapter.storage;

import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeadLetterStoreContract;

/** On the emulator, which stands for every account. */
class BlobDeadLetterStoreIT extends DeadLetterStoreContract {
    private static final String ACCOUNT =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/mine";

    private final String container = SharedAzurite.newContainer();
    private final String noContainer = SharedAzurite.uniqueName("missing");

    @Override
    protected DeadLetterStore store() {
        return new BlobDeadLetterStore(SharedAzurite.connection());
    }

    @Override
    protected DeadLetterDestination existing() {
        return new DeadLetterDestination(ACCOUNT, container);
    }

    @Override
    protected DeadLetterDestination missing() {
        return new DeadLetterDestination(ACCOUNT, noContainer);
    }

    @Override
    protected byte[] read(String name) {
        return SharedAzurite.connection()
                .container(container)
                .getBlobClient(name)
                .downloadContent()
                .toBytes();
    }
}
