package io.gridhook.core.redrive;

import java.util.Optional;

/** Where a redrive takes its events from. */
public enum RedriveSource {
    /** What was given up. */
    DEAD_LETTERS("deadLetters"),
    /** What was delivered, where that is kept. */
    DELIVERED("delivered");

    private final String wireName;

    RedriveSource(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** The source of that name, in any letter case; empty if there is none. */
    public static Optional<RedriveSource> ofWireName(String name) {
        for (RedriveSource source : values()) {
            if (source.wireName.equalsIgnoreCase(name)) {
                return Optional.of(source);
            }
        }
        return Optional.empty();
    }
}
