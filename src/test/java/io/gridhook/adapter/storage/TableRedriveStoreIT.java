package io.gridhook.adapter.storage;

import io.gridhook.port.RedriveStore;
import io.gridhook.port.RedriveStoreContract;

class TableRedriveStoreIT extends RedriveStoreContract {
    private final RedriveStore store = new TableRedriveStore(SharedAzurite.connection(), SharedAzurite.newTable());

    @Override
    protected RedriveStore store() {
        return store;
    }
}
