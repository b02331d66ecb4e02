package io.gridhook.adapter.storage;

import io.gridhook.port.ConsentStore;
import io.gridhook.port.ConsentStoreContract;

class TableConsentStoreIT extends ConsentStoreContract {
    private final ConsentStore store = new TableConsentStore(SharedAzurite.connection(), SharedAzurite.newTable());

    @Override
    protected ConsentStore store() {
        return store;
    }
}
