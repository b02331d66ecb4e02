package io.gridhook.core.delivery;

/** One event still to be delivered to one subscription. */
public record DeliveryTask(PackedEvent event, SubscriptionRef subscription, TaskState state) {
    public DeliveryTask with(TaskState newState) {
        return new DeliveryTask(event, subscription, newState);
    }

    public DeliveryTask with(PackedEvent newEvent) {
        return new DeliveryTask(newEvent, subscription, state);
    }
}
