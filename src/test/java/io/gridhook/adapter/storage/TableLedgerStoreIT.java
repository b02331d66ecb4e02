package io.gridhook.adapter.storage;

import io.gridhook.port.LedgerStore;
import io.gridhook.port.LedgerStoreContract;

class TableLedgerStoreIT extends LedgerStoreContract {
    private final LedgerStore store = new TableLedgerStore(SharedAzurite.connection(), SharedAzurite.newTable());

    @Override
    protected LedgerStore store() {
        return store;
    }
}
