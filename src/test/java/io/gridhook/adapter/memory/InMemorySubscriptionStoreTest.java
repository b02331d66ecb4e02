package io.gridhook.adapter.memory;

import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.SubscriptionStoreContract;

class InMemorySubscriptionStoreTest extends SubscriptionStoreContract {
    private final InMemorySubscriptionStore store = new InMemorySubscriptionStore();

    @Override
    protected SubscriptionStore store() {
        return store;
    }
}
