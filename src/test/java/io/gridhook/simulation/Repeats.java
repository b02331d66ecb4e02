package io.gridhook.simulation;

import java.util.HashSet;
import java.util.Set;

/** The deliveries that may be made twice, and end twice: a fault met a message of theirs while somebody worked on it. */
final class Repeats {
    private final Contents contents;
    private final Set<String> explained = new HashSet<>();

    Repeats(Contents contents) {
        this.contents = contents;
    }

    void message(String body) {
        contents.each(body, explained::add);
    }

    void delivery(String delivery) {
        explained.add(delivery);
    }

    boolean explain(String delivery) {
        return explained.contains(delivery);
    }
}
