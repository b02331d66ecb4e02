package io.gridhook.adapter.memory;

import io.gridhook.port.PoisonStore;
import io.gridhook.port.PoisonStoreContract;
import java.util.Map;

class InMemoryPoisonStoreTest extends PoisonStoreContract {
    private final InMemoryPoisonStore store = new InMemoryPoisonStore();

    @Override
    protected PoisonStore store() {
        return store;
    }

    @Override
    protected Map<String, String> kept() {
        return store.bodies();
    }
}
