package io.gridhook.adapter.memory;

import io.gridhook.port.LedgerStore;
import io.gridhook.port.LedgerStoreContract;

class InMemoryLedgerStoreTest extends LedgerStoreContract {
    private final LedgerStore store = new InMemoryLedgerStore();

    @Override
    protected LedgerStore store() {
        return store;
    }
}
