package io.gridhook.adapter.memory;

import io.gridhook.port.RedriveStore;
import io.gridhook.port.RedriveStoreContract;

class InMemoryRedriveStoreTest extends RedriveStoreContract {
    private final RedriveStore store = new InMemoryRedriveStore();

    @Override
    protected RedriveStore store() {
        return store;
    }
}
