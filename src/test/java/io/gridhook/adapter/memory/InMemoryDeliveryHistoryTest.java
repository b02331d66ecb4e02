package io.gridhook.adapter.memory;

import io.gridhook.port.DeliveryHistory;
import io.gridhook.port.DeliveryHistoryContract;

class InMemoryDeliveryHistoryTest extends DeliveryHistoryContract {
    private final DeliveryHistory history = new InMemoryDeliveryHistory();

    @Override
    protected DeliveryHistory history() {
        return history;
    }
}
