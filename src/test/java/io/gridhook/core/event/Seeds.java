package io.gridhook.core.event;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Runs a property under many seeds, or under the one that {@code -Dseed=N} names. */
final class Seeds {
    private Seeds() {}

    static void each(int rounds, Consumer<SplittableRandom> property) {
        String replayed = System.getProperty("seed", "");
        if (!replayed.isBlank()) {
            property.accept(new SplittableRandom(Long.parseLong(replayed)));
            return;
        }
        for (long seed = 1; seed <= rounds; seed++) {
            try {
                property.accept(new SplittableRandom(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " (replay: -Dseed=" + seed + "): " + e, e);
            }
        }
    }
}
