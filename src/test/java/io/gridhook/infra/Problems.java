package io.gridhook.infra;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a file, each with its line. */
final class Problems {
    private final BicepFile file;
    private final List<String> found = new ArrayList<>();

    Problems(BicepFile file) {
        this.file = file;
    }

    void add(BicepNode where, String what) {
        found.add(file.path().getFileName() + ":" + where.line() + ": " + what);
    }

    List<String> all() {
        return List.copyOf(found);
    }
}
