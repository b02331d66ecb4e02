package io.gridhook.bench;

import java.util.List;

/** Where a workload's publishes go, and what they are. */
record LoadTarget(Workload workload, String topic, List<PublishBody> bodies) {
    LoadTarget {
        bodies = List.copyOf(bodies);
    }
}
