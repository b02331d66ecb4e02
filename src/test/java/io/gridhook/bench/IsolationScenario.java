package io.gridhook.bench;

import java.util.Arrays;
import java.util.Optional;

/** Which endpoints are bad, and how (issue 3, "Isolation figure"). */
enum IsolationScenario {
    HANGS("hangs", "1 of 10 endpoints answers nothing for 30 s", 9, 1, "hang", 1),
    ERRORS("errors", "1 of 10 endpoints answers 500 at once", 9, 1, "error", 1),
    CLOSED("closed", "1 of 10 endpoints is a closed port", 9, 1, "closed", 1),
    HALF_HANG("half-hang", "10 of 20 endpoints answer nothing for 30 s", 10, 10, "hang", 1),
    HANGS_BATCHES(
            "hangs-batches", "1 of 10 endpoints gets batches of 100 and answers nothing for 30 s", 9, 1, "hang", 100);

    private final String title;
    private final String description;
    private final int good;
    private final int bad;
    private final String mood;
    private final int batch;

    IsolationScenario(String title, String description, int good, int bad, String mood, int batch) {
        this.title = title;
        this.description = description;
        this.good = good;
        this.bad = bad;
        this.mood = mood;
        this.batch = batch;
    }

    static Optional<IsolationScenario> of(String title) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.title.equals(title))
                .findFirst();
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }

    /** Endpoints that answer 200 at once; numbered from 0. */
    int good() {
        return good;
    }

    /** Endpoints that are bad in arm {@link Arm#BAD}; numbered after the good ones. */
    int bad() {
        return bad;
    }

    /** Events in a publish for a bad endpoint; where they are many, a tenth of the publishes. */
    int batch() {
        return batch;
    }

    /** How the receiver answers for them, or {@code closed}. */
    String mood() {
        return mood;
    }
}
