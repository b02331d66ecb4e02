package io.gridhook.adapter.memory;

import io.gridhook.port.PayloadStore;
import io.gridhook.port.PayloadStoreContract;

class InMemoryPayloadStoreTest extends PayloadStoreContract {
    private final InMemoryPayloadStore store = new InMemoryPayloadStore();

    @Override
    protected PayloadStore store() {
        return store;
    }
}
