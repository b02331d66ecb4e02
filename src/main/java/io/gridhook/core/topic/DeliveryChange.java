package io.gridhook.core.topic;

import java.time.Instant;
import java.util.Optional;

/** What an operator can ask of a subscription's {@link DeliveryState}. Asked twice, it is as if asked once. */
public enum DeliveryChange {
    PAUSE("pause", DeliveryState.Kind.PAUSED),
    RESUME("resume", DeliveryState.Kind.ACTIVE),
    /** Also what is paused. */
    DISABLE("disable", DeliveryState.Kind.DISABLED),
    ENABLE("enable", DeliveryState.Kind.ACTIVE);

    private final String wireName;
    private final DeliveryState.Kind to;

    DeliveryChange(String wireName, DeliveryState.Kind to) {
        this.wireName = wireName;
        this.to = to;
    }

    /** The last segment of its call's path. */
    public String wireName() {
        return wireName;
    }

    /** The change of that name, in any letter case. */
    public static Optional<DeliveryChange> of(String name) {
        for (DeliveryChange change : values()) {
            if (change.wireName.equalsIgnoreCase(name)) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    /**
     * What {@code state} becomes at {@code now}; itself, where it is that already. Empty if another change is to be undone first: nobody
     * resumes what was disabled, or enables what was paused, by accident.
     */
    public Optional<DeliveryState> of(DeliveryState state, Instant now) {
        if (state.kind() == to) {
            return Optional.of(state);
        }
        return mayFollow(state.kind()) ? Optional.of(DeliveryState.of(to, now)) : Optional.empty();
    }

    private boolean mayFollow(DeliveryState.Kind from) {
        return switch (this) {
            case PAUSE -> from == DeliveryState.Kind.ACTIVE;
            case RESUME -> from == DeliveryState.Kind.PAUSED;
            case DISABLE -> true;
            case ENABLE -> from == DeliveryState.Kind.DISABLED;
        };
    }

    /** What is to be asked first where {@link #of(DeliveryState, Instant)} is empty. */
    public DeliveryChange first() {
        return this == ENABLE ? RESUME : ENABLE;
    }
}
