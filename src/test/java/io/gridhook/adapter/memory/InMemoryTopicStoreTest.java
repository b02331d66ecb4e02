package io.gridhook.adapter.memory;

import io.gridhook.port.TopicStore;
import io.gridhook.port.TopicStoreContract;

class InMemoryTopicStoreTest extends TopicStoreContract {
    private final InMemoryTopicStore store = new InMemoryTopicStore();

    @Override
    protected TopicStore store() {
        return store;
    }
}
