package io.gridhook.adapter.memory;

import io.gridhook.core.topic.DeadLetterDestination;
import io.gridhook.port.DeadLetterArchive;
import io.gridhook.port.DeadLetterArchiveContract;
import io.gridhook.port.DeadLetterStore;

class InMemoryDeadLetterArchiveTest extends DeadLetterArchiveContract {
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore();

    @Override
    protected DeadLetterStore store() {
        return store;
    }

    @Override
    protected DeadLetterArchive archive() {
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
}
