package io.gridhook.adapter.memory;

import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterStore;
import io.gridhook.port.DeadLetterStoreContract;
import java.util.Objects;

class InMemoryDeadLetterStoreTest extends DeadLetterStoreContract {
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore();

    @Override
    protected DeadLetterStore store() {
        store.setMissing(missing(), true);
        return store;
    }

    @Override
    protected DeadLetterDestination existing() {
        return new DeadLetterDestination("/storageAccounts/mine", "deadletter");
    }

    @Override
    protected DeadLetterDestination missing() {
        return new DeadLetterDestination("/storageAccounts/mine", "missing");
    }

    @Override
    protected byte[] read(String name) {
        return Objects.requireNonNull(store.blobs().get("mine/deadletter/" + name));
    }
}
