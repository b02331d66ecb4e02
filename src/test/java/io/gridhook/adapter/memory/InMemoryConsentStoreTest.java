package io.gridhook.adapter.memory;

import io.gridhook.port.ConsentStore;
import io.gridhook.port.ConsentStoreContract;

class InMemoryConsentStoreTest extends ConsentStoreContract {
    private final InMemoryConsentStore store = new InMemoryConsentStore();

    @Override
    protected ConsentStore store() {
        return store;
    }
}
