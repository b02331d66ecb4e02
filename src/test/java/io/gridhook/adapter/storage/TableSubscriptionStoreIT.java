package io.gridhook.adapter.storage;

import io.gridhook.core.topic.DefinitionCodec;
import io.gridhook.port.SubscriptionStore;
import io.gridhook.port.SubscriptionStoreContract;
import java.util.function.UnaryOperator;

class TableSubscriptionStoreIT extends SubscriptionStoreContract {
    private final SubscriptionStore store = new TableSubscriptionStore(
            SharedAzurite.connection(),
            SharedAzurite.newTable(),
            new DefinitionCodec(UnaryOperator.identity(), UnaryOperator.identity()));

    @Override
    protected SubscriptionStore store() {
        return store;
    }
}
