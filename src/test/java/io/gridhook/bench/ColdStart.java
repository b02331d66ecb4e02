package io.gridhook.bench;

import java.util.Map;

/**
 * One start, from the JVM's to the first publish that is answered 200.
 *
 * @param wallSeconds as a publisher sees it
 * @param cpuSeconds of the process
 * @param loadingSeconds within that, of loading and verifying classes, of all threads
 * @param archived classes that came from an archive of the JVM's
 * @param classes of the others and these, by who wrote them
 */
record ColdStart(
        double wallSeconds, double cpuSeconds, double loadingSeconds, int archived, Map<String, Integer> classes) {
    ColdStart {
        classes = Map.copyOf(classes);
    }

    /** How the JVM is started. */
    enum Variant {
        PLAIN("no options"),
        WORKER("the worker's: `-XX:+TieredCompilation -XX:TieredStopAtLevel=1`"),
        WORKER_ARCHIVE("the same, with an archive of the app's classes");

        private final String title;

        Variant(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    int loaded() {
        return classes.values().stream().mapToInt(Integer::intValue).sum();
    }
}
