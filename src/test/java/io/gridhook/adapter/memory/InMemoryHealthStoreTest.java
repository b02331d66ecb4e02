package io.gridhook.adapter.memory;

import io.gridhook.port.HealthStore;
import io.gridhook.port.HealthStoreContract;

class InMemoryHealthStoreTest extends HealthStoreContract {
    private final InMemoryHealthStore store = new InMemoryHealthStore();

    @Override
    protected HealthStore store() {
        return store;
    }
}
